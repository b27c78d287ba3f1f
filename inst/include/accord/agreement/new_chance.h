#pragma once
// Creates the model of chance for a model of the registry. This is the only place that
// lists all of them.

#include <memory>  // make_unique, unique_ptr

#include "../distance/any_distance.h"
#include "chance_fixed.h"
#include "chance_raters.h"
#include "chance_shares.h"
#include "chance_specific.h"
#include "chance_unanimous.h"
#include "chance_van_oest.h"
#include "registry.h"

namespace accord {

// Returns null for models that are not a kappa of one table: alpha, Light's mean over
// pairs, and the intraclass correlation. The compiler warns if a model is missing.
inline std::unique_ptr<Chance> new_chance(Model model, const AnyDistance& distance) {
  switch (model) {
    case Model::percent:
      return std::make_unique<FixedChance>(FixedChance::none(distance));
    case Model::unanimous:
      return std::make_unique<UnanimousAgreement>(distance);
    case Model::uniform:
      return std::make_unique<FixedChance>(FixedChance::uniform(distance));
    case Model::shared:
      return std::make_unique<SharedChance>(distance);
    case Model::gwet:
      return std::make_unique<GwetChance>(distance);
    case Model::raters:
      return std::make_unique<RaterChance>(distance);
    case Model::van_oest:
      return std::make_unique<VanOestChance>(distance);
    case Model::specific:
      return std::make_unique<SpecificChance>();
    case Model::alpha:
    case Model::pairs:
    case Model::icc:
      break;
  }
  return nullptr;
}

}  // namespace accord
