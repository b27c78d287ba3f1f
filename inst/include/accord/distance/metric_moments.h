#pragma once
// Disagreements that are squared distances between points: interval (the value itself)
// and circular (a point on the circle). Sums and sums of squares replace all pairs,
//   sum over c, k of |x_c - x_k|^2 = 2 (n sum |x|^2 - |sum x|^2),
// and every sum is taken about a mean, so an offset of 1e9 costs no digits.

#include <array>
#include <cstddef>  // size_t
#include <vector>

#include "../ratings/margin.h"
#include "delta.h"

namespace accord {

template <class Place>
class MomentMetric {
  static constexpr int D = Place::dimensions;
  using Point = std::array<double, D>;

 public:
  MomentMetric(Span<double> values, const Place& place) : margin(values.size()) {
    point_.reserve(values.size());
    for (double value : values) point_.push_back(place(value));
  }

  Margin margin;

  void close() {
    mean_ = Point{};
    for (int k : margin.used()) {
      for (int d = 0; d < D; ++d) mean_[d] += margin[k] * point_[k][d] / margin.total();
    }
    sum_ = Sums{};
    for (int k : margin.used()) sum_.add(centred(k), margin[k]);
  }

  double within(const Pattern& p) const {
    Point mean{};
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const Point x = centred(p.code[j]);
      for (int d = 0; d < D; ++d) mean[d] += x[d] * p.count[j] / p.size;
    }
    double squares = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const Point x = centred(p.code[j]);
      for (int d = 0; d < D; ++d) squares += p.count[j] * square(x[d] - mean[d]);
    }
    return 2.0 * p.size / (p.size - 1) * squares;
  }

  double all_pairs() const { return sum_.all_pairs(); }

  double slope_of_pairs(const Pattern& p) const {
    double slope = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      slope += p.count[j] * sum_.slope(centred(p.code[j]));
    }
    return slope;
  }

  double all_pairs_without(const Pattern& p) const {
    Sums rest = sum_;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      rest.add(centred(p.code[j]), -p.count[j]);
    }
    return rest.all_pairs();
  }

 private:
  struct Sums {
    double n = 0, squares = 0;
    Point sum{};
    void add(const Point& x, double weight) {
      n += weight;
      for (int d = 0; d < D; ++d) {
        sum[d] += weight * x[d];
        squares += weight * square(x[d]);
      }
    }
    double all_pairs() const {
      double of_sum = 0;
      for (int d = 0; d < D; ++d) of_sum += square(sum[d]);
      return 2 * (n * squares - of_sum);
    }
    double slope(const Point& x) const {
      double own = 0, cross = 0;
      for (int d = 0; d < D; ++d) {
        own += square(x[d]);
        cross += x[d] * sum[d];
      }
      return 2 * (squares + n * own - 2 * cross);
    }
  };

  static double square(double x) { return x * x; }

  Point centred(int k) const {
    Point x = point_[k];
    for (int d = 0; d < D; ++d) x[d] -= mean_[d];
    return x;
  }

  std::vector<Point> point_;
  Point mean_{};
  Sums sum_;
};

}  // namespace accord
