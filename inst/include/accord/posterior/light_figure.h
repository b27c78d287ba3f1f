#pragma once
// Light's kappa as a figure of totals: the mean of the kappas of all pairs of raters,
// each from the margins of the items that both rated. A pseudo-item counts as rated by
// every pair in proportion to the items that they rated in the sample. Pairs of raters
// may share few items, so that pairs of ratings of an item with itself are kept in the
// same proportion as in the estimate. The estimate (agreement/light.h) computes the kappa
// of a pair from its ratings, which draws cannot, as they only have totals; the mean over
// pairs is that of the estimate.

#include <algorithm>  // lower_bound, sort, unique
#include <cstddef>    // ptrdiff_t, size_t
#include <memory>     // make_unique, unique_ptr
#include <utility>    // move, pair
#include <vector>

#include "../agreement/disagreement.h"
#include "../agreement/light.h"
#include "../distance/any_distance.h"
#include "figure_rows.h"
#include "light_draws.h"
#include "rater_margins.h"
#include "totals.h"

namespace accord {

class LightFigure final : public GroupFigure {
 public:
  LightFigure(const AnyDistance& distance, CategoryPlaces used)
      : distance_(distance), margins_(distance, std::move(used)), q_(margins_.size()) {}

  // All pairs with common items must be announced first. They are numbered in the order
  // of raters.
  void meet(int first, int second) {
    if (first < second) known_.push_back({first, second});
  }
  void number_pairs() {
    std::sort(known_.begin(), known_.end());
    known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
    met_.assign(known_.size(), 0);
    for (std::size_t i = 0; i < known_.size(); ++i) {
      while (static_cast<int>(of_first_.size()) <= known_[i].first)
        of_first_.push_back(i);
    }
    of_first_.push_back(known_.size());
  }

  std::size_t n_totals() const override {
    return first_pair() + met_.size() * per_pair();
  }
  std::size_t n_first() const override { return first_pair(); }

  // An item with one rating has no pair, and is not used.
  void add_item(const RatedItem& item, double weight, RowDraft* draft) override {
    const Span<int> codes = item.codes, raters = item.raters;
    if (codes.size() < 2) return;
    draft->linear.reserve(1 + 4 * codes.size() * (codes.size() - 1) / 2);
    draft->linear.push_back({items, weight});
    for (std::size_t i = 0; i < codes.size(); ++i) {
      for (std::size_t j = 0; j < codes.size(); ++j) {
        if (raters[j] <= raters[i]) continue;
        const int at = pair_of(raters[i], raters[j], draft->times * weight);
        draft->linear.push_back({at + met, weight});
        draft->linear.push_back(
            {at + disagreement, weight * distance_(codes[i], codes[j])});
        margins_.rate(codes[i], weight, at + margins, &draft->linear);
        margins_.rate(codes[j], weight, at + margins + q_, &draft->linear);
      }
    }
    sample_ += draft->times * weight;
  }

  std::vector<Addend> pair(const CategoryPair& x, const UnitSize& unit) const override {
    const double item = unit.items;
    std::vector<Addend> row{{by_all, item},
                            {by_all_disagreement, item * distance_(x.first, x.second)}};
    margins_.rate(x.first, item / 2, first_by_all, &row);
    margins_.rate(x.second, item / 2, first_by_all, &row);
    join(&row);
    return row;
  }

  void add_squares(const std::vector<Addend>& linear,
                   std::vector<Addend>* square) const override {
    std::vector<Addend> first, second;
    square->reserve(square->size() + linear.size() / 2);
    for (std::size_t i = 0; i < linear.size(); ++i) {
      const int place = linear[i].place - first_pair();
      if (place < 0 || place % per_pair() != met) continue;
      const int at = linear[i].place;
      first.clear();
      second.clear();
      for (std::size_t j = i + 1; j < linear.size() && linear[j].place < at + per_pair();
           ++j) {
        const int k = linear[j].place - at - margins;
        if (k < 0) continue;
        (k < q_ ? first : second).push_back({k < q_ ? k : k - q_, linear[j].amount});
      }
      square->push_back({at + met_squared, linear[i].amount * linear[i].amount});
      square->push_back({at + own_pairs, across(first, second)});
    }
  }

  double value(const Totals& t) const override {
    thread_local PairOfRaters pair;
    double sum = 0, defined = 0;
    for (std::size_t i = 0; i < met_.size(); ++i) {
      read(t, i, &pair);
      if (!(pair.expected > 0)) continue;
      sum += beyond_chance(pair.observed, pair.expected);
      defined += 1;
    }
    return Light::of(sum, defined).estimate();
  }

  // For rows of items that each rater rated once; of a cluster the pairs of categories
  // are not known any more.
  std::unique_ptr<FromWeights> from_weights(const TotalRows& rows) const override {
    const std::size_t most = 1 << 18;  // rows, whose weights take 64 MB
    if (rows.size() > most) return {};
    std::vector<DrawnMeeting> meetings;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const std::vector<Addend>& linear = rows[r].linear;
      for (std::size_t i = 0; i < linear.size();) {
        const int place = linear[i].place - first_pair();
        if (place < 0) {
          ++i;
          continue;
        }
        const int pair = place / per_pair(), at = first_pair() + pair * per_pair();
        DrawnMeeting meeting{static_cast<std::size_t>(pair), static_cast<int>(r), -1, -1,
                             linear[i].amount};
        for (++i; i < linear.size() && linear[i].place < at + per_pair(); ++i) {
          const int k = linear[i].place - at - margins;
          if (k < 0) continue;
          int* const code = k < q_ ? &meeting.first : &meeting.second;
          if (*code >= 0) return {};
          *code = k < q_ ? k : k - q_;
        }
        meetings.push_back(meeting);
      }
    }
    return std::make_unique<LightDraws>(margins_, met_, sample_, meetings);
  }

  bool gradient(const Totals& t, std::vector<double>* slope) const override {
    slope->assign(n_totals(), 0.0);
    std::vector<double>& to = *slope;
    PairOfRaters pair;
    std::vector<double> toward_first, toward_second;
    double defined = 0;
    for (std::size_t i = 0; i < met_.size(); ++i) {
      read(t, i, &pair);
      if (!(pair.expected > 0)) continue;
      defined += 1;
      if (!(met_[i] > 1)) continue;  // otherwise its kappa is always 0
      const std::size_t at = first_pair() + i * per_pair();
      const double part = met_[i] / sample_, of_pairs = 1 - 1 / met_[i];
      const double by_expected = slope_by_expected(pair.observed, pair.expected);
      const double by_observed = by_expected / met_[i] - 1 / pair.expected;
      const double by_between = by_expected * of_pairs;
      const auto add = [&](int own, int all, double x) {
        to[at + own] += x;
        to[all] += part * x;
      };
      add(met, by_all,
          -by_observed * pair.observed / pair.n -
              by_between * pair.between * 2 * pair.n / pair.pairs);
      add(disagreement, by_all_disagreement, by_observed / pair.n);
      margins_.to_each(pair.first, &toward_first);
      margins_.to_each(pair.second, &toward_second);
      for (int k = 0; k < q_; ++k) {
        add(margins + k, first_by_all + k, by_between * toward_second[k] / pair.pairs);
        add(margins + q_ + k, first_by_all + k,
            by_between * toward_first[k] / pair.pairs);
      }
    }
    for (double& x : to) x /= defined;
    return defined > 0;
  }

 private:
  enum { items, by_all, by_all_disagreement, first_by_all };
  // The totals of a pair of raters, relative to its first place.
  enum { met, disagreement, met_squared, own_pairs, margins };

  struct PairOfRaters {
    std::vector<double> first, second;  // their margins
    double n, pairs, observed, between, expected;
  };

  void read(const Totals& t, std::size_t i, PairOfRaters* x) const {
    const std::size_t at = first_pair() + i * per_pair();
    const double part = met_[i] / sample_;  // of the pseudo-items
    x->n = t[at + met] + part * t[by_all];
    x->first.resize(q_);
    x->second.resize(q_);
    for (int k = 0; k < q_; ++k) {
      const double both = part * t[first_by_all + k];
      x->first[k] = t[at + margins + k] + both;
      x->second[k] = t[at + margins + q_ + k] + both;
    }
    x->observed = (t[at + disagreement] + part * t[by_all_disagreement]) / x->n;
    x->pairs = x->n * x->n - t[at + met_squared];
    x->between = mean_between(margins_.pairs_between(x->first, x->second),
                              t[at + own_pairs], x->n * x->n, t[at + met_squared]);
    x->expected =
        met_[i] > 1 ? x->between + (x->observed - x->between) / met_[i] : x->observed;
  }

  int first_pair() const { return first_by_all + q_; }
  int per_pair() const { return margins + 2 * q_; }

  int pair_of(int first, int second, double weight) {
    const auto begin = known_.begin();
    const auto at =
        std::lower_bound(begin + of_first_[first], begin + of_first_[first + 1],
                         std::pair<int, int>(first, second));
    const int number = static_cast<int>(at - begin);
    met_[number] += weight;
    return first_pair() + number * per_pair();
  }

  // Returns the sum over the ratings of two raters on an item, of which there are few.
  double across(const std::vector<Addend>& x, const std::vector<Addend>& y) const {
    double sum = 0;
    for (const Addend& c : x) {
      for (const Addend& k : y) {
        sum += c.amount * k.amount * margins_.apart(c.place, k.place);
      }
    }
    return sum;
  }

  AnyDistance distance_;
  CategoryMargins margins_;
  int q_;
  std::vector<double> met_;  // by pair: items that both rated, in the sample
  std::vector<std::pair<int, int>> known_;  // pairs of raters
  std::vector<std::ptrdiff_t> of_first_;    // where the pairs of a first rater begin
  double sample_ = 0;                       // items in the sample
};

}  // namespace accord
