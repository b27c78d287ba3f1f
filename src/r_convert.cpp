// Conversions between R and the core, declared in r_views.h and r_table.h.

#include <Rcpp/Lightest>
#include <algorithm>  // all_of
#include <cmath>      // fabs, round
#include <vector>

#include "r_table.h"
#include "r_views.h"

accord::Span<int> r::integers(SEXP x, const char* name) {
  if (TYPEOF(x) != INTSXP) Rcpp::stop("`%s` must be integer.", name);
  return {INTEGER(x), static_cast<std::size_t>(XLENGTH(x))};
}

accord::Span<int> r::integers(const Rcpp::List& list, const char* name) {
  return integers(static_cast<SEXP>(list[name]), name);
}

accord::Span<double> r::numbers(const Rcpp::List& list, const char* name) {
  const SEXP x = list[name];
  if (TYPEOF(x) != REALSXP) Rcpp::stop("`%s` must be double.", name);
  return {REAL(x), static_cast<std::size_t>(XLENGTH(x))};
}

accord::RatingsView r::ratings_view(const Rcpp::List& ratings) {
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
  if (ratings.containsElementNamed("weight") && !Rf_isNull(ratings["weight"])) {
    view.weight = numbers(ratings, "weight");
    view.frequencies = Rcpp::as<bool>(ratings["frequencies"]);
  }
  return view;
}

Rcpp::List r::list(std::initializer_list<Column> columns) {
  Rcpp::List result(columns.size());
  Rcpp::CharacterVector names(columns.size());
  R_xlen_t i = 0;
  for (const Column& column : columns) {
    names[i] = column.name;
    result[i++] = column.values;
  }
  result.attr("names") = names;
  return result;
}

Rcpp::List r::frame(std::initializer_list<Column> columns) {
  Rcpp::List result = list(columns);
  const int rows = columns.size() == 0 ? 0 : Rf_length(columns.begin()->values);
  // R's short form of the row names 1, 2, …
  result.attr("row.names") = Rcpp::IntegerVector{NA_INTEGER, -rows};
  result.attr("class") = "data.frame";
  return result;
}

Rcpp::RObject r::whole_numbers(std::vector<double> x) {
  for (double& count : x) {
    const double whole = std::round(count);
    if (std::fabs(count - whole) <= 1e-9 * whole) count = whole;
  }
  const auto fits = [](double i) { return i <= 2147483647 && i == std::round(i); };
  if (!std::all_of(x.begin(), x.end(), fits)) return Rcpp::wrap(x);
  return Rcpp::wrap(std::vector<int>(x.begin(), x.end()));
}
