#include "r_metric.h"

#include <Rcpp/Lightest>

#include "accord/distance/set_distance.h"
#include "r_views.h"

accord::MetricSpec r::metric_spec(const Rcpp::List& metric) {
  accord::Scale scale;
  scale.level = static_cast<accord::Level>(Rcpp::as<int>(metric["level"]));
  scale.n_categories = Rcpp::as<int>(metric["n_categories"]);
  scale.values = numbers(metric, "values");
  const Rcpp::NumericVector range = metric["range"];
  if (scale.level == accord::Level::circular) scale.circumference = range[0];
  if (scale.level == accord::Level::bipolar) {
    scale.scale_min = range[0];
    scale.scale_max = range[1];
  }
  scale.distance = numbers(metric, "distance");
  const Rcpp::Function tick = metric["tick"];
  return accord::metric_spec(scale, [tick](double share) { tick(share); });
}

// Returns the distances of all pairs of sets, by column: set s (from 0) is
// element[start[s]] …, sorted. `kind` is a place in the core's enum SetDistance.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector distances_of_sets(Rcpp::IntegerVector start,
                                      Rcpp::IntegerVector element, int kind) {
  return Rcpp::wrap(accord::set_distances(r::span(start), r::span(element),
                                          static_cast<accord::SetDistance>(kind)));
}
