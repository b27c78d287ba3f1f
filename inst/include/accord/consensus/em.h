#pragma once
// The EM algorithm (Dempster, Laird & Rubin 1977) for the hidden label of each item. A
// model gives the likelihood of an answer for each label. One pass over the ratings does
// the E step of an item and adds its part to the sums of the M step, so no array of items
// × categories is stored. Scores are logarithms, so that the likelihood of a thousand
// answers does not underflow.

#include <cmath>  // exp, fabs, log
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "../base/blocks.h"
#include "../base/parallel.h"
#include "../base/views.h"
#include "answers.h"
#include "votes.h"

namespace accord {

class EmModel {
 public:
  virtual ~EmModel() = default;
  // Adds the log probabilities of an item's answers under each label to the scores;
  // returns the log prior of the item's own parameters.
  virtual double score(int item, Span<int> cells, double* score) const = 0;
  // Adds the item's part to the sums, and can update the item's own parameters.
  virtual void learn(int item, Span<int> cells, const double* posterior,
                     double* sums) = 0;
  virtual std::size_t n_sums() const = 0;
  // The M step of the raters' parameters, and their log prior, without constants.
  virtual void update(const double* sums) = 0;
  virtual double log_prior() const = 0;
};

struct EmSettings {
  double tolerance = 1e-10;  // change of the objective, by its size
  int max_iterations = 1000;
  std::vector<double> prior;  // of the labels; empty: free
};

// The course of the iterations.
struct EmCourse {
  std::vector<double> history;  // the objective after each iteration
  double log_likelihood = 0;
  double objective = 0;  // with the log priors of all parameters
  bool converged = false;
};

struct EmFit : EmCourse {
  std::vector<double> prior;
};

// Returns the scale to which a change of the objective is compared.
inline double size_of(double objective) {
  return std::fabs(objective) > 1 ? std::fabs(objective) : 1;
}

// Alternates E and M steps until the objective, which e_step() returns, changes no more
// than the tolerance.
template <class EStep, class MStep>
void iterate(const EmSettings& settings, EStep&& e_step, MStep&& m_step,
             EmCourse* course) {
  for (int i = 0; i < settings.max_iterations && !course->converged; ++i) {
    const double objective = e_step();
    if (i > 0) {
      const double change = std::fabs(objective - course->history.back());
      course->converged = change <= settings.tolerance * size_of(objective);
    }
    course->history.push_back(objective);
    if (!course->converged && i + 1 < settings.max_iterations) m_step();
  }
}

class Em {
 public:
  // `gold` is the label of each item, or -1; it is empty if no label is given.
  Em(const Answers& answers, Span<int> gold, const EmSettings& settings,
     const Executor& executor)
      : answers_(answers),
        gold_(gold),
        settings_(settings),
        executor_(executor),
        k_(answers.n_categories()) {}

  // Starts from the vote shares; if there is `noise`, positive numbers for each item and
  // category, the votes are increased a little and multiplied by it. Finally calls
  // visit(item, posterior) for every item, from several threads.
  EmFit fit(Span<double> noise, EmModel* model,
            const std::function<void(int item, const double* posterior)>& visit) {
    EmFit fit;
    blocks_ = blocks_for(answers_.n_ratings(), model->n_sums());
    walk(model, true, [&](int item, double* p) { begin(noise, item, p); });
    m_step(model);
    const auto e_step = [&] {
      executor_.poll();
      walk(model, true, [&](int item, double* p) { posterior(*model, item, p); });
      return objective(*model);
    };
    iterate(
        settings_, e_step, [&] { m_step(model); }, &fit);
    walk(model, false, [&](int item, double* p) {
      posterior(*model, item, p);
      visit(item, p);
    });
    fit.prior = prior_;
    fit.log_likelihood = log_likelihood_;
    fit.objective = objective(*model);
    return fit;
  }

 private:
  double objective(const EmModel& model) const {
    return log_likelihood_ + item_prior_ + model.log_prior();
  }

  int gold(int item) const { return gold_.empty() ? -1 : gold_[item]; }

  void clamp(int item, double* p) const {
    if (gold(item) < 0) return;
    for (int k = 0; k < k_; ++k) p[k] = k == gold(item);
  }

  // Noise multiplies the votes and gives every category a positive share. Since it starts
  // from the votes, the labels keep their meaning.
  void begin(Span<double> noise, int item, double* p) const {
    for (int k = 0; k < k_; ++k) p[k] = noise.empty() ? 0 : 1.0 / k_;
    add_votes(answers_, item, {}, p);
    double total = 0;
    for (int k = 0; k < k_; ++k) {
      if (!noise.empty()) p[k] *= noise[static_cast<std::size_t>(item) * k_ + k];
      total += p[k];
    }
    for (int k = 0; k < k_; ++k) p[k] = total > 0 ? p[k] / total : 1.0 / k_;
    clamp(item, p);
  }

  // Computes the posterior of the labels of one item given its answers, followed by the
  // log likelihood and the log prior of the item in p[k] and p[k + 1].
  void posterior(const EmModel& model, int item, double* p) const {
    for (int k = 0; k < k_; ++k) p[k] = log_prior_[k];
    p[k_ + 1] = model.score(item, answers_.of(item), p);
    if (gold(item) >= 0) {
      p[k_] = p[gold(item)];
      clamp(item, p);
      return;
    }
    double best = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < k_; ++k) best = p[k] > best ? p[k] : best;
    // Labels that no rater gave often have equal scores, so that the exponential is
    // computed once.
    double total = 0, before = std::numeric_limits<double>::quiet_NaN(), share = 0;
    for (int k = 0; k < k_; ++k) {
      if (p[k] != before) {
        before = p[k];
        share = std::exp(before - best);
      }
      total += p[k] = share;
    }
    const double scale = 1 / total;
    for (int k = 0; k < k_; ++k) p[k] *= scale;
    p[k_] = best + std::log(total);
  }

  // Computes the sums of the model, then those of the posteriors. Items without answers
  // are skipped.
  template <class Step>
  void walk(EmModel* model, bool learn, Step&& step) {
    const std::size_t n = learn ? model->n_sums() : 0;
    sums_.resize(blocks_);
    each_block(executor_, answers_.n_items(), blocks_, [&](int b, Range items) {
      sums_[b].assign(n + k_ + 2, 0);
      double *own = sums_[b].data(), *tail = own + n;
      std::vector<double> p(k_ + 2);
      for (std::size_t i = items.begin; i < items.end; ++i) {
        const int item = static_cast<int>(i);
        const Span<int> cells = answers_.of(item);
        step(item, p.data());
        if (cells.empty()) continue;
        if (learn) model->learn(item, cells, p.data(), own);
        for (int k = 0; k < k_ + 2; ++k) tail[k] += p[k];
      }
    });
    add_blocks(&sums_);
    log_likelihood_ = sums_[0][n + k_];
    item_prior_ = sums_[0][n + k_ + 1];
  }

  void m_step(EmModel* model) {
    model->update(sums_[0].data());
    const double* share = sums_[0].data() + model->n_sums();
    prior_ = settings_.prior;
    if (prior_.empty()) {
      double total = 0;
      for (int k = 0; k < k_; ++k) total += share[k];
      for (int k = 0; k < k_; ++k) prior_.push_back(share[k] / total);
    }
    log_prior_.resize(k_);
    for (int k = 0; k < k_; ++k) log_prior_[k] = std::log(prior_[k]);
  }

  const Answers& answers_;
  Span<int> gold_;
  EmSettings settings_;
  Executor executor_;
  int k_;
  int blocks_ = 1;
  std::vector<double> prior_, log_prior_;
  std::vector<std::vector<double>> sums_;  // of each block
  double log_likelihood_ = 0, item_prior_ = 0;
};

}  // namespace accord
