#pragma once
// Sums of disagreements for alpha: a margin, and the disagreement of two categories at
// every level of measurement. At the ordinal level it follows from the margin itself.

#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "../ratings/margin.h"
#include "delta.h"
#include "level.h"
#include "mid_ranks.h"

namespace accord {

class Metric {
 public:
  explicit Metric(const MetricSpec& spec)
      : margin(spec.n_categories),
        level_(spec.level),
        delta_(spec.delta),
        tick_(spec.tick),
        ranks_(ordinal() ? spec.n_categories : 0),
        to_all_(ordinal() ? 0 : spec.n_categories) {}
  explicit Metric(const Scale& scale) : Metric(metric_spec(scale)) {}

  Margin margin;

  // Must be called when the margin is complete.
  void close() {
    margin.sort();
    if (ordinal()) return ranks_.fit(margin);
    x_.code = margin.used();
    x_.amount.resize(x_.size());
    for (std::size_t i = 0; i < x_.size(); ++i) x_.amount[i] = margin[x_.code[i]];
    delta_->to_each(x_, &sums_, tick_);
    all_pairs_ = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      to_all_[x_.code[i]] = sums_[i];
      all_pairs_ += x_.amount[i] * sums_[i];
    }
  }

  // Returns the sum over ordered pairs of ratings of an item, divided by m - 1; 0 without
  // pairs.
  double within(const Pattern& p) const {
    if (p.size < 2) return 0;
    return (ordinal() ? ranks_.inside(p) : delta_->inside(p)) / (p.size - 1);
  }

  // Returns the mean disagreement of its pairs.
  double apart(const Pattern& p) const { return p.size > 0 ? within(p) / p.size : 0; }

  // Return the sum over all ordered pairs of ratings, and its derivative with respect to
  // the weight of an item.
  double all_pairs() const { return ordinal() ? ranks_.all_pairs() : all_pairs_; }
  double slope_of_pairs(const Pattern& p) const {
    return ordinal() ? ranks_.slope_of_pairs(p, margin) : 2 * to_all(p);
  }

  // Returns the same sum without the ratings of an item, by expanding (n - p)' delta (n -
  // p). `within` is the value of within() for the item.
  double all_pairs_without(const Pattern& p, double within) const {
    return ordinal() ? ranks_.all_pairs_without(p, margin)
                     : all_pairs_ - 2 * to_all(p) + (p.size - 1) * within;
  }

  double all_pairs_without(const Pattern& p) const {
    return all_pairs_without(p, within(p));
  }

  bool ordinal() const { return level_ == Level::ordinal; }
  const MidRanks& ranks() const { return ranks_; }

 private:
  double to_all(const Pattern& p) const {
    double sum = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      sum += p.count[j] * to_all_[p.code[j]];
    }
    return sum;
  }

  Level level_;
  SharedDelta delta_;
  Tick tick_;
  MidRanks ranks_;
  std::vector<double> to_all_;  // by code: sum over k of n_k delta(c, k)
  Amounts x_;                   // the margin
  std::vector<double> sums_;    // to_all_ of each category in use
  double all_pairs_ = 0;
};

}  // namespace accord
