#pragma once
// The rows of a posterior with gamma weights, tilted along the influences such that the
// coefficient is near its limit.

#include <algorithm>  // max, min
#include <cmath>      // abs, atan, cos, erfc, exp, log, log1p, sqrt
#include <cstddef>    // size_t
#include <cstdint>    // uint32_t
#include <utility>    // move
#include <vector>

#include "../base/views.h"
#include "figure_rows.h"
#include "totals.h"

namespace accord {

// An observation or a pseudo-item.
struct PosteriorRow {
  Span<Addend> linear, square;
  double shape;      // of its gamma weight
  double own;        // the share of the squared weight that is of pairs of an item with
                     // itself, in the mean, when n items have the weight in common
  double influence;  // of the gamma weight
  double tilt;
  std::uint32_t key;
  const double* quantiles;  // of its weight
  std::size_t from;         // the first of them that is not negligible
};

// `pseudo` are the pseudo-items of one of the limits.
inline std::vector<PosteriorRow> posterior_rows(const FigureRows& rows,
                                                const TotalRows& pseudo) {
  std::vector<PosteriorRow> result;
  const auto add = [&](const TotalRows& from, std::uint32_t key) {
    for (const TotalRow& row : from) {
      const double shape = row.lambda * row.times;
      const double own = row.times > 1 ? (row.lambda + 1) / (shape + 1) : 1;
      result.push_back({row.linear, row.square, shape, own, 0, 0, key++, nullptr, 0});
    }
  };
  add(rows.observed, 0);
  add(rows.of_raters, 1u << 29);
  add(pseudo, 1u << 30);
  return result;
}

// Computes the influences by small steps from the mean of the tilted weights.
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

// Returns the second derivative of the cumulant function at the tilts.
inline double curvature_of(const std::vector<PosteriorRow>& rows) {
  double sum = 0;
  for (const PosteriorRow& row : rows) {
    sum += row.shape * row.tilt * row.tilt / ((1 - row.tilt) * (1 - row.tilt));
  }
  return sum;
}

// Returns the probability beyond a value, from its signed root w of the likelihood ratio
// and its Wald statistic u.
inline double lugannani_rice(double w, double u) {
  const double density = std::exp(-w * w / 2) / std::sqrt(2 * pi);
  return std::erfc(w / std::sqrt(2.0)) / 2 + density * (1 / u - 1 / w);
}

// Returns the probability that the sum of tilt times weight is above 0, if its
// saddlepoint is 1: the integral of exp(K(s)) / (2 pi i s) along the line through it, s =
// 1 + i y, with y = sinh(x) in units of the width of the peak, or of the distance of the
// pole if that is smaller. The trapezoidal rule on this scale has an error that decreases
// exponentially with 1 / step: .1 gives all digits, and .3 three of them.
inline double above_zero(const std::vector<PosteriorRow>& rows, double step = 0.1) {
  const double width = std::min(1.0, 1 / std::sqrt(curvature_of(rows)));
  double cumulant = 0, sum = 0;
  for (const PosteriorRow& row : rows) cumulant -= row.shape * std::log1p(-row.tilt);
  const double smallest = 1e-10, furthest = 20;  // sinh(20) is 2e8 times the width
  for (int i = 0; i * step < furthest; ++i) {
    const double y = width * std::sinh(i * step);
    double log_size = cumulant - std::log1p(y * y) / 2, angle = -std::atan(y);
    for (const PosteriorRow& row : rows) {
      const double slope = y * row.tilt / (1 - row.tilt);
      log_size -= row.shape * std::log(1 + slope * slope) / 2;
      angle += row.shape * std::atan(slope);
    }
    const double height = std::exp(log_size) * width * std::cosh(i * step);
    sum += (i == 0 ? 0.5 : 1) * height * std::cos(angle);
    if (height < smallest) break;
  }
  return sum * step / pi;
}

// The linear approximation, the mean of the influences u under the weights g, is beyond l
// if the sum of (u - l) g is above 0. That sum has the cumulant function K(theta) = -sum
// of shape log(1 - theta (u - l)), whose saddlepoint theta is explicit in phi = theta /
// (1 + theta l). The tilt of a row is theta (u - l).
class TiltSearch {
 public:
  // `side` is -1 for a lower limit, 1 for an upper one.
  TiltSearch(std::vector<PosteriorRow>* rows, int side) : rows_(*rows), side_(side) {
    double mass = 0;
    for (const PosteriorRow& row : rows_) {
      mean_ += row.shape * row.influence;
      mass += row.shape;
    }
    mean_ /= mass;
    for (const PosteriorRow& row : rows_) {
      up_ = std::max(up_, from_mean(row));
      down_ = std::max(down_, -from_mean(row));
    }
  }

  bool is_constant() const { return !(up_ > 0); }
  double cumulant() const { return cumulant_; }

  // Sets phi to a share of its range, from -1 to 1.
  void set(double share) {
    const double phi = share / (share > 0 ? up_ : down_);
    double up = 0, down = 0;
    for (const PosteriorRow& row : rows_) {
      const double weight = row.shape / (1 - phi * from_mean(row));
      up += weight * from_mean(row);
      down += weight;
    }
    const double limit = up / down, theta = phi / (1 - phi * limit);
    cumulant_ = 0;
    for (PosteriorRow& row : rows_) {
      row.tilt = theta * (from_mean(row) - limit);
      cumulant_ -= row.shape * std::log1p(-row.tilt);
    }
  }

  // Finds the share between `low` and `high` at which a decreasing probability is `tail`,
  // up to the relative error `within`.
  template <class Probability>
  void find(double low, double high, double tail, double within, const Probability& p) {
    const int halvings = 30;  // more digits than an approximation has
    for (int i = 0; i < halvings; ++i) {
      const double middle = (low + high) / 2;
      set(middle);
      const double here = p(middle);
      if (std::abs(here - tail) < within * tail) return;
      (here > tail ? low : high) = middle;
    }
  }

 private:
  double from_mean(const PosteriorRow& row) const {
    return side_ * (row.influence - mean_);
  }

  std::vector<PosteriorRow>& rows_;
  int side_;
  double mean_ = 0, up_ = 0, down_ = 0, cumulant_ = 0;
};

// Tilts the rows such that the probability beyond the limit is about `tail`, and returns
// K there, which is negative, or 0 if there is nothing to tilt. The probability is that
// of Lugannani & Rice (1980) or, if this is inaccurate, as with a value far from all
// others, the integral. In the latter case the limit can be on the other side of the
// mean.
inline double tilt(std::vector<PosteriorRow>* rows, int side, double tail) {
  TiltSearch search(rows, side);
  if (search.is_constant()) return 0;
  search.find(0, 1, tail, 0, [&](double) {
    const double root = std::sqrt(-2 * search.cumulant());
    return lugannani_rice(root, std::sqrt(curvature_of(*rows)));
  });
  const double step = 0.3;  // three digits
  const double found = above_zero(*rows, step);
  const double near = 1.5;  // few draws are lost if the limit is this far off
  if (!(found > tail / near && found < tail * near)) {
    const auto exact = [&](double share) {
      const double above = above_zero(*rows, step);
      return share > 0 ? above : 1 - above;
    };
    const double near_mean = 1e-3;  // where the integral has its pole
    search.set(near_mean);
    const bool beyond_mean = exact(near_mean) > tail;
    const double within = 0.02;  // as the draws are weighted, it need not be exact
    search.find(beyond_mean ? 0 : -1, beyond_mean ? 1 : 0, tail, within, exact);
  }
  return search.cumulant();
}

}  // namespace accord
