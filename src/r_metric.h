#pragma once
// What metric_for() and weights_for() make, for the core.

#include <Rcpp/Lightest>

#include "accord/agreement/registry.h"
#include "accord/distance/any_distance.h"
#include "accord/distance/level.h"

namespace r {

// Looks at vectors of the list, which has to stay.
accord::MetricSpec metric_spec(const Rcpp::List& metric);

// The disagreements of the weights on the scale from 0 to 1.
inline accord::AnyDistance distance(const Rcpp::List& weights) {
  return accord::AnyDistance(metric_spec(weights));
}

inline accord::Model model(const Rcpp::IntegerVector& models, int i) {
  return static_cast<accord::Model>(models[i]);
}

}  // namespace r
