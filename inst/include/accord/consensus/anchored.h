#pragma once
// The model of Dawid and Skene with pooled rows, anchored to a vote. EM run to
// convergence follows whatever explains the ratings, such as types of items. Here raters
// are judged by (1 - anchor) posterior + anchor * vote, every item is judged without its
// own ratings (leave-one-out mean field, CVB0 of Asuncion et al. 2009), and the number of
// iterations is fixed. Linear in the ratings.

#include <cmath>    // exp, log, sqrt
#include <cstddef>  // size_t
#include <functional>
#include <limits>
#include <utility>  // move
#include <vector>

#include "../base/blocks.h"
#include "../base/parallel.h"
#include "../base/views.h"
#include "answers.h"
#include "pooled_rows.h"
#include "tempering.h"
#include "votes.h"

namespace accord {

struct AnchoredSettings {
  Tempering tempering;
  double anchor = 0.3;
  int iterations = 15;
  int least_gold = 20;  // so many gold labels fit the tempering
  bool within = false;  // evidence is tempered in every iteration, not the result
  // Of the classes of each item, normalised; if empty, the shares of the classes are.
  Span<double> log_prior;
};

struct AnchoredFit {
  double accuracy = 0;  // of a vote, from the agreement of pairs
  Tempering tempering;
  int n_known = 0;  // items to which the tempering was fitted
  std::vector<double> prior;
};

class Anchored {
 public:
  // `gold` is the label of each item, or -1; it is empty if no label is given.
  Anchored(const Answers& answers, Span<int> gold, const AnchoredSettings& settings,
           const Executor& executor)
      : answers_(answers),
        gold_(gold),
        settings_(settings),
        executor_(executor),
        k_(answers.n_categories()),
        blocks_(blocks_for(answers.n_ratings(),
                           static_cast<std::size_t>(answers.n_raters()) * k_ * k_)),
        rows_(answers.n_raters(), k_) {}

  // Finally calls visit(item, posterior) for every item, from several threads.
  AnchoredFit fit(const std::function<void(int item, const double* posterior)>& visit) {
    AnchoredFit fit;
    fit.accuracy = vote_accuracy();
    log_odds_ = std::log(fit.accuracy * (k_ - 1) / (1 - fit.accuracy));
    for (int d = 0; d < decay_size; ++d) decay_[d] = std::exp(-log_odds_ * d);
    weight_.resize(static_cast<std::size_t>(answers_.n_items()) * k_);
    walk([&](int item, double* p) { begin(item, p); });
    for (int i = 0; i < settings_.iterations; ++i) {
      executor_.poll();
      rows_.update(&sums_[0]);
      if (i + 1 < settings_.iterations) {
        walk([&](int item, double* p) { judge(item, p); });
      } else {
        end();
      }
    }
    fit.tempering = calibrate(&fit.n_known);
    for (int k = 0; k < k_; ++k) fit.prior.push_back((share_[k] + 1) / (rated_ + k_));
    each_item([&](int, int item) {
      double* p = weight(item);
      temper(fit.tempering, power(fit.tempering, item), prior_of(item), k_, p);
      if (gold(item) >= 0) clamp(gold(item), p);
      visit(item, p);
    });
    return fit;
  }

  const PooledRows& rows() const { return rows_; }

 private:
  int gold(int item) const { return gold_.empty() ? -1 : gold_[item]; }
  double* weight(int item) { return &weight_[static_cast<std::size_t>(item) * k_]; }
  void clamp(int label, double* p) const {
    for (int k = 0; k < k_; ++k) p[k] = k == label;
  }

  double power(const Tempering& tempering, int item) const {
    return settings_.within ? tempering.factor : tempering.power(answers_.size(item));
  }

  // Visits the items of every block, block by block.
  template <class Visit>
  void each_item(Visit&& visit) {
    each_block(executor_, answers_.n_items(), blocks_, [&](int b, Range items) {
      for (std::size_t i = items.begin; i < items.end; ++i) visit(b, static_cast<int>(i));
    });
  }

  // Returns the accuracy a of a rater with a^2 + (1 - a)^2 / (K - 1) = P, the share of
  // pairs of ratings of an item that agree.
  double vote_accuracy() {
    std::vector<std::vector<double>> pairs(blocks_, std::vector<double>(2));
    std::vector<std::vector<double>> votes(blocks_, std::vector<double>(k_));
    each_item([&](int b, int item) {
      const Span<int> cells = answers_.of(item);
      const double m = static_cast<double>(cells.size());
      for (int cell : cells) pairs[b][0] += 2 * votes[b][answers_.code(cell)]++;
      for (int cell : cells) votes[b][answers_.code(cell)] = 0;
      pairs[b][1] += m * (m - 1);
    });
    add_blocks(&pairs);
    const double least = 1.0 / k_ + 0.05, most = 0.95;
    if (pairs[0][1] == 0) return (least + most) / 2;
    const double p = pairs[0][0] / pairs[0][1];
    // (K a - 1)^2 = (K - 1) (K P - 1)
    const double inside = (k_ - 1.0) * (k_ * p - 1);
    const double a = (1 + (inside > 0 ? std::sqrt(inside) : 0)) / k_;
    return a < least ? least : a > most ? most : a;
  }

  // Computes the vote: categories in proportion to odds of a right answer ^ votes.
  void vote(int item, double* p) const {
    for (int k = 0; k < k_; ++k) p[k] = 0;
    add_votes(answers_, item, {}, p);
    if (const double* given = prior_of(item)) {
      for (int k = 0; k < k_; ++k) p[k] = p[k] * log_odds_ + given[k];
      exponentials(p);
      return;
    }
    double best = 0, total = 0;
    for (int k = 0; k < k_; ++k) best = p[k] > best ? p[k] : best;
    for (int k = 0; k < k_; ++k) {
      const double behind = best - p[k];
      p[k] = behind < decay_size ? decay_[static_cast<int>(behind)]
                                 : std::exp(-log_odds_ * behind);
      total += p[k];
    }
    const double scale = 1 / total;
    for (int k = 0; k < k_; ++k) p[k] *= scale;
  }

  // Replaces logarithms by probabilities.
  void exponentials(double* p) const {
    double best = p[0], total = 0;
    for (int k = 1; k < k_; ++k) best = p[k] > best ? p[k] : best;
    for (int k = 0; k < k_; ++k) total += p[k] = std::exp(p[k] - best);
    for (int k = 0; k < k_; ++k) p[k] /= total;
  }

  // Returns null if no prior is given.
  const double* prior_of(int item) const {
    if (settings_.log_prior.empty()) return nullptr;
    return settings_.log_prior.begin() + static_cast<std::size_t>(item) * k_;
  }

  void begin(int item, double* p) {
    vote(item, p);
    if (gold(item) >= 0) clamp(gold(item), p);
    for (int k = 0; k < k_; ++k) weight(item)[k] = p[k];
  }

  // Replaces the weights of an item by those of its posterior, from all other ratings.
  void judge(int item, double* p) {
    double* w = weight(item);
    if (gold(item) >= 0) {
      clamp(gold(item), p);
      return;
    }
    if (settings_.log_prior.empty() && !settings_.within) {
      const bool rated = answers_.size(item) > 0;
      for (int k = 0; k < k_; ++k) p[k] = share_[k] - (rated ? w[k] : 0) + 1;
      rows_.multiply(answers_.of(item), w, p);
    } else {
      log_posterior(item, p);
      exponentials(p);
    }
    double total = 0;
    for (int k = 0; k < k_; ++k) total += p[k];
    vote(item, w);
    const double share = (1 - settings_.anchor) / total;
    for (int k = 0; k < k_; ++k) p[k] = w[k] = share * p[k] + settings_.anchor * w[k];
  }

  // Computes the log posterior but for a constant, and returns the largest one.
  double log_posterior(int item, double* p) {
    const double *w = weight(item), *given = prior_of(item);
    const bool rated = answers_.size(item) > 0;
    for (int k = 0; k < k_; ++k) p[k] = 0;
    rows_.add_logs(answers_.of(item), w, p);
    const double tau =
        settings_.within ? settings_.tempering.power(answers_.size(item)) : 1;
    double best = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < k_; ++k) {
      const double prior =
          given == nullptr ? std::log(share_[k] - (rated ? w[k] : 0) + 1) : given[k];
      p[k] = prior + tau * p[k];
      best = p[k] > best ? p[k] : best;
    }
    return best;
  }

  // Calls step(item, p) for every item, which fills p with its new weights, and adds them
  // to the sums of the raters and of the classes.
  template <class Step>
  void walk(Step&& step) {
    std::vector<std::vector<double>> p(blocks_), shares(blocks_);
    sums_.resize(blocks_);
    each_block(executor_, blocks_, blocks_, [&](int b, Range) {
      sums_[b].assign(rows_.n_sums(), 0);
      shares[b].assign(k_ + 1, 0);
      p[b].resize(k_);
    });
    each_item([&](int b, int item) {
      double *own = p[b].data(), *share = shares[b].data();
      step(item, own);
      if (answers_.size(item) == 0) return;
      rows_.learn(answers_.of(item), own, sums_[b].data());
      for (int k = 0; k < k_; ++k) share[k] += own[k];
      ++share[k_];
    });
    add_blocks(&sums_);
    add_blocks(&shares);
    rated_ = shares[0][k_];
    share_ = std::move(shares[0]);
  }

  // The last iteration replaces the weights by log posteriors.
  void end() {
    std::vector<std::vector<double>> p(blocks_, std::vector<double>(k_));
    each_item([&](int b, int item) {
      const double best = log_posterior(item, p[b].data());
      for (int k = 0; k < k_; ++k) weight(item)[k] = p[b][k] - best;
    });
  }

  Tempering calibrate(int* n_known) {
    KnownItems known{k_, {}, {}, {}, {}};
    for (int i = 0; i < answers_.n_items() && !gold_.empty(); ++i) {
      if (gold(i) < 0 || answers_.size(i) == 0) continue;
      known.log_posterior.insert(known.log_posterior.end(), weight(i), weight(i) + k_);
      known.power.push_back(power(settings_.tempering, i));
      known.mixed_in.push_back(mixed_in(prior_of(i), k_, gold(i)));
      known.label.push_back(gold(i));
    }
    const int n = static_cast<int>(known.label.size());
    if (n < settings_.least_gold) return settings_.tempering;
    *n_known = n;
    return TemperingFit(known, settings_.tempering).fit();
  }

  const Answers& answers_;
  Span<int> gold_;
  AnchoredSettings settings_;
  Executor executor_;
  int k_, blocks_;
  PooledRows rows_;
  double log_odds_ = 0, rated_ = 0;
  static constexpr int decay_size = 64;
  double decay_[decay_size];    // of the vote, by the number of votes behind the leader
  std::vector<double> share_;   // sum of the weights of each class
  std::vector<double> weight_;  // of each item and class
  std::vector<std::vector<double>> sums_;  // of each block
};

}  // namespace accord
