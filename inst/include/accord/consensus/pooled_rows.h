#pragma once
// Rows of confusion tables that are pooled over raters. A rater answers an item of class k
// rightly with odds o_jk, and a wrong answer is x with probability e_jkx. Three levels:
//
//   o_k = o g_k with g_k ~ Gamma(20, 20), o with 2 pseudo-answers of which 1.5 are right;
//   o_jk with 4 pseudo-answers at the odds r_j o_k, r_j ~ Gamma(4, 4) the ability;
//   e_jk with 4 pseudo-answers at e_k, which has 2 pseudo-answers spread evenly.
//
// An odds with C right answers among W is improved by an MM step, to (C + prior right) /
// (W / (1 + odds) + prior / (1 + odds)): the sums of the ratings are therefore those of the
// model of Dawid and Skene.

#include <cmath>    // frexp, log
#include <cstddef>  // size_t
#include <utility>  // swap
#include <vector>

#include "../base/views.h"
#include "answers.h"

namespace accord {

class PooledRows {
 public:
  PooledRows(int n_raters, int n_categories)
      : k_(n_categories),
        n_raters_(n_raters),
        odds_of_class_(k_, odds_),
        wrong_share_(static_cast<std::size_t>(k_) * k_),
        ability_(n_raters_, 1),
        right_(n_raters_),
        exposure_(n_raters_),
        rows_(static_cast<std::size_t>(n_raters_) * 4 * k_, 1 / (1 + odds_)) {}

  // For each rater and answer the sum of the weights of every class.
  std::size_t n_sums() const { return static_cast<std::size_t>(n_raters_) * k_ * k_; }

  void learn(Span<int> cells, const double* weight, double* sums) const {
    for (const int* cell = cells.begin(); cell != cells.end(); ++cell) {
      fetch(sums + row(cell[Answers::ahead]));
      double* own = sums + row(*cell);
      for (int k = 0; k < k_; ++k) own[k] += weight[k];
    }
  }

  // Takes the sums of all raters, and returns the former ones in their place.
  void update(std::vector<double>* sums) {
    const int steps = sums_.empty() ? 8 : 1;
    std::swap(sums_, *sums);
    count();
    for (int i = 0; i < steps; ++i) improve();
    for (int j = 0; j < n_raters_; ++j) {
      const auto own = of(j);
      exposure_[j] = 0;
      for (int k = 0; k < k_; ++k) {
        own.drag[k] = odds_of_class_[k] / (1 + ability_[j] * odds_of_class_[k]);
        exposure_[j] += own.all[k] * own.drag[k];
      }
    }
  }

  // Computes the log probability of an item's answers under each class. `weight`, the part
  // that the item has in the sums, is taken off what determines its own answers.
  void judge(Span<int> cells, const double* weight, double* evidence) const {
    std::vector<double>& product = scratch();
    product.assign(k_, 1);
    for (int k = 0; k < k_; ++k) evidence[k] = 0;
    int pending = 0;
    for (const int* cell = cells.begin(); cell != cells.end(); ++cell) {
      fetch(sums_.data() + row(cell[Answers::ahead]));
      multiply(*cell, weight, product.data());
      if (++pending < 8) continue;  // products of 8 probabilities do not underflow
      add_logs(product.data(), evidence);
      pending = 0;
    }
    add_logs(product.data(), evidence);
  }

  // Returns the probability of the answer given the class.
  double probability(int rater, int label, int answer) const {
    const auto own = of(rater);
    const double right = 1 - own.miss[label];
    if (answer == label) return right;
    const double wrong = own.all[label] - own.hits[label];
    const double n = sums_[row(rater * k_ + answer) + label];
    return (1 - right) * (n + s * share(answer, label)) / (wrong + s);
  }

 private:
  static constexpr double s = 4, g = 4, g_class = 20;

  // Values of a rater for each class: weights of right and of all answers, 1 / (1 + o_jk),
  // and o_k / (1 + r_j o_k).
  template <class T>
  struct Row {
    T *hits, *all, *miss, *drag;
  };
  Row<double> of(int rater) {
    double* p = rows_.data() + static_cast<std::size_t>(rater) * 4 * k_;
    return {p, p + k_, p + 2 * k_, p + 3 * k_};
  }
  Row<const double> of(int rater) const {
    const double* p = rows_.data() + static_cast<std::size_t>(rater) * 4 * k_;
    return {p, p + k_, p + 2 * k_, p + 3 * k_};
  }

  std::size_t row(int cell) const { return static_cast<std::size_t>(cell) * k_; }
  double share(int answer, int label) const { return wrong_share_[row(answer) + label]; }

  static std::vector<double>& scratch() {
    thread_local std::vector<double> product;
    return product;
  }

  void add_logs(double* product, double* evidence) const {
    for (int k = 0; k < k_; ++k) {
      evidence[k] += std::log(product[k]);
      product[k] = 1;
    }
  }

  // Multiplies by the probabilities of one answer. All fractions have one denominator, so
  // that there is one division for each class.
  void multiply(int cell, const double* weight, double* product) const {
    const int j = cell / k_, x = cell % k_;
    const auto own = of(j);
    const double *n = sums_.data() + row(cell), *pooled = wrong_share_.data() + row(x);
    double part = 0;
    for (int k = 0; k < k_; ++k) part += weight[k] * own.drag[k];
    const double up = right_[j] - weight[x] + g, down = exposure_[j] - part + g;
    const double before = product[x];
    for (int k = 0; k < k_; ++k) {
      const double mean = up * odds_of_class_[k], scale = down + mean;
      const double right = own.hits[k] * scale + s * mean;
      const double wrong = own.miss[k] * (own.all[k] - weight[k] + s) * scale;
      const double others = own.all[k] - own.hits[k] - weight[k] + s;
      product[k] *= wrong * (n[k] - weight[k] + s * pooled[k]) / ((right + wrong) * others);
    }
    const double mean = up * odds_of_class_[x], scale = down + mean;
    const double right = (own.hits[x] - weight[x]) * scale + s * mean;
    const double wrong = own.miss[x] * (own.all[x] - weight[x] + s) * scale;
    product[x] = before * right / (right + wrong);
  }

  // Counts right and all answers of raters, and the shares of wrong answers.
  void count() {
    std::vector<double> wrong(k_);
    right_of_class_.assign(k_, 0);
    for (int k = 0; k < k_; ++k) wrong[k] = 2;
    for (int x = 0; x < k_; ++x) {
      for (int k = 0; k < k_; ++k) wrong_share_[row(x) + k] = x == k ? 0 : 2.0 / (k_ - 1);
    }
    for (int j = 0; j < n_raters_; ++j) {
      const auto own = of(j);
      right_[j] = 0;
      for (int k = 0; k < k_; ++k) own.all[k] = 0;
      for (int x = 0; x < k_; ++x) {
        const double* n = sums_.data() + row(j * k_ + x);
        for (int k = 0; k < k_; ++k) {
          own.all[k] += n[k];
          if (x != k) {
            wrong[k] += n[k];
            wrong_share_[row(x) + k] += n[k];
          }
        }
        own.hits[x] = n[x];
        right_[j] += n[x];
        right_of_class_[x] += n[x];
      }
    }
    for (int x = 0; x < k_; ++x) {
      for (int k = 0; k < k_; ++k) wrong_share_[row(x) + k] /= wrong[k];
    }
  }

  // One MM step of all odds, from the level of all raters down.
  void improve() {
    std::vector<double> exposure(k_);
    for (int j = 0; j < n_raters_; ++j) {
      const auto own = of(j);
      for (int k = 0; k < k_; ++k) {
        exposure[k] += own.all[k] * ability_[j] / (1 + ability_[j] * odds_of_class_[k]);
      }
    }
    double right = 0, down = 0;
    for (int k = 0; k < k_; ++k) {
      right += right_of_class_[k];
      down += exposure[k] * odds_of_class_[k] / odds_;
    }
    odds_ = (right + 1.5) / (down + 2 / (1 + odds_));
    for (int k = 0; k < k_; ++k) {
      odds_of_class_[k] =
          odds_ * (right_of_class_[k] + g_class) / (exposure[k] * odds_ + g_class);
    }
    for (int j = 0; j < n_raters_; ++j) {
      const auto own = of(j);
      double of_rater = 0;
      for (int k = 0; k < k_; ++k) {
        of_rater += own.all[k] * odds_of_class_[k] / (1 + ability_[j] * odds_of_class_[k]);
      }
      ability_[j] = (right_[j] + g) / (of_rater + g);
      for (int k = 0; k < k_; ++k) {
        const double odds = ability_[j] * odds_of_class_[k], mean = odds / (1 + odds);
        const double up = own.hits[k] + s * mean, below = (own.all[k] + s) * own.miss[k];
        own.miss[k] = below / (below + up);  // 1 / (1 + up / below)
      }
    }
  }

  int k_, n_raters_;
  double odds_ = 3;
  std::vector<double> odds_of_class_, wrong_share_, ability_, right_, exposure_, rows_;
  std::vector<double> right_of_class_, sums_;
};

}  // namespace accord
