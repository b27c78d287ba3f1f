#include <Rcpp/Lightest>
#include <cstdio>
#include <string>

#include "accord/base/fingerprint.h"

namespace {

void add_value(accord::Fingerprint& print, SEXP x);

// Adds the attributes that determine the meaning of the values.
void add_attributes(accord::Fingerprint& print, SEXP x) {
  for (SEXP name : {R_NamesSymbol, R_ClassSymbol, R_LevelsSymbol, R_DimSymbol}) {
    Rcpp::Shield<SEXP> value(Rf_getAttrib(x, name));
    if (!Rf_isNull(value)) add_value(print, value);
  }
}

void add_value(accord::Fingerprint& print, SEXP x) {
  const R_xlen_t n = Rf_xlength(x);
  print.add(static_cast<std::uint64_t>(TYPEOF(x)));
  switch (TYPEOF(x)) {
    case LGLSXP:
      print.add(LOGICAL(x), n * sizeof(int));
      break;
    case INTSXP:
      print.add(INTEGER(x), n * sizeof(int));
      break;
    case REALSXP:
      print.add(REAL(x), n * sizeof(double));
      break;
    case STRSXP:
      print.add(static_cast<std::uint64_t>(n));
      for (R_xlen_t i = 0; i < n; ++i) {
        SEXP text = STRING_ELT(x, i);
        print.add(static_cast<std::uint64_t>(text == NA_STRING));
        print.add(CHAR(text), static_cast<std::size_t>(LENGTH(text)));
      }
      break;
    case VECSXP:
      print.add(static_cast<std::uint64_t>(n));
      for (R_xlen_t i = 0; i < n; ++i) add_value(print, VECTOR_ELT(x, i));
      break;
    default:
      print.add(static_cast<std::uint64_t>(n));
  }
  if (Rf_isVector(x)) add_attributes(print, x);
}

}  // namespace

// Returns a fingerprint of the values of vectors and lists; for other objects only the
// type is used. Unlike a hash of R's serialization it does not depend on how R stores the
// same values.
// [[Rcpp::export(rng = false)]]
std::string fingerprint(SEXP x) {
  accord::Fingerprint print;
  add_value(print, x);
  char text[17];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(print.value()));
  return text;
}
