#pragma once
// What the ratings of a rater are compared with: the rating that the other raters of the
// item lead one to expect, and the variance that mean squares have if the model holds.

#include <algorithm>  // max, max_element
#include <cmath>      // exp, log
#include <cstddef>    // size_t
#include <limits>     // quiet_NaN
#include <utility>    // move
#include <vector>

#include "rasch_fit.h"

namespace accord {

// By rating. With the expected rating E and its variance V at a node:
// * predicted: E, averaged over the posterior given the ratings of the other raters of
// the
//   item; NaN if there are none.
// * outfit, infit: the variance, under the model and given the other ratings of the item,
//   of the posterior means of (x - E)^2 / V and of (x - E)^2 - V. Both means have the
//   expectations 1 and 0, whatever the other ratings are.
// * squared: E^2 averaged over the posterior.
// * squared_mean: the same of the mean of E over the ratings of the item by this rater.
struct RaschChecks {
  std::vector<double> predicted, outfit, infit, squared, squared_mean;
};

class RaschChecker {
 public:
  RaschChecker(const RaschData& data, const RaschNodes& nodes,
               const std::vector<double>& parameter)
      : data_(data),
        nodes_(nodes),
        parameter_(parameter),
        odds_(rasch_odds(data, parameter)),
        item_(data, nodes) {
    const std::size_t n = data.score.size();
    for (auto* const column : {&found_.predicted, &found_.outfit, &found_.infit,
                               &found_.squared, &found_.squared_mean}) {
      column->resize(n);
    }
  }

  // Ratings of an item are sorted by the rater, the first of the facets.
  RaschChecks run() {
    for (int i = 0; i < data_.n_items(); ++i) {
      item_.read(i, parameter_, odds_);
      read_logs();
      const int n = item_.n_ratings();
      for (int begin = 0, end = 0; begin < n; begin = end) {
        while (end < n && rater(end) == rater(begin)) ++end;
        check_rater(begin, end);
      }
      for (int j = 0; j < n; ++j) check_rating(j);
    }
    return std::move(found_);
  }

 private:
  int rater(int j) const { return data_.location[item_.row(j) * data_.n_facets]; }

  void read_logs() {
    const int n = item_.n_ratings(), nodes = nodes_.size();
    log_.resize(static_cast<std::size_t>(n) * nodes);
    total_.resize(nodes);
    for (int q = 0; q < nodes; ++q) total_[q] = nodes_.log_weight(q);
    for (int j = 0; j < n; ++j) {
      for (int q = 0; q < nodes; ++q) {
        const double own = std::log(item_.categories(j, q)[data_.score[item_.row(j)]]);
        log_[static_cast<std::size_t>(j) * nodes + q] = own;
        total_[q] += own;
      }
    }
  }

  // Computes the posterior without the ratings from `begin` to `end`; its sum is 1.
  void leave_out(int begin, int end) {
    const int nodes = nodes_.size();
    left_ = total_;
    for (int j = begin; j < end; ++j) {
      for (int q = 0; q < nodes; ++q) {
        left_[q] -= log_[static_cast<std::size_t>(j) * nodes + q];
      }
    }
    const double most = *std::max_element(left_.begin(), left_.end());
    double sum = 0;
    for (double& x : left_) sum += x = std::exp(x - most);
    for (double& x : left_) x /= sum;
  }

  void check_rater(int begin, int end) {
    const bool alone = end - begin == item_.n_ratings();
    const int nodes = nodes_.size(), n = end - begin;
    if (!alone) leave_out(begin, end);
    mean_.assign(nodes, 0);
    for (int j = begin; j < end; ++j) {
      double predicted = 0, squared = 0;
      for (int q = 0; q < nodes; ++q) {
        const double expected = item_.moments(j, q).mean();
        if (!alone) predicted += left_[q] * expected;
        squared += item_.posterior(q) * expected * expected;
        mean_[q] += expected / n;
      }
      found_.predicted[item_.row(j)] =
          alone ? std::numeric_limits<double>::quiet_NaN() : predicted;
      found_.squared[item_.row(j)] = squared;
    }
    double squared = 0;
    for (int q = 0; q < nodes; ++q) squared += item_.posterior(q) * mean_[q] * mean_[q];
    for (int j = begin; j < end; ++j) found_.squared_mean[item_.row(j)] = squared;
  }

  void check_rating(int j) {
    leave_out(j, j + 1);
    const int top = data_.top;
    mass_.assign(top + 1, 0);
    standard_.assign(top + 1, 0);
    rest_.assign(top + 1, 0);
    for (int q = 0; q < nodes_.size(); ++q) {
      if (left_[q] < 1e-17) continue;
      const RaschMoments moments = item_.moments(j, q);
      const double* const p = item_.categories(j, q);
      for (int x = 0; x <= top; ++x) {
        const double weight = left_[q] * p[x];
        const double square = moments.rest(x) * moments.rest(x);
        mass_[x] += weight;
        standard_[x] += weight * square / moments.variance;
        rest_[x] += weight * (square - moments.variance);
      }
    }
    double outfit = -1, infit = 0;
    for (int x = 0; x <= top; ++x) {
      if (!(mass_[x] > 0)) continue;
      outfit += standard_[x] * standard_[x] / mass_[x];
      infit += rest_[x] * rest_[x] / mass_[x];
    }
    found_.outfit[item_.row(j)] = std::max(outfit, 0.0);
    found_.infit[item_.row(j)] = infit;
  }

  const RaschData& data_;
  const RaschNodes& nodes_;
  const std::vector<double>& parameter_;
  std::vector<double> odds_, log_, total_, left_, mean_, mass_, standard_, rest_;
  RaschItem item_;
  RaschChecks found_;
};

}  // namespace accord
