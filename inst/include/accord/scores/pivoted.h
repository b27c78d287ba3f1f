#pragma once
// A small square matrix, factored by elimination in which the largest entry that is left
// is the next pivot: rows and columns change places. As Eigen::FullPivLU, which a
// compiler has to work on for long.

#include <Eigen/Core>
#include <cmath>    // fabs
#include <limits>   // numeric_limits
#include <utility>  // move, swap
#include <vector>

namespace accord {

class Pivoted {
 public:
  explicit Pivoted(Eigen::MatrixXd matrix)
      : lu_(std::move(matrix)), n_(static_cast<int>(lu_.rows())) {
    for (int k = 0; k < n_; ++k) {
      row_.push_back(k);
      column_.push_back(k);
    }
    for (int k = 0; k < n_ && bring_largest(k); ++k) eliminate(k);
  }

  double least_pivot() const { return n_ > 0 ? lu_.diagonal().minCoeff() : 0; }

  // Unknowns without a pivot are 0.
  Eigen::VectorXd solve(const Eigen::VectorXd& right) const {
    std::vector<double> c;
    for (int i : row_) c.push_back(right[i]);
    for (int i = 0; i < n_; ++i) {
      for (int j = i + 1; j < n_; ++j) c[j] -= c[i] * lu_(j, i);
    }
    Eigen::VectorXd result = Eigen::VectorXd::Zero(n_);
    for (int i = rank() - 1; i >= 0; --i) {
      c[i] /= lu_(i, i);
      for (int j = 0; j < i; ++j) c[j] -= c[i] * lu_(j, i);
      result[column_[i]] = c[i];
    }
    return result;
  }

 private:
  // The largest entry from place k on comes to k; false if all are 0.
  bool bring_largest(int k) {
    int row = k, column = k;
    double largest = std::fabs(lu_(k, k));
    for (int j = k; j < n_; ++j) {
      for (int i = k; i < n_; ++i) {
        if (!(std::fabs(lu_(i, j)) > largest)) continue;
        largest = std::fabs(lu_(i, j));
        row = i;
        column = j;
      }
    }
    for (int j = 0; j < n_; ++j) std::swap(lu_(k, j), lu_(row, j));
    for (int i = 0; i < n_; ++i) std::swap(lu_(i, k), lu_(i, column));
    std::swap(row_[k], row_[row]);
    std::swap(column_[k], column_[column]);
    return largest != 0;
  }

  void eliminate(int k) {
    for (int i = k + 1; i < n_; ++i) lu_(i, k) /= lu_(k, k);
    for (int j = k + 1; j < n_; ++j) {
      for (int i = k + 1; i < n_; ++i) lu_(i, j) -= lu_(i, k) * lu_(k, j);
    }
  }

  // How many pivots are more than rounding.
  int rank() const {
    double largest = 0;
    for (int k = 0; k < n_; ++k) largest = std::fmax(largest, std::fabs(lu_(k, k)));
    const double least = largest * n_ * std::numeric_limits<double>::epsilon();
    int rank = 0;
    for (int k = 0; k < n_; ++k) rank += std::fabs(lu_(k, k)) > least;
    return rank;
  }

  Eigen::MatrixXd lu_;
  int n_;
  std::vector<int> row_, column_;  // of the matrix, by place
};

}  // namespace accord
