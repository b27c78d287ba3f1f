#pragma once
// The disagreement of two categories for weights of agreement, d = 1 - w: 0 between equal
// categories, and 1 between the two of the category set that are furthest apart; nominal
// disagreement and matrices are used as they are. All weighting schemes share this type.

#include <cstddef>  // size_t
#include <memory>   // shared_ptr
#include <utility>  // move
#include <vector>

#include "../base/views.h"
#include "../ratings/tally.h"
#include "delta.h"
#include "level.h"

namespace accord {

class AnyDistance {
 public:
  explicit AnyDistance(const MetricSpec& spec)
      : AnyDistance(spec.level, spec.delta, all_categories(spec.n_categories),
                    spec.n_categories) {}
  explicit AnyDistance(const Scale& scale) : AnyDistance(metric_spec(scale)) {}

  // Returns the same distance if only some of the categories, in increasing order, are
  // the category set. They keep their codes.
  AnyDistance over(std::vector<int> codes) const {
    return {level_, delta_among(delta_, level_, codes), std::move(codes), n_codes_};
  }

  // Returns whether all categories are equally far apart.
  bool identity() const { return level_ == Level::nominal; }
  const std::vector<int>& categories() const { return codes_; }
  // Return the size of the category set, and the number of codes, which can be larger.
  int n_categories() const { return static_cast<int>(codes_.size()); }
  int n_codes() const { return n_codes_; }

  double operator()(int c, int k) const { return delta_->between(c, k) / widest_; }

  // Returns the sum over all ordered pairs of the category set.
  double total() const {
    return pairs_within({codes_, std::vector<double>(codes_.size(), 1)});
  }

  // Returns the sum over ordered pairs of ratings of one item.
  double inside(const Pattern& p) const { return delta_->inside(p) / widest_; }

  // Returns the sum over c and k of x_c x_k d(c, k). Amounts can be negative if they are
  // changes.
  double pairs_within(const Amounts& x) const {
    return delta_->pairs_within(x) / widest_;
  }

  // Computes for each category c in x the sum over k of x_k d(c, k). Amounts must be
  // positive.
  void to_each(const Amounts& x, std::vector<double>* sum) const {
    delta_->to_each(x, sum, nullptr);
    if (widest_ == 1) return;
    for (double& s : *sum) s /= widest_;
  }

  // Say whether sums over pairs follow from moments (delta.h), and compute them.
  bool has_moments() const { return delta_->has_moments(); }
  Moments moments(int c, int origin) const { return delta_->moments(c, origin); }
  double between(const Moments& x, const Moments& y) const {
    return squared_between(x, y) / widest_;
  }

  // Returns the sum over c and k of x_c y_k d(c, k), where `to_each` is the result for y.
  static double between(const Amounts& x, const std::vector<double>& to_each) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x.amount[i] * to_each[i];
    return sum;
  }

 private:
  AnyDistance(Level level, SharedDelta delta, std::vector<int> codes, int n_codes)
      : level_(level),
        delta_(std::move(delta)),
        codes_(std::move(codes)),
        n_codes_(n_codes) {
    if (codes_.size() < 2) return;
    const double widest = delta_->widest(codes_);
    // Categories that differ by a full turn have the distance 0 except for rounding.
    if (widest > 1e-20) widest_ = widest;
  }

  Level level_;
  SharedDelta delta_;
  std::vector<int> codes_;  // the category set
  int n_codes_;
  double widest_ = 1;
};

}  // namespace accord
