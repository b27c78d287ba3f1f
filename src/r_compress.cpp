#include "accord/compress.h"

#include <Rcpp.h>

#include "r_parallel.h"
#include "r_views.h"

// Rows of integer ids to compressed rows by item. `rank` is the place (from 0) of each item,
// NULL for the order of the ids.
// [[Rcpp::export]]
Rcpp::List compress_rows(Rcpp::IntegerVector item, Rcpp::Nullable<Rcpp::IntegerVector> rater,
                         Rcpp::IntegerVector code, Rcpp::Nullable<Rcpp::IntegerVector> rank,
                         int n_items, int n_raters, int threads) {
  accord::Triplets rows;
  rows.item = r::span(item);
  rows.code = r::span(code);
  rows.n_items = n_items;
  rows.n_raters = n_raters;
  if (rater.isNotNull()) rows.rater = r::span(Rcpp::IntegerVector(rater));
  if (rank.isNotNull()) rows.rank = r::span(Rcpp::IntegerVector(rank));
  accord::Compressor compressor(rows, r::executor(threads));

  Rcpp::IntegerVector item_start(Rcpp::no_init(n_items + 1));
  Rcpp::IntegerVector codes(Rcpp::no_init(compressor.n_ratings()));
  Rcpp::IntegerVector raters(Rcpp::no_init(rater.isNull() ? 0 : compressor.n_ratings()));
  const bool duplicates =
      compressor.fill(item_start.begin(), codes.begin(), raters.begin());
  return Rcpp::List::create(
      Rcpp::_["item_start"] = item_start, Rcpp::_["code"] = codes,
      Rcpp::_["rater"] = rater.isNull() ? R_NilValue : Rcpp::wrap(raters),
      Rcpp::_["duplicates"] = duplicates);
}
