#pragma once
// Cohen's and Conger's kappa, whose chance agreement uses the shares of each rater
// (agreement/rater_pairs.h, as for the estimate), as a figure of totals. A pseudo-item
// has no raters: it counts as rated by all raters in proportion to the items that they
// rated in the sample.

#include <cmath>    // NAN
#include <cstddef>  // size_t
#include <map>
#include <utility>  // move, pair
#include <vector>

#include "../agreement/chance.h"
#include "../agreement/rater_pairs.h"
#include "../distance/any_distance.h"
#include "figure_rows.h"
#include "rater_margins.h"
#include "rater_prior.h"
#include "totals.h"

namespace accord {

// `Margins` is the class of the totals of a rater.
template <class Margins>
class RatersFigure final : public GroupFigure {
 public:
  // `raters` is the number of raters in the group.
  RatersFigure(const AnyDistance& distance, Margins margins, int raters)
      : distance_(distance),
        margins_(std::move(margins)),
        size_(margins_.size()),
        given_(raters) {}

  std::size_t n_totals() const override { return first_rater() + given_.size() * size_; }

  void add_item(const RatedItem& item, double weight, RowDraft* draft) override {
    if (item.codes.empty()) return;
    draft->linear.push_back({items, weight});
    if (item.codes.size() > 1) {
      const double apart = apart_within(item.pattern, distance_);
      draft->linear.push_back({pairable, weight});
      draft->linear.push_back({disagreement, weight * apart});
    }
    for (std::size_t j = 0; j < item.codes.size(); ++j) {
      const int rater = item.raters[j];
      margins_.rate(item.codes[j], weight, first_rater() + rater * size_, &draft->linear);
      given_[rater] += draft->times * weight;
      rated_[{rater, item.codes[j]}] += draft->times * weight;
    }
    sample_ += draft->times * weight;
  }

  std::vector<Addend> pair(const CategoryPair& x, const UnitSize& unit) const override {
    const double item = unit.items;
    std::vector<Addend> row{{items, item},
                            {pairable, item},
                            {disagreement, item * distance_(x.first, x.second)}};
    margins_.rate(x.first, item / 2, by_all, &row);
    margins_.rate(x.second, item / 2, by_all, &row);
    join(&row);
    return row;
  }

  void add_squares(const std::vector<Addend>& linear,
                   std::vector<Addend>* square) const override {
    // The sum is over different raters: all pairs minus those of each rater with itself.
    std::vector<Addend> all, own;
    double n = 0, same = 0, within = 0;
    for (std::size_t i = 0; i < linear.size();) {
      if (linear[i].place < first_rater()) {
        ++i;
        continue;
      }
      const int rater = rater_at(linear[i].place);
      const int first = first_rater() + rater * size_;
      own.clear();
      for (; i < linear.size() && rater_at(linear[i].place) == rater; ++i) {
        own.push_back({linear[i].place - first, linear[i].amount});
      }
      const double rated = margins_.mass(own);
      n += rated;
      same += rated * rated;
      within += margins_.pairs_within(own);
      all.insert(all.end(), own.begin(), own.end());
    }
    join(&all);
    square->push_back({pairs_squared, n * n - same});
    square->push_back({own_pairs, margins_.pairs_within(all) - within});
  }

  TotalRows pseudo_ratings(const UnitSize& unit) const override {
    Amounts mean;
    for (const auto& [code, shares] : shares_of_code()) {
      mean.add(code, shares / static_cast<double>(given_.size()));
    }
    const Amounts rating = pseudo_rating(mean);
    TotalRows result;
    for (std::size_t g = 0; g < given_.size(); ++g) {
      for (std::size_t i = 0; i < rating.size(); ++i) {
        TotalRow row;
        margins_.rate(rating.code[i], unit.items,
                      first_rater() + static_cast<int>(g) * size_, &row.linear);
        row.times = ratings_besides * rating.amount[i];
        result.push_back(std::move(row));
      }
    }
    return result;
  }

  double value(const Totals& t) const override {
    thread_local Sum all, own;
    const Chance x = chance(t, &all, &own);
    return value_of(t[disagreement] / t[pairable], x.expected);
  }

  bool gradient(const Totals& t, std::vector<double>* slope) const override {
    Sum all, own;
    const Chance x = chance(t, &all, &own);
    if (!(x.expected > 0)) return false;
    slope->assign(n_totals(), 0.0);
    std::vector<double>& to = *slope;
    const double observed = t[disagreement] / t[pairable];
    const double by_expected = slope_by_expected(observed, x.expected);
    const double by_pair = by_expected / (x.pairs - t[pairs_squared]);
    to[disagreement] = -1 / (t[pairable] * x.expected);
    to[pairable] = observed / (t[pairable] * x.expected);
    to[own_pairs] = -by_pair;
    to[pairs_squared] = by_pair * x.expected;
    // Derivatives of kappa with respect to the pairs of different raters, and to their
    // mean disagreement.
    const double by_pairs = by_pair * (x.mean - x.expected);
    const double by_mean = by_pair * x.pairs / x.of_raters.pairs();
    std::vector<double> from_all, from_own, share(size_), apart(size_);
    margins_.to_each(all, &from_all);
    for (std::size_t g = 0; g < given_.size(); ++g) {
      const std::size_t first = first_rater() + g * size_;
      read(t, g, &own);
      const double total = margins_.mass(own);
      if (!(total > 0)) continue;
      margins_.to_each(own, &from_own);
      for (int k = 0; k < size_; ++k) {
        share[k] = entry(t, g, k) / total;
        apart[k] = from_all[k] - from_own[k] / total;
      }
      const auto mass = [&](std::size_t k) { return margins_.mass_of(k); };
      take_off_mean(share, mass, &apart);
      for (int k = 0; k < size_; ++k) {
        const double own_slope =
            2 * (by_mean * apart[k] / total + by_pairs * mass(k) * (x.ratings - total));
        to[first + k] = own_slope;
        to[by_all + k] += part_of(g) * own_slope;
      }
    }
    return true;
  }

 private:
  using Sum = typename Margins::Sum;
  struct Chance {
    RaterPairs of_raters;
    double ratings = 0, pairs = 0, mean = 0, expected = NAN;
  };

  double part_of(std::size_t g) const { return given_[g] / sample_; }  // of pseudo-items
  double entry(const Totals& t, std::size_t g, int k) const {
    return t[first_rater() + g * size_ + k] + part_of(g) * t[by_all + k];
  }
  void read(const Totals& t, std::size_t g, Sum* own) const {
    margins_.read([&](int k) { return entry(t, g, k); }, own);
  }

  // `all` is set to the sum of the shares of the raters; `own` is working memory.
  Chance chance(const Totals& t, Sum* all, Sum* own) const {
    margins_.clear(all);
    Chance x;
    double squares = 0;
    for (std::size_t g = 0; g < given_.size(); ++g) {
      read(t, g, own);
      const double total = margins_.mass(*own);
      if (!(total > 0)) continue;
      x.ratings += total;
      squares += total * total;
      x.of_raters.add(margins_.pairs_within(*own) / (total * total));
      margins_.add(1 / total, *own, all);
    }
    x.pairs = x.ratings * x.ratings - squares;
    x.mean = x.of_raters.expected(margins_.pairs_within(*all));
    x.expected =
        mean_between(x.mean, t[own_pairs] / x.pairs, 1, t[pairs_squared] / x.pairs);
    return x;
  }

  // Returns the sum over raters of their shares of each category.
  std::map<int, double> shares_of_code() const {
    std::map<int, double> result;
    for (const auto& [rated, n] : rated_) {
      result[rated.second] += n / given_[rated.first];
    }
    return result;
  }

  enum { items, pairable, disagreement, pairs_squared, own_pairs, by_all };

  int first_rater() const { return by_all + size_; }
  int rater_at(int place) const { return (place - first_rater()) / size_; }

  AnyDistance distance_;
  Margins margins_;
  int size_;
  std::vector<double> given_;                    // by rater: ratings in the sample
  std::map<std::pair<int, int>, double> rated_;  // by rater and category
  double sample_ = 0;                            // items in the sample
};

}  // namespace accord
