#include <Rcpp.h>

#include "r_metric.h"

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
