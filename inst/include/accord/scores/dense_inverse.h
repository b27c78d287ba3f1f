#pragma once
// Cholesky factor and inverse of a dense symmetric matrix, in blocks of columns that are
// divided among threads. Each block is computed by one thread in a fixed order, so that
// the number of threads does not change any digit.

#include <algorithm>  // min
#include <vector>

#include "../base/parallel.h"
#include "eigen.h"

namespace accord {

class DenseInverse {
 public:
  DenseInverse() = default;
  explicit DenseInverse(const Executor& executor) : executor_(executor) {}

  // Reads the lower triangle and overwrites it with the factor. Returns false if the
  // matrix is not positive definite.
  bool factorize(Eigen::MatrixXd* matrix);
  // Compute from the factor the log determinant of the matrix, solutions, and the inverse
  // (lower triangle).
  static double log_determinant(const Eigen::MatrixXd& factor) {
    return 2 * factor.diagonal().array().log().sum();
  }
  static void solve(const Eigen::MatrixXd& factor, Eigen::Ref<Eigen::MatrixXd> b) {
    factor.triangularView<Eigen::Lower>().solveInPlace(b);
    factor.triangularView<Eigen::Lower>().transpose().solveInPlace(b);
  }
  void invert(const Eigen::MatrixXd& factor, Eigen::MatrixXd* inverse);

 private:
  static constexpr Eigen::Index kBlock = 96;

  // Blocks take different times, the first ones most, so threads take them in turn.
  template <class Task>
  void each_block(Eigen::Index n, const Task& task) const {
    const Eigen::Index blocks = (n + kBlock - 1) / kBlock;
    const int parts = blocks < 4 ? 1 : executor_.threads;
    executor_.run(parts, [&](int first) {
      for (Eigen::Index block = first; block < blocks; block += parts) task(block);
    });
  }

  Executor executor_;
  Eigen::MatrixXd triangle_;
};

inline bool DenseInverse::factorize(Eigen::MatrixXd* matrix) {
  const Eigen::Index n = matrix->rows();
  for (Eigen::Index j = 0; j < n; j += kBlock) {
    const Eigen::Index width = std::min(kBlock, n - j), rest = n - j - width;
    auto corner = matrix->block(j, j, width, width);
    const Eigen::LLT<Eigen::MatrixXd> llt(corner);
    if (llt.info() != Eigen::Success) return false;
    corner = llt.matrixL();
    if (rest == 0) break;
    auto panel = matrix->block(j + width, j, rest, width);
    corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(
        panel);
    each_block(rest, [&](Eigen::Index block) {
      const Eigen::Index from = block * kBlock, wide = std::min(kBlock, rest - from);
      const auto beside = panel.middleRows(from, wide);
      matrix->block(j + width + from, j + width + from, rest - from, wide).noalias() -=
          panel.bottomRows(rest - from) * beside.transpose();
    });
  }
  return true;
}

inline void DenseInverse::invert(const Eigen::MatrixXd& factor,
                                 Eigen::MatrixXd* inverse) {
  const Eigen::Index n = factor.rows();
  triangle_.resize(n, n);
  inverse->resize(n, n);
  each_block(n, [&](Eigen::Index block) {
    const Eigen::Index from = block * kBlock, wide = std::min(kBlock, n - from);
    auto columns = triangle_.block(from, from, n - from, wide);
    columns.setIdentity();
    factor.bottomRightCorner(n - from, n - from)
        .triangularView<Eigen::Lower>()
        .solveInPlace(columns);
  });
  each_block(n, [&](Eigen::Index block) {
    const Eigen::Index from = block * kBlock, wide = std::min(kBlock, n - from);
    for (Eigen::Index row = from; row < n; row += kBlock) {
      const Eigen::Index high = std::min(kBlock, n - row);
      inverse->block(row, from, high, wide).noalias() =
          triangle_.block(row, row, n - row, high).transpose() *
          triangle_.block(row, from, n - row, wide);
    }
  });
}

}  // namespace accord
