#pragma once
// Newton's method for the many-facet Rasch model, and statistics of single ratings and
// items from the fit.

#include <algorithm>  // max, min
#include <cmath>      // abs, exp, sqrt
#include <cstddef>    // size_t
#include <utility>    // move
#include <vector>

#include "rasch_derivatives.h"

namespace accord {

struct RaschFit {
  std::vector<double> parameter;
  RaschPoint point;
  RaschGrids grids;
  double decrement = 0;  // squared distance from the maximum, in standard errors
  int iterations = 0;
  bool converged = false;
};

inline double inner_product(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

// Solves information × step = gradient by conjugate gradients. They stop if the
// information is not positive, which can happen far from the maximum, and end when the
// residual is within rounding error of the initial one.
inline std::vector<double> rasch_step(const RaschPoint& point) {
  const std::size_t n = point.gradient.size();
  std::vector<double> step(n), rest = point.gradient, scaled(n), way, image(n), scale(n);
  for (std::size_t i = 0; i < n; ++i) {
    scale[i] = 1 / std::max(std::abs(point.information[i * n + i]), 1e-8);
    scaled[i] = scale[i] * rest[i];
  }
  way = scaled;
  double size = inner_product(rest, scaled);
  const double rounding = 1e-11, enough = rounding * rounding * size;
  for (std::size_t round = 0; round < 3 * n + 20 && size > enough; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      const double* const row = point.information.data() + i * n;
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += row[j] * way[j];
      image[i] = sum;
    }
    const double curvature = inner_product(way, image);
    if (!(curvature > 0)) return round == 0 ? way : step;
    const double along = size / curvature;
    for (std::size_t i = 0; i < n; ++i) {
      step[i] += along * way[i];
      rest[i] -= along * image[i];
      scaled[i] = scale[i] * rest[i];
    }
    const double next = inner_product(rest, scaled);
    for (std::size_t i = 0; i < n; ++i) way[i] = scaled[i] + next / size * way[i];
    size = next;
  }
  return step;
}

class RaschSearch {
 public:
  RaschSearch(const RaschData& data, Executor executor)
      : data_(data), executor_(std::move(executor)) {}

  // Searches from `start`, with nodes as close as the posterior of each item requires.
  RaschFit run(std::vector<double> start) const {
    RaschFit fit{std::move(start), RaschPoint(), RaschGrids(data_.n_items())};
    fit.grids.refine(data_, fit.parameter, executor_);
    for (int round = 0; round < 4; ++round) {
      climb(&fit);
      if (!fit.converged || !fit.grids.refine(data_, fit.parameter, executor_)) break;
    }
    return fit;
  }

 private:
  void climb(RaschFit* fit) const {
    fit->converged = false;
    fit->point = rasch_point(data_, fit->grids, fit->parameter, executor_);
    // If the likelihood has no maximum, its rises become so small in more rounds that the
    // search would seem to have converged.
    const int most_rounds = data_.n_slopes > 0 ? 100 : 60;
    double refined = steepness(fit->parameter);
    for (int round = 0; round < most_rounds; ++round) {
      executor_.poll();
      ++fit->iterations;
      std::vector<double> step = rasch_step(fit->point);
      fit->decrement = inner_product(step, fit->point.gradient);
      // Longer steps may go in a wrong direction; a slope would pass its maximum.
      const double most_logits = data_.n_slopes > 0 ? 0.5 : 2;
      double most = 0;
      for (const double x : step) most = std::max(most, std::abs(x));
      double along = std::min(1.0, most_logits / most);
      // The likelihood is even in s, so its derivative is 0 at s = 0 even if there is no
      // maximum. So a step goes at most the share most_of_way towards 0; many such steps
      // come arbitrarily near.
      const double most_of_way = 0.7;
      const double spread = fit->parameter.back(), fall = -step.back();
      if (fall > most_of_way * spread)
        along = std::min(along, most_of_way * spread / fall);
      bool rose = false;
      for (int halving = 0; halving < 30 && !rose; ++halving, along /= 2) {
        std::vector<double> parameter = fit->parameter;
        for (std::size_t i = 0; i < step.size(); ++i) parameter[i] += along * step[i];
        RaschPoint point = rasch_point(data_, fit->grids, parameter, executor_);
        // Near the maximum the rounding of a sum over all ratings hides further
        // increases.
        const double rounding = 1e-13;
        const double slack = rounding * std::abs(fit->point.log_likelihood);
        if (point.log_likelihood >= fit->point.log_likelihood - slack) {
          rose = true;
          fit->parameter = std::move(parameter);
          fit->point = std::move(point);
        }
      }
      // Steeper curves need closer nodes, without which the likelihood is uneven.
      const double steeper = 1.1;
      if (steepness(fit->parameter) > steeper * refined) {
        refined = steepness(fit->parameter);
        if (fit->grids.refine(data_, fit->parameter, executor_)) {
          fit->point = rasch_point(data_, fit->grids, fit->parameter, executor_);
        }
      }
      const double near = 1e-6;  // standard errors
      fit->converged = fit->decrement < near * near;
      if (fit->converged || !rose) return;
    }
  }

  // How steeply the rating with the largest slope rises with z.
  double steepness(const std::vector<double>& parameter) const {
    double most = data_.n_slopes > 0 ? parameter[data_.first_slope] : 0;
    for (int a = 1; a < data_.n_slopes; ++a) {
      most = std::max(most, parameter[data_.first_slope + a]);
    }
    return std::abs(parameter.back()) * std::exp(most);
  }

  const RaschData& data_;
  Executor executor_;
};

// Statistics by rating, averaged over the posterior of its item: E, (x - E)^2, Var x, and
// the ratio of the latter two; by item: mean and standard deviation of its location, in
// logits.
struct RaschFigures {
  std::vector<double> expected, square, variance, standardized, place, sd;
};

inline RaschFigures rasch_figures(const RaschData& data, const RaschGrids& grids,
                                  const std::vector<double>& parameter,
                                  const Executor& executor) {
  const std::vector<double> odds = rasch_odds(data, parameter);
  RaschFigures result;
  result.expected.resize(data.score.size());
  result.square.resize(data.score.size());
  result.variance.resize(data.score.size());
  result.standardized.resize(data.score.size());
  result.place.resize(data.n_items());
  result.sd.resize(data.n_items());
  const double spread = parameter[data.spread()];
  rasch_by_thread(data, executor, [&](Range range) {
    RaschItem item(data);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (i % 64 == 0) executor.poll();
      item.read(static_cast<int>(i), grids.of(static_cast<int>(i)), parameter, odds);
      double mean = 0, square = 0;
      for (int q = item.begin(); q < item.end(); ++q) {
        const double weight = item.posterior(q);
        mean += weight * item.z(q);
        square += weight * item.z(q) * item.z(q);
        for (int j = 0; j < item.n_ratings(); ++j) {
          const std::size_t row = item.row(j);
          const RaschMoments moments = item.moments(j, q);
          const double rest = moments.rest(data.score[row]);
          result.expected[row] += weight * moments.mean();
          result.square[row] += weight * rest * rest;
          result.variance[row] += weight * moments.variance;
          result.standardized[row] += weight * rest * rest / moments.variance;
        }
      }
      result.place[i] = spread * mean;
      result.sd[i] = std::abs(spread) * std::sqrt(std::max(square - mean * mean, 0.0));
    }
  });
  return result;
}

}  // namespace accord
