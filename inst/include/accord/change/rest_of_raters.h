#pragma once
// What is left of the chance of raters with shares of their own (chance_raters.h) without
// one of them: P' d P loses 2 p_g' d P - p_g' d p_g, and the sum of p_h' d p_h the
// rater's own. No item has to be looked at. See rest_of_chance.h for what it supplies.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <vector>

#include "../agreement/chance_raters.h"
#include "../agreement/kappa.h"
#include "../agreement/rater_shares.h"
#include "../distance/any_distance.h"
#include "../ratings/rows.h"
#include "rater_walk.h"
#include "rest_of_chance.h"
#include "without_rater.h"

namespace accord {

template <class Distance>
class RatersRest {
 public:
  using Chance = RaterChance<Distance>;
  using Rows = ItemRows;
  struct Memory {};

  explicit RatersRest(const Distance& distance)
      : distance_(distance),
        shares_(distance.n_categories()),
        to_(distance.n_categories()) {}

  static Rows rows(const RatingsView& ratings, const Tally& tally, int group) {
    return Rows(ratings, tally, group);
  }
  Chance chance() const { return Chance(distance_); }
  Memory memory() const { return {}; }
  double apart(const Pattern& p) const { return apart_within(p, distance_); }
  void fit(const Rows& rows);
  void start(Memory*) const {}
  void take(const Loss&, Memory*) const {}
  RestOfChance left(int rater, double, Memory*) const {
    return left_[shares_.number(rater)];
  }

 private:
  Amounts own(int g) const {
    Amounts result;
    for (std::size_t j = 0; j < shares_.codes(g).size(); ++j) {
      result.add(shares_.codes(g)[j], shares_.counts(g)[j] / shares_.total(g));
    }
    return result;
  }
  bool one_category_without(int g) const {
    std::size_t left = shares_.margin.used().size();
    for (std::size_t j = 0; j < shares_.codes(g).size(); ++j) {
      left -= shares_.margin[shares_.codes(g)[j]] <= shares_.counts(g)[j];
    }
    return left < 2;
  }

  const Distance& distance_;
  RaterShares shares_;
  std::vector<double> to_;
  std::vector<RestOfChance> left_;
};

template <class Distance>
void RatersRest<Distance>::fit(const Rows& rows) {
  shares_.fit(rows, no_row);
  const int r = shares_.n_raters();
  Amounts all;
  std::vector<int> used = shares_.margin.used();
  std::sort(used.begin(), used.end());
  std::vector<double>& sum = to_;  // first P, then d P
  for (int k : used) sum[k] = 0;
  for (int g = 0; g < r; ++g) {
    const Amounts p = own(g);
    for (std::size_t j = 0; j < p.size(); ++j) sum[p.code[j]] += p.amount[j];
  }
  for (int k : used) all.add(k, sum[k]);
  std::vector<double> each;
  distance_.to_each(all, &each);
  for (std::size_t j = 0; j < each.size(); ++j) to_[all.code[j]] = each[j];
  std::vector<double> within, leaving;
  double apart = Distance::between(all, each);
  for (int g = 0; g < r; ++g) {
    const Amounts p = own(g);
    within.push_back(distance_.pairs_within(p));
    double to_all = 0;
    for (std::size_t j = 0; j < p.size(); ++j) to_all += p.amount[j] * to_[p.code[j]];
    leaving.push_back(2 * (to_all - within.back()));
    apart -= within.back();
  }
  left_.clear();
  for (int g = 0; g < r; ++g) {
    const double rest = apart - leaving[g];
    if (r < 3) {
      left_.push_back({{0, Status::no_pairs}, true});
    } else {
      left_.push_back({{rest / ((r - 1.0) * (r - 2.0)),
                        one_category_without(g) ? Status::one_category : Status::ok},
                       keeps_digits(rest, apart)});
    }
  }
}

}  // namespace accord
