#include <Rcpp/Lightest>

// Is any string marked as latin1? Hashing by address takes such a string and the same
// letters in UTF-8 for two.
// [[Rcpp::export(rng = false)]]
bool any_latin1(Rcpp::CharacterVector x) {
  for (R_xlen_t i = 0; i < x.size(); ++i) {
    if (Rf_getCharCE(STRING_ELT(x, i)) == CE_LATIN1) return true;
  }
  return false;
}
