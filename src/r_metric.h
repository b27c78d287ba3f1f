#pragma once
// Converts the results of metric_for() and weights_for() for the core.

#include <Rcpp/Lightest>

#include "accord/agreement/registry.h"
#include "accord/distance/any_distance.h"
#include "accord/distance/level.h"

namespace r {

// The result has views of vectors in the list, which must outlive it.
accord::MetricSpec metric_spec(const Rcpp::List& metric);

// Returns the disagreements of the weights on the scale from 0 to 1.
inline accord::AnyDistance distance(const Rcpp::List& weights) {
  return accord::AnyDistance(metric_spec(weights));
}

inline accord::Model model(const Rcpp::IntegerVector& models, int i) {
  return static_cast<accord::Model>(models[i]);
}

}  // namespace r
