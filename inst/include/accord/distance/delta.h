#pragma once
// The disagreement of two categories (symmetric, not negative, 0 between equal ones), and
// its sums over pairs, in closed form if there is one (delta_*.h; level.h lists them).
// Both alpha's metric (metric.h) and the weights of the kappas (any_distance.h) use these
// classes. Categories that stand for values are numbered in increasing order of their
// values.

#include <array>
#include <cstddef>  // size_t
#include <functional>
#include <vector>

#include "../base/views.h"
#include "../ratings/tally.h"

namespace accord {

// Some categories, in increasing order, with an amount of each.
struct Amounts {
  std::vector<int> code;
  std::vector<double> amount;

  std::size_t size() const { return code.size(); }
  void clear() {
    code.clear();
    amount.clear();
  }
  void add(int k, double x) {
    code.push_back(k);
    amount.push_back(x);
  }
  double total() const {
    double sum = 0;
    for (double x : amount) sum += x;
    return sum;
  }
};

// The moments from which sums over pairs of points are computed: the total amount, and
// the sums of the points and of their squares, relative to one of the points.
struct Moments {
  double mass = 0, square = 0;
  std::array<double, 2> point{};

  void add(double weight, const Moments& x) {
    mass += weight * x.mass;
    square += weight * x.square;
    for (int d = 0; d < 2; ++d) point[d] += weight * x.point[d];
  }
};

// Returns the sum over c and k of x_c y_k |c - k|^2.
inline double squared_between(const Moments& x, const Moments& y) {
  const double product = x.point[0] * y.point[0] + x.point[1] * y.point[1];
  return x.mass * y.square + x.square * y.mass - 2 * product;
}

// A progress function, which is called at intervals with the share of the work that is
// done, finally with 1. It is not called if there is little work.
using Tick = std::function<void(double)>;

class Delta {
 public:
  virtual ~Delta() = default;

  virtual double between(int c, int k) const = 0;

  // Returns the sum over ordered pairs of ratings of one item.
  virtual double inside(const Pattern& p) const = 0;

  // Computes for each category c in x the sum over k of x_k delta(c, k). Amounts must be
  // positive.
  virtual void to_each(const Amounts& x, std::vector<double>* sum,
                       const Tick& tick) const = 0;

  // Returns the sum over c and k of x_c x_k delta(c, k). Amounts can be negative if they
  // are changes.
  virtual double pairs_within(const Amounts& x) const = 0;

  // Return whether this is a squared distance of points, and the moments of one rating in
  // category c relative to another category.
  virtual bool has_moments() const { return false; }
  virtual Moments moments(int, int) const { return {}; }

  // Returns the largest disagreement among some categories, in increasing order, by which
  // agreement weights are scaled. For most classes it increases with the distance of the
  // values.
  virtual double widest(Span<int> codes) const {
    return between(codes[0], codes[codes.size() - 1]);
  }

 protected:
  double widest_of_all_pairs(Span<int> codes) const {
    double widest = 0;
    for (int c : codes) {
      for (int k : codes) {
        if (k >= c) break;
        const double apart = between(c, k);
        if (apart > widest) widest = apart;
      }
    }
    return widest;
  }
};

}  // namespace accord
