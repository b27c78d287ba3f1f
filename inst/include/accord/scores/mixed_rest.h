#pragma once
// The scores and their model without one unit, such as a person with all their scores,
// for the jackknife.

#include <utility>  // move
#include <vector>

#include "../base/views.h"
#include "eigen.h"
#include "mixed_design.h"

namespace accord {

class MixedRest {
 public:
  // `unit` is the unit of each score, `y` has all scores.
  MixedRest(const MixedDesign& all, const Eigen::VectorXd& y, Span<int> unit,
            int without) {
    const int n = all.n_scores();
    std::vector<int> left;
    for (int i = 0; i < n; ++i) {
      if (unit[i] != without) left.push_back(i);
    }
    const int n_left = static_cast<int>(left.size());
    y_.resize(n_left);
    Eigen::MatrixXd x(n_left, all.n_fixed());
    for (int i = 0; i < n_left; ++i) {
      y_[i] = y[left[i]];
      x.row(i) = all.x().row(left[i]);
    }
    for (int j = 0; j < all.n_terms(); ++j) number(all.level(j), left, all.n_levels(j));
    defined_ = n_left > all.n_fixed() + 1 && orthonormal(&x);
    for (int levels : n_levels_) defined_ = defined_ && levels > 1 && levels < n_left;
    x_ = std::move(x);
  }

  // Returns whether each term still has at least two levels, and the fixed effects can be
  // separated.
  bool defined() const { return defined_; }
  const Eigen::VectorXd& y() const { return y_; }

  // Returns the design, which reads the levels that are stored here.
  MixedDesign design() const {
    std::vector<Span<int>> level;
    for (const std::vector<int>& one : level_) level.emplace_back(one.data(), one.size());
    return MixedDesign(level, n_levels_, x_);
  }

 private:
  // Numbers the remaining levels of one term from 0.
  void number(Span<int> all, const std::vector<int>& left, int n_levels) {
    std::vector<int> place(n_levels, -1), level;
    int known = 0;
    for (int i : left) {
      if (place[all[i]] < 0) place[all[i]] = known++;
      level.push_back(place[all[i]]);
    }
    level_.push_back(std::move(level));
    n_levels_.push_back(known);
  }

  // Makes columns that were orthonormal in all rows orthonormal in the remaining ones.
  static bool orthonormal(Eigen::MatrixXd* x) {
    const Eigen::MatrixXd squares = x->transpose() * *x;
    const Eigen::LLT<Eigen::MatrixXd> factor(squares);
    if (factor.info() != Eigen::Success) return false;
    if (factor.matrixLLT().diagonal().minCoeff() < 1e-7) return false;
    Eigen::MatrixXd columns = x->transpose();
    factor.matrixL().solveInPlace(columns);
    *x = columns.transpose();
    return true;
  }

  std::vector<std::vector<int>> level_;
  std::vector<int> n_levels_;
  Eigen::MatrixXd x_;
  Eigen::VectorXd y_;
  bool defined_ = false;
};

// Returns whether the components can be separated: no covariance pattern is a combination
// of others.
inline bool told_apart(const MixedDesign& design) {
  Eigen::MatrixXd products = design.pattern_products();
  const Eigen::VectorXd size = products.diagonal().cwiseSqrt();
  if (size.minCoeff() <= 1e-7 * size.maxCoeff()) return false;
  products.array() /= (size * size.transpose()).array();
  // The matrix is positive semidefinite, so the pivots of complete pivoting are on the
  // diagonal.
  return products.fullPivLu().matrixLU().diagonal().minCoeff() > 1e-10;
}

}  // namespace accord
