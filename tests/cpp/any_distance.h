#pragma once
// The core's distance of a random scale.

#include "accord/distance/any_distance.h"
#include "oracle_scale.h"

namespace oracle {

// Refers to the values of the scale, which must outlive it.
struct AnyDistance : accord::AnyDistance {
  explicit AnyDistance(const Scale& scale) : accord::AnyDistance(spec_of(scale)) {}
};

}  // namespace oracle
