#include <Rcpp/Lightest>
#include <algorithm>  // find
#include <climits>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "accord/text/delimited.h"
#include "accord/text/json_numbers.h"

namespace {

// The element of a list with this name, or NULL. Names are in R's cache of text: the same
// name has the same address.
SEXP element(SEXP object, SEXP name) {
  if (TYPEOF(object) != VECSXP) return R_NilValue;
  const SEXP names = Rf_getAttrib(object, R_NamesSymbol);
  if (names == R_NilValue) return R_NilValue;
  for (R_xlen_t i = 0; i < Rf_xlength(names); ++i) {
    if (STRING_ELT(names, i) == name) return VECTOR_ELT(object, i);
  }
  return R_NilValue;
}

// The first name that comes again, or NA.
SEXP own_repeated_name(SEXP list) {
  const SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  if (names == R_NilValue) return NA_STRING;
  const SEXP* const begin = STRING_PTR_RO(names);
  const SEXP* const end = begin + Rf_xlength(names);
  if (end - begin <= 16) {
    for (const SEXP* at = begin; at != end; ++at) {
      if (std::find(begin, at, *at) != at) return *at;
    }
    return NA_STRING;
  }
  std::unordered_set<SEXP> seen;
  for (const SEXP* at = begin; at != end; ++at) {
    if (!seen.insert(*at).second) return *at;
  }
  return NA_STRING;
}

// Of a list and the lists within it, in their order. They may lie deeper than the stack.
SEXP repeated_name(SEXP list) {
  struct Place {
    SEXP list;
    R_xlen_t next;
  };
  std::vector<Place> path;
  SEXP found = NA_STRING;
  const auto enter = [&](SEXP x) {
    found = own_repeated_name(x);
    path.push_back({x, 0});
  };
  enter(list);
  while (found == NA_STRING && !path.empty()) {
    Place& here = path.back();
    if (here.next == Rf_xlength(here.list)) {
      path.pop_back();
      continue;
    }
    const SEXP inner = VECTOR_ELT(here.list, here.next++);
    if (TYPEOF(inner) == VECSXP) enter(inner);
  }
  return found;
}

}  // namespace

// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector mark_numbers(Rcpp::CharacterVector text, std::string mark) {
  const SEXP whole = text[0];
  const std::string marked =
      accord::quote_numbers({CHAR(whole), static_cast<std::size_t>(LENGTH(whole))}, mark);
  if (marked.size() > INT_MAX) Rcpp::stop("longer than a text in R can be");
  return Rf_ScalarString(
      Rf_mkCharLenCE(marked.data(), static_cast<int>(marked.size()), CE_UTF8));
}

// Of each record the first key that it holds twice, itself or further in; NA for none.
// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector repeated_keys(Rcpp::List records) {
  Rcpp::CharacterVector keys(records.size(), NA_STRING);
  for (R_xlen_t i = 0; i < records.size(); ++i) {
    if (TYPEOF(records[i]) == VECSXP) SET_STRING_ELT(keys, i, repeated_name(records[i]));
  }
  return keys;
}

// Of each record the value of the first of these keys that is there; NULL for none.
// [[Rcpp::export(rng = false)]]
Rcpp::List field_values(Rcpp::List records, Rcpp::CharacterVector keys) {
  Rcpp::List values(records.size());
  for (R_xlen_t i = 0; i < records.size(); ++i) {
    for (R_xlen_t k = 0; k < keys.size() && VECTOR_ELT(values, i) == R_NilValue; ++k) {
      SET_VECTOR_ELT(values, i, element(records[i], keys[k]));
    }
  }
  return values;
}

// Values that are one text or flag, as the file writes them: without the mark of a
// number, and NA where they are blank, an array or an object.
// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector scalar_texts(Rcpp::List values, Rcpp::CharacterVector mark) {
  const std::string_view before = CHAR(STRING_ELT(mark, 0));
  const Rcpp::Shield<SEXP> yes(Rf_mkChar("true")), no(Rf_mkChar("false"));
  Rcpp::CharacterVector texts(values.size(), NA_STRING);
  for (R_xlen_t i = 0; i < values.size(); ++i) {
    const SEXP value = VECTOR_ELT(values, i);
    if (Rf_xlength(value) != 1) continue;
    if (TYPEOF(value) == LGLSXP && LOGICAL(value)[0] != NA_LOGICAL) {
      SET_STRING_ELT(texts, i, LOGICAL(value)[0] != 0 ? yes : no);
    }
    if (TYPEOF(value) != STRSXP || STRING_ELT(value, 0) == NA_STRING) continue;
    std::string_view text = CHAR(STRING_ELT(value, 0));
    const bool marked = text.substr(0, before.size()) == before;
    if (marked) text.remove_prefix(before.size());
    if (accord::is_blank(text)) continue;
    SET_STRING_ELT(texts, i,
                   marked ? Rf_mkCharLenCE(text.data(), text.size(), CE_UTF8)
                          : STRING_ELT(value, 0));
  }
  return texts;
}

// [[Rcpp::export(rng = false)]]
double depth_of_json(Rcpp::CharacterVector text) {
  const SEXP whole = text[0];
  return static_cast<double>(
      accord::json_depth({CHAR(whole), static_cast<std::size_t>(LENGTH(whole))}));
}
