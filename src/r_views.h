#pragma once
// Views of R's memory for the core.

#include <Rcpp/Lightest>

#include "accord/base/views.h"

namespace r {

inline accord::Span<int> span(const Rcpp::IntegerVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

inline accord::Span<double> span(const Rcpp::NumericVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

// A view of a temporary, such as a conversion makes, would be one of memory that is gone.
accord::Span<int> span(Rcpp::IntegerVector&&) = delete;
accord::Span<double> span(Rcpp::NumericVector&&) = delete;

// Of the vector itself, or an error where it had to be converted.
inline accord::Span<int> integers(SEXP x, const char* name) {
  if (TYPEOF(x) != INTSXP) Rcpp::stop("`%s` must be integer.", name);
  return {INTEGER(x), static_cast<std::size_t>(XLENGTH(x))};
}
inline accord::Span<int> integers(const Rcpp::List& list, const char* name) {
  return integers(static_cast<SEXP>(list[name]), name);
}
inline accord::Span<double> numbers(const Rcpp::List& list, const char* name) {
  const SEXP x = list[name];
  if (TYPEOF(x) != REALSXP) Rcpp::stop("`%s` must be double.", name);
  return {REAL(x), static_cast<std::size_t>(XLENGTH(x))};
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
  view.declared = Rcpp::as<bool>(ratings["declared"]);
  return view;
}

}  // namespace r
