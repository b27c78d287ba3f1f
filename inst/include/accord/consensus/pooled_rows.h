#pragma once
// Rows of confusion tables that are pooled over raters. A rater answers an item of class
// k rightly with odds o_jk, and a wrong answer is x with probability e_jkx. Three levels:
//
//   o_k = o g_k with g_k ~ Gamma(20, 20), o with 2 pseudo-answers of which 1.5 are right;
//   o_jk with 4 pseudo-answers at the odds r_j o_k, r_j ~ Gamma(4, 4) the ability;
//   e_jk with 4 pseudo-answers at e_k, which has 2 pseudo-answers spread evenly.
//
// An odds with C right answers among W is improved by an MM step, to (C + prior right) /
// (W / (1 + odds) + prior / (1 + odds)): the sums of the ratings are therefore those of
// the model of Dawid and Skene.

#include <cmath>    // log
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

  // Multiplies `p` by the probability of an item's answers under each class, up to a
  // common factor. `weight`, the part that the item has in the sums, is taken off what
  // determines its own answers.
  void multiply(Span<int> cells, const double* weight, double* p) const {
    each_batch(cells, weight, [&](const double* up, const double* down) {
      double best = 0;
      for (int k = 0; k < k_; ++k) {
        p[k] *= up[k] / down[k];
        best = p[k] > best ? p[k] : best;
      }
      for (int k = 0; k < k_; ++k) p[k] /= best;
    });
  }

  // Adds the logarithms of these probabilities.
  void add_logs(Span<int> cells, const double* weight, double* p) const {
    each_batch(cells, weight, [&](const double* up, const double* down) {
      for (int k = 0; k < k_; ++k) p[k] += std::log(up[k] / down[k]);
    });
  }

  // Returns the probability of the answer given the class, for an item that has no part
  // in the sums.
  double probability(int rater, int label, int answer) const {
    const auto own = of(rater);
    const double able = (right_[rater] + g) * odds_of_class_[label];
    const double mean = able / (exposure_[rater] + g + able);
    const double odds =
        (own.hits[label] + s * mean) / (own.miss[label] * (own.all[label] + s));
    if (answer == label) return odds / (1 + odds);
    const double wrong = own.all[label] - own.hits[label];
    const double n = sums_[row(rater * k_ + answer) + label];
    return (n + s * share(answer, label)) / (wrong + s) / (1 + odds);
  }

  // Returns this probability for a rater without ratings, whose ability is 1.
  double probability(int label, int answer) const {
    const double odds = odds_of_class_[label];
    return (answer == label ? odds : share(answer, label)) / (1 + odds);
  }

 private:
  static constexpr double s = 4, g = 4, g_class = 20;

  // Values of a rater for each class: weights of right and of all answers, 1 / (1 +
  // o_jk), and o_k / (1 + r_j o_k).
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

  // Calls visit(up, down) with the numerators and denominators of the products of 8
  // probabilities, which neither overflow nor vanish.
  template <class Visit>
  void each_batch(Span<int> cells, const double* weight, Visit&& visit) const {
    thread_local std::vector<double> products;
    products.resize(2 * static_cast<std::size_t>(k_));
    double *up = products.data(), *down = up + k_;
    const int* cell = cells.begin();
    while (cell != cells.end()) {
      for (int k = 0; k < 2 * k_; ++k) up[k] = 1;
      for (int i = 0; i < 8 && cell != cells.end(); ++i, ++cell) {
        fetch(sums_.data() + row(cell[Answers::ahead]));
        multiply_one(*cell, weight, up, down);
      }
      visit(up, down);
    }
  }

  // The fraction of one answer, without a division.
  void multiply_one(int cell, const double* weight, double* up, double* down) const {
    const int j = cell / k_, x = cell % k_;
    const auto own = of(j);
    const double *n = sums_.data() + row(cell), *pooled = wrong_share_.data() + row(x);
    double part = 0;
    for (int k = 0; k < k_; ++k) part += weight[k] * own.drag[k];
    const double able = right_[j] - weight[x] + g, exposed = exposure_[j] - part + g;
    const double up_before = up[x], down_before = down[x];
    for (int k = 0; k < k_; ++k) {
      const double mean = able * odds_of_class_[k], scale = exposed + mean;
      const double right = own.hits[k] * scale + s * mean;
      const double wrong = own.miss[k] * (own.all[k] - weight[k] + s) * scale;
      up[k] *= wrong * (n[k] - weight[k] + s * pooled[k]);
      down[k] *= (right + wrong) * (own.all[k] - own.hits[k] - weight[k] + s);
    }
    const double mean = able * odds_of_class_[x], scale = exposed + mean;
    const double right = (own.hits[x] - weight[x]) * scale + s * mean;
    up[x] = up_before * right;
    down[x] = down_before * (right + own.miss[x] * (own.all[x] - weight[x] + s) * scale);
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
        of_rater +=
            own.all[k] * odds_of_class_[k] / (1 + ability_[j] * odds_of_class_[k]);
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
