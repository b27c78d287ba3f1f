#pragma once
// The disagreement of two categories as weights of agreement need it, d = 1 - w: 0
// between equal categories, and 1 between the two of the category set that lie furthest
// apart.

#include <algorithm>    // max
#include <cstddef>      // size_t
#include <type_traits>  // is_same_v
#include <vector>

#include "../base/views.h"
#include "../ratings/tally.h"
#include "delta.h"

namespace accord {

// Some categories, rising, and how much of each.
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

template <class Delta>
class Distance {
 public:
  Distance(const Delta& delta, int n_categories)
      : delta_(delta), n_(n_categories), widest_(find_widest()) {}

  int n_categories() const { return n_; }
  static constexpr bool identity() { return is<NominalDelta>; }

  double operator()(int c, int k) const { return delta_(c, k) / widest_; }

  // The sum over all ordered pairs of the category set.
  double total() const {
    Amounts one;
    for (int k = 0; k < n_; ++k) one.add(k, 1);
    return between(one, to_each(one));
  }

  // The sum over ordered pairs of ratings of one item.
  double inside(const Pattern& p) const {
    double sum = 0;
    for (std::size_t i = 0; i < p.code.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        sum += 2.0 * p.count[i] * p.count[j] * delta_(p.code[i], p.code[j]);
      }
    }
    return sum / widest_;
  }

  // For each category c in x, the sum over k of x_k d(c, k).
  std::vector<double> to_each(const Amounts& x) const {
    std::vector<double> sum;
    to_each(x, &sum);
    return sum;
  }
  void to_each(const Amounts& x, std::vector<double>* sum) const;

  // The sum over c and k of x_c x_k d(c, k). Amounts may be negative, as changes are.
  double pairs_within(const Amounts& x) const;

  // The same from to_each(x).
  static double between(const Amounts& x, const std::vector<double>& to_each) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x.amount[i] * to_each[i];
    return sum;
  }

 private:
  template <class Other>
  static constexpr bool is = std::is_same_v<Delta, Other>;
  static constexpr bool points =
      is<PointDelta<Line>> || is<PointDelta<Circle>>;  // linear time by moments

  double find_widest() const;

  Delta delta_;
  int n_;
  double widest_;
};

template <class Delta>
double Distance<Delta>::find_widest() const {
  if (n_ < 2 || is<NominalDelta> || is<MatrixDelta>) return 1;
  double widest = 0;
  if constexpr (is<PointDelta<Circle>> || is<BipolarDelta>) {
    for (int c = 0; c < n_; ++c) {
      for (int k = 0; k < c; ++k) widest = std::max(widest, delta_(c, k));
    }
  } else {
    widest = delta_(0, n_ - 1);  // all others grow with the distance of the values
  }
  return widest > 1e-20 ? widest
                        : 1;  // a full turn apart is no distance but for rounding
}

template <class Delta>
void Distance<Delta>::to_each(const Amounts& x, std::vector<double>* sum) const {
  const std::size_t n = x.size();
  sum->assign(n, 0.0);
  if constexpr (is<NominalDelta>) {
    const double total = x.total();
    for (std::size_t i = 0; i < n; ++i) (*sum)[i] = total - x.amount[i];
  } else if constexpr (is<LinearDelta>) {
    // Going up, those below move away by a step each, and those above come nearer.
    double below = 0, above = x.total(), distance = 0;
    for (std::size_t i = 0; i < n; ++i)
      distance += x.amount[i] * delta_(x.code[i], x.code[0]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0) distance += (below - above) * delta_(x.code[i], x.code[i - 1]);
      (*sum)[i] = distance / widest_;
      below += x.amount[i];
      above -= x.amount[i];
    }
  } else if constexpr (points) {
    // sum over k of x_k |c - k|^2 = X |c - mean|^2 + sum over k of x_k |k - mean|^2, all
    // relative to the first category, so an offset of 1e9 costs no digits.
    const double total = x.total();
    typename Delta::Point mean{};
    const auto from_first = [&](int k, int d) {
      return delta_.point[k][d] - delta_.point[x.code[0]][d];
    };
    const auto from_mean = [&](int k) {
      double squares = 0;
      for (int d = 0; d < Delta::dimensions; ++d) {
        const double at = from_first(k, d) - mean[d];
        squares += at * at;
      }
      return squares;
    };
    for (std::size_t i = 0; i < n; ++i) {
      for (int d = 0; d < Delta::dimensions; ++d) {
        mean[d] += x.amount[i] / total * from_first(x.code[i], d);
      }
    }
    double around = 0;
    for (std::size_t i = 0; i < n; ++i) around += x.amount[i] * from_mean(x.code[i]);
    for (std::size_t i = 0; i < n; ++i) {
      (*sum)[i] = (total * from_mean(x.code[i]) + around) / widest_;
    }
  } else {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double d = delta_(x.code[i], x.code[j]) / widest_;
        (*sum)[i] += x.amount[j] * d;
        (*sum)[j] += x.amount[i] * d;
      }
    }
  }
}

template <class Delta>
double Distance<Delta>::pairs_within(const Amounts& x) const {
  double sum = 0;
  if constexpr (is<NominalDelta>) {
    const double total = x.total();
    for (double a : x.amount) sum += a * (total - a);
    return sum;
  } else if constexpr (is<LinearDelta>) {
    // Every step between neighbours lies between all below it and all above it.
    double below = 0, above = x.total();
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      below += x.amount[i];
      above -= x.amount[i];
      sum += 2 * below * above * delta_(x.code[i], x.code[i + 1]);
    }
  } else if constexpr (points) {
    // 2 (X sum of x |c|^2 - |sum of x c|^2), with the first category as the origin.
    double squares = 0;
    typename Delta::Point first{};
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (int d = 0; d < Delta::dimensions; ++d) {
        const double at = delta_.point[x.code[i]][d] - delta_.point[x.code[0]][d];
        first[d] += x.amount[i] * at;
        squares += x.amount[i] * at * at;
      }
    }
    sum = 2 * x.total() * squares;
    for (double f : first) sum -= 2 * f * f;
  } else {
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        sum += 2 * x.amount[i] * x.amount[j] * delta_(x.code[i], x.code[j]);
      }
    }
  }
  return sum / widest_;
}

}  // namespace accord
