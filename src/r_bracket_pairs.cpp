#include <Rcpp.h>

#include <vector>

#include "accord/chains/bracket_pairs.h"
#include "r_views.h"

// Positions count from 1; 0 is a bracket without a partner. `kind` counts from 1.
// [[Rcpp::export]]
Rcpp::IntegerVector bracket_partners(Rcpp::IntegerVector kind, Rcpp::LogicalVector opens,
                                     int n_kinds) {
  Rcpp::IntegerVector from_zero = kind - 1, is_open(opens);
  const std::vector<int> partner =
      accord::match_brackets(r::span(from_zero), r::span(is_open), n_kinds);
  Rcpp::IntegerVector result(partner.begin(), partner.end());
  return result + 1;
}
