#include <Rcpp/Lightest>
#include <vector>

#include "accord/chains/bracket_pairs.h"

// Positions count from 1; 0 is a bracket without a partner. `kind` counts from 1.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector bracket_partners(Rcpp::IntegerVector kind, Rcpp::LogicalVector opens,
                                     int n_kinds) {
  std::vector<int> from_zero(kind.begin(), kind.end());
  for (int& k : from_zero) --k;
  const std::vector<int> is_open(opens.begin(), opens.end());
  std::vector<int> partner = accord::match_brackets(from_zero, is_open, n_kinds);
  for (int& position : partner) ++position;
  return Rcpp::wrap(partner);
}
