#pragma once
// What the ratings of a rater are compared with: the rating that the other raters of the
// item lead one to expect, and the variance that mean squares have if the model holds.

#include <algorithm>  // max
#include <cstddef>    // size_t
#include <limits>     // quiet_NaN
#include <vector>

#include "rasch_fit.h"

namespace accord {

// By rating; a rating that stands for several is one of them. With the expected rating E
// and its variance V at a node:
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
  // Writes to `found`, which has a place for each rating.
  RaschChecker(const RaschData& data, const RaschGrids& grids,
               const std::vector<double>& parameter, RaschChecks* found)
      : data_(data),
        grids_(grids),
        parameter_(parameter),
        odds_(rasch_odds(data, parameter)),
        item_(data),
        found_(*found) {}

  // Ratings of an item are sorted by the rater, the first of the facets.
  void check(int i) {
    item_.read(i, grids_.of(i), parameter_, odds_);
    const int n = item_.n_ratings();
    for (int begin = 0, end = 0; begin < n; begin = end) {
      while (end < n && rater(end) == rater(begin)) ++end;
      check_rater(begin, end);
    }
    for (int j = 0; j < n; ++j) check_rating(j);
  }

 private:
  int rater(int j) const { return data_.location[item_.row(j) * data_.n_facets]; }

  // Computes the posterior without a part of the item, whose log likelihood at a node is
  // `part`; its sum is 1.
  template <class Part>
  void leave_out(const Part& part) {
    const auto rest = [&](int q) { return item_.log_density(q) - part(q); };
    range_ = rasch_range(item_.nodes().size(), rest);
    left_.clear();
    for (int q = range_.begin; q < range_.end; ++q) left_.push_back(rest(q));
    rasch_shares(&left_);
  }

  void check_rater(int begin, int end) {
    const bool alone = end - begin == item_.n_ratings();
    double n = 0;
    for (int j = begin; j < end; ++j) n += item_.count(j);
    if (!alone) {
      leave_out([&](int q) {
        double sum = 0;
        for (int j = begin; j < end; ++j) sum += item_.count(j) * item_.log_own(j, q);
        return sum;
      });
    }
    mean_.assign(item_.width(), 0);
    for (int j = begin; j < end; ++j) {
      double predicted = std::numeric_limits<double>::quiet_NaN(), squared = 0;
      if (!alone) {
        predicted = 0;
        for (int q = range_.begin; q < range_.end; ++q) {
          predicted += left_[q - range_.begin] * item_.moments(j, q).mean();
        }
      }
      for (int q = item_.begin(); q < item_.end(); ++q) {
        const double expected = item_.moments(j, q).mean();
        squared += item_.posterior(q) * expected * expected;
        mean_[q - item_.begin()] += item_.count(j) * expected / n;
      }
      found_.predicted[item_.row(j)] = predicted;
      found_.squared[item_.row(j)] = squared;
    }
    double squared = 0;
    for (int q = item_.begin(); q < item_.end(); ++q) {
      const double mean = mean_[q - item_.begin()];
      squared += item_.posterior(q) * mean * mean;
    }
    for (int j = begin; j < end; ++j) found_.squared_mean[item_.row(j)] = squared;
  }

  void check_rating(int j) {
    leave_out([&](int q) { return item_.log_own(j, q); });
    const int top = data_.top;
    mass_.assign(top + 1, 0);
    standard_.assign(top + 1, 0);
    rest_.assign(top + 1, 0);
    for (int q = range_.begin; q < range_.end; ++q) {
      const RaschMoments moments = item_.moments(j, q);
      const double* const p = item_.categories(j, q);
      for (int x = 0; x <= top; ++x) {
        const double weight = left_[q - range_.begin] * p[x];
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
  const RaschGrids& grids_;
  const std::vector<double>& parameter_;
  std::vector<double> odds_, left_, mean_, mass_, standard_, rest_;
  RaschItem item_;
  RaschRange range_;
  RaschChecks& found_;
};

inline RaschChecks rasch_checks(const RaschData& data, const RaschGrids& grids,
                                const std::vector<double>& parameter,
                                const Executor& executor) {
  RaschChecks found;
  for (auto* const column : {&found.predicted, &found.outfit, &found.infit,
                             &found.squared, &found.squared_mean}) {
    column->resize(data.score.size());
  }
  rasch_by_thread(data, executor, [&](Range range) {
    RaschChecker checker(data, grids, parameter, &found);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (i % 64 == 0) executor.poll();
      checker.check(static_cast<int>(i));
    }
  });
  return found;
}

}  // namespace accord
