#pragma once
// Exact limits of the agreement of two raters in two categories, by Buehler's method
// (Shan & Wang 2017): the tables of n items are ranked, and the lower limit is the
// smallest value of the coefficient with which a table of at least the observed rank has
// more than the probability of the tail. So the value of the population is below the
// limit with at most this probability, whatever the raters do. Any order of ranks is
// valid; this one is that of limits by the delta method, with half an item added to each
// cell. Ranks that hardly differ count as equal: otherwise a single table, such as
// perfect agreement with as many items in one category as in the other, would be too rare
// for its own limit.

#include <algorithm>  // clamp, max, stable_sort
#include <array>
#include <cmath>    // asin, exp, lgamma, log, log1p, sin, sqrt
#include <cstddef>  // size_t
#include <optional>
#include <utility>  // pair
#include <vector>

#include "registry.h"
#include "share_formulas.h"

namespace accord {

// Items, or their probabilities, by the categories that the first and the second rater
// gave: (1, 1), (1, 2), (2, 1), (2, 2).
using TwoByTwo = std::array<double, 4>;

class ExactLimits {
 public:
  // `tail` is the probability on one side, `z` a quantile of the normal distribution.
  ExactLimits(int n, Model model, double tail, double z)
      : n_(n), model_(model), tail_(tail), z_(z), formula_(share_formula(model)) {
    std::vector<double> log_factorial(n + 1);
    for (int i = 0; i <= n; ++i) log_factorial[i] = std::lgamma(i + 1.0);
    for (int k = 0; k <= n; ++k) {
      log_choose_.push_back(log_factorial[n] - log_factorial[k] - log_factorial[n - k]);
    }
    // The square of a sine is closer together at both ends, where binomial probabilities
    // change fast.
    for (int i = 0; i <= steps_of_shares; ++i) {
      shares_.push_back(squared_sine(static_cast<double>(i) / steps_of_shares));
      binomials_.push_back(binomial(shares_.back()));
    }
  }

  static bool supports(Model model) {
    return model == Model::percent || model == Model::uniform || model == Model::gwet ||
           model == Model::shared || model == Model::raters;
  }

  double estimate(const TwoByTwo& x) const { return value_of(shares_of(x, 0)); }

  // `first`: the lowest and the highest share of the first category among agreements.
  using Bounds = std::pair<double, double>;
  double lower(const TwoByTwo& x, const Bounds& first) const {
    return extreme(tables(x, -1), -1, first);
  }
  double upper(const TwoByTwo& x, const Bounds& first) const {
    return extreme(tables(x, 1), 1, first);
  }

 private:
  static constexpr int steps_of_shares = 200, steps_of_nuisance = 24, starts = 8;

  // Tables with b items of (1, 2), c items of (2, 1), and `from` to `to` of (1, 1).
  struct Run {
    int c, from, to;
  };
  // The tables with k disagreements, for each k.
  using Tables = std::vector<std::vector<std::pair<int, Run>>>;

  static constexpr double half_pi = 1.57079632679489661923;
  static double squared_sine(double x) {
    const double s = std::sin(half_pi * x);
    return s * s;
  }
  static double inverse(double share) {
    return std::asin(std::sqrt(std::clamp(share, 0.0, 1.0))) / half_pi;
  }

  TwoByTwo shares_of(const TwoByTwo& x, double added) const {
    TwoByTwo p;
    for (int j = 0; j < 4; ++j) p[j] = (x[j] + added) / (n_ + 4 * added);
    return p;
  }

  // D_e with its derivatives by the shares of the first category of both raters.
  struct ChanceOfTwo {
    double expected, by_first, by_second;
  };
  ChanceOfTwo chance(double first, double second) const {
    if (model_ == Model::raters) {
      return {first * (1 - second) + second * (1 - first), 1 - 2 * second, 1 - 2 * first};
    }
    const double mean = (first + second) / 2;
    const ShareChance x = formula_->chance({2 * mean * (1 - mean)}, {2, 2});
    const double slope = x.by_apart * (1 - 2 * mean);
    return {x.expected, slope, slope};
  }

  double value_of(const TwoByTwo& p) const {
    return 1 - (p[1] + p[2]) / chance(p[0] + p[1], p[0] + p[2]).expected;
  }

  bool defined(const TwoByTwo& x) const {
    return chance((x[0] + x[1]) / n_, (x[0] + x[2]) / n_).expected > 0;
  }

  // A limit by the delta method, by which tables are ranked. Where chance agreement is
  // fixed, the estimate itself ranks them.
  double rank(const TwoByTwo& x, int side) const {
    const TwoByTwo p = shares_of(x, 0.5);
    if (formula_ && !formula_->by_shares()) return value_of(p);
    const ChanceOfTwo of = chance(p[0] + p[1], p[0] + p[2]);
    const double apart = p[1] + p[2];
    double mean = 0, square = 0;
    for (int j = 0; j < 4; ++j) {
      const double expected = (j < 2 ? of.by_first : 0) + (j % 2 == 0 ? of.by_second : 0);
      const double slope = ((j == 1 || j == 2) * of.expected - apart * expected) /
                           (of.expected * of.expected);
      mean += p[j] * slope;
      square += p[j] * slope * slope;
    }
    const double variance = std::max(square - mean * mean, 0.0) / (n_ + 2);
    return 1 - apart / of.expected + side * z_ * std::sqrt(variance);
  }

  // Returns the tables with at least the rank of `x` (`side` -1) or at most (1). Those
  // without a value of the coefficient say nothing of it and are in neither.
  Tables tables(const TwoByTwo& x, int side) const {
    const double own = rank(x, side), close = 0.25 / n_;
    Tables result(n_ + 1);
    for (int k = 0; k <= n_; ++k) {
      for (int b = 0; b <= k; ++b) {
        int from = -1;
        for (int a = 0; a <= n_ - k + 1; ++a) {
          const TwoByTwo table{double(a), double(b), double(k - b), double(n_ - k - a)};
          const bool inside = a <= n_ - k && defined(table) &&
                              -side * (rank(table, side) - own) >= -close;
          if (inside && from < 0) from = a;
          if (!inside && from >= 0) {
            result[k].push_back({b, {k - b, from, a - 1}});
            from = -1;
          }
        }
      }
    }
    return result;
  }

  // The probabilities of k = 0, ..., n disagreements, if that of one is `share`.
  std::vector<double> binomial(double share) const {
    std::vector<double> p(n_ + 1, 0.0);
    if (share <= 0 || share >= 1) {
      p[share <= 0 ? 0 : n_] = 1;
      return p;
    }
    const double yes = std::log(share), no = std::log1p(-share);
    for (int k = 0; k <= n_; ++k) {
      p[k] = std::exp(log_choose_[k] + k * yes + (n_ - k) * no);
    }
    return p;
  }

  // Calls f(m, probabilities of 0, ..., m) for m = 0, ..., n, with a binomial of `share`.
  template <class F>
  void each_size(double share, F f) const {
    std::vector<double> p(n_ + 2, 0.0);
    p[0] = 1;
    for (int m = 0; m <= n_; ++m) {
      f(m, p);
      for (int i = m + 1; i > 0; --i) p[i] = share * p[i - 1] + (1 - share) * p[i];
      p[0] *= 1 - share;
    }
  }

  // Returns the probability of the tables given k disagreements, for each k. A share
  // `first` of the agreements is in category 1; a share `more` of the disagreements is
  // (1, 2).
  std::vector<double> given_disagreements(const Tables& set, double first,
                                          double more) const {
    std::vector<std::vector<double>> of_runs(n_ + 1);
    std::vector<double> sums(n_ + 2);
    each_size(first, [&](int m, const std::vector<double>& p) {
      sums[0] = 0;
      for (int i = 0; i <= m; ++i) sums[i + 1] = sums[i] + p[i];
      for (const auto& [b, run] : set[n_ - m]) {
        of_runs[n_ - m].push_back(sums[run.to + 1] - sums[run.from]);
      }
    });
    std::vector<double> result(n_ + 1, 0.0);
    each_size(more, [&](int k, const std::vector<double>& p) {
      for (std::size_t i = 0; i < set[k].size(); ++i) {
        result[k] += p[set[k][i].first] * of_runs[k][i];
      }
    });
    return result;
  }

  static double sum_of_products(const std::vector<double>& a,
                                const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }

  // Returns the most extreme value with which the tables have more than the probability
  // of the tail, for the given composition of agreements and disagreements; the opposite
  // end of the range if there is none. For these the coefficient falls with the share of
  // disagreements, so this is the largest such share (`side` -1) or the smallest (1).
  double extreme_of(const Tables& set, int side, double first, double more) const {
    const std::vector<double> given = given_disagreements(set, first, more);
    const auto likely = [&](const std::vector<double>& p) {
      return sum_of_products(p, given) > tail_;
    };
    const auto at = [&](int i) { return side < 0 ? steps_of_shares - i : i; };
    int i = 0;
    while (i <= steps_of_shares && !likely(binomials_[at(i)])) ++i;
    if (i > steps_of_shares) return -side;
    double inside = shares_[at(i)];
    if (i > 0) {
      double outside = shares_[at(i - 1)];
      for (int step = 0; step < 40; ++step) {
        const double middle = (inside + outside) / 2;
        (likely(binomial(middle)) ? inside : outside) = middle;
      }
    }
    const double agree = 1 - inside;
    const TwoByTwo p{agree * first, inside * more, inside * (1 - more),
                     agree * (1 - first)};
    if (!(chance(p[0] + p[1], p[0] + p[2]).expected > 0)) return -side;
    return value_of(p);
  }

  // The extreme over all compositions: those of a grid, and around the best of them.
  // Exchanging raters changes no rank, so that shares of one direction of disagreements
  // up to a half are enough.
  double extreme(const Tables& set, int side, const Bounds& first) const {
    const double from = inverse(first.first);
    const double width = (inverse(first.second) - from) / steps_of_nuisance;
    const auto at = [&](double i, double j) {
      return side * extreme_of(set, side, squared_sine(from + width * i),
                               squared_sine(0.5 / steps_of_nuisance * j));
    };
    struct Point {
      double i, j, value;
    };
    std::vector<Point> points;
    for (int i = 0; i <= steps_of_nuisance; ++i) {
      for (int j = 0; j <= steps_of_nuisance; ++j) {
        points.push_back({double(i), double(j), at(i, j)});
      }
    }
    std::stable_sort(points.begin(), points.end(),
                     [](const Point& a, const Point& b) { return a.value > b.value; });
    points.resize(starts);
    for (Point& best : points) {
      for (double step = 0.5; step > 1e-3;) {
        const Point before = best;
        for (const auto& [di, dj] : {std::pair{step, 0.0}, std::pair{-step, 0.0},
                                     std::pair{0.0, step}, std::pair{0.0, -step}}) {
          const double i = std::clamp(before.i + di, 0.0, double(steps_of_nuisance));
          const double j = std::clamp(before.j + dj, 0.0, double(steps_of_nuisance));
          const double value = at(i, j);
          if (value > best.value) best = {i, j, value};
        }
        if (!(best.value > before.value)) step /= 2;
      }
    }
    double result = points[0].value;
    for (const Point& x : points) result = std::max(result, x.value);
    return side * result;
  }

  int n_;
  Model model_;
  double tail_, z_;
  std::optional<ShareFormula> formula_;
  std::vector<double> log_choose_, shares_;
  std::vector<std::vector<double>> binomials_;
};

}  // namespace accord
