#pragma once
// From a model of the registry to its values without each rater.

#include <memory>  // make_unique, unique_ptr
#include <vector>

#include "../agreement/measure.h"
#include "../agreement/new_chance.h"
#include "../distance/any_distance.h"
#include "alpha_without_rater.h"
#include "kappa_without_rater.h"
#include "light_without_rater.h"
#include "without_rater.h"

namespace accord {

// Of each group. `spec`: alpha's metric, or the weights of all other models.
inline std::vector<GroupRaters> rater_deletions(Model model, MetricSpec spec,
                                                const RaterTask& task) {
  spec.tick = nullptr;  // which must not be called from a thread
  std::vector<GroupRaters> result;
  const auto of_groups = [&](int first, int last, const NewRaterModel& make) {
    const Range groups{static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
    delete_raters(task, groups, make, &result);
  };
  if (model == Model::alpha) {
    of_groups(0, task.ratings.n_groups(),
              [&] { return std::make_unique<AlphaWithoutRater>(spec); });
    return result;
  }
  const auto of_kappa = [&](const AnyDistance& distance, int first, int last) {
    of_groups(first, last, [&]() -> std::unique_ptr<RaterModel> {
      if (model != Model::pairs)
        return std::make_unique<KappaWithoutRater>(new_chance(model, distance));
      return std::make_unique<LightWithoutRater>(distance, task.executor.poll);
    });
  };
  each_category_set(AnyDistance(spec), task.ratings, task.tally, of_kappa);
  return result;
}

}  // namespace accord
