#pragma once
// The value of a coefficient without each rater in turn. Only the items of the rater are
// visited, so the time for all raters together is about proportional to the number of
// ratings.

#include <cmath>    // NAN, log
#include <cstddef>  // size_t
#include <utility>  // move
#include <vector>

#include "../agreement/coefficient.h"
#include "../agreement/disagreement.h"
#include "../agreement/loss.h"
#include "../agreement/measure.h"
#include "../agreement/registry.h"
#include "../agreement/variance.h"
#include "../base/parallel.h"
#include "../base/views.h"
#include "../distance/level.h"
#include "../ratings/rater_items.h"
#include "../ratings/rater_walk.h"
#include "../ratings/tally.h"

namespace accord {

struct RaterDeletion {
  int rater;
  double ratings;   // that the rater gave
  bool takes_part;  // in an item that the coefficient uses
  Disagreement value;
};

// The jackknife over the raters who take part (Gwet 2014, chapter 5).
inline Variance rater_jackknife(const std::vector<RaterDeletion>& raters) {
  std::vector<Deletion> deletions;
  for (const RaterDeletion& rater : raters) {
    if (rater.takes_part) deletions.push_back({rater.value, 1});
  }
  return jackknife(deletions);
}

// The jackknife over raters also gives the bias of the estimate, that of the logarithm of
// 1 - estimate (infinite if without some rater all ratings agree), and the number of
// raters with equal shares of the ratings that vary as much (Kish).
struct DeletionBias {
  double bias = NAN, log_bias = NAN, effective = 0;
};

inline DeletionBias deletion_bias(const Disagreement& whole,
                                  const std::vector<RaterDeletion>& raters) {
  double n = 0, sum = 0, logs = 0, ratings = 0, squares = 0;
  for (const RaterDeletion& rater : raters) {
    if (!rater.takes_part) continue;
    n += 1;
    sum += rater.value.estimate() - whole.estimate();
    logs += std::log(1 - rater.value.estimate()) - std::log(1 - whole.estimate());
    ratings += rater.ratings;
    squares += rater.ratings * rater.ratings;
  }
  if (n == 0) return {};
  return {(n - 1) / n * sum, (n - 1) / n * logs, ratings * ratings / squares};
}

// All groups of ratings, and how the work is divided.
struct RaterTask {
  RatingsView ratings;
  const Tally& tally;
  Executor executor;
};

// For a group: the value from all ratings, and an entry for each rater.
struct GroupRaters {
  Disagreement whole;
  std::vector<RaterDeletion> raters;
};

// Computes the value from the ratings of a group that stay, without using previous
// totals; stays(position) says for the position of a rating whether it does.
template <class Stays>
inline Disagreement refit(const RatingsView& all, int group, Coefficient* coefficient,
                          const Stays& stays) {
  std::vector<int> item_start{0}, code, who;
  for (int i = all.group_start[group]; i < all.group_start[group + 1]; ++i) {
    for (int at = all.item_start[i]; at < all.item_start[i + 1]; ++at) {
      if (!stays(at)) continue;
      code.push_back(all.code[at]);
      who.push_back(all.rater[at]);
    }
    item_start.push_back(static_cast<int>(code.size()));
  }
  const std::vector<int> groups{0, static_cast<int>(item_start.size()) - 1};
  const RatingsView rest{groups, item_start, code, who, all.n_categories, all.n_raters};
  const Tally patterns = tally(rest, Executor());
  coefficient->refit(rest, patterns);
  return coefficient->value();
}

// Computes a group; its coefficient is used up. If a rater contributed nearly all of a
// sum, the value is computed again from the remaining ratings; few raters can do that,
// because a disagreement is between two raters. If there is no value with all raters,
// there is none without one of them either.
inline GroupRaters delete_raters(const RaterTask& task, int group,
                                 Coefficient* coefficient, RaterItems* raters) {
  task.executor.poll();
  raters->fill(group, coefficient->needs().least());
  const Disagreement whole = coefficient->value();
  std::vector<RaterDeletion> own;
  for (int i = 0; i < raters->size(); ++i) {
    const double ratings = static_cast<double>(raters->given(i).size());
    own.push_back({raters->rater(i), ratings, raters->takes_part(i), whole});
  }
  if (!whole.defined()) return {whole, std::move(own)};
  coefficient->prepare_raters();
  const std::vector<Range> parts = raters->split(task.executor);
  std::vector<char> again(own.size());
  task.executor.run(static_cast<int>(parts.size()), [&](int p) {
    RaterWalk walk(task.tally.patterns);
    for (std::size_t i = parts[p].begin; i < parts[p].end; ++i) {
      task.executor.poll();
      if (!own[i].takes_part) continue;
      walk.of(own[i].rater, raters->given(static_cast<int>(i)));
      const Remaining rest = coefficient->without(&walk);
      own[i].value = rest.value;
      again[i] = !rest.exact;
    }
  });
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!again[i]) continue;
    own[i].value = refit(task.ratings, group, coefficient,
                         [&](int at) { return task.ratings.rater[at] != own[i].rater; });
  }
  return {whole, std::move(own)};
}

// Returns the deletions of each group. `spec` is the metric of alpha, or the weights of
// all other models.
inline std::vector<GroupRaters> rater_deletions(Model model, MetricSpec spec,
                                                const RaterTask& task) {
  spec.tick = nullptr;  // it must not be called from a thread
  std::vector<GroupRaters> result;
  RaterItems raters(task.ratings, task.tally);
  each_group({model, spec, PerItem::nothing, task.executor.poll}, task.ratings,
             task.tally, [&](int group, Coefficient* coefficient) {
               result.push_back(delete_raters(task, group, coefficient, &raters));
             });
  return result;
}

}  // namespace accord
