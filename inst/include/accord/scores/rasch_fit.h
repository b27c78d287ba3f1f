#pragma once
// Newton's method for the many-facet Rasch model, and what the fit says about single
// ratings and items.

#include <algorithm>  // max, min
#include <cmath>      // abs, sqrt
#include <cstddef>    // size_t
#include <utility>    // move
#include <vector>

#include "rasch_derivatives.h"

namespace accord {

struct RaschFit {
  std::vector<double> parameter;
  RaschPoint point;
  double decrement = 0;  // squared distance from the end, in standard errors
  int iterations = 0;
  int n_nodes = 0;
  bool converged = false;
};

inline double inner_product(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

// information × step = gradient by conjugate gradients, which stop where the information
// is not positive: far from the end it need not be.
inline std::vector<double> rasch_step(const RaschPoint& point) {
  const std::size_t n = point.gradient.size();
  std::vector<double> step(n), rest = point.gradient, scaled(n), way, image(n), scale(n);
  for (std::size_t i = 0; i < n; ++i) {
    scale[i] = 1 / std::max(std::abs(point.information[i * n + i]), 1e-8);
    scaled[i] = scale[i] * rest[i];
  }
  way = scaled;
  double size = inner_product(rest, scaled);
  const double enough = 1e-22 * size;
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

  // From `start` on, with nodes as close as the narrowest posterior needs them.
  RaschFit run(std::vector<double> start) const {
    RaschFit fit;
    fit.parameter = std::move(start);
    fit.n_nodes = 31;
    for (int round = 0; round < 4; ++round) {
      const RaschNodes nodes(fit.n_nodes);
      climb(nodes, &fit);
      const int needed = RaschNodes::needed(narrowest(nodes, fit.parameter));
      if (needed <= fit.n_nodes || !fit.converged) break;
      fit.n_nodes = needed + needed / 8 / 2 * 2;
    }
    return fit;
  }

 private:
  void climb(const RaschNodes& nodes, RaschFit* fit) const {
    fit->converged = false;
    fit->point = rasch_point(data_, nodes, fit->parameter, executor_);
    for (int round = 0; round < 60; ++round) {
      executor_.poll();
      ++fit->iterations;
      std::vector<double> step = rasch_step(fit->point);
      fit->decrement = inner_product(step, fit->point.gradient);
      // Further than two logits at once leads astray.
      double most = 0;
      for (const double x : step) most = std::max(most, std::abs(x));
      double along = std::min(1.0, 2 / most);
      // The likelihood is even in s, so that 0 is level though it may be no maximum.
      const double spread = fit->parameter.back(), fall = -step.back();
      if (fall > 0.7 * spread) along = std::min(along, 0.7 * spread / fall);
      bool rose = false;
      for (int halving = 0; halving < 30 && !rose; ++halving, along /= 2) {
        std::vector<double> parameter = fit->parameter;
        for (std::size_t i = 0; i < step.size(); ++i) parameter[i] += along * step[i];
        RaschPoint point = rasch_point(data_, nodes, parameter, executor_);
        // Near the end rounding hides what is gained.
        const double slack = 1e-13 * std::abs(fit->point.log_likelihood);
        if (point.log_likelihood >= fit->point.log_likelihood - slack) {
          rose = true;
          fit->parameter = std::move(parameter);
          fit->point = std::move(point);
        }
      }
      fit->converged = fit->decrement < 1e-12;
      if (fit->converged || !rose) return;
    }
  }

  double narrowest(const RaschNodes& nodes, const std::vector<double>& parameter) const {
    const std::vector<double> odds = rasch_odds(data_, parameter);
    RaschItem item(data_, nodes);
    double least = 1;
    for (int i = 0; i < data_.n_items(); ++i) {
      item.read(i, parameter, odds);
      double mean = 0, square = 0;
      for (int q = item.begin(); q < item.end(); ++q) {
        mean += item.posterior(q) * nodes.z(q);
        square += item.posterior(q) * nodes.z(q) * nodes.z(q);
      }
      least = std::min(least, square - mean * mean);
    }
    return std::sqrt(std::max(least, 1e-6));
  }

  const RaschData& data_;
  Executor executor_;
};

// By rating, averaged over the posterior of its item: E, (x - E)^2, Var x, and the ratio
// of the latter two. By item: mean and standard deviation of its place, in logits.
struct RaschFigures {
  std::vector<double> expected, square, variance, standardized, place, sd;
};

inline RaschFigures rasch_figures(const RaschData& data, const RaschNodes& nodes,
                                  const std::vector<double>& parameter) {
  const std::vector<double> odds = rasch_odds(data, parameter);
  RaschFigures result;
  result.expected.resize(data.score.size());
  result.square.resize(data.score.size());
  result.variance.resize(data.score.size());
  result.standardized.resize(data.score.size());
  result.place.resize(data.n_items());
  result.sd.resize(data.n_items());
  RaschItem item(data, nodes);
  const double spread = parameter[data.spread()];
  for (int i = 0; i < data.n_items(); ++i) {
    item.read(i, parameter, odds);
    double mean = 0, square = 0;
    for (int q = item.begin(); q < item.end(); ++q) {
      const double weight = item.posterior(q);
      mean += weight * nodes.z(q);
      square += weight * nodes.z(q) * nodes.z(q);
      for (int j = 0; j < item.n_ratings(); ++j) {
        const std::size_t row = item.row(j);
        double expected, variance;
        item.moments(j, q, &expected, &variance);
        const double rest = data.score[row] - expected;
        result.expected[row] += weight * expected;
        result.square[row] += weight * rest * rest;
        result.variance[row] += weight * variance;
        result.standardized[row] += weight * rest * rest / variance;
      }
    }
    result.place[i] = spread * mean;
    result.sd[i] = std::abs(spread) * std::sqrt(std::max(square - mean * mean, 0.0));
  }
  return result;
}

// The inverse of a symmetric positive matrix of n × n in place, by its Cholesky factor;
// false where it is not positive. Rows are read as they lie in memory.
inline bool invert_positive(std::vector<double>* matrix, std::size_t n) {
  std::vector<double>& a = *matrix;
  const auto dot = [](const double* x, const double* y, std::size_t size) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4) {
      s0 += x[i] * y[i];
      s1 += x[i + 1] * y[i + 1];
      s2 += x[i + 2] * y[i + 2];
      s3 += x[i + 3] * y[i + 3];
    }
    for (; i < size; ++i) s0 += x[i] * y[i];
    return (s0 + s1) + (s2 + s3);
  };
  // The factor L, in the lower half.
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double rest = a[i * n + j] - dot(&a[i * n], &a[j * n], j);
      if (i != j) {
        a[i * n + j] = rest / a[j * n + j];
      } else if (rest > 1e-12 * a[i * n + i]) {
        a[i * n + i] = std::sqrt(rest);
      } else {
        return false;
      }
    }
  }
  // L^-1, transposed, in a matrix of its own: its row j is column j of L^-1.
  std::vector<double> back(n * n);
  for (std::size_t j = 0; j < n; ++j) {
    back[j * n + j] = 1 / a[j * n + j];
    for (std::size_t i = j + 1; i < n; ++i) {
      back[j * n + i] = -dot(&a[i * n + j], &back[j * n + j], i - j) / a[i * n + i];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      a[i * n + j] = a[j * n + i] = dot(&back[i * n + i], &back[j * n + i], n - i);
    }
  }
  return true;
}

}  // namespace accord
