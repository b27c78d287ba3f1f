#include <Rcpp/Lightest>

#include "accord/agreement/exact_limits.h"
#include "r_interrupt.h"
#include "r_table.h"

// Returns the estimate and the exact limits of each table of two raters in two
// categories, a row of four counts. `tail` is the probability on each side, `z` a normal
// quantile; `from` and `to` are the bounds of the share of the first category among
// agreements.
// [[Rcpp::export(rng = false)]]
Rcpp::List exact_limits(Rcpp::NumericMatrix tables, int model, double tail, double z,
                        Rcpp::NumericVector from, Rcpp::NumericVector to) {
  const int n = tables.nrow();
  Rcpp::NumericVector estimate(n), low(n), high(n);
  for (int i = 0; i < n; ++i) {
    const accord::TwoByTwo x{tables(i, 0), tables(i, 1), tables(i, 2), tables(i, 3)};
    const accord::ExactLimits limits(static_cast<int>(x[0] + x[1] + x[2] + x[3]),
                                     static_cast<accord::Model>(model), tail, z);
    estimate[i] = limits.estimate(x);
    low[i] = limits.lower(x, {from[i], to[i]});
    high[i] = limits.upper(x, {from[i], to[i]});
  }
  return r::frame({{"estimate", estimate}, {"low", low}, {"high", high}});
}
