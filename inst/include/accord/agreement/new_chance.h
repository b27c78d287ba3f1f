#pragma once
// Creates the model of chance for a model of the registry.

#include <memory>  // make_unique, unique_ptr

#include "../distance/any_distance.h"
#include "chance_raters.h"
#include "chance_shares.h"
#include "registry.h"
#include "share_formulas.h"

namespace accord {

// Returns null for models that are not a kappa of one table: alpha, Light's mean over
// pairs, and the intraclass correlation.
inline std::unique_ptr<Chance> new_chance(Model model, const AnyDistance& distance) {
  if (model == Model::raters) return std::make_unique<RaterChance>(distance);
  const auto formula = share_formula(model);
  if (!formula) return nullptr;
  return std::make_unique<ChanceByShares>(*formula, distance);
}

}  // namespace accord
