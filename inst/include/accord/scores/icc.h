#pragma once
// Intraclass correlations from the mean squares of an analysis of variance: one-way
// (items), and two-way (items and raters, no interaction), with any pattern of missing
// ratings.
//
// With E the mean square of the error, B that of the items and R that of the raters, the
// variance of the error is E, that of the items (B - E) / k and that of the raters
// (R - E) / n, where k and n are ratings per item and per rater: the method of moments.
//
//   one-way         B and E between and within items, k = (N - sum k_i^2 / N) / (n - 1)
//                   (Ebel 1951);
//   least squares   B and R from the items given the raters and the raters given the
//                  items, E from the fit of both (Henderson 1953, method 3). Their
//                  expectations contain k (items - components) = N - sum_ij n_ij^2 /
//                  n_.j, likewise for raters; N - raters if no item is rated twice by a
//                  rater;
//   rater means     each rating less the mean of its rater, then as one-way
//                   (Greer & Dunlap 1997; Brueckl 2011, p. 96).
//
// With complete data the last two are the same, k raters and n items.

#include <algorithm>  // max
#include <cmath>      // fabs, ilogb, ldexp, nearbyint
#include <functional>
#include <limits>   // numeric_limits
#include <utility>  // move
#include <vector>

#include "../base/views.h"
#include "icc_anova.h"
#include "two_way.h"

namespace accord {

// A group of ratings, centred and scaled: no coefficient depends on either, and squares
// neither lose digits nor overflow.
class IccGroup {
 public:
  // `poll` is called between passes over the ratings.
  explicit IccGroup(
      int n_raters, std::function<void()> poll = [] {})
      : poll_(std::move(poll)), number_(n_raters, -1) {}

  // `value[k]` is the number for which code k stands.
  void read(const RatingsView& ratings, int group, Span<double> value);
  IccAnova anova(IccDesign design) const;
  // The number of units of the ratings in which mean squares are squared.
  double unit() const { return unit_; }

 private:
  void read_rater(int rater);
  void scale();
  void one_way(IccAnova* result) const;
  void least_squares(IccAnova* result) const;
  void rater_means(IccAnova* result) const;
  double same_cells(const std::vector<double>& size, const std::vector<int>& of) const;
  // Returns 0 for sums of squares that consist of rounding errors only.
  double exact(double sum) const {
    return sum <= floor_ * floor_ * static_cast<double>(data_.y.size()) ? 0 : sum;
  }

  std::function<void()> poll_;
  TwoWayData data_;
  std::vector<int> number_;  // of each rater in this group; -1 for none
  std::vector<int> seen_;
  double floor_ = 0, unit_ = 1;
  bool anonymous_ = false, all_equal_ = false;
};

inline void IccGroup::read(const RatingsView& ratings, int group, Span<double> value) {
  poll_();
  for (int rater : seen_) number_[rater] = -1;
  seen_.clear();
  data_ = TwoWayData();
  anonymous_ = ratings.rater.empty();
  for (int i = ratings.group_start[group]; i < ratings.group_start[group + 1]; ++i) {
    const int from = ratings.item_start[i], to = ratings.item_start[i + 1];
    for (int j = from; j < to; ++j) {
      data_.item.push_back(data_.n_items);
      data_.y.push_back(value[ratings.code[j]]);
      if (!anonymous_) read_rater(ratings.rater[j]);
    }
    data_.n_items += to > from;
  }
  data_.n_raters = static_cast<int>(seen_.size());
  scale();
}

inline void IccGroup::read_rater(int rater) {
  int& number = number_[rater];
  if (number < 0) {
    number = static_cast<int>(seen_.size());
    seen_.push_back(rater);
  }
  data_.rater.push_back(number);
}

inline void centre(std::vector<double>* y) {
  double mean = 0;
  for (double x : *y) mean += x;
  mean /= static_cast<double>(y->size());
  for (double& x : *y) x -= mean;
}

inline void IccGroup::scale() {
  std::vector<double>& y = data_.y;
  double largest = 0;
  all_equal_ = true;
  bool whole = true;
  for (double x : y) {
    largest = std::max(largest, std::fabs(x));
    all_equal_ = all_equal_ && x == y[0];
    whole = whole && x == std::nearbyint(x);
  }
  if (all_equal_) return;
  // Whole numbers up to 2^53 are exact, and so are their differences: what remains of
  // them after subtracting a large offset is not a rounding error.
  whole = whole && largest <= 9007199254740992.0;
  if (whole) {
    const double first = y[0];
    largest = 0;
    for (double& x : y) largest = std::max(largest, std::fabs(x -= first));
  }
  // Scaling by a power of two changes no digit.
  const int exponent = std::ilogb(largest);
  for (double& x : y) x = std::ldexp(x, -exponent);
  centre(&y);
  centre(&y);  // for large numbers the first mean is rounded
  double widest = 0;
  for (double x : y) widest = std::max(widest, std::fabs(x));
  for (double& x : y) x /= widest;
  unit_ = std::ldexp(widest, exponent);
  const double epsilon = std::numeric_limits<double>::epsilon();
  floor_ = 64 * epsilon + (whole ? 0 : 4 * epsilon / widest);
}

inline IccAnova IccGroup::anova(IccDesign design) const {
  const double n_ratings = static_cast<double>(data_.y.size());
  const bool two_way = design != IccDesign::one_way;
  IccAnova result;
  if (n_ratings == 0) {
    result.status = IccStatus::no_ratings;
  } else if (data_.n_items == 1) {
    result.status = IccStatus::one_item;
  } else if (n_ratings == data_.n_items) {
    result.status = IccStatus::no_pairs;
  } else if (all_equal_) {
    result.status = IccStatus::all_equal;
  } else if (two_way && anonymous_) {
    result.status = IccStatus::anonymous_raters;
  } else if (two_way && data_.n_raters == 1) {
    result.status = IccStatus::one_rater;
  } else {
    poll_();
    one_way(&result);
    if (design == IccDesign::least_squares) least_squares(&result);
    if (design == IccDesign::rater_means) rater_means(&result);
  }
  return result;
}

inline void IccGroup::one_way(IccAnova* result) const {
  const Means by_item(data_.item, data_.n_items, data_.y);
  const double n = data_.n_items, n_ratings = static_cast<double>(data_.y.size());
  double squares = 0;
  for (double size : by_item.size) squares += size * size;
  result->df_items = n - 1;
  result->df_error = n_ratings - n;
  result->items = exact(by_item.between) / result->df_items;
  result->error = exact(by_item.within) / result->df_error;
  result->per_item = (n_ratings - squares / n_ratings) / (n - 1);
  result->ratings_per_item = result->per_item;
}

inline void IccGroup::least_squares(IccAnova* result) const {
  const TwoWayFit fit = fit_two_way(data_, poll_);
  const double n_ratings = static_cast<double>(data_.y.size());
  result->df_items = data_.n_items - fit.components;
  result->df_raters = data_.n_raters - fit.components;
  result->df_error = n_ratings - data_.n_items - result->df_raters;
  if (!fit.converged) result->status = IccStatus::no_convergence;
  if (result->df_items < 1 || result->df_raters < 1 || result->df_error < 1) {
    result->status = IccStatus::confounded;
  }
  if (result->status != IccStatus::ok) return;

  poll_();
  const Means by_item(data_.item, data_.n_items, data_.y);
  const Means by_rater(data_.rater, data_.n_raters, data_.y);
  // A difference of sums has no more digits than the sums.
  const auto less = [&](double sum) {
    const double rest = exact(sum - fit.residual);
    return rest <= 64 * std::numeric_limits<double>::epsilon() * sum ? 0 : rest;
  };
  result->error = exact(fit.residual) / result->df_error;
  result->items = less(by_rater.within) / result->df_items;
  result->raters = less(by_item.within) / result->df_raters;
  result->per_item =
      (n_ratings - same_cells(by_rater.size, data_.rater)) / result->df_items;
  result->per_rater =
      (n_ratings - same_cells(by_item.size, data_.item)) / result->df_raters;
}

// Returns the sum of n_ij^2 / n_.j over all cells, or of n_ij^2 / n_i.: the number of
// raters, or of items, unless a rater rated an item twice.
inline double IccGroup::same_cells(const std::vector<double>& size,
                                   const std::vector<int>& of) const {
  std::vector<double> in_cell(data_.n_raters);
  double result = 0;
  std::size_t from = 0;
  while (from < data_.item.size()) {
    std::size_t to = from;
    for (; to < data_.item.size() && data_.item[to] == data_.item[from]; ++to) {
      in_cell[data_.rater[to]] += 1;
    }
    for (std::size_t j = from; j < to; ++j) {
      result += in_cell[data_.rater[j]] / size[of[j]];
    }
    for (std::size_t j = from; j < to; ++j) in_cell[data_.rater[j]] = 0;
    from = to;
  }
  return result;
}

inline void IccGroup::rater_means(IccAnova* result) const {
  const Means by_rater(data_.rater, data_.n_raters, data_.y);
  std::vector<double> rest = data_.y;
  for (std::size_t j = 0; j < rest.size(); ++j) rest[j] -= by_rater.mean[data_.rater[j]];
  const Means by_item(data_.item, data_.n_items, rest);
  const double n = data_.n_items, n_ratings = static_cast<double>(rest.size());
  result->df_raters = data_.n_raters - 1.0;
  result->df_error = (n - 1) * (n_ratings / n - 1);
  result->items = exact(by_item.between) / result->df_items;
  result->error = exact(by_item.within) / result->df_error;
  result->raters = exact(by_rater.between) / result->df_raters;
  result->per_rater = n;
}

}  // namespace accord
