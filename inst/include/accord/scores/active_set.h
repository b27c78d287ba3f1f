#pragma once
// A small quadratic problem with bounds from below and at most one linear equation: the
// step of a search for variances, which are not negative.

#include <Eigen/LU>
#include <algorithm>  // max, sort
#include <cmath>      // fabs, sqrt
#include <limits>     // numeric_limits
#include <vector>

namespace accord {

// a'v = b; no equation if a is empty.
struct LinearEquation {
  Eigen::VectorXd a;
  double b = 0;
};

struct QuadraticProblem {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;  // positive semidefinite
  Eigen::VectorXd at, lowest;
};

// The step d that minimizes g'd + d'Bd / 2 with at + d >= lowest and the equation. Every
// set of bounds that may hold is tried, the small ones first, until one satisfies the
// conditions of Karush, Kuhn and Tucker: variances are few.
class ActiveSet {
 public:
  ActiveSet(const QuadraticProblem& problem, const LinearEquation& equation)
      : problem_(problem), equation_(equation), n_(static_cast<int>(problem.at.size())) {
    // Units in which the curvature has a diagonal of 1.
    const Eigen::VectorXd diagonal = problem.curvature.diagonal();
    const double least = 1e-14 * diagonal.maxCoeff() + 1e-300;
    unit_ = diagonal.cwiseMax(least).cwiseSqrt().cwiseInverse();
  }

  bool solve(Eigen::VectorXd* step) {
    std::vector<unsigned> sets(1u << n_);
    for (unsigned s = 0; s < sets.size(); ++s) sets[s] = s;
    std::sort(sets.begin(), sets.end(), [](unsigned a, unsigned b) {
      const int bits_a = bits(a), bits_b = bits(b);
      return bits_a != bits_b ? bits_a < bits_b : a < b;
    });
    double best = std::numeric_limits<double>::infinity();
    for (unsigned held : sets) {
      Eigen::VectorXd found;
      bool optimal = false;
      if (!try_set(held, &found, &optimal)) continue;
      const double value =
          problem_.gradient.dot(found) + found.dot(problem_.curvature * found) / 2;
      if (optimal || value < best) {
        best = value;
        *step = found;
      }
      if (optimal) return true;
    }
    return best < std::numeric_limits<double>::infinity();
  }

 private:
  static int bits(unsigned set) {
    int n = 0;
    for (; set; set &= set - 1) ++n;
    return n;
  }

  // The solution with the variances in `held` at their bounds: false if it breaks others.
  bool try_set(unsigned held, Eigen::VectorXd* step, bool* optimal) const {
    std::vector<int> free;
    Eigen::VectorXd d = problem_.lowest - problem_.at;
    for (int j = 0; j < n_; ++j) {
      if (!(held >> j & 1)) free.push_back(j);
    }
    const int m = static_cast<int>(free.size());
    const bool bound = equation_.a.size() > 0;
    Eigen::VectorXd fixed = d;
    for (int j : free) fixed[j] = 0;
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(m + bound, m + bound);
    Eigen::VectorXd right(m + bound);
    const Eigen::VectorXd slope = problem_.gradient + problem_.curvature * fixed;
    for (int a = 0; a < m; ++a) {
      for (int b = 0; b < m; ++b) {
        matrix(a, b) =
            problem_.curvature(free[a], free[b]) * unit_[free[a]] * unit_[free[b]];
      }
      matrix(a, a) += 1e-12;
      right[a] = -slope[free[a]] * unit_[free[a]];
    }
    if (bound) {
      double size = 0;
      for (int a = 0; a < m; ++a) {
        matrix(a, m) = matrix(m, a) = equation_.a[free[a]] * unit_[free[a]];
        size = std::max(size, std::fabs(matrix(a, m)));
      }
      const double gap = equation_.b - equation_.a.dot(problem_.at + fixed);
      const double scale = equation_.a.cwiseAbs().dot(problem_.at.cwiseAbs());
      if (size == 0 && std::fabs(gap) > 1e-12 * scale) return false;
      if (size == 0)
        matrix(m, m) = size = 1;
      else {
        matrix.row(m) /= size;
        matrix.col(m) /= size;
      }
      right[m] = gap / size;
    }
    const Eigen::VectorXd solution = matrix.fullPivLu().solve(right);
    if (!solution.allFinite()) return false;
    for (int a = 0; a < m; ++a) {
      const double move = solution[a] * unit_[free[a]], room = d[free[a]];
      if (move < room) return false;
      d[free[a]] = move;
    }
    *step = d;
    // Pushed towards the bound by what is left of the gradient?
    const Eigen::VectorXd rest = problem_.gradient + problem_.curvature * d;
    *optimal = true;
    double multiplier = 0;
    if (bound && m > 0) {
      for (int a = 0; a < m; ++a) {
        if (std::fabs(matrix(a, m)) == 1) {
          multiplier = -rest[free[a]] / equation_.a[free[a]];
        }
      }
    }
    for (int j = 0; j < n_; ++j) {
      if (!(held >> j & 1)) continue;
      const double push = rest[j] + (bound ? multiplier * equation_.a[j] : 0);
      if (push * unit_[j] < -1e-9) *optimal = false;
    }
    return true;
  }

  const QuadraticProblem& problem_;
  const LinearEquation& equation_;
  int n_;
  Eigen::VectorXd unit_;
};

}  // namespace accord
