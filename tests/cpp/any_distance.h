#pragma once
// The core's distance of a random scale.

#include "accord/distance/any_distance.h"
#include "oracle_scale.h"

namespace oracle {

// Looks at the values of the scale, which has to stay.
struct AnyDistance : accord::AnyDistance {
  explicit AnyDistance(const Scale& scale) : accord::AnyDistance(spec_of(scale)) {}
};

}  // namespace oracle
