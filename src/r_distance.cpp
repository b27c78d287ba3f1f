#include <Rcpp.h>

#include "accord/distance/set_distance.h"
#include "r_views.h"

// The distances of every two sets, by column: set s (from 0) is element[start[s]] …,
// sorted. `kind` is a place in the core's enum SetDistance.
// [[Rcpp::export]]
Rcpp::NumericVector distances_of_sets(Rcpp::IntegerVector start,
                                      Rcpp::IntegerVector element, int kind) {
  return Rcpp::wrap(accord::set_distances(r::span(start), r::span(element),
                                          static_cast<accord::SetDistance>(kind)));
}
