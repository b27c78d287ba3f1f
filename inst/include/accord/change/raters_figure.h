#pragma once
// Cohen's and Conger's kappa, whose chance lets every rater have shares of their own
// (chance_raters.h), as a figure of totals. Nobody rated a pseudo-item: it counts as
// rated by all raters in the measure in which they rated the sample.

#include <cmath>    // NAN
#include <cstddef>  // size_t
#include <utility>  // move
#include <vector>

#include "../distance/any_distance.h"
#include "figure_rows.h"
#include "totals.h"

namespace accord {

class RatersFigure : public Figure {
 public:
  // `raters`: how many there are in the group.
  RatersFigure(const AnyDistance& distance, CategoryPlaces used, int raters)
      : distance_(distance), used_(std::move(used)), q_(used_.size()), given_(raters) {}

  std::size_t n_totals() const override { return first_share() + given_.size() * q_; }

  // `codes`: the ratings of an item, `raters`: who gave them, from 0 within the group.
  void add_item(Span<int> codes, Span<int> raters, double apart, double weight,
                RowDraft* draft) {
    if (codes.empty()) return;
    draft->items += weight;
    draft->linear.push_back({items, weight});
    if (codes.size() > 1) {
      draft->linear.push_back({pairable, weight});
      draft->linear.push_back({disagreement, weight * apart});
      draft->ratings += weight * codes.size();
    }
    for (std::size_t j = 0; j < codes.size(); ++j) {
      draft->linear.push_back(
          {first_share() + raters[j] * q_ + used_.place(codes[j]), weight});
      given_[raters[j]] += draft->times * weight;
    }
    sample_ += draft->times * weight;
  }

  std::vector<Addend> pair(const CategoryPair& x, const UnitSize& unit) override {
    const double item = unit.items;
    std::vector<Addend> row{{items, item},
                            {pairable, item},
                            {disagreement, item * distance_(x.first, x.second)},
                            {by_all, item},
                            {first_by_all + used_.place(x.first), item / 2},
                            {first_by_all + used_.place(x.second), item / 2}};
    join(&row);
    return row;
  }

  void add_squares(const std::vector<Addend>& linear,
                   std::vector<Addend>* square) const override {
    // Of different raters: all pairs less those of each rater.
    Amounts all, own;
    std::vector<double> sum(q_);
    double n = 0, same = 0, within = 0, rated = 0;
    int rater = -1;
    const auto close = [&] {
      same += rated * rated;
      within += distance_.pairs_within(own);
      rated = 0;
      own.clear();
    };
    for (const Addend& x : linear) {
      if (x.place < first_share()) continue;
      const int at = x.place - first_share();
      if (at / q_ != rater) close();
      rater = at / q_;
      own.add(used_.category(at % q_), x.amount);
      rated += x.amount;
      n += x.amount;
      sum[at % q_] += x.amount;
    }
    close();
    for (int k = 0; k < q_; ++k) {
      if (sum[k] > 0) all.add(used_.category(k), sum[k]);
    }
    square->push_back({pairs_squared, n * n - same});
    square->push_back({own_pairs, distance_.pairs_within(all) - within});
  }

  double value(const Totals& t) const override {
    thread_local Amounts all, own;
    thread_local std::vector<double> sum;
    sum.assign(q_, 0);
    double raters = 0, within = 0, n = 0, squares = 0;
    for (std::size_t g = 0; g < given_.size(); ++g) {
      const double part = given_[g] / sample_;  // of the pseudo-items
      double total = part * t[by_all];
      own.clear();
      for (int k = 0; k < q_; ++k) {
        const double x = t[first_share() + g * q_ + k] + part * t[first_by_all + k];
        total += t[first_share() + g * q_ + k];
        if (x > 0) own.add(used_.category(k), x);
      }
      if (!(total > 0)) continue;
      raters += 1;
      n += total;
      squares += total * total;
      for (std::size_t j = 0; j < own.size(); ++j) {
        own.amount[j] /= total;
        sum[used_.place(own.code[j])] += own.amount[j];
      }
      within += distance_.pairs_within(own);
    }
    all.clear();
    for (int k = 0; k < q_; ++k) {
      if (sum[k] > 0) all.add(used_.category(k), sum[k]);
    }
    const double pairs = n * n - squares;
    const double mean = (distance_.pairs_within(all) - within) / (raters * (raters - 1));
    const double expected =
        (mean - t[own_pairs] / pairs) / (1 - t[pairs_squared] / pairs);
    return expected > 0 ? 1 - t[disagreement] / t[pairable] / expected : NAN;
  }

 private:
  enum { items, pairable, disagreement, pairs_squared, own_pairs, by_all, first_by_all };

  int first_share() const { return first_by_all + q_; }

  const AnyDistance& distance_;
  CategoryPlaces used_;
  int q_;
  std::vector<double> given_;  // by rater: ratings in the sample
  double sample_ = 0;          // items in the sample
};

}  // namespace accord
