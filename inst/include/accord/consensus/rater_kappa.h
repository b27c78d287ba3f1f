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
// Where items are in clusters, the standard error is that of a jackknife over the
// clusters, around the estimate: with few clusters the linearised one is too small.

#include <algorithm>  // max, stable_sort
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
        n_categories_(n_categories),
        weights_(weights),
        to_others_(n_categories),
        to_used_(n_categories) {}

  RaterKappa of(Span<Judged> given) {
    sum(given);
    if (!(all_.n > 0)) return {};
    const double chance = by_chance();
    const double rest = 1 - chance, agreed = all_.agreed / all_.n;
    if (rest < 1e-12) return {};
    const double kappa = (agreed - chance) / rest;
    if (!given.empty() && given[0].cluster >= 0) return by_clusters(given, kappa);
    double squares = 0;
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
      if (std::abs(slope) >= 1e-12) squares += x.times * slope * slope;
    }
    return {kappa, std::sqrt(squares / all_.n / std::max(all_.n - 1, 1.0))};
  }

 private:
  // The jackknife over clusters. Without a cluster the sum of w_kl (U_k - u_k)(V_l -
  // v_l), of the categories of the rater and the shares of the others, is found from
  // those of the cluster alone.
  RaterKappa by_clusters(Span<Judged> given, double kappa) {
    std::vector<Judged> sorted(given.begin(), given.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const Judged& x, const Judged& y) {
      return x.cluster < y.cluster;
    });
    double whole = 0, squares = 0;
    for (int k : all_.used.places()) whole += all_.used[k] * to_others_[k] * all_.n;
    int units = 0;
    Sums own;
    for (std::size_t i = 0; i < sorted.size();) {
      const int cluster = sorted[i].cluster;
      own.clear();
      for (; i < sorted.size() && sorted[i].cluster == cluster; ++i) add(sorted[i], &own);
      if (own.n == 0) continue;
      ++units;
      double chance = whole;
      for (int k : own.used.places()) chance -= own.used[k] * to_others_[k] * all_.n;
      for (int k : own.others.places()) chance -= own.others[k] * to_used_[k] * all_.n;
      for (int c : own.used.places()) {
        if (weights_.empty()) chance += own.used[c] * own.others[c];
        for (int k : own.others.places()) {
          if (!weights_.empty()) chance += own.used[c] * weight(c, k) * own.others[k];
        }
      }
      const double left = all_.n - own.n;
      if (!(left > 0)) continue;
      const double rest = 1 - chance / left / left;
      if (rest < 1e-12) continue;  // no value without this cluster
      const double change = 1 - (1 - (all_.agreed - own.agreed) / left) / rest - kappa;
      if (std::abs(change) >= 1e-12) squares += change * change;
    }
    return {kappa, std::sqrt(squares * (units - 1) / std::max(units, 1)), units};
  }

  double weight(int c, int k) const {
    return weights_.empty() ? c == k
                            : weights_[static_cast<std::size_t>(c) * n_categories_ + k];
  }

  // Returns chance agreement, and computes that of each category with the ratings of the
  // others and of the rater.
  double by_chance() {
    double chance = 0;
    if (weights_.empty()) {
      for (int k : all_.others.places()) to_used_[k] = all_.used[k] / all_.n;
      for (int k : all_.used.sorted()) {
        to_others_[k] = all_.others[k] / all_.n;
        chance += all_.used[k] / all_.n * to_others_[k];
      }
      return chance;
    }
    for (int k : all_.others.places()) {
      to_used_[k] = 0;
      for (int c : all_.used.places()) {
        to_used_[k] += weight(c, k) * all_.used[c] / all_.n;
      }
    }
    for (int c : all_.used.sorted()) {
      to_others_[c] = 0;
      for (int k : all_.others.places()) {
        to_others_[c] += weight(c, k) * all_.others[k] / all_.n;
      }
      chance += all_.used[c] / all_.n * to_others_[c];
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

  // Over ratings of items with others: how often the rater used each category, and the
  // sums of the shares of the others.
  struct Sums {
    Touched<double> used, others;
    double n = 0, agreed = 0;
    void clear() {
      used.clear();
      others.clear();
      n = agreed = 0;
    }
  };

  void sum(Span<Judged> given) {
    all_.clear();
    for (const Judged& x : given) add(x, &all_);
  }

  void add(const Judged& x, Sums* sums) const {
    const Pattern p = patterns_[x.pattern];
    if (p.size < 2) return;
    sums->n += x.times;
    sums->used.add(x.code, x.times);
    each_share(p, x.code, [&](int k, double share) {
      sums->agreed += x.times * weight(x.code, k) * share;
      sums->others.add(k, x.times * share);
    });
  }

  const PatternSet& patterns_;
  Sums all_;
  int n_categories_;
  Span<double> weights_;
  std::vector<double> to_others_, to_used_;  // of the categories in use
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
