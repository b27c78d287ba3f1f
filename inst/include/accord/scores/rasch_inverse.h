#pragma once
// The covariance matrix of the estimates of the many-facet Rasch model.

#include <cstddef>  // size_t
#include <vector>

#include "eigen.h"

namespace accord {

// Inverts a symmetric positive definite n × n matrix in place. Returns false if it is not
// positive definite, or so nearly singular that the squared diagonal of the Cholesky
// factor is within the rounding error of some hundreds of additions.
inline bool invert_positive(std::vector<double>* matrix, std::size_t n) {
  const double rounding = 1e-12;
  const auto size = static_cast<Eigen::Index>(n);
  Eigen::Map<Eigen::MatrixXd> a(matrix->data(), size, size);
  const Eigen::LLT<Eigen::MatrixXd> factor(a);
  if (factor.info() != Eigen::Success) return false;
  const Eigen::ArrayXd rest = factor.matrixLLT().diagonal().array().square();
  if (!(rest > rounding * a.diagonal().array()).all()) return false;
  const Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(size, size));
  a = (inverse + inverse.transpose()) / 2;
  return true;
}

}  // namespace accord
