#pragma once
// Disagreement of two categories, delta(c, k): symmetric, not negative, 0 between equal
// ones. Categories that stand for values are numbered in rising order of their values.

#include <array>
#include <cmath>    // abs, cos, fmod, sin, sqrt
#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

struct NominalDelta {
  double operator()(int c, int k) const { return c != k; }
};

// |c - k|
struct LinearDelta {
  Span<double> values;
  double operator()(int c, int k) const { return std::abs(values[c] - values[k]); }
};

// sqrt |c - k| (Gwet 2014, section 3.5, as are the linear and the step disagreement).
struct RadicalDelta {
  Span<double> values;
  double operator()(int c, int k) const {
    return std::sqrt(std::abs(values[c] - values[k]));
  }
};

// The number of pairs that the categories from c to k form, (s + 1) s / 2 for s steps:
// the complement of Gwet's ordinal weights, and not Krippendorff's ordinal disagreement.
struct StepDelta {
  double operator()(int c, int k) const {
    const double s = std::abs(c - k);
    return (s + 1) * s / 2;
  }
};

// One coordinate: delta^2 = (c - k)^2.
struct Line {
  static constexpr int dimensions = 1;
  std::array<double, 1> operator()(double value) const { return {value}; }
};

// delta^2 = sin^2(180 degrees (c - k) / U) = (1 - cos(2 pi (c - k) / U)) / 2, which is
// the squared distance of points on a circle of radius 1/2 (Krippendorff 2019,
// section 12.3.4).
struct Circle {
  static constexpr int dimensions = 2;
  double circumference;
  std::array<double, 2> operator()(double value) const {
    double turn = std::fmod(value, circumference);
    if (turn < 0) turn += circumference;
    const double angle = 2 * 3.14159265358979323846 * turn / circumference;
    return {std::cos(angle) / 2, std::sin(angle) / 2};
  }
};

// Squared distance of points.
template <class Place>
struct PointDelta {
  static constexpr int dimensions = Place::dimensions;
  using Point = std::array<double, dimensions>;

  PointDelta(Span<double> values, const Place& place) {
    point.reserve(values.size());
    for (double value : values) point.push_back(place(value));
  }

  double operator()(int c, int k) const {
    double sum = 0;
    for (int d = 0; d < dimensions; ++d) {
      const double apart = point[c][d] - point[k][d];
      sum += apart * apart;
    }
    return sum;
  }

  std::vector<Point> point;
};

// ((c - k) / (c + k))^2, and 0 between 0 and 0 (Krippendorff 2019, section 12.3.4).
struct RatioDelta {
  Span<double> values;
  double operator()(int c, int k) const {
    if (c == k) return 0;
    const double d = (values[c] - values[k]) / (values[c] + values[k]);
    return d * d;
  }
};

// (c - k)^2 / ((c + k - 2 min) (2 max - c - k)), where min and max end the scale (ibid.).
struct BipolarDelta {
  Span<double> values;
  double min, max;
  double operator()(int c, int k) const {
    if (c == k) return 0;
    const double d = values[c] - values[k], s = values[c] + values[k];
    return d * d / ((s - 2 * min) * (2 * max - s));
  }
};

// Read from a square matrix; symmetric, so the order of storage does not matter.
struct MatrixDelta {
  Span<double> distance;
  std::size_t n;
  double operator()(int c, int k) const { return distance[c * n + k]; }
};

}  // namespace accord
