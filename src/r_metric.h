#pragma once
// What metric_for() and weights_for() make, for the core.

#include <Rcpp.h>

#include "accord/agreement/registry.h"
#include "accord/distance/any_distance.h"
#include "accord/distance/level.h"
#include "accord/distance/metric.h"
#include "r_views.h"

namespace r {

// Looks at vectors of the list, which has to stay.
inline accord::MetricSpec metric_spec(const Rcpp::List& metric) {
  accord::MetricSpec spec;
  spec.level = static_cast<accord::Level>(Rcpp::as<int>(metric["level"]));
  spec.n_categories = Rcpp::as<int>(metric["n_categories"]);
  spec.values = numbers(metric, "values");
  const Rcpp::NumericVector range = metric["range"];
  if (spec.level == accord::Level::circular) spec.circumference = range[0];
  if (spec.level == accord::Level::bipolar) {
    spec.scale_min = range[0];
    spec.scale_max = range[1];
  }
  spec.distance = numbers(metric, "distance");
  const Rcpp::Function tick = metric["tick"];
  spec.tick = [tick](double share) { tick(share); };
  return spec;
}

inline accord::Metric metric(const Rcpp::List& metric) {
  return accord::Metric(metric_spec(metric));
}

// The disagreements of the weights on the scale from 0 to 1.
inline accord::AnyDistance distance(const Rcpp::List& weights) {
  return accord::AnyDistance(metric_spec(weights));
}

// Calls use(distance).
template <class Use>
void with_distance(const Rcpp::List& weights, Use&& use) {
  use(distance(weights));
}

inline accord::Model model(const Rcpp::IntegerVector& models, int i) {
  return static_cast<accord::Model>(models[i]);
}

}  // namespace r
