#pragma once
// Kappa of each rater against the other ratings of its items, with its linearised
// standard error over the items.
//
// Rating j, one of m on its item, agrees with a share a_j of the others, whose shares of
// the categories are s_jk. Chance agreement is that of the rater's own shares p_k with
// q_k, the means of s_jk. With A the mean of a_j,
//
//   kappa = (A - C) / (1 - C),  C = sum of p_k q_k,
//
// and the derivatives of A and C with the weight of rating j are a_j - A and
// q[own category] + sum of p_k s_jk - 2 C.
//
// With weights w_kl of agreement, a_j is the mean weight of the others, C = sum of
// w_kl p_k q_l, and so on; the weights above are 1 for equal categories, else 0.
//
// Where items are in clusters, the derivatives are summed by cluster.

#include <algorithm>  // max
#include <cmath>      // NAN, abs, sqrt
#include <cstddef>    // size_t
#include <vector>

#include "../base/parallel.h"
#include "../base/touched.h"
#include "../base/views.h"
#include "../ratings/rater_items.h"
#include "../ratings/tally.h"

namespace accord {

// Ratings in category `code` of items with this pattern, their number, and the cluster of
// the items, or -1.
struct Judged {
  int pattern, code;
  double times;
  int cluster = -1;
};

struct RaterKappa {
  double kappa = NAN, std_error = NAN;  // NAN where chance agreement is 1
  int units = 0;  // clusters with a rating that is compared; 0 without clusters
};

// Computes one rater after the other with the same working memory.
class RaterKappas {
 public:
  // `weights`: a row and a column per category, with 1 for the best agreement; empty if
  // only equal categories agree.
  RaterKappas(const PatternSet& patterns, int n_categories, Span<double> weights = {})
      : patterns_(patterns),
        used_(n_categories),
        others_(n_categories),
        n_categories_(n_categories),
        weights_(weights),
        to_others_(n_categories),
        to_used_(n_categories) {}

  RaterKappa of(Span<Judged> given) {
    sum(given);
    if (!(n_ > 0)) return {};
    const double chance = by_chance();
    const double rest = 1 - chance, agreed = agreed_ / n_;
    if (rest < 1e-12) return {};
    double squares = 0;
    by_cluster_.clear();
    for (const Judged& x : given) {
      const Pattern p = patterns_[x.pattern];
      if (p.size < 2) continue;
      double own = 0, of_others = 0;
      each_share(p, x.code, [&](int k, double share) {
        own += weight(x.code, k) * share;
        of_others += to_used_[k] * share;
      });
      const double d_chance = to_others_[x.code] + of_others - 2 * chance;
      const double slope =
          ((own - agreed) * rest - d_chance * (1 - agreed)) / (rest * rest);
      if (x.cluster >= 0) {
        by_cluster_.add(x.cluster, x.times * slope);
      } else if (std::abs(slope) >= 1e-12) {
        squares += x.times * slope * slope;
      }
    }
    const double kappa = (agreed - chance) / rest;
    if (by_cluster_.places().empty()) {
      return {kappa, std::sqrt(squares / n_ / std::max(n_ - 1, 1.0))};
    }
    for (int c : by_cluster_.sorted()) {
      const double slope = by_cluster_[c];
      if (std::abs(slope) >= 1e-12 * n_) squares += slope * slope;
    }
    const int units = static_cast<int>(by_cluster_.places().size());
    return {kappa, std::sqrt(squares * units / std::max(units - 1, 1)) / n_, units};
  }

 private:
  double weight(int c, int k) const {
    return weights_.empty() ? c == k
                            : weights_[static_cast<std::size_t>(c) * n_categories_ + k];
  }

  // Returns chance agreement, and computes that of each category with the ratings of the
  // others and of the rater.
  double by_chance() {
    double chance = 0;
    if (weights_.empty()) {
      for (int k : others_.places()) to_used_[k] = used_[k] / n_;
      for (int k : used_.sorted()) {
        to_others_[k] = others_[k] / n_;
        chance += used_[k] / n_ * to_others_[k];
      }
      return chance;
    }
    for (int k : others_.places()) {
      to_used_[k] = 0;
      for (int c : used_.places()) to_used_[k] += weight(c, k) * used_[c] / n_;
    }
    for (int c : used_.sorted()) {
      to_others_[c] = 0;
      for (int k : others_.places()) to_others_[c] += weight(c, k) * others_[k] / n_;
      chance += used_[c] / n_ * to_others_[c];
    }
    return chance;
  }

  // Visits the shares of the categories among all ratings of an item except one, which is
  // in category `own`.
  template <class Use>
  static void each_share(const Pattern& p, int own, const Use& use) {
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const int left = p.count[j] - (p.code[j] == own);
      use(p.code[j], static_cast<double>(left) / (p.size - 1));
    }
  }

  void sum(Span<Judged> given) {
    used_.clear();
    others_.clear();
    n_ = agreed_ = 0;
    for (const Judged& x : given) {
      const Pattern p = patterns_[x.pattern];
      if (p.size < 2) continue;
      n_ += x.times;
      used_.add(x.code, x.times);
      each_share(p, x.code, [&](int k, double share) {
        agreed_ += x.times * weight(x.code, k) * share;
        others_.add(k, x.times * share);
      });
    }
  }

  const PatternSet& patterns_;
  // How often the rater used each category, and the sums of the shares of the others.
  Touched<double> used_, others_, by_cluster_;
  int n_categories_;
  Span<double> weights_;
  std::vector<double> to_others_, to_used_;  // of the categories in use
  double n_ = 0, agreed_ = 0;
};

// Returns the kappas of the raters of a group, in the order of `items`. `cluster`: that
// of each item of all groups, or empty.
inline std::vector<RaterKappa> kappas_of_raters(
    const RaterItems& items, const PatternSet& patterns, int n_categories,
    const Executor& executor, Span<double> weights = {}, Span<int> cluster = {}) {
  std::vector<RaterKappa> result(items.size());
  const std::vector<Range> ranges = items.split(executor);
  executor.run(static_cast<int>(ranges.size()), [&](int r) {
    RaterKappas kappas(patterns, n_categories, weights);
    std::vector<Judged> given;
    for (std::size_t i = ranges[r].begin; i < ranges[r].end; ++i) {
      given.clear();
      for (const Given& x : items.given(static_cast<int>(i))) {
        given.push_back({x.pattern, x.code, 1, cluster.empty() ? -1 : cluster[x.item]});
      }
      result[i] = kappas.of(given);
    }
  });
  return result;
}

}  // namespace accord
