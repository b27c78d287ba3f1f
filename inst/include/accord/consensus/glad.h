#pragma once
// GLAD (Whitehill et al. 2009): an answer is correct with probability
// 1 / (1 + exp(-a b)), where a is the ability of the rater and b > 0 the easiness of the
// item; if it is wrong, all other categories are equally likely. a and log b have normal
// priors with mean 1 and variance 1.
//
// There is no closed M step. In each pass, log b takes a Newton step that is halved until
// its part of the objective does not decrease, and then a takes a step on a quadratic
// function that lies below the objective and touches it (Jaakkola & Jordan 2000). So the
// objective never decreases.

#include <cmath>    // exp, fabs, log, log1p, tanh
#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "answers.h"
#include "em.h"
#include "one_coin.h"

namespace accord {

class Glad final : public EmModel {
 public:
  explicit Glad(const Answers& answers)
      : answers_(answers),
        k_(answers.n_categories()),
        ability_(answers.n_raters(), 1),
        ease_(answers.n_items(), 1) {}

  std::size_t n_sums() const override { return 2 * ability_.size(); }

  double score(int item, Span<int> cells, double* score) const override {
    const double b = std::exp(ease_[item]), other = std::log(k_ - 1.0);
    for (int cell : cells) {
      const double x = ability_[answers_.rater(cell)] * b, wrong = softplus(x);
      add_hit_or_miss(answers_.code(cell), k_, x - wrong, -wrong - other, score);
    }
    return -square(ease_[item] - 1) / 2;
  }

  void learn(int item, Span<int> cells, const double* posterior, double* sums) override {
    improve(item, cells, posterior);
    const double b = std::exp(ease_[item]);
    for (int cell : cells) {
      const int rater = answers_.rater(cell);
      const double x = ability_[rater] * b;
      sums[2 * rater] += (posterior[answers_.code(cell)] - logistic(x)) * b;
      sums[2 * rater + 1] += b * b * curvature(x);
    }
  }

  void update(const double* sums) override {
    for (std::size_t r = 0; r < ability_.size(); ++r) {
      ability_[r] += (sums[2 * r] - (ability_[r] - 1)) / (sums[2 * r + 1] + 1);
    }
  }

  double log_prior() const override {
    double sum = 0;
    for (double a : ability_) sum -= square(a - 1) / 2;
    return sum;
  }

  const std::vector<double>& ability() const { return ability_; }
  // Returns log b of the item.
  double ease(int item) const { return ease_[item]; }

 private:
  static double square(double x) { return x * x; }
  static double logistic(double x) { return 1 / (1 + std::exp(-x)); }
  // log(1 + exp(x))
  static double softplus(double x) {
    return (x > 0 ? x : 0) + std::log1p(std::exp(-std::fabs(x)));
  }
  // Returns the curvature of the quadratic function that bounds softplus from above and
  // touches it at x and -x.
  static double curvature(double x) {
    return std::fabs(x) < 1e-4 ? 0.25 : std::tanh(x / 2) / (2 * x);
  }

  // Returns the part of the objective that depends on the easiness of one item.
  double part(double ease, Span<int> cells, const double* posterior) const {
    double sum = -square(ease - 1) / 2;
    const double b = std::exp(ease);
    for (int cell : cells) {
      const double x = ability_[answers_.rater(cell)] * b;
      sum += posterior[answers_.code(cell)] * x - softplus(x);
    }
    return sum;
  }

  void improve(int item, Span<int> cells, const double* posterior) {
    double& ease = ease_[item];
    const double b = std::exp(ease);
    double here = -square(ease - 1) / 2, slope = -(ease - 1), bend = -1;
    for (int cell : cells) {
      const double x = ability_[answers_.rater(cell)] * b, right = logistic(x);
      const double p = posterior[answers_.code(cell)];
      here += p * x - softplus(x);
      slope += (p - right) * x;
      bend += (p - right) * x - right * (1 - right) * x * x;
    }
    double step = bend < 0 ? -slope / bend : slope;
    if (step > 1) step = 1;
    if (step < -1) step = -1;
    for (int tries = 0; tries < 30; ++tries, step /= 2) {
      if (part(ease + step, cells, posterior) >= here) {
        ease += step;
        return;
      }
    }
  }

  const Answers& answers_;
  int k_;
  std::vector<double> ability_, ease_;
};

}  // namespace accord
