#pragma once
// Consensus of numbers: the mean, the median, and a mean that corrects for the bias and
// the error variance of each rater.
//
//   x_ij = z_i + b_j + e_ij,   z_i ~ N(m, t),   e_ij ~ N(0, s_j)
//
// This model is fitted by EM over the hidden z_i. Without the distribution of z the
// likelihood has no maximum: it grows without bound as one rater's s goes to 0.

#include <algorithm>  // count, max, sort
#include <cmath>      // abs, log, sqrt
#include <cstddef>    // size_t
#include <limits>     // numeric_limits
#include <vector>

#include "../base/blocks.h"
#include "../base/parallel.h"
#include "../base/views.h"
#include "answers.h"
#include "em.h"

namespace accord {

// The consensus of an item: a value, NaN without ratings, and its standard error.
struct Worth {
  double value, error;
};

// `weight` has a weight for each rater; if it is empty, all are 1. The error is that of a
// mean of independent ratings of one item, computed from their own spread; NaN for a
// single rating.
inline Worth weighted_mean(const Answers& answers, int item, Span<double> values,
                           Span<double> weight) {
  double total = 0, sum = 0, squares = 0, n = 0;
  const auto weight_of = [&](int cell) {
    return weight.empty() ? 1 : weight[answers.rater(cell)];
  };
  for (int cell : answers.of(item)) {
    const double w = weight_of(cell);
    total += w;
    sum += w * values[answers.code(cell)];
    n += w > 0;
  }
  const double mean = sum / total;
  for (int cell : answers.of(item)) {
    const double w = weight_of(cell), d = values[answers.code(cell)] - mean;
    squares += w * w * d * d;
  }
  // The residual of a single rating can be a rounding error instead of 0.
  if (n < 2) return {mean, std::numeric_limits<double>::quiet_NaN()};
  return {mean, std::sqrt(squares / (total * total) * n / (n - 1))};
}

// The two middle ratings, which are the same if their number is odd. Codes are in the
// order of their values.
struct Middle {
  int low = -1, high = -1;
};

inline Middle middle(const Answers& answers, int item, std::vector<int>* buffer) {
  buffer->clear();
  for (int cell : answers.of(item)) buffer->push_back(answers.code(cell));
  const std::size_t n = buffer->size();
  if (n == 0) return {};
  std::sort(buffer->begin(), buffer->end());
  return {(*buffer)[(n - 1) / 2], (*buffer)[n / 2]};
}

struct BiasFit : EmCourse {
  std::vector<double> bias, variance;  // of the raters
  double mean = 0, spread = 0;         // of the items: m and t
};

class RaterBias {
 public:
  // `smoothing` is a number of ratings, with the variance of all ratings after items and
  // raters, that are added to each rater.
  RaterBias(const Answers& answers, Span<double> values, double smoothing,
            const Executor& executor)
      : answers_(answers),
        values_(values),
        smoothing_(smoothing),
        executor_(executor),
        blocks_(blocks_for(answers.n_ratings(), 3 * answers.n_raters())) {}

  BiasFit fit(const EmSettings& settings) {
    begin();
    // If raters always agree they have no error: there is nothing to fit, and no
    // likelihood.
    if (!(pooled_ > 0)) {
      fit_.converged = true;
      fit_.log_likelihood = fit_.objective = std::numeric_limits<double>::quiet_NaN();
      return fit_;
    }
    // The tolerance is relative to the objective, which contains the logarithm of the
    // unit of the ratings once for each of them. Without it, when the unit is the pooled
    // standard deviation, the same data in another unit end at the same iteration.
    const double weight = static_cast<double>(answers_.n_ratings()) +
                          smoothing_ * static_cast<double>(answers_.n_raters());
    const double of_unit = weight * std::log(pooled_) / 2;
    std::vector<double> sums;
    const auto e_step = [&] {
      executor_.poll();
      sums = walk();
      fit_.objective = fit_.log_likelihood + log_prior();
      return fit_.objective + of_unit;
    };
    iterate(
        settings, e_step, [&] { update(sums); }, &fit_);
    for (double& objective : fit_.history) objective -= of_unit;
    return fit_;
  }

  // Returns the mean of the ratings minus their biases, weighted by inverse variance.
  Worth worth(int item) const {
    if (!(pooled_ > 0)) {
      const double value = mean_without_bias(item);
      return {value, 0 * value};
    }
    double weight = 0, sum = 0;
    for (int cell : answers_.of(item)) {
      const int r = answers_.rater(cell);
      weight += 1 / fit_.variance[r];
      sum += (values_[answers_.code(cell)] - fit_.bias[r]) / fit_.variance[r];
    }
    return {sum / weight, std::sqrt(1 / weight)};
  }

 private:
  struct Hidden {
    double mean, variance;
  };

  // The biases of raters of equal precision, by alternating means of items and raters,
  // which a constant that is added to a rater changes by this constant.
  void find_biases() {
    std::vector<double> sum, n;
    for (int sweep = 0; sweep < 1000; ++sweep) {
      executor_.poll();
      sum.assign(fit_.bias.size(), 0);
      n.assign(fit_.bias.size(), 0);
      for (int i = 0; i < answers_.n_items(); ++i) {
        if (answers_.size(i) < 2) continue;
        const double mean = mean_without_bias(i);
        for (int cell : answers_.of(i)) {
          const int r = answers_.rater(cell);
          sum[r] += values_[answers_.code(cell)] - mean;
          n[r] += 1;
        }
      }
      double moved = 0, largest = 0;
      for (std::size_t r = 0; r < n.size(); ++r) {
        const double bias = n[r] > 0 ? sum[r] / n[r] : 0;
        moved = std::max(moved, std::abs(bias - fit_.bias[r]));
        largest = std::max(largest, std::abs(bias));
        fit_.bias[r] = bias;
      }
      if (!(moved > 1e-12 * largest)) break;
    }
  }

  double mean_without_bias(int item) const {
    double sum = 0;
    for (int cell : answers_.of(item)) {
      sum += values_[answers_.code(cell)] - fit_.bias[answers_.rater(cell)];
    }
    return sum / answers_.size(item);
  }

  // The pooled variance is that of the residuals of an additive model of items and
  // raters, which no bias changes; if these leave no degree of freedom, that of all
  // ratings around the means of their items.
  void begin() {
    const double n = static_cast<double>(answers_.n_ratings());
    fit_.bias.assign(answers_.n_raters(), 0);
    find_biases();
    std::vector<char> compared(fit_.bias.size(), 0);
    double sum = 0, shift = 0, within = 0, residual = 0, freedom = 0, between = 0,
           items = 0;
    for (int i = 0; i < answers_.n_items(); ++i) {
      for (int cell : answers_.of(i)) {
        sum += values_[answers_.code(cell)];
        shift += fit_.bias[answers_.rater(cell)];
      }
    }
    fit_.mean = sum / n;
    for (double& bias : fit_.bias) bias -= shift / n;
    for (int i = 0; i < answers_.n_items(); ++i) {
      const int size = answers_.size(i);
      if (size == 0) continue;
      const double own = mean_without_bias(i),
                   mean = weighted_mean(answers_, i, values_, {}).value;
      for (int cell : answers_.of(i)) {
        const int r = answers_.rater(cell);
        const double d = values_[answers_.code(cell)] - mean,
                     e = values_[answers_.code(cell)] - fit_.bias[r] - own;
        within += d * d;
        residual += e * e;
        if (size > 1) compared[r] = 1;
      }
      freedom += size - 1;
      between += (own - fit_.mean) * (own - fit_.mean);
      ++items;
    }
    const double raters =
        static_cast<double>(std::count(compared.begin(), compared.end(), 1));
    const double left = freedom - std::max(raters - 1, 0.0);
    // Residuals of a perfect fit are rounding errors.
    const bool exact = residual <= 1e-24 * (within + between + n * fit_.mean * fit_.mean);
    pooled_ = within == 0 || (left > 0 && exact) ? 0
              : left > 0                         ? residual / left
                                                 : within / freedom;
    fit_.spread = between / items;
    fit_.variance.assign(answers_.n_raters(), pooled_);
  }

  // The E step of one item, which also adds its log likelihood. It also holds if all
  // items have the same value, so that the spread is 0.
  Hidden hidden(int item, double* log_likelihood) const {
    double precision = 0, shift = 0, squares = 0, logs = 0;
    for (int cell : answers_.of(item)) {
      const int r = answers_.rater(cell);
      const double d = values_[answers_.code(cell)] - fit_.bias[r] - fit_.mean;
      precision += 1 / fit_.variance[r];
      shift += d / fit_.variance[r];
      squares += d * d / fit_.variance[r];
      logs += std::log(2 * 3.141592653589793 * fit_.variance[r]);
    }
    // The precision of the hidden value is the sum of those of its ratings and 1 /
    // spread.
    const double times_spread = 1 + fit_.spread * precision;
    const double variance = fit_.spread / times_spread;
    *log_likelihood -=
        (logs + std::log(times_spread) + squares - shift * shift * variance) / 2;
    return {fit_.mean + shift * variance, variance};
  }

  // Returns for each rater the number of ratings, the sum of their distances to the
  // hidden values and of the squares of these; then for the items their number, sum of
  // values, sum of squares and the log likelihood.
  std::vector<double> walk() {
    const std::size_t n = 3 * static_cast<std::size_t>(answers_.n_raters());
    std::vector<std::vector<double>> sums(blocks_);
    each_block(executor_, answers_.n_items(), blocks_, [&](int b, Range items) {
      sums[b].assign(n + 4, 0);
      double* of_items = sums[b].data() + n;
      for (std::size_t i = items.begin; i < items.end; ++i) {
        const int item = static_cast<int>(i);
        if (answers_.size(item) == 0) continue;
        const Hidden z = hidden(item, &of_items[3]);
        of_items[0] += 1;
        of_items[1] += z.mean - fit_.mean;
        of_items[2] += z.variance + (z.mean - fit_.mean) * (z.mean - fit_.mean);
        for (int cell : answers_.of(item)) {
          double* own = sums[b].data() + 3 * answers_.rater(cell);
          const double d = values_[answers_.code(cell)] - z.mean;
          own[0] += 1;
          own[1] += d;
          own[2] += d * d + z.variance;
        }
      }
    });
    add_blocks(&sums);
    fit_.log_likelihood = sums[0][n + 3];
    return std::move(sums[0]);
  }

  void update(const std::vector<double>& sums) {
    const std::size_t n = fit_.bias.size();
    double shift = 0;
    for (std::size_t r = 0; r < n; ++r) {
      const double *own = &sums[3 * r], bias = own[1] / own[0];
      fit_.bias[r] = bias;
      fit_.variance[r] =
          (own[2] - own[0] * bias * bias + smoothing_ * pooled_) / (own[0] + smoothing_);
      shift += own[1];
    }
    const double* of_items = &sums[3 * n];
    const double move = of_items[1] / of_items[0];
    fit_.mean += move;
    fit_.spread = of_items[2] / of_items[0] - move * move;
    // Only differences of biases are identified: over all ratings they sum to 0.
    shift /= static_cast<double>(answers_.n_ratings());
    for (double& bias : fit_.bias) bias -= shift;
    fit_.mean += shift;
  }

  double log_prior() const {
    double sum = 0;
    for (double variance : fit_.variance) {
      sum -= smoothing_ / 2 * (std::log(variance) + pooled_ / variance);
    }
    return sum;
  }

  const Answers& answers_;
  Span<double> values_;
  double smoothing_;
  Executor executor_;
  int blocks_;
  double pooled_ = 0;
  BiasFit fit_;
};

}  // namespace accord
