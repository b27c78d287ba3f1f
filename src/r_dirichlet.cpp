#include <Rcpp/Lightest>
#include <cstddef>  // size_t
#include <vector>

#include "accord/posterior/gamma_quantiles.h"
#include "accord/posterior/shuffle.h"
#include "r_order.h"
#include "r_parallel.h"

// Returns pseudo-random permutations of 1 to `n` in rows. Each row has its own order in
// this `stream`.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerMatrix latin_orders(int rows, int n, int stream = 1) {
  Rcpp::IntegerMatrix result(rows, n);
  for (int i = 0; i < rows; ++i) {
    const accord::Shuffle order = r::order_of_row(i, n, stream);
    for (int b = 0; b < n; ++b) result(i, b) = static_cast<int>(order(b)) + 1;
  }
  return result;
}

// Returns draws of how often each kind of item, or each document, occurs in the
// population, with a row for each kind and a column for each of `n` draws. They are gamma
// weights, which become a draw from a Dirichlet distribution when divided by their sum.
// `shape` is the number of items of each kind. This is a Latin hypercube, as in
// accord/posterior/posterior.h: the order of the kinds must not depend on that of the
// rows of the data.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix dirichlet_draws(std::vector<double> shape, int n, int stream = 1) {
  accord::GammaTables tables;
  const std::vector<const double*> quantile =
      tables.of(shape, static_cast<std::size_t>(n), r::executor(1));
  const int rows = static_cast<int>(shape.size());
  Rcpp::NumericMatrix result(rows, n);
  for (int i = 0; i < rows; ++i) {
    const accord::Shuffle order = r::order_of_row(i, n, stream);
    for (int b = 0; b < n; ++b) result(i, b) = quantile[i][order(b)];
  }
  return result;
}
