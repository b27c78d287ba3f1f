#include <Rcpp.h>

#include "accord/distance/set_distance.h"
#include "r_metric.h"
#include "r_views.h"

// The disagreement of every two categories by weights, on the scale from 0 to 1.
// [[Rcpp::export]]
Rcpp::NumericMatrix category_distances(Rcpp::List weights) {
  const int q = Rcpp::as<int>(weights["n_categories"]);
  Rcpp::NumericMatrix table(q, q);
  r::with_distance(weights, [&](const auto& distance) {
    for (int c = 0; c < q; ++c) {
      for (int k = 0; k < q; ++k) {
        if (c != k) table(c, k) = distance(c, k);
      }
    }
  });
  return table;
}

// The distances of every two sets, by column: set s (from 0) is element[start[s]] …,
// sorted. `kind` is a place in the core's enum SetDistance.
// [[Rcpp::export]]
Rcpp::NumericVector distances_of_sets(Rcpp::IntegerVector start,
                                      Rcpp::IntegerVector element, int kind) {
  return Rcpp::wrap(accord::set_distances(r::span(start), r::span(element),
                                          static_cast<accord::SetDistance>(kind)));
}
