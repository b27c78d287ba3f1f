#include <Rcpp/Lightest>
#include <algorithm>  // max
#include <cstddef>
#include <stdexcept>  // invalid_argument

#include "accord/ratings/against_others.h"
#include "accord/ratings/equal_items.h"
#include "accord/ratings/ratings_csr.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

using Ids = Rcpp::Nullable<Rcpp::IntegerVector>;

namespace {

accord::Span<int> span_or_none(const Ids& ids, const char* name) {
  return ids.isNull() ? accord::Span<int>() : r::integers(ids.get(), name);
}

}  // namespace

// Returns the difference of each start to the next.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector sizes_between(Rcpp::IntegerVector starts) {
  const R_xlen_t n = std::max<R_xlen_t>(starts.size(), 1) - 1;
  Rcpp::IntegerVector sizes = r::unset_integers(n);
  const int* from = starts.begin();
  int* to = sizes.begin();
  for (R_xlen_t i = 0; i < n; ++i) to[i] = from[i + 1] - from[i];
  return sizes;
}

// Returns for each item the first of its group with the same ratings by the same raters,
// from 0.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector equal_items(Rcpp::List ratings) {
  return Rcpp::wrap(accord::first_equal_items(r::ratings_view(ratings)));
}

// Returns each category against all others, with a group for each category and group,
// category by category. `codes_with`: a list with the codes of the ratings in each
// category. `kind`: items of one kind are combined if they lack the category.
// [[Rcpp::export(rng = false)]]
Rcpp::List split_categories(Rcpp::List ratings, Rcpp::List codes_with,
                            Rcpp::IntegerVector kind) {
  const accord::RatingsView view = r::ratings_view(ratings);
  accord::IntegerRows with;
  with.start.push_back(0);
  for (const Rcpp::IntegerVector codes : codes_with) {
    with.value.insert(with.value.end(), codes.begin(), codes.end());
    with.start.push_back(with.value.size());
  }
  const accord::AgainstOthers split =
      accord::CategorySplitter(view, with, r::span(kind)).split();
  return r::list({{"item_start", split.item_start},
                  {"code", split.code},
                  {"rater", split.rater},
                  {"weight", split.weight},
                  {"group_start", split.group_start}});
}

// Converts rows of integer ids to compressed rows by item; `code_of` and `rank` are as in
// Triplets, or NULL. `size` has the numbers of items and raters.
// [[Rcpp::export(rng = false)]]
Rcpp::List compress_rows(Rcpp::IntegerVector item,
                         Rcpp::Nullable<Rcpp::IntegerVector> rater,
                         Rcpp::IntegerVector value, Rcpp::IntegerVector code_of,
                         Rcpp::Nullable<Rcpp::IntegerVector> rank,
                         Rcpp::IntegerVector size, int threads) {
  accord::Triplets rows;
  rows.item = r::span(item);
  rows.rater = span_or_none(rater, "rater");
  rows.value = r::span(value);
  rows.code_of = r::span(code_of);
  rows.rank = span_or_none(rank, "rank");
  if ((rater.isNotNull() && rows.rater.size() != rows.item.size()) ||
      rows.value.size() != rows.item.size()) {
    throw std::invalid_argument("Items, raters and ratings must have the same length.");
  }
  rows.n_items = size[0];
  rows.n_raters = size[1];
  accord::Compressor compressor(rows, r::executor(threads));

  Rcpp::IntegerVector item_start = r::unset_integers(rows.n_items + 1);
  Rcpp::IntegerVector codes = r::unset_integers(compressor.n_ratings());
  Rcpp::IntegerVector raters =
      r::unset_integers(rater.isNull() ? 0 : compressor.n_ratings());
  const bool duplicates =
      compressor.fill(item_start.begin(), codes.begin(), raters.begin());
  return r::list({{"item_start", item_start},
                  {"code", codes},
                  {"rater", rater.isNull() ? R_NilValue : Rcpp::wrap(raters)},
                  {"duplicates", duplicates}});
}
