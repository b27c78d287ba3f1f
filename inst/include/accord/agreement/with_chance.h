#pragma once
// From a model of the registry to its chance: the one place that knows them all.

#include <type_traits>  // decay_t

#include "../distance/any_distance.h"
#include "chance_fixed.h"
#include "chance_raters.h"
#include "chance_shares.h"
#include "chance_specific.h"
#include "chance_van_oest.h"
#include "registry.h"

namespace accord {

// Calls use(chance), for all models but those that are no kappa of one table: alpha,
// Light's mean over pairs, and the intraclass correlation. The compiler names a model
// that is missing.
template <class Use>
void with_chance(Model model, const AnyDistance& distance, Use&& use) {
  switch (model) {
    case Model::percent:
      return use(FixedChance::none(distance));
    case Model::uniform:
      return use(FixedChance::uniform(distance));
    case Model::shared:
      return use(SharedChance(distance));
    case Model::gwet:
      return use(GwetChance(distance));
    case Model::raters:
      return use(RaterChance(distance));
    case Model::van_oest:
      return use(VanOestChance(distance));
    case Model::specific:
      return use(SpecificChance());
    case Model::alpha:
    case Model::pairs:
    case Model::icc:
      return;
  }
}

// Whether a model asks who rated.
inline bool names_raters(Model model, const AnyDistance& distance) {
  bool result = model == Model::pairs;
  with_chance(model, distance, [&](const auto& chance) {
    result = std::decay_t<decltype(chance)>::names_raters;
  });
  return result;
}

}  // namespace accord
