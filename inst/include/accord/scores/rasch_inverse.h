#pragma once
// The covariance matrix of the estimates of the many-facet Rasch model.

#include <cstddef>  // size_t
#include <vector>

#include "eigen.h"
#include "rasch_derivatives.h"

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

// Makes of the information at the maximum the covariance matrix of the estimates. With
// slopes the inverse is that without the part along the direction in which the likelihood
// does not change: the covariance given that the sum of all l is 0.
inline bool rasch_covariance(const RaschData& data, const std::vector<double>& parameter,
                             std::vector<double>* information) {
  const std::size_t n = data.n_parameters;
  if (!invert_positive(information, n)) return false;
  if (data.n_slopes == 0) return true;
  std::vector<double> along(n);
  for (std::size_t a = 0; a < n; ++a) along[a] = -parameter[a];
  for (int a = 0; a < data.n_slopes; ++a) along[data.first_slope + a] = 1;
  const double variance = 1 / (slope_sum_weight(data) * data.n_slopes * data.n_slopes);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      (*information)[a * n + b] -= along[a] * along[b] * variance;
    }
  }
  return true;
}

}  // namespace accord
