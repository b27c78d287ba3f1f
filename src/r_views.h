#pragma once
// Views of R's memory for the core.

#include <Rcpp.h>

#include "accord/base/views.h"

namespace r {

inline accord::Span<int> span(const Rcpp::IntegerVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

inline accord::Span<double> span(const Rcpp::NumericVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

// Of the vector itself: a conversion would leave a view of memory that is gone.
inline accord::Span<int> integers(const Rcpp::List& list, const char* name) {
  const SEXP x = list[name];
  if (TYPEOF(x) != INTSXP) Rcpp::stop("`%s` must be integer.", name);
  return span(Rcpp::IntegerVector(x));
}

// The parts of an accord_ratings object that the core reads; ?as_ratings lists them.
inline accord::RatingsView ratings_view(const Rcpp::List& ratings) {
  accord::RatingsView view;
  view.group_start = integers(ratings, "group_start");
  view.item_start = integers(ratings, "item_start");
  view.code = integers(ratings, "code");
  if (!Rf_isNull(ratings["rater"])) {
    view.rater = integers(ratings, "rater");
    view.n_raters = Rf_length(ratings["raters"]);
  }
  view.n_categories = Rf_length(ratings["categories"]);
  return view;
}

}  // namespace r
