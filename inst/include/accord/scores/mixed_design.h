#pragma once
// The design of a linear mixed model with random intercepts, without the scores:
//
//   y = X beta + sum_j Z_j b_j + e,   b_j ~ N(0, v_j I),   e ~ N(0, v_0 I).
//
// Z_j has a 1 where a score belongs to a level of term j. Computations only need the
// levels themselves and how often two levels of different terms occur together: Z'Z,
// which is sparse, and diagonal within each term.

#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "eigen.h"

namespace accord {

using SparseColumns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

class MixedDesign {
 public:
  // `level[j][i]` is the level of score i in term j, from 0. `x` has orthonormal columns.
  MixedDesign(std::vector<Span<int>> level, std::vector<int> n_levels, Eigen::MatrixXd x)
      : level_(std::move(level)), n_levels_(std::move(n_levels)), x_(std::move(x)) {
    start_.push_back(0);
    for (int n : n_levels_) start_.push_back(start_.back() + n);
    cross();
    z_x_ = times_z(x_);
  }

  int n_scores() const { return static_cast<int>(x_.rows()); }
  int n_fixed() const { return static_cast<int>(x_.cols()); }
  int n_terms() const { return static_cast<int>(n_levels_.size()); }
  int n_levels(int term) const { return n_levels_[term]; }
  int start(int term) const { return start_[term]; }  // position of its levels among all
  int n_all_levels() const { return start_.back(); }
  Span<int> level(int term) const { return level_[term]; }
  const Eigen::MatrixXd& x() const { return x_; }
  const SparseColumns& crossings() const { return crossings_; }  // Z'Z, both triangles
  const Eigen::MatrixXd& z_x() const { return z_x_; }            // Z'X

  // Returns Z' m for all terms.
  Eigen::MatrixXd times_z(const Eigen::MatrixXd& m) const {
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(n_all_levels(), m.cols());
    for (Eigen::Index column = 0; column < m.cols(); ++column) {
      for (int j = 0; j < n_terms(); ++j) {
        double* to = &result(start_[j], column);
        for (int i = 0; i < n_scores(); ++i) to[level_[j][i]] += m(i, column);
      }
    }
    return result;
  }

  // Returns how similar the covariance patterns of two terms are after removing the fixed
  // effects: the inner product of M Z_j Z_j' M and M Z_k Z_k' M with M = I - XX'. The
  // last row and column are those of the error.
  Eigen::MatrixXd pattern_products() const;

 private:
  void cross();

  std::vector<Span<int>> level_;
  std::vector<int> n_levels_, start_;
  Eigen::MatrixXd x_, z_x_;
  SparseColumns crossings_;
};

inline void MixedDesign::cross() {
  using Entry = Eigen::Triplet<double, int>;
  const std::size_t n = x_.rows(), k = n_levels_.size();
  std::vector<Entry> entries;
  entries.reserve(n * k * k);
  for (std::size_t a = 0; a < k; ++a) {
    for (std::size_t b = 0; b < k; ++b) {
      for (std::size_t i = 0; i < n; ++i) {
        entries.emplace_back(start_[a] + level_[a][i], start_[b] + level_[b][i], 1.0);
      }
    }
  }
  crossings_.resize(start_.back(), start_.back());
  crossings_.setFromTriplets(entries.begin(), entries.end());
}

inline Eigen::MatrixXd MixedDesign::pattern_products() const {
  const int k = n_terms();
  // Q' Z_j Z_j' Q for each term.
  std::vector<Eigen::MatrixXd> inner;
  for (int j = 0; j < k; ++j) {
    const auto rows = z_x_.middleRows(start_[j], n_levels_[j]);
    inner.push_back(rows.transpose() * rows);
  }
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(k + 1, k + 1);
  for (int b = 0; b < k; ++b) {
    for (int column = start_[b]; column < start_[b + 1]; ++column) {
      int a = 0;
      for (SparseColumns::InnerIterator at(crossings_, column); at; ++at) {
        while (static_cast<int>(at.row()) >= start_[a + 1]) ++a;
        const double n = at.value();
        result(a, b) += n * n - 2 * n * z_x_.row(at.row()).dot(z_x_.row(column));
      }
    }
    for (int a = 0; a < k; ++a) result(a, b) += inner[a].cwiseProduct(inner[b]).sum();
    const double sizes = n_scores() - inner[b].trace();
    result(k, b) = result(b, k) = sizes;
  }
  result(k, k) = n_scores() - n_fixed();
  return result;
}

}  // namespace accord
