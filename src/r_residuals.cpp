#include <Rcpp/Lightest>
#include <algorithm>  // copy, max_element
#include <vector>

#include "accord/scores/residuals.h"
#include "r_order.h"
#include "r_views.h"

// Returns the correlations of residuals between levels (from 0), with all of which there
// are ratings. Those of an item are between two of `item_start`.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix residual_correlations(Rcpp::IntegerVector item_start,
                                          Rcpp::IntegerVector level,
                                          Rcpp::NumericVector count,
                                          Rcpp::NumericVector residual, int fewest) {
  const int n = level.size() == 0 ? 0 : *std::max_element(level.begin(), level.end()) + 1;
  const accord::ResidualCells cells(
      {r::span(item_start), r::span(level), r::span(count), n});
  const std::vector<double> found = cells.correlations(r::span(residual), fewest);
  Rcpp::NumericMatrix result(n, n);
  std::copy(found.begin(), found.end(), result.begin());
  return result;
}

// Returns standardized residuals if the model holds in one of as many draws (from 1) as
// there are `scores`. A rating has these scores as its errors, in an order of its own.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector drawn_residuals(Rcpp::IntegerVector item_start,
                                    Rcpp::NumericVector count, Rcpp::NumericVector slope,
                                    double item_sd, Rcpp::NumericVector scores,
                                    int draw) {
  const int n = static_cast<int>(scores.size());
  const std::vector<double> found = accord::drawn_residuals(
      {r::span(item_start), r::span(count), r::span(slope)}, item_sd,
      [&](int row) { return scores[r::order_of_row(row, n, 1)(draw - 1)]; });
  Rcpp::NumericVector result(Rcpp::no_init(count.size()));
  std::copy(found.begin(), found.end(), result.begin());
  return result;
}
