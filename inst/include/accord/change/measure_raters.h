#pragma once
// From a model of the registry to its values without each rater.

#include "../agreement/measure.h"
#include "../agreement/with_chance.h"
#include "../distance/any_distance.h"
#include "../distance/metric.h"
#include "alpha_without_rater.h"
#include "kappa_without_rater.h"
#include "light_without_rater.h"
#include "without_rater.h"

namespace accord {

// Calls use(deletions, first, last) for the groups from `first` to `last` - 1:
// deletions.of_group(g) has an entry for each rater of a group, and whole() the value
// with all of them. `spec`: alpha's metric, or the weights of all other models.
template <class Use>
void with_rater_deletions(Model model, MetricSpec spec, const RaterTask& task,
                          Use&& use) {
  spec.tick = nullptr;  // which must not be called from a thread
  if (model == Model::alpha) {
    Metric metric(spec);
    RaterDeletions deletions(task, AlphaWithoutRater(&metric, spec.n_categories));
    return use(deletions, 0, task.ratings.n_groups());
  }
  const auto of_groups = [&](const AnyDistance& distance, int first, int last) {
    if (model == Model::pairs) {
      LightWithoutRater deletions(task.ratings, task.tally, distance);
      return use(deletions, first, last);
    }
    with_chance(model, distance, [&](const auto& chance) {
      RaterDeletions deletions(task, KappaWithoutRater(chance));
      use(deletions, first, last);
    });
  };
  each_category_set(AnyDistance(spec), task.ratings, task.tally, of_groups);
}

}  // namespace accord
