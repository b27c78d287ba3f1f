#pragma once
// A linear mixed model with random intercepts at given variances: minus twice the log
// likelihood, restricted (REML) or not (ML), its gradient, and the average information
// (Gilmour, Thompson & Cullis 1995), which replaces the matrix of second derivatives and
// is never indefinite.
//
// With H = I + sum_j g_j Z_j Z_j', g_j = v_j / v_0, and P = H^-1 after projecting out the
// fixed effects,
//
//   -2 l = log|H| + log|X'H^-1 X| + y'Py / v_0 + nu log v_0 + nu log 2 pi,   nu = n - p
//
// (ML: without the second term, nu = n). P y is y minus the fixed effects and the
// predictions of the random ones. Everything else follows from the factor of A = Theta
// Z'Z Theta + I, since H^-1 = I - Z Theta A^-1 Theta Z'.

#include <algorithm>  // max
#include <cmath>      // log, sqrt
#include <limits>     // numeric_limits
#include <memory>     // unique_ptr

#include "eigen.h"
#include "mixed_design.h"
#include "mixed_factor.h"

namespace accord {

enum class MixedMethod { reml, ml };

// The parts of the criterion at ratios g, for any v_0. Element 0 is the error.
struct MixedTerms {
  bool defined = false;
  double log_determinants = 0, square = 0;  // y'Py
  Eigen::VectorXd trace, squares;           // tr P G_j (ML: tr H^-1 G_j), y'P G_j P y
  Eigen::MatrixXd products;                 // y'P G_j P G_k P y
  Eigen::VectorXd fixed;                    // coefficients of the columns of x
  Eigen::VectorXd spherical;                // predictions of random effects over theta
};

struct MixedPoint {
  bool defined = false;
  double criterion = std::numeric_limits<double>::infinity();
  Eigen::VectorXd gradient;
  Eigen::MatrixXd information;
};

class MixedModel {
 public:
  MixedModel(const MixedDesign& design, MixedMethod method, const Executor& executor)
      : design_(design), method_(method), factor_(make_factor(design, executor)) {}

  const MixedDesign& design() const { return design_; }
  MixedMethod method() const { return method_; }
  // Returns n - p for REML, n for ML.
  double n_free() const {
    const int p = method_ == MixedMethod::reml ? design_.n_fixed() : 0;
    return design_.n_scores() - p;
  }

  // Sets the scores minus their fit by the fixed effects alone, which does not change
  // variances.
  void set_scores(const Eigen::VectorXd& y) {
    y_ = y - design_.x() * (design_.x().transpose() * y);
    y_ -= design_.x() * (design_.x().transpose() * y_);
    z_y_ = design_.times_z(y_);
  }
  const Eigen::VectorXd& scores() const { return y_; }

  // If derivatives are needed, a variance of 0 is replaced by a slightly larger value,
  // because their formulas divide by it.
  MixedTerms terms(const Eigen::VectorXd& variance, bool derivatives);
  MixedPoint point(const MixedTerms& terms, const Eigen::VectorXd& variance) const;

  // Returns the factor by which the variances have the lowest criterion among their
  // multiples.
  double best_scale(const MixedTerms& terms, const Eigen::VectorXd& variance) const {
    return terms.square / n_free() / variance[0];
  }

 private:
  struct Residual {
    Eigen::VectorXd rest, z_rest;  // Py and Z'Py
  };
  void add_squares(const Residual& left, const Eigen::VectorXd& scale, MixedTerms* terms);
  void add_traces(const Eigen::VectorXd& ratio, const Eigen::VectorXd& scale,
                  MixedTerms* terms);

  const MixedDesign& design_;
  MixedMethod method_;
  std::unique_ptr<MixedFactor> factor_;
  Eigen::VectorXd y_, z_y_;
  Eigen::MatrixXd scaled_x_, solved_x_;  // Theta Z'X, and A^-1 times it
  Eigen::LLT<Eigen::MatrixXd> inner_;    // factor of X'H^-1 X
};

inline MixedTerms MixedModel::terms(const Eigen::VectorXd& variance, bool derivatives) {
  const int k = design_.n_terms(), p = design_.n_fixed(), q = design_.n_all_levels();
  MixedTerms result;
  Eigen::VectorXd ratio = variance.tail(k) / variance[0], scale(q);
  for (int j = 0; j < k; ++j) {
    const double size = static_cast<double>(design_.n_scores()) / design_.n_levels(j);
    if (derivatives) ratio[j] = std::max(ratio[j], 1e-9 / size);
    scale.segment(design_.start(j), design_.n_levels(j)).setConstant(std::sqrt(ratio[j]));
  }
  if (!ratio.allFinite() || !factor_->factorize(ratio.cwiseSqrt())) return result;

  Eigen::MatrixXd right(q, p + 1);
  right << scale.asDiagonal() * design_.z_x(), scale.asDiagonal() * z_y_;
  const Eigen::MatrixXd solved = factor_->solve(right);
  scaled_x_ = right.leftCols(p);
  solved_x_ = solved.leftCols(p);
  inner_.compute(Eigen::MatrixXd::Identity(p, p) - scaled_x_.transpose() * solved_x_);
  if (inner_.info() != Eigen::Success) return result;
  result.log_determinants = factor_->log_determinant();
  if (method_ == MixedMethod::reml) {
    for (int j = 0; j < p; ++j) {
      result.log_determinants += 2 * std::log(inner_.matrixLLT()(j, j));
    }
  }
  result.fixed = inner_.solve(-(scaled_x_.transpose() * solved.col(p)));
  result.spherical = solved.col(p) - solved_x_ * result.fixed;

  Residual left;
  left.rest = y_ - design_.x() * result.fixed;
  for (int j = 0; j < k; ++j) {
    const Span<int> level = design_.level(j);
    const Eigen::VectorXd effect =
        result.spherical.segment(design_.start(j), design_.n_levels(j)) *
        std::sqrt(ratio[j]);
    for (int i = 0; i < design_.n_scores(); ++i) left.rest[i] -= effect[level[i]];
  }
  result.square = left.rest.squaredNorm() + result.spherical.squaredNorm();
  result.defined = std::isfinite(result.square) && std::isfinite(result.log_determinants);
  if (derivatives && result.defined) {
    left.z_rest = design_.times_z(left.rest);
    add_squares(left, scale, &result);
    add_traces(ratio, scale, &result);
  }
  return result;
}

// With w_0 = Py and w_j = Z_j Z_j'Py: squares are w_j'w_0, products w_j'P w_k.
inline void MixedModel::add_squares(const Residual& left, const Eigen::VectorXd& scale,
                                    MixedTerms* terms) {
  const int k = design_.n_terms(), q = design_.n_all_levels();
  Eigen::MatrixXd z_w = Eigen::MatrixXd::Zero(q, k + 1);
  Eigen::MatrixXd x_w = Eigen::MatrixXd::Zero(design_.n_fixed(), k + 1);
  terms->squares.resize(k + 1);
  terms->squares[0] = left.rest.squaredNorm();
  z_w.col(0) = left.z_rest;
  for (int j = 0; j < k; ++j) {
    const int start = design_.start(j), n = design_.n_levels(j);
    const auto own = left.z_rest.segment(start, n);
    terms->squares[j + 1] = own.squaredNorm();
    z_w.col(j + 1) = design_.crossings().middleCols(start, n) * own;
    x_w.col(j + 1) = design_.z_x().middleRows(start, n).transpose() * own;
  }
  Eigen::MatrixXd products(k + 1, k + 1);
  products.row(0) = terms->squares;
  for (int j = 0; j < k; ++j) {
    const int start = design_.start(j), n = design_.n_levels(j);
    products.row(j + 1) =
        left.z_rest.segment(start, n).transpose() * z_w.middleRows(start, n);
  }
  const Eigen::MatrixXd scaled = scale.asDiagonal() * z_w;
  const Eigen::MatrixXd solved = factor_->solve(scaled);
  const Eigen::MatrixXd across = x_w - scaled_x_.transpose() * solved;
  products -= scaled.transpose() * solved;
  products -= across.transpose() * inner_.solve(across);
  terms->products = (products + products.transpose()) / 2;
}

inline void MixedModel::add_traces(const Eigen::VectorXd& ratio,
                                   const Eigen::VectorXd& scale, MixedTerms* terms) {
  const int k = design_.n_terms();
  const Eigen::VectorXd inverse = factor_->inverse_traces();
  terms->trace.resize(k + 1);
  for (int j = 0; j < k; ++j) {
    terms->trace[j + 1] = (design_.n_levels(j) - inverse[j]) / ratio[j];
  }
  if (method_ == MixedMethod::reml && design_.n_fixed() > 0) {
    // Z'H^-1 X
    const Eigen::MatrixXd across =
        design_.z_x() - design_.crossings() * (scale.asDiagonal() * solved_x_);
    for (int j = 0; j < k; ++j) {
      const auto rows = across.middleRows(design_.start(j), design_.n_levels(j));
      terms->trace[j + 1] -= inner_.solve(rows.transpose() * rows).trace();
    }
  }
  // tr P H = n - p
  terms->trace[0] = n_free() - ratio.dot(terms->trace.tail(k));
}

inline MixedPoint MixedModel::point(const MixedTerms& terms,
                                    const Eigen::VectorXd& variance) const {
  MixedPoint result;
  result.defined = terms.defined;
  if (!terms.defined) return result;
  const double error = variance[0], log_2_pi = 1.8378770664093453;
  result.criterion = terms.log_determinants + terms.square / error +
                     n_free() * (std::log(error) + log_2_pi);
  if (terms.trace.size() > 0) {
    result.gradient = terms.trace / error - terms.squares / (error * error);
    result.information = terms.products / (error * error * error);
  }
  return result;
}

}  // namespace accord
