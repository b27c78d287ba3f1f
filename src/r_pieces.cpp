#include <R_ext/Altrep.h>
#include <R_ext/Rdynload.h>

#include <Rcpp/Lightest>
#include <algorithm>  // upper_bound

// A long table repeats its ids: each item once for each column, a question and a rater
// in all rows of a column. This vector of text has the values of the columns, and
// `ends`, the last row of each, in place of a pointer per row: an element is looked up
// when it is asked for. Code that needs a pointer per row gets one, made then.
namespace {

R_altrep_class_t joined_text_class;

SEXP pieces_of(SEXP x) { return VECTOR_ELT(R_altrep_data1(x), 0); }
SEXP ends_of(SEXP x) { return VECTOR_ELT(R_altrep_data1(x), 1); }
SEXP filled(SEXP x) { return R_altrep_data2(x); }

R_xlen_t joined_length(SEXP x) {
  if (filled(x) != R_NilValue) return Rf_xlength(filled(x));
  const R_xlen_t n = Rf_xlength(ends_of(x));
  return n == 0 ? 0 : static_cast<R_xlen_t>(REAL(ends_of(x))[n - 1]);
}

SEXP joined_element(SEXP x, R_xlen_t i) {
  if (filled(x) != R_NilValue) return STRING_ELT(filled(x), i);
  const double* const ends = REAL(ends_of(x));
  const R_xlen_t n = Rf_xlength(ends_of(x));
  const R_xlen_t p = std::upper_bound(ends, ends + n, static_cast<double>(i)) - ends;
  const SEXP piece = VECTOR_ELT(pieces_of(x), p);
  if (Rf_xlength(piece) == 1) return STRING_ELT(piece, 0);
  return STRING_ELT(piece, p == 0 ? i : i - static_cast<R_xlen_t>(ends[p - 1]));
}

// The vector as R stores others, instead of the pieces.
SEXP fill(SEXP x) {
  if (filled(x) != R_NilValue) return filled(x);
  const R_xlen_t n = joined_length(x);
  const SEXP all = PROTECT(Rf_allocVector(STRSXP, n));
  for (R_xlen_t i = 0; i < n; ++i) SET_STRING_ELT(all, i, joined_element(x, i));
  R_set_altrep_data2(x, all);
  R_set_altrep_data1(x, R_NilValue);
  UNPROTECT(1);
  return all;
}

void* joined_pointer(SEXP x, Rboolean) {
  return const_cast<SEXP*>(STRING_PTR_RO(fill(x)));
}

const void* joined_pointer_if_filled(SEXP x) {
  return filled(x) == R_NilValue ? nullptr : STRING_PTR_RO(filled(x));
}

void set_joined_element(SEXP x, R_xlen_t i, SEXP value) {
  SET_STRING_ELT(fill(x), i, value);
}

template <class Index>
SEXP joined_subset_at(SEXP x, const Index* index, R_xlen_t n, bool (*lacks)(Index)) {
  const R_xlen_t size = joined_length(x);
  const SEXP subset = PROTECT(Rf_allocVector(STRSXP, n));
  for (R_xlen_t k = 0; k < n; ++k) {
    const bool none = lacks(index[k]) || index[k] < 1 || index[k] > size;
    const R_xlen_t i = none ? 0 : static_cast<R_xlen_t>(index[k]) - 1;
    SET_STRING_ELT(subset, k, none ? NA_STRING : joined_element(x, i));
  }
  UNPROTECT(1);
  return subset;
}

SEXP joined_subset(SEXP x, SEXP index, SEXP) {
  const R_xlen_t n = Rf_xlength(index);
  if (TYPEOF(index) == INTSXP) {
    return joined_subset_at<int>(x, INTEGER(index), n,
                                 [](int i) { return i == NA_INTEGER; });
  }
  if (TYPEOF(index) != REALSXP) return nullptr;
  return joined_subset_at<double>(x, REAL(index), n,
                                  [](double i) { return static_cast<bool>(ISNAN(i)); });
}

}  // namespace

// [[Rcpp::init]]
void define_joined_text(DllInfo* library) {
  joined_text_class = R_make_altstring_class("joined_text", "accord", library);
  R_set_altrep_Length_method(joined_text_class, joined_length);
  R_set_altstring_Elt_method(joined_text_class, joined_element);
  R_set_altstring_Set_elt_method(joined_text_class, set_joined_element);
  R_set_altvec_Dataptr_method(joined_text_class, joined_pointer);
  R_set_altvec_Dataptr_or_null_method(joined_text_class, joined_pointer_if_filled);
  R_set_altvec_Extract_subset_method(joined_text_class, joined_subset);
}

// Returns one vector of text: of each piece its values, or its only value `size` times.
// [[Rcpp::export(rng = false)]]
SEXP joined_pieces(Rcpp::List pieces, Rcpp::IntegerVector sizes) {
  Rcpp::NumericVector ends(sizes.size());
  double end = 0;
  for (R_xlen_t p = 0; p < sizes.size(); ++p) {
    const SEXP piece = pieces[p];
    const R_xlen_t n = Rf_xlength(piece);
    if (TYPEOF(piece) != STRSXP || (n != 1 && n != sizes[p])) {
      Rcpp::stop("a piece of %d rows has %d texts", sizes[p], static_cast<int>(n));
    }
    ends[p] = end += sizes[p];
  }
  return R_new_altrep(joined_text_class, Rcpp::List::create(pieces, ends), R_NilValue);
}
