#pragma once
// From a model of the registry to its values without each rater.

#include <memory>   // make_unique
#include <utility>  // move
#include <vector>

#include "../agreement/measure.h"
#include "../distance/any_distance.h"
#include "alpha_without_rater.h"
#include "kappa_without_rater.h"
#include "light_without_rater.h"
#include "without_rater.h"

namespace accord {

// Of each group the value of all ratings, and an entry for each rater.
struct GroupRaters {
  Disagreement whole;
  std::vector<RaterDeletion> raters;
};

// `spec`: alpha's metric, or the weights of all other models.
inline std::vector<GroupRaters> rater_deletions(Model model, MetricSpec spec,
                                                const RaterTask& task) {
  spec.tick = nullptr;  // which must not be called from a thread
  std::vector<GroupRaters> result;
  const auto add = [&](auto* deletions, int first, int last) {
    for (int g = first; g < last; ++g) {
      task.executor.poll();
      std::vector<RaterDeletion> raters = deletions->of_group(g);
      result.push_back({deletions->whole(), std::move(raters)});
    }
  };
  const int threads = task.executor.threads;
  if (model == Model::alpha) {
    RaterDeletions deletions(task, std::make_unique<AlphaWithoutRater>(spec, threads));
    add(&deletions, 0, task.ratings.n_groups());
    return result;
  }
  const auto of_groups = [&](const AnyDistance& distance, int first, int last) {
    if (model == Model::pairs) {
      LightWithoutRater deletions(task, distance);
      add(&deletions, first, last);
    } else {
      RaterDeletions deletions(
          task, std::make_unique<KappaWithoutRater>(model, distance, threads));
      add(&deletions, first, last);
    }
  };
  each_category_set(AnyDistance(spec), task.ratings, task.tally, of_groups);
  return result;
}

}  // namespace accord
