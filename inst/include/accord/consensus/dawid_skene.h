#pragma once
// Dawid & Skene (1979): each rater has a table with the probability of every answer for
// every label.

#include <cmath>    // exp, log
#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "answers.h"
#include "em.h"

namespace accord {

class DawidSkene final : public EmModel {
 public:
  // `smoothing` is added to the count of every cell: a Dirichlet prior on each row.
  DawidSkene(const Answers& answers, double smoothing)
      : k_(answers.n_categories()),
        n_raters_(answers.n_raters()),
        smoothing_(smoothing),
        log_(n_sums()) {}

  std::size_t n_sums() const override {
    return static_cast<std::size_t>(n_raters_) * k_ * k_;
  }

  double score(int, Span<int> cells, double* score) const override {
    for (const int* cell = cells.begin(); cell != cells.end(); ++cell) {
      fetch(log_.data() + row(cell[Answers::ahead]));
      const double* own = log_.data() + row(*cell);
      for (int k = 0; k < k_; ++k) score[k] += own[k];
    }
    return 0;
  }

  void learn(int, Span<int> cells, const double* posterior, double* sums) override {
    for (const int* cell = cells.begin(); cell != cells.end(); ++cell) {
      fetch(sums + row(cell[Answers::ahead]));
      double* own = sums + row(*cell);
      for (int k = 0; k < k_; ++k) own[k] += posterior[k];
    }
  }

  void update(const double* sums) override {
    for (int r = 0; r < n_raters_; ++r) {
      for (int k = 0; k < k_; ++k) {
        double total = k_ * smoothing_;
        for (int c = 0; c < k_; ++c) total += sums[at(r, c, k)];
        for (int c = 0; c < k_; ++c) {
          const double n = sums[at(r, c, k)] + smoothing_;
          log_[at(r, c, k)] = std::log(total > 0 ? n / total : 0);
        }
      }
    }
  }

  double log_prior() const override {
    if (smoothing_ == 0) return 0;
    double sum = 0;
    for (double value : log_) sum += smoothing_ * value;
    return sum;
  }

  // Returns the probability of the answer given the label; 0 for all answers if the rater
  // rated no item with the label.
  double probability(int rater, int label, int answer) const {
    return std::exp(log_[at(rater, answer, label)]);
  }

 private:
  std::size_t row(int cell) const { return static_cast<std::size_t>(cell) * k_; }
  std::size_t at(int rater, int answer, int label) const {
    return row(rater * k_ + answer) + label;
  }

  int k_, n_raters_;
  double smoothing_;
  std::vector<double> log_;
};

}  // namespace accord
