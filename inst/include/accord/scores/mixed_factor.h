#pragma once
// The factor of A = Theta Z'Z Theta + I, where Theta scales each term by the root of the
// ratio of its variance to that of the error. It gives the determinant, solutions, and
// the traces of the diagonal blocks of the inverse. There are two methods, of which the
// cheaper one is used:
//
//   blocks   the term with most levels is eliminated directly (its block is
//            diagonal), and the Schur complement of the other terms is dense;
//   sparse   a sparse Cholesky factor in minimum degree order (Eigen); entries of the
//            inverse are computed from the last to the first (Takahashi, Fagan & Chin
//            1973).

#include <cmath>    // log
#include <cstddef>  // size_t
#include <memory>   // unique_ptr
#include <vector>

#include "../base/parallel.h"
#include "dense_inverse.h"
#include "eigen.h"
#include "mixed_design.h"
#include "sparse_inverse.h"

namespace accord {

class MixedFactor {
 public:
  virtual ~MixedFactor() = default;
  // `theta` has an element for each term. Returns false if A is not numerically positive
  // definite.
  virtual bool factorize(const Eigen::VectorXd& theta) = 0;
  virtual double log_determinant() const = 0;
  virtual Eigen::MatrixXd solve(const Eigen::MatrixXd& b) = 0;
  // Returns the traces by term, for the matrix that was last factorized.
  virtual Eigen::VectorXd inverse_traces() = 0;
};

class BlockFactor final : public MixedFactor {
 public:
  BlockFactor(const MixedDesign& design, const Executor& executor)
      : design_(design), dense_(executor), first_(most_levels(design)) {
    read();
  }

  static int most_levels(const MixedDesign& design) {
    int first = 0;
    for (int j = 1; j < design.n_terms(); ++j) {
      if (design.n_levels(j) > design.n_levels(first)) first = j;
    }
    return first;
  }

  bool factorize(const Eigen::VectorXd& theta) override;
  double log_determinant() const override { return log_determinant_; }
  Eigen::MatrixXd solve(const Eigen::MatrixXd& b) override;
  Eigen::VectorXd inverse_traces() override;

 private:
  // The levels of other terms that occur with a level a of the first term: entries
  // `from[a]` to `from[a + 1]`.
  struct Meetings {
    std::vector<int> from, other;
    std::vector<double> count, value;  // count times the two thetas
  };

  void read();
  // Convert the number of a level among all to its position among those of other terms,
  // and give the term at a position.
  int position(int level) const {
    return level < design_.start(first_) ? level : level - n_first_;
  }
  int term_of(int position) const { return term_[position]; }

  const MixedDesign& design_;
  DenseInverse dense_;
  int first_, n_first_ = 0, n_others_ = 0;
  std::vector<int> term_;  // of each of the others
  Meetings meetings_;
  Eigen::VectorXd size_, pivot_;  // of the first term: scores by level, diagonal of A
  std::vector<Eigen::Triplet<double, int>> others_;  // lower triangle of their Z'Z
  Eigen::MatrixXd schur_, inverse_;                  // the factor of the complement
  double log_determinant_ = 0;
};

inline void BlockFactor::read() {
  const SparseColumns& crossings = design_.crossings();
  const int start = design_.start(first_);
  n_first_ = design_.n_levels(first_);
  n_others_ = design_.n_all_levels() - n_first_;
  for (int j = 0; j < design_.n_terms(); ++j) {
    if (j != first_) term_.insert(term_.end(), design_.n_levels(j), j);
  }
  size_.resize(n_first_);
  meetings_.from.push_back(0);
  for (int column = 0; column < crossings.cols(); ++column) {
    const bool in_first = column >= start && column < start + n_first_;
    for (SparseColumns::InnerIterator at(crossings, column); at; ++at) {
      const int row = static_cast<int>(at.row());
      const bool row_in_first = row >= start && row < start + n_first_;
      if (in_first && row_in_first) size_[column - start] = at.value();
      if (in_first && !row_in_first) {
        meetings_.other.push_back(position(row));
        meetings_.count.push_back(at.value());
      }
      if (!in_first && !row_in_first && row >= column) {
        others_.emplace_back(position(row), position(column), at.value());
      }
    }
    if (in_first) meetings_.from.push_back(static_cast<int>(meetings_.other.size()));
  }
  meetings_.value.resize(meetings_.count.size());
}

inline bool BlockFactor::factorize(const Eigen::VectorXd& theta) {
  const double own = theta[first_];
  pivot_ = (size_.array() * (own * own) + 1).matrix();
  for (std::size_t e = 0; e < meetings_.value.size(); ++e) {
    meetings_.value[e] = meetings_.count[e] * own * theta[term_of(meetings_.other[e])];
  }
  schur_.setZero(n_others_, n_others_);
  for (const auto& entry : others_) {
    schur_(entry.row(), entry.col()) =
        entry.value() * theta[term_of(entry.row())] * theta[term_of(entry.col())];
  }
  schur_.diagonal().array() += 1;
  for (int a = 0; a < n_first_; ++a) {
    for (int e = meetings_.from[a]; e < meetings_.from[a + 1]; ++e) {
      const double share = meetings_.value[e] / pivot_[a];
      double* to = &schur_(0, meetings_.other[e]);
      // Entries of a level are in order, so that only the lower triangle is written.
      for (int f = e; f < meetings_.from[a + 1]; ++f) {
        to[meetings_.other[f]] -= share * meetings_.value[f];
      }
    }
  }
  if (!dense_.factorize(&schur_)) return false;
  log_determinant_ = pivot_.array().log().sum() + DenseInverse::log_determinant(schur_);
  return true;
}

inline Eigen::MatrixXd BlockFactor::solve(const Eigen::MatrixXd& b) {
  const int start = design_.start(first_);
  const Eigen::Index after = n_others_ - start;
  Eigen::MatrixXd first = b.middleRows(start, n_first_), others(n_others_, b.cols());
  others.topRows(start) = b.topRows(start);
  others.bottomRows(after) = b.bottomRows(after);
  for (Eigen::Index column = 0; column < b.cols(); ++column) {
    for (int a = 0; a < n_first_; ++a) {
      const double share = first(a, column) / pivot_[a];
      for (int e = meetings_.from[a]; e < meetings_.from[a + 1]; ++e) {
        others(meetings_.other[e], column) -= meetings_.value[e] * share;
      }
    }
  }
  DenseInverse::solve(schur_, others);
  for (Eigen::Index column = 0; column < b.cols(); ++column) {
    for (int a = 0; a < n_first_; ++a) {
      double rest = first(a, column);
      for (int e = meetings_.from[a]; e < meetings_.from[a + 1]; ++e) {
        rest -= meetings_.value[e] * others(meetings_.other[e], column);
      }
      first(a, column) = rest / pivot_[a];
    }
  }
  Eigen::MatrixXd result(b.rows(), b.cols());
  result.topRows(start) = others.topRows(start);
  result.middleRows(start, n_first_) = first;
  result.bottomRows(after) = others.bottomRows(after);
  return result;
}

inline Eigen::VectorXd BlockFactor::inverse_traces() {
  dense_.invert(schur_, &inverse_);
  Eigen::VectorXd result = Eigen::VectorXd::Zero(design_.n_terms());
  for (int a = 0; a < n_others_; ++a) result[term_of(a)] += inverse_(a, a);
  double own = 0;
  for (int a = 0; a < n_first_; ++a) {
    double form = 0;
    for (int e = meetings_.from[a]; e < meetings_.from[a + 1]; ++e) {
      const double* column = &inverse_(0, meetings_.other[e]);
      double rest = 0.5 * column[meetings_.other[e]] * meetings_.value[e];
      for (int f = e + 1; f < meetings_.from[a + 1]; ++f) {
        rest += column[meetings_.other[f]] * meetings_.value[f];
      }
      form += 2 * meetings_.value[e] * rest;
    }
    own += (1 + form / pivot_[a]) / pivot_[a];
  }
  result[first_] = own;
  return result;
}

class SparseFactor final : public MixedFactor {
 public:
  explicit SparseFactor(const MixedDesign& design) : design_(design) {
    matrix_ = design.crossings().triangularView<Eigen::Lower>();
    llt_.analyzePattern(matrix_);
  }

  // Returns the number of multiplications of one factorization.
  double work() const { return llt_.work(); }

  bool factorize(const Eigen::VectorXd& theta) override {
    const SparseColumns& crossings = design_.crossings();
    std::vector<double> scale;
    for (int j = 0; j < design_.n_terms(); ++j) {
      scale.insert(scale.end(), design_.n_levels(j), theta[j]);
    }
    for (int column = 0; column < matrix_.cols(); ++column) {
      SparseColumns::InnerIterator from(crossings, column);
      for (SparseColumns::InnerIterator at(matrix_, column); at; ++at) {
        while (from.row() != at.row()) ++from;
        const int row = static_cast<int>(at.row());
        at.valueRef() = from.value() * scale[row] * scale[column] + (row == column);
      }
    }
    llt_.factorize(matrix_);
    return llt_.info() == Eigen::Success;
  }
  double log_determinant() const override {
    double sum = 0;
    const auto& factor = llt_.factor();
    for (int j = 0; j < factor.cols(); ++j) {
      sum += std::log(factor.valuePtr()[factor.outerIndexPtr()[j]]);
    }
    return 2 * sum;
  }
  Eigen::MatrixXd solve(const Eigen::MatrixXd& b) override { return llt_.solve(b); }
  Eigen::VectorXd inverse_traces() override {
    const Eigen::VectorXd diagonal = llt_.inverse_diagonal();
    Eigen::VectorXd result(design_.n_terms());
    for (int j = 0; j < design_.n_terms(); ++j) {
      result[j] = diagonal.segment(design_.start(j), design_.n_levels(j)).sum();
    }
    return result;
  }

 private:
  const MixedDesign& design_;
  SparseColumns matrix_;
  SparseInverse llt_;
};

// Dense arithmetic is about ten times as fast as sparse arithmetic, but a complement of
// more than 15,000 levels is not stored.
inline std::unique_ptr<MixedFactor> make_factor(const MixedDesign& design,
                                                const Executor& executor) {
  const double others =
      design.n_all_levels() - design.n_levels(BlockFactor::most_levels(design));
  const double dense = others * others * others / 3;
  if (others > 200) {
    auto sparse = std::make_unique<SparseFactor>(design);
    if (others > 15000 || 10 * sparse->work() < dense) return sparse;
  }
  return std::make_unique<BlockFactor>(design, executor);
}

}  // namespace accord
