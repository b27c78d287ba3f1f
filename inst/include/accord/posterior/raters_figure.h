#pragma once
// Cohen's and Conger's kappa, whose chance lets every rater have shares of their own
// (chance_raters.h), as a figure of totals. Nobody rated a pseudo-item: it counts as
// rated by all raters in the measure in which they rated the sample.

#include <cmath>    // NAN
#include <cstddef>  // size_t
#include <utility>  // move
#include <vector>

#include "../agreement/kappa.h"
#include "../distance/any_distance.h"
#include "figure_rows.h"
#include "rater_margins.h"
#include "totals.h"

namespace accord {

// `Margins`: what is kept of the ratings of a rater.
template <class Margins>
class RatersFigure final : public GroupFigure {
 public:
  // `raters`: how many there are in the group.
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
    // Of different raters: all pairs less those of each rater.
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

  double value(const Totals& t) const override {
    thread_local Sum all, own;
    margins_.clear(&all);
    double raters = 0, within = 0, n = 0, squares = 0;
    for (std::size_t g = 0; g < given_.size(); ++g) {
      const double part = given_[g] / sample_;  // of the pseudo-items
      const std::size_t first = first_rater() + g * size_;
      margins_.read([&](int k) { return t[first + k] + part * t[by_all + k]; }, &own);
      const double total = margins_.mass(own);
      if (!(total > 0)) continue;
      raters += 1;
      n += total;
      squares += total * total;
      within += margins_.pairs_within(own) / (total * total);
      margins_.add(1 / total, own, &all);
    }
    const double pairs = n * n - squares;
    const double mean = (margins_.pairs_within(all) - within) / (raters * (raters - 1));
    const double expected =
        (mean - t[own_pairs] / pairs) / (1 - t[pairs_squared] / pairs);
    return expected > 0 ? 1 - t[disagreement] / t[pairable] / expected : NAN;
  }

 private:
  using Sum = typename Margins::Sum;
  enum { items, pairable, disagreement, pairs_squared, own_pairs, by_all };

  int first_rater() const { return by_all + size_; }
  int rater_at(int place) const { return (place - first_rater()) / size_; }

  AnyDistance distance_;
  Margins margins_;
  int size_;
  std::vector<double> given_;  // by rater: ratings in the sample
  double sample_ = 0;          // items in the sample
};

}  // namespace accord
