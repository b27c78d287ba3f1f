#pragma once
// A small quadratic problem with lower bounds and at most one linear equation: the step
// of a search for variances, which cannot be negative.

#include <algorithm>  // max
#include <cmath>      // fabs
#include <vector>

#include "eigen.h"

namespace accord {

// The equation a'v = b; there is none if a is empty.
struct LinearEquation {
  Eigen::VectorXd a;
  double b = 0;
};

struct QuadraticProblem {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;  // positive semidefinite
  Eigen::VectorXd at, lowest;
};

// Finds the step d that minimizes g'd + d'Bd / 2 subject to at + d >= lowest and the
// equation, both of which hold at d = 0. Bounds become active and inactive one by one
// (Nocedal & Wright 2006, algorithm 16.3).
class ActiveSet {
 public:
  ActiveSet(const QuadraticProblem& problem, const LinearEquation& equation)
      : problem_(problem), equation_(equation), n_(static_cast<int>(problem.at.size())) {
    // In these units the curvature has a diagonal of 1.
    const Eigen::VectorXd diagonal = problem.curvature.diagonal();
    const double least = 1e-14 * diagonal.maxCoeff() + 1e-300;
    unit_ = diagonal.cwiseMax(least).cwiseSqrt().cwiseInverse();
    room_ = problem.lowest - problem.at;
  }

  bool solve(Eigen::VectorXd* step) {
    held_.assign(n_, false);
    *step = Eigen::VectorXd::Zero(n_);
    // With ties the same set of bounds may recur; each step on the way is nevertheless an
    // improvement.
    for (int round = 0; round < 20 * (n_ + 1); ++round) {
      double multiplier = 0;
      const Eigen::VectorXd target = without_bounds(&multiplier);
      if (!target.allFinite()) return round > 0;
      const int met = approach(target, step);
      const int left = met < 0 ? pushed_away(*step, multiplier) : -1;
      if (met < 0 && left < 0) return true;
      if (met >= 0) held_[met] = true;
      if (left >= 0) held_[left] = false;
    }
    return true;
  }

 private:
  // Returns the minimum with the variances at their bounds fixed and the others free.
  Eigen::VectorXd without_bounds(double* multiplier) const {
    std::vector<int> free;
    Eigen::VectorXd d = room_;
    for (int j = 0; j < n_; ++j) {
      if (!held_[j]) free.push_back(j);
    }
    for (int j : free) d[j] = 0;
    const int m = static_cast<int>(free.size());
    double size = 0;
    if (equation_.a.size() > 0) {
      for (int j : free) size = std::max(size, std::fabs(equation_.a[j] * unit_[j]));
    }
    // If it contains no free variance, the equation is implied by the bounds.
    const bool bound = size > 0;
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(m + bound, m + bound);
    Eigen::VectorXd right(m + bound);
    const Eigen::VectorXd slope = problem_.gradient + problem_.curvature * d;
    for (int a = 0; a < m; ++a) {
      const double unit = unit_[free[a]];
      for (int b = 0; b < m; ++b) {
        matrix(a, b) = problem_.curvature(free[a], free[b]) * unit * unit_[free[b]];
      }
      matrix(a, a) += 1e-12;
      right[a] = -slope[free[a]] * unit;
      if (bound) matrix(a, m) = matrix(m, a) = equation_.a[free[a]] * unit / size;
    }
    if (bound) right[m] = (equation_.b - equation_.a.dot(problem_.at + d)) / size;
    if (m == 0) return d;
    const Eigen::VectorXd solution = matrix.fullPivLu().solve(right);
    for (int a = 0; a < m; ++a) d[free[a]] = solution[a] * unit_[free[a]];
    if (bound) *multiplier = solution[m] / size;
    return d;
  }

  // Moves to the target, or to the first bound on the way, and returns the variance of
  // that bound.
  int approach(const Eigen::VectorXd& target, Eigen::VectorXd* step) const {
    double share = 1;
    int met = -1;
    for (int j = 0; j < n_; ++j) {
      if (held_[j] || target[j] >= room_[j]) continue;
      const double way = (room_[j] - (*step)[j]) / (target[j] - (*step)[j]);
      if (met >= 0 && way >= share) continue;
      share = std::max(way, 0.0);
      met = j;
    }
    if (met < 0) {
      *step = target;
    } else {
      *step += share * (target - *step);
      (*step)[met] = room_[met];
    }
    return met;
  }

  // Returns the variance at a bound with the largest multiplier of the wrong sign, which
  // is set free; -1 if there is none.
  int pushed_away(const Eigen::VectorXd& step, double multiplier) const {
    Eigen::VectorXd rest = problem_.gradient + problem_.curvature * step;
    if (equation_.a.size() > 0) rest += multiplier * equation_.a;
    int result = -1;
    double most = -1e-9;
    for (int j = 0; j < n_; ++j) {
      if (!held_[j] || rest[j] * unit_[j] >= most) continue;
      most = rest[j] * unit_[j];
      result = j;
    }
    return result;
  }

  const QuadraticProblem& problem_;
  const LinearEquation& equation_;
  int n_;
  Eigen::VectorXd unit_, room_;
  std::vector<bool> held_;
};

}  // namespace accord
