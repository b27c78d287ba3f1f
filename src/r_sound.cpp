#include <Rcpp/Lightest>
#include <cstddef>

#include "accord/base/sound.h"
#include "r_views.h"

namespace {

// Returns a place from 1, or 0 for none, as a double, since vectors may be long.
double place(std::size_t at, R_xlen_t size) {
  return at == static_cast<std::size_t>(size) ? 0 : static_cast<double>(at) + 1;
}

}  // namespace

// Returns the place of the first integer below `least` or above `most`, such as NA; 0 if
// there is none.
// [[Rcpp::export(rng = false)]]
double place_outside(SEXP x, int least, int most) {
  if (Rf_xlength(x) == 0) return 0;
  return place(accord::first_outside(r::integers(x, "x"), least, most), Rf_xlength(x));
}

// Returns the same, but allows NA.
// [[Rcpp::export(rng = false)]]
double place_outside_or_missing(SEXP x, int least, int most) {
  if (Rf_xlength(x) == 0) return 0;
  return place(accord::first_outside_or_missing(r::integers(x, "x"), least, most),
               Rf_xlength(x));
}

// Returns the place of the first start below the one before it, 0 if there is none.
// [[Rcpp::export(rng = false)]]
double place_falling(SEXP starts) {
  return place(accord::first_falling(r::integers(starts, "starts")), Rf_xlength(starts));
}

// Returns the place of the first number that is not above the one before it, 0 if there
// is none.
// [[Rcpp::export(rng = false)]]
double place_not_rising(Rcpp::NumericVector x) {
  return place(accord::first_not_rising(r::span(x)), x.size());
}
