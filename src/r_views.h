#pragma once
// Views of R's memory for the core.

#include <Rcpp/Lightest>
#include <algorithm>  // replace_copy_if
#include <vector>

#include "accord/base/scratch.h"
#include "accord/base/views.h"

namespace r {

inline accord::Span<int> span(const Rcpp::IntegerVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

inline accord::Span<double> span(const Rcpp::NumericVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

// Returns an uninitialized vector, which must be written before it is read.
inline Rcpp::IntegerVector unset_integers(std::size_t n) {
  Rcpp::IntegerVector result(Rcpp::no_init(static_cast<R_xlen_t>(n)));
  accord::ask_for_large_pages(result.begin(), n * sizeof(int));
  return result;
}

// Returns numbers for R, with NA for NaN.
inline Rcpp::NumericVector or_missing(const std::vector<double>& x) {
  Rcpp::NumericVector result(Rcpp::no_init(static_cast<R_xlen_t>(x.size())));
  std::replace_copy_if(
      x.begin(), x.end(), result.begin(), [](double v) { return v != v; }, NA_REAL);
  return result;
}

// A view of a temporary, such as the result of a conversion, would refer to freed memory.
accord::Span<int> span(Rcpp::IntegerVector&&) = delete;
accord::Span<double> span(Rcpp::NumericVector&&) = delete;

// Return a view of the vector itself, or raise an error if it would have to be converted.
accord::Span<int> integers(SEXP x, const char* name);
accord::Span<int> integers(const Rcpp::List& list, const char* name);
accord::Span<double> numbers(const Rcpp::List& list, const char* name);

// Returns a view of the parts of an accord_ratings object that the core reads;
// ?as_ratings lists them.
accord::RatingsView ratings_view(const Rcpp::List& ratings);

}  // namespace r
