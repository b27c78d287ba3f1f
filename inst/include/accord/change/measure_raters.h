#pragma once
// From a model of the registry to its values without each rater.

#include "../agreement/registry.h"
#include "../base/parallel.h"
#include "../base/views.h"
#include "../distance/any_distance.h"
#include "../distance/metric.h"
#include "../ratings/tally.h"
#include "alpha_without_rater.h"
#include "kappa_without_rater.h"
#include "light_without_rater.h"
#include "rest_of_chance.h"
#include "rest_of_raters.h"
#include "without_rater.h"

namespace accord {

// Calls use(rest) with what knows the chance of a kappa: all models but alpha, Light's
// kappa and the intraclass correlation.
template <class Distance, class Use>
void with_rest(Model model, const Distance& distance, Use&& use) {
  switch (model) {
    case Model::percent:
      return use(FixedRest<Distance, NoChance>(distance, NoChance()));
    case Model::uniform:
      return use(FixedRest<Distance, UniformChance>(
          distance, UniformChance(distance.total(), distance.n_categories())));
    case Model::gwet:
      return use(GwetRest<Distance>(
          distance, GwetChance(distance.total(), distance.n_categories())));
    case Model::raters:
      return use(RatersRest<Distance>(distance));
    case Model::specific:
      return use(SpecificRest());
    default:
      return use(SharedRest<Distance>(distance));
  }
}

// Calls use(deletions): deletions.of_group(g) has an entry for each rater of a group, and
// whole() the value with all of them. For all models but alpha.
template <class Distance, class Use>
void with_kappa_deletions(Model model, const Distance& distance, const RaterTask& task,
                          Use&& use) {
  if (model == Model::pairs) {
    LightWithoutRater deletions(task.ratings, task.tally, distance);
    return use(deletions);
  }
  with_rest(model, distance, [&](const auto& rest) {
    RaterDeletions deletions(task, KappaWithoutRater(rest));
    use(deletions);
  });
}

// The same for every model. `spec`: alpha's metric, or the weights of all others.
template <class Use>
void with_rater_deletions(Model model, MetricSpec spec, const RaterTask& task,
                          Use&& use) {
  spec.tick = nullptr;  // which must not be called from a thread
  if (model == Model::alpha) {
    Metric metric(spec);
    RaterDeletions deletions(task, AlphaWithoutRater(&metric, spec.n_categories));
    return use(deletions);
  }
  with_kappa_deletions(model, AnyDistance(spec), task, use);
}

}  // namespace accord
