#pragma once
// A sparse Cholesky factor, and the diagonal of the inverse of the factorized matrix.
// Entries of the inverse are only needed where the factor has one; they are computed from
// the last column to the first (Takahashi, Fagan & Chin 1973).

#include <cstddef>  // size_t
#include <vector>

#include "eigen.h"

namespace accord {

class SparseInverse
    : public Eigen::SimplicialLLT<Eigen::SparseMatrix<double>, Eigen::Lower> {
 public:
  using Matrix = Eigen::SparseMatrix<double>;

  const Matrix& factor() const { return m_matrix; }
  // Returns the number of multiplications of one factorization, which follows from the
  // pattern.
  double work() const {
    double sum = 0;
    for (Eigen::Index j = 0; j < m_nonZerosPerCol.size(); ++j) {
      const double n = m_nonZerosPerCol[j];
      sum += n * n;
    }
    return sum / 2;
  }
  Eigen::VectorXd inverse_diagonal() const;
};

inline Eigen::VectorXd SparseInverse::inverse_diagonal() const {
  const Matrix& l = m_matrix;
  const int n = static_cast<int>(l.cols());
  const int* start = l.outerIndexPtr();
  const int* row = l.innerIndexPtr();
  const double* value = l.valuePtr();
  std::vector<double> inverse(l.nonZeros());  // at the places of the factor
  std::vector<double> weight(n, 0), sum(n, 0);
  std::vector<char> wanted(n, 0);
  for (int j = n - 1; j >= 0; --j) {
    const int from = start[j] + 1, to = start[j + 1];
    const double pivot = value[start[j]];
    for (int e = from; e < to; ++e) {
      weight[row[e]] = value[e];
      sum[row[e]] = 0;
      wanted[row[e]] = 1;
    }
    // Column j of the inverse is minus the inverse of the rest times column j of the
    // factor over its pivot; only rows and columns of this pattern of the rest are
    // needed.
    for (int e = from; e < to; ++e) {
      const int k = row[e];
      double own = inverse[start[k]] * weight[k];
      for (int f = start[k] + 1; f < start[k + 1]; ++f) {
        const int i = row[f];
        if (!wanted[i]) continue;
        own += inverse[f] * weight[i];
        sum[i] += inverse[f] * weight[k];
      }
      sum[k] += own;
    }
    double diagonal = 1 / pivot;
    for (int e = from; e < to; ++e) {
      inverse[e] = -sum[row[e]] / pivot;
      diagonal -= inverse[e] * value[e];
      wanted[row[e]] = 0;
    }
    inverse[start[j]] = diagonal / pivot;
  }
  Eigen::VectorXd result(n);
  for (int j = 0; j < n; ++j) {
    const int place = m_P.size() > 0 ? m_P.indices()[j] : j;
    result[j] = inverse[start[place]];
  }
  return result;
}

}  // namespace accord
