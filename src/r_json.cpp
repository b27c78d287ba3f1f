#include <Rcpp/Lightest>
#include <algorithm>  // find
#include <climits>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "accord/text/delimited.h"
#include "accord/text/json_numbers.h"
#include "accord/text/json_string.h"

namespace {

// Returns the element of a list with this name, or NULL. Names are in R's string cache,
// so equal names have equal addresses.
SEXP element(SEXP object, SEXP name) {
  if (TYPEOF(object) != VECSXP) return R_NilValue;
  const SEXP names = Rf_getAttrib(object, R_NamesSymbol);
  if (names == R_NilValue) return R_NilValue;
  for (R_xlen_t i = 0; i < Rf_xlength(names); ++i) {
    if (STRING_ELT(names, i) == name) return VECTOR_ELT(object, i);
  }
  return R_NilValue;
}

// Returns the first name that occurs again, or NA.
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

// Returns the first repeated name in a list and the lists within it, in their order. It
// is not recursive, because lists can be nested deeper than the stack allows.
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

// Returns whether a single text or flag is missing.
bool is_missing(SEXP value) {
  return TYPEOF(value) == STRSXP ? STRING_ELT(value, 0) == NA_STRING
                                 : LOGICAL(value)[0] == NA_LOGICAL;
}

std::string_view without_mark(std::string_view text, std::string_view mark) {
  if (text.substr(0, mark.size()) == mark) text.remove_prefix(mark.size());
  return text;
}

SEXP text_of(std::string_view text) {
  if (text.size() > INT_MAX) Rcpp::stop("longer than a text in R can be");
  return Rf_mkCharLenCE(text.data(), static_cast<int>(text.size()), CE_UTF8);
}

// Appends a value from jsonlite's parse_json() of JSON with marked numbers: a text, a
// flag, NULL or a list. It is not nested deeper than the parser allows, so recursion is
// safe.
void append_json(SEXP value, std::string_view mark, std::string* json) {
  if (TYPEOF(value) == VECSXP) {
    const SEXP names = Rf_getAttrib(value, R_NamesSymbol);
    const bool is_object = names != R_NilValue;
    *json += is_object ? '{' : '[';
    for (R_xlen_t i = 0; i < Rf_xlength(value); ++i) {
      if (i > 0) *json += ',';
      if (is_object) {
        accord::append_json_string(CHAR(STRING_ELT(names, i)), json);
        *json += ':';
      }
      append_json(VECTOR_ELT(value, i), mark, json);
    }
    *json += is_object ? '}' : ']';
  } else if (Rf_xlength(value) == 0 || is_missing(value)) {
    *json += "null";
  } else if (TYPEOF(value) == STRSXP) {
    const std::string_view text = CHAR(STRING_ELT(value, 0));
    const std::string_view plain = without_mark(text, mark);
    if (plain.size() < text.size()) {
      *json += plain;
    } else {
      accord::append_json_string(text, json);
    }
  } else {
    *json += LOGICAL(value)[0] != 0 ? "true" : "false";
  }
}

}  // namespace

// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector mark_numbers(Rcpp::CharacterVector text, std::string mark) {
  const SEXP whole = text[0];
  const std::string marked =
      accord::quote_numbers({CHAR(whole), static_cast<std::size_t>(LENGTH(whole))}, mark);
  return Rf_ScalarString(text_of(marked));
}

// Returns for each record the first key that occurs twice, at any depth; NA if there is
// none.
// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector repeated_keys(Rcpp::List records) {
  Rcpp::CharacterVector keys(records.size(), NA_STRING);
  for (R_xlen_t i = 0; i < records.size(); ++i) {
    if (TYPEOF(records[i]) == VECSXP) SET_STRING_ELT(keys, i, repeated_name(records[i]));
  }
  return keys;
}

// Returns for each record the value of the first of these keys that it has; NULL if it
// has none.
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

// Returns values as written in the file, numbers without their mark: a text or flag as
// plain text, NA if it is blank or null; an array or object as JSON.
// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector write_json_texts(Rcpp::List values, Rcpp::CharacterVector mark) {
  const std::string_view before = CHAR(STRING_ELT(mark, 0));
  Rcpp::CharacterVector texts(values.size(), NA_STRING);
  std::string json;
  for (R_xlen_t i = 0; i < values.size(); ++i) {
    const SEXP value = VECTOR_ELT(values, i);
    const bool nested = TYPEOF(value) == VECSXP;
    if (!nested && (Rf_xlength(value) != 1 || is_missing(value))) continue;
    if (TYPEOF(value) == STRSXP) {
      const std::string_view text = CHAR(STRING_ELT(value, 0));
      const std::string_view plain = without_mark(text, before);
      if (accord::is_blank(plain)) continue;
      SET_STRING_ELT(texts, i,
                     plain.size() < text.size() ? text_of(plain) : STRING_ELT(value, 0));
    } else {
      json.clear();
      append_json(value, before, &json);
      SET_STRING_ELT(texts, i, text_of(json));
    }
  }
  return texts;
}

// [[Rcpp::export(rng = false)]]
double depth_of_json(Rcpp::CharacterVector text) {
  const SEXP whole = text[0];
  return static_cast<double>(
      accord::json_depth({CHAR(whole), static_cast<std::size_t>(LENGTH(whole))}));
}
