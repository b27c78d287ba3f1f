#pragma once
// MACE (Hovy et al. 2013): a rater either knows the label, or answers regardless of the
// label, by a strategy of their own. It is fitted by EM, or by variational Bayes with the
// priors of the paper.

#include <cmath>    // exp, lgamma, log
#include <cstddef>  // size_t
#include <vector>

#include "../base/digamma.h"
#include "../base/views.h"
#include "answers.h"
#include "em.h"
#include "one_coin.h"

namespace accord {

// Prior counts for knowing and for not knowing (Beta), and for every category of a
// strategy (Dirichlet). EM adds them to the expected counts, which amounts to a prior
// whose parameters are 1 plus these counts.
struct MacePrior {
  double knows, guesses, strategy;
  bool variational;
};

class Mace final : public EmModel {
 public:
  Mace(const Answers& answers, const MacePrior& prior)
      : answers_(answers),
        prior_(prior),
        k_(answers.n_categories()),
        cells_(answers.cell_counts()),
        competence_(answers.n_raters(), 0.5),
        strategy_(cells_.size(), 1.0 / k_),
        hit_(cells_.size()),
        miss_(cells_.size()),
        knowing_(cells_.size(), 0.5 / (0.5 + 0.5 / k_)) {}

  std::size_t n_sums() const override { return cells_.size(); }

  double score(int, Span<int> cells, double* score) const override {
    for (int cell : cells) {
      add_hit_or_miss(answers_.code(cell), k_, hit_[cell], miss_[cell], score);
    }
    return 0;
  }

  // Adds how often the answer was right because the rater knew the label.
  void learn(int, Span<int> cells, const double* posterior, double* sums) override {
    for (int cell : cells) sums[cell] += posterior[answers_.code(cell)] * knowing_[cell];
  }

  void update(const double* sums) override {
    log_prior_ = 0;
    std::vector<double> guessed(k_);
    for (int r = 0; r < answers_.n_raters(); ++r) {
      double knows = 0, guesses = 0;
      for (int c = 0; c < k_; ++c) {
        const int cell = r * k_ + c;
        const double rest = cells_[cell] - sums[cell];
        guessed[c] = rest > 0 ? rest : 0;  // 0 up to rounding errors
        knows += sums[cell];
        guesses += guessed[c];
      }
      if (prior_.variational) {
        update_variational(r, knows, guesses, guessed);
      } else {
        update_expected(r, knows, guesses, guessed);
      }
    }
  }

  // For variational Bayes this is minus the divergence of the parameters from their
  // priors, so that the objective of EM is the lower bound.
  double log_prior() const override { return log_prior_; }

  // Return the probability that the rater knows the label, and that of an answer if not.
  double competence(int rater) const { return competence_[rater]; }
  double strategy(int rater, int code) const { return strategy_[rater * k_ + code]; }

 private:
  void update_expected(int r, double knows, double guesses,
                       const std::vector<double>& guessed) {
    const double all = knows + guesses + prior_.knows + prior_.guesses;
    const double know = (knows + prior_.knows) / all;
    const double guess = (guesses + prior_.guesses) / all;
    const double total = guesses + k_ * prior_.strategy;
    competence_[r] = know;
    if (prior_.knows > 0) log_prior_ += prior_.knows * std::log(know);
    if (prior_.guesses > 0) log_prior_ += prior_.guesses * std::log(guess);
    for (int c = 0; c < k_; ++c) {
      double& strategy = strategy_[r * k_ + c];
      if (total > 0) strategy = (guessed[c] + prior_.strategy) / total;
      if (prior_.strategy > 0) log_prior_ += prior_.strategy * std::log(strategy);
      set_cell(r * k_ + c, know, guess * strategy);
    }
  }

  void update_variational(int r, double knows, double guesses,
                          const std::vector<double>& guessed) {
    const double a = knows + prior_.knows, b = guesses + prior_.guesses;
    const double total = guesses + k_ * prior_.strategy;
    const double know = std::exp(digamma(a) - digamma(a + b));
    const double guess = std::exp(digamma(b) - digamma(a + b));
    competence_[r] = a / (a + b);
    log_prior_ += std::lgamma(prior_.knows + prior_.guesses) - std::lgamma(a + b) +
                  std::lgamma(k_ * prior_.strategy) - std::lgamma(total);
    add_divergence(a, prior_.knows, a + b);
    add_divergence(b, prior_.guesses, a + b);
    for (int c = 0; c < k_; ++c) {
      const double n = guessed[c] + prior_.strategy;
      strategy_[r * k_ + c] = n / total;
      add_divergence(n, prior_.strategy, total);
      set_cell(r * k_ + c, know, guess * std::exp(digamma(n) - digamma(total)));
    }
  }

  // Adds the part of one count to minus the divergence of two Dirichlet distributions.
  void add_divergence(double count, double prior, double total) {
    log_prior_ += std::lgamma(count) - std::lgamma(prior) -
                  (count - prior) * (digamma(count) - digamma(total));
  }

  void set_cell(int cell, double knows, double guesses) {
    hit_[cell] = std::log(knows + guesses);
    miss_[cell] = std::log(guesses);
    knowing_[cell] = knows > 0 ? knows / (knows + guesses) : 0;
  }

  const Answers& answers_;
  MacePrior prior_;
  int k_;
  std::vector<double> cells_, competence_, strategy_, hit_, miss_, knowing_;
  double log_prior_ = 0;
};

}  // namespace accord
