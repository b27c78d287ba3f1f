#pragma once
// The rows of a posterior with gamma weights, tilted along the influences such that the
// coefficient comes to lie at about its limit.

#include <algorithm>  // max
#include <cmath>      // atan2, cos, erfc, exp, log, log1p, sqrt
#include <cstddef>    // size_t
#include <cstdint>    // uint32_t
#include <utility>    // move
#include <vector>

#include "../base/views.h"
#include "totals.h"

namespace accord {

// What was observed, or a pseudo-item.
struct PosteriorRow {
  Span<Addend> linear, square;
  double shape;      // of its gamma weight
  double own;        // the share of the squared weight that is of pairs of an item with
                     // itself, in the mean, when n items have the weight in common
  double influence;  // of the gamma weight
  double tilt;
  std::uint32_t key;
  const double* quantiles;
};

inline std::vector<PosteriorRow> posterior_rows(const TotalRows& observed,
                                                const TotalRows& pseudo) {
  std::vector<PosteriorRow> result;
  const auto add = [&](const TotalRows& from, std::uint32_t first_key) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const double lambda = from.lambda(i), shape = lambda * from.times(i);
      const double own = from.times(i) > 1 ? (lambda + 1) / (shape + 1) : 1;
      result.push_back({from.linear(i), from.square(i), shape, own, 0, 0,
                        first_key + static_cast<std::uint32_t>(i), nullptr});
    }
  };
  add(observed, 0);
  add(pseudo, 1u << 30);
  return result;
}

// By small steps from the mean of the tilted weights.
inline void set_influences(const Figure& figure, double step,
                           std::vector<PosteriorRow>* rows) {
  std::vector<double> total(figure.n_totals());
  for (const PosteriorRow& row : *rows) {
    const double weight = row.shape / (1 - row.tilt);
    for (const Addend& x : row.linear) total[x.place] += weight * x.amount;
  }
  Influences influences(figure, std::move(total), step);
  for (PosteriorRow& row : *rows) row.influence = influences.of(row.linear);
}

inline constexpr double pi = 3.14159265358979323846;

// The second derivative of the cumulant function where the tilts are.
inline double curvature_of(const std::vector<PosteriorRow>& rows) {
  double sum = 0;
  for (const PosteriorRow& row : rows) {
    sum += row.shape * row.tilt * row.tilt / ((1 - row.tilt) * (1 - row.tilt));
  }
  return sum;
}

// The probability beyond a value from its signed root w of the likelihood ratio and its
// Wald statistic u.
inline double lugannani_rice(double w, double u) {
  const double density = std::exp(-w * w / 2) / std::sqrt(2 * pi);
  return std::erfc(w / std::sqrt(2.0)) / 2 + density * (1 / u - 1 / w);
}

// The probability that the sum of tilt times weight lies above 0, where its saddlepoint
// is 1: the integral of exp(K(s)) / (2 pi i s) along the line through it, s = 1 + i y,
// with y = sinh(x) over the width of the peak.
inline double above_zero(const std::vector<PosteriorRow>& rows) {
  const double step = 0.1, width = 1 / std::sqrt(curvature_of(rows));
  double sum = 0;
  for (int i = 0; i < 200; ++i) {
    const double y = width * std::sinh(i * step);
    double log_size = -std::log1p(y * y) / 2, angle = -std::atan(y);
    for (const PosteriorRow& row : rows) {
      const double real = 1 - row.tilt, imaginary = y * row.tilt;
      log_size -= row.shape * std::log(real * real + imaginary * imaginary) / 2;
      angle += row.shape * std::atan2(imaginary, real);
    }
    const double height = std::exp(log_size) * width * std::cosh(i * step);
    sum += (i == 0 ? 0.5 : 1) * height * std::cos(angle);
    if (height < 1e-10) break;
  }
  return sum * step / pi;
}

// Whether the linear approximation, the mean of the influences under the weights g, lies
// beyond l is whether the sum of (u - l) g does not lie below 0. That sum has the
// cumulant function K(theta) = -sum of shape log(1 - theta (u - l)), whose saddlepoint
// theta is explicit in phi = theta / (1 + theta l); the tail probability is Lugannani &
// Rice's (1980). Sets the tilt of each row, theta (u - l), such that it is `tail`, and
// returns K there, which is negative, or 0 if there is nothing to tilt. `side`: -1 for a
// lower limit, 1 for an upper one.
inline double tilt(std::vector<PosteriorRow>* rows, int side, double tail) {
  double mean = 0, mass = 0, most = 0;
  for (const PosteriorRow& row : *rows) {
    mean += row.shape * row.influence;
    mass += row.shape;
  }
  mean /= mass;
  for (const PosteriorRow& row : *rows)
    most = std::max(most, side * (row.influence - mean));
  if (!(most > 0)) return 0;
  double low = 0, high = 1, cumulant = 0;
  for (int i = 0; i < 30; ++i) {
    const double phi = (low + high) / 2 / most;
    double up = 0, down = 0;
    for (const PosteriorRow& row : *rows) {
      const double u = side * (row.influence - mean), weight = row.shape / (1 - phi * u);
      up += weight * u;
      down += weight;
    }
    const double limit = up / down, theta = phi / (1 - phi * limit);
    cumulant = 0;
    for (PosteriorRow& row : *rows) {
      row.tilt = theta * (side * (row.influence - mean) - limit);
      cumulant -= row.shape * std::log1p(-row.tilt);
    }
    const double root = std::sqrt(-2 * cumulant), wald = std::sqrt(curvature_of(*rows));
    (lugannani_rice(root, wald) > tail ? low : high) = (low + high) / 2;
  }
  return cumulant;
}

}  // namespace accord
