#pragma once
// Views of R's memory for the core.

#include <Rcpp.h>

#include "accord/views.h"

namespace r {

inline accord::Span<int> span(const Rcpp::IntegerVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

inline accord::Span<double> span(const Rcpp::NumericVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

// The parts of an accord_ratings object that the core reads; ?as_ratings lists them.
inline accord::RatingsView ratings_view(const Rcpp::List& ratings) {
  accord::RatingsView view;
  view.group_start = span(Rcpp::as<Rcpp::IntegerVector>(ratings["group_start"]));
  view.item_start = span(Rcpp::as<Rcpp::IntegerVector>(ratings["item_start"]));
  view.code = span(Rcpp::as<Rcpp::IntegerVector>(ratings["code"]));
  if (!Rf_isNull(ratings["rater"])) {
    view.rater = span(Rcpp::as<Rcpp::IntegerVector>(ratings["rater"]));
    view.n_raters = Rf_length(ratings["raters"]);
  }
  view.n_categories = Rf_length(ratings["categories"]);
  return view;
}

}  // namespace r
