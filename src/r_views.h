#pragma once
// Views of R's memory for the core.

#include <Rcpp/Lightest>

#include "accord/base/scratch.h"
#include "accord/base/views.h"

namespace r {

inline accord::Span<int> span(const Rcpp::IntegerVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

inline accord::Span<double> span(const Rcpp::NumericVector& x) {
  return {x.begin(), static_cast<std::size_t>(x.size())};
}

// A vector that is written before it is read.
inline Rcpp::IntegerVector unset_integers(std::size_t n) {
  Rcpp::IntegerVector result(Rcpp::no_init(static_cast<R_xlen_t>(n)));
  accord::ask_for_large_pages(result.begin(), n * sizeof(int));
  return result;
}

// A view of a temporary, such as a conversion makes, would be one of memory that is gone.
accord::Span<int> span(Rcpp::IntegerVector&&) = delete;
accord::Span<double> span(Rcpp::NumericVector&&) = delete;

// Of the vector itself, or an error where it had to be converted.
accord::Span<int> integers(SEXP x, const char* name);
accord::Span<int> integers(const Rcpp::List& list, const char* name);
accord::Span<double> numbers(const Rcpp::List& list, const char* name);

// The parts of an accord_ratings object that the core reads; ?as_ratings lists them.
accord::RatingsView ratings_view(const Rcpp::List& ratings);

}  // namespace r
