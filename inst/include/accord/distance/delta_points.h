#pragma once
// Disagreements that are squared distances between points: interval (the value itself)
// and circular (a point on the circle). Sums and sums of squares replace all pairs,
//   sum over c, k of |x_c - x_k|^2 = 2 (n sum |x|^2 - |sum x|^2),
// Every sum is taken relative to one of the points, so that an offset of 1e9 costs no
// digits.

#include <array>
#include <cmath>    // cos, fmod, sin
#include <cstddef>  // size_t
#include <vector>

#include "delta.h"
#include "squares.h"

namespace accord {

// One coordinate: delta^2 = (c - k)^2.
struct Line {
  static constexpr int dimensions = 1;
  static constexpr bool ends_are_widest = true;
  std::array<double, 1> operator()(double value) const { return {value}; }
};

// delta^2 = sin^2(180 degrees (c - k) / U) = (1 - cos(2 pi (c - k) / U)) / 2, which is
// the squared distance of points on a circle of radius 1/2 (Krippendorff 2019, section
// 12.3.4). The last category is not necessarily the one furthest from the first.
struct Circle {
  static constexpr int dimensions = 2;
  static constexpr bool ends_are_widest = false;
  double circumference;
  std::array<double, 2> operator()(double value) const {
    double turn = std::fmod(value, circumference);
    if (turn < 0) turn += circumference;
    const double angle = 2 * 3.14159265358979323846 * turn / circumference;
    return {std::cos(angle) / 2, std::sin(angle) / 2};
  }
};

template <class Place>
class PointDelta final : public Delta {
  static constexpr int D = Place::dimensions;
  using Point = std::array<double, D>;

 public:
  PointDelta(Span<double> values, const Place& place) {
    point_.reserve(values.size());
    for (double value : values) point_.push_back(place(value));
  }

  double between(int c, int k) const override { return square(from(c, k)); }

  double inside(const Pattern& p) const override {
    double sum = 0;
    for (int d = 0; d < D; ++d) {
      sum += squared_pairs(p, [&](int k) { return point_[k][d]; });
    }
    return sum;
  }

  // The sum is X |c - mean|^2 - 2 (c - mean) . rest + sum over k of x_k |k - mean|^2,
  // where `rest` is the sum of all x_k (k - mean), which is not exactly 0 because of
  // rounding.
  void to_each(const Amounts& x, std::vector<double>* sum, const Tick&) const override {
    sum->resize(x.size());
    if (x.size() == 0) return;
    const double total = x.total();
    Point mean{}, rest{};
    for (std::size_t i = 0; i < x.size(); ++i) {
      add(x.amount[i] / total, from(x.code[i], x.code[0]), &mean);
    }
    double around = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Point at = from(x.code[i], x.code[0], mean);
      around += x.amount[i] * square(at);
      add(x.amount[i], at, &rest);
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Point at = from(x.code[i], x.code[0], mean);
      (*sum)[i] = total * square(at) - 2 * product(at, rest) + around;
    }
  }

  double pairs_within(const Amounts& x) const override {
    double squares = 0;
    Point first{};
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Point at = from(x.code[i], x.code[0]);
      squares += x.amount[i] * square(at);
      add(x.amount[i], at, &first);
    }
    return 2 * (x.total() * squares - square(first));
  }

  bool has_moments() const override { return true; }
  Moments moments(int c, int origin) const override {
    const Point at = from(c, origin);
    Moments one{1, square(at), {}};
    for (int d = 0; d < D; ++d) one.point[d] = at[d];
    return one;
  }

  double widest(Span<int> codes) const override {
    return Place::ends_are_widest ? Delta::widest(codes) : widest_of_all_pairs(codes);
  }

 private:
  // Returns the vector to category c from category k plus `beyond`.
  Point from(int c, int k, const Point& beyond = Point{}) const {
    Point way;
    for (int d = 0; d < D; ++d) way[d] = point_[c][d] - point_[k][d] - beyond[d];
    return way;
  }
  static void add(double weight, const Point& x, Point* sum) {
    for (int d = 0; d < D; ++d) (*sum)[d] += weight * x[d];
  }
  static double product(const Point& x, const Point& y) {
    double sum = 0;
    for (int d = 0; d < D; ++d) sum += x[d] * y[d];
    return sum;
  }
  static double square(const Point& x) { return product(x, x); }

  std::vector<Point> point_;
};

}  // namespace accord
