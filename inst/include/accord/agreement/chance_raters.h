#pragma once
// Chance that lets every rater have shares of their own: two ratings by two different
// raters, averaged over all ordered pairs of the r raters (Cohen 1960 and 1968 for two;
// Conger 1980; for missing ratings Gwet 2014, section 2.4),
//
//   D_e = sum over g != h of p_g' d p_h / (r (r - 1)) = (P' d P - sum of p_g' d p_g) / (r
//   (r - 1)),
//
// with p_g the shares of the categories among all ratings of rater g, and P their sum.
// When rater g counts n_g times, P is the sum of n_g p_g, n_g^2 p_g' d p_g is taken off,
// and the pairs are those of different raters.

#include <algorithm>  // sort
#include <cmath>      // NAN
#include <cstddef>    // size_t
#include <vector>

#include "../distance/any_distance.h"
#include "kappa.h"
#include "rater_shares.h"

namespace accord {

template <class Distance>
class RaterChance {
 public:
  static constexpr bool uses_single = true, by_ratio = false;

  explicit RaterChance(const Distance& distance)
      : distance_(distance),
        shares_(distance.n_categories()),
        sum_(distance.n_categories()),
        listed_(distance.n_categories()),
        to_(distance.n_categories()) {}

  Span<int> times;  // how often each rater counts; empty when that is once

  template <class Rows>
  void fit(const Rows& rows, std::size_t left_out) {
    shares_.fit(rows, left_out);
    total_up();
  }
  double expected() const { return (between_ - within_) / pairs_; }
  Status status() const {
    if (shares_.n_raters() < 2) return Status::no_pairs;
    return all_.size() < 2 ? Status::one_category : Status::ok;
  }

  // d p_g / d weight = (e_c - p_g) / n_g for each rater g of the item, who chose c.
  template <class Rows>
  double slope(const Rows& rows, std::size_t i) {
    if (slope_.empty()) find_slopes();
    const Span<int> codes = rows.codes(i), raters = rows.raters(i);
    double sum = 0;
    for (std::size_t j = 0; j < codes.size(); ++j) {
      sum += slope_[shares_.entry(shares_.number(raters[j]), codes[j])];
    }
    return shares_.items() * sum;
  }

  template <class Rows>
  Expected without(const Rows& rows, std::size_t i);

  // The large-sample variance of kappa if it were 0 (Fleiss, Cohen & Everitt 1969,
  // equation 9), for two raters who both rated all n items.
  double null_variance(double n) const;

 private:
  static double pairs(double raters) { return raters * (raters - 1); }

  void own_shares(int g) {
    own_.clear();
    const Span<int> codes = shares_.codes(g);
    const Span<double> counts = shares_.counts(g);
    for (std::size_t j = 0; j < codes.size(); ++j) {
      own_.add(codes[j], counts[j] / shares_.total(g));
    }
  }

  void total_up();
  void find_slopes();

  const Distance& distance_;
  RaterShares shares_;
  std::vector<double> sum_;     // P by category
  std::vector<char> listed_;    // whether a deletion changes P there
  std::vector<int> leaving_;    // ratings that a deletion takes from a rater
  std::vector<double> to_;      // d P by category
  std::vector<double> slope_;   // by entry of shares_, made when first asked for
  Amounts all_, own_, change_;  // P; p_g; what a deletion changes in P
  std::vector<double> each_;
  double between_ = 0;  // P' d P
  double within_ = 0;   // sum of p_g' d p_g
  double pairs_ = 0;    // ordered pairs of different raters
};

template <class Distance>
void RaterChance<Distance>::total_up() {
  slope_.clear();
  all_.clear();
  within_ = 0;
  double raters = 0, copies = 0;
  for (int g = 0; g < shares_.n_raters(); ++g) {
    own_shares(g);
    const double n = times.empty() ? 1 : times[shares_.rater(g)];
    raters += n;
    copies += n * n;
    within_ += n * n * distance_.pairs_within(own_);
    for (std::size_t j = 0; j < own_.size(); ++j)
      sum_[own_.code[j]] += n * own_.amount[j];
  }
  pairs_ = raters * raters - copies;
  std::vector<int> used = shares_.margin.used();
  std::sort(used.begin(), used.end());
  for (int k : used) {
    all_.add(k, sum_[k]);
    sum_[k] = 0;
  }
  distance_.to_each(all_, &each_);
  for (std::size_t j = 0; j < all_.size(); ++j) to_[all_.code[j]] = each_[j];
  between_ = Distance::between(all_, each_);
}

template <class Distance>
void RaterChance<Distance>::find_slopes() {
  slope_.reserve(shares_.n_entries());
  for (int g = 0; g < shares_.n_raters(); ++g) {
    own_shares(g);
    distance_.to_each(own_, &each_);
    double mean = 0;  // p_g' d (P - p_g)
    for (std::size_t j = 0; j < own_.size(); ++j) {
      mean += own_.amount[j] * (to_[own_.code[j]] - each_[j]);
    }
    const double factor = 2 / (pairs(shares_.n_raters()) * shares_.total(g));
    for (std::size_t j = 0; j < own_.size(); ++j) {
      slope_.push_back(factor * (to_[own_.code[j]] - each_[j] - mean));
    }
  }
}

template <class Distance>
template <class Rows>
Expected RaterChance<Distance>::without(const Rows& rows, std::size_t i) {
  const Span<int> codes = rows.codes(i), raters = rows.raters(i);
  double within = within_;
  int n_raters = shares_.n_raters();
  change_.clear();
  const auto change = [&](int k, double x) {
    if (!listed_[k]) change_.code.push_back(k);
    listed_[k] = 1;
    sum_[k] += x;
  };
  leaving_.resize(n_raters, 0);
  for (int rater : raters) ++leaving_[shares_.number(rater)];
  for (std::size_t j = 0; j < codes.size(); ++j) {
    const int g = shares_.number(raters[j]);
    const int leaving = leaving_[g];  // more than one where a rater rated the item twice
    if (leaving == 0) continue;
    leaving_[g] = 0;
    own_shares(g);
    within -= distance_.pairs_within(own_);
    for (std::size_t k = 0; k < own_.size(); ++k) change(own_.code[k], -own_.amount[k]);
    const double total = shares_.total(g), left = total - leaving;
    if (!(left > 0)) {
      --n_raters;
      continue;
    }
    for (double& share : own_.amount) share *= total / left;
    for (std::size_t l = j; l < (leaving > 1 ? codes.size() : j + 1); ++l) {
      if (raters[l] != raters[j]) continue;
      own_.amount[shares_.entry(g, codes[l]) - shares_.first_entry(g)] -= 1 / left;
    }
    for (std::size_t k = 0; k < own_.size(); ++k) change(own_.code[k], own_.amount[k]);
    within += distance_.pairs_within(own_);
  }
  std::sort(change_.code.begin(), change_.code.end());
  double between = between_;
  for (int k : change_.code) {
    change_.amount.push_back(sum_[k]);
    between += 2 * sum_[k] * to_[k];
    sum_[k] = 0;
    listed_[k] = 0;
  }
  between += distance_.pairs_within(change_);
  if (n_raters < 2) return {0, Status::no_pairs};
  const bool one = shares_.margin.categories_without(rows.pattern(i)) < 2;
  return {(between - within) / pairs(n_raters), one ? Status::one_category : Status::ok};
}

template <class Distance>
double RaterChance<Distance>::null_variance(double n) const {
  if (shares_.n_raters() != 2) return NAN;
  const auto mean_weight = [&](int own, int k) {  // of k with the ratings of the other
    const Span<int> codes = shares_.codes(1 - own);
    const Span<double> counts = shares_.counts(1 - own);
    double sum = 0;
    for (std::size_t j = 0; j < codes.size(); ++j) {
      sum += counts[j] / n * (1 - distance_(k, codes[j]));
    }
    return sum;
  };
  const double agreement = 1 - expected();
  double sum = -agreement * agreement;
  for (std::size_t j = 0; j < shares_.codes(0).size(); ++j) {
    const int c = shares_.codes(0)[j];
    const double of_c = mean_weight(0, c);
    for (std::size_t l = 0; l < shares_.codes(1).size(); ++l) {
      const int k = shares_.codes(1)[l];
      const double part = 1 - distance_(c, k) - of_c - mean_weight(1, k);
      sum += shares_.counts(0)[j] / n * shares_.counts(1)[l] / n * part * part;
    }
  }
  // It is 0 where one rater used one category; what is left then is rounding.
  return sum > 1e-12 ? sum / (n * expected() * expected()) : NAN;
}

}  // namespace accord
