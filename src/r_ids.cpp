#include <Rcpp/Lightest>
#include <algorithm>  // max, max_element, min, min_element, none_of
#include <climits>    // INT_MAX
#include <cstddef>
#include <cstdint>
#include <utility>  // pair
#include <vector>

#include "accord/ratings/combinations.h"
#include "accord/ratings/first_appearance.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_text.h"
#include "r_views.h"

namespace {

// Texts are identified by their address in R's string cache, which stores each text once.
// Addresses are multiples of 8, and nearly always close enough to each other for 32 bits.
struct NearTexts {
  const SEXP* at;
  std::uintptr_t least;
  std::uint32_t operator()(std::size_t i) const {
    return static_cast<std::uint32_t>((reinterpret_cast<std::uintptr_t>(at[i]) - least) >>
                                      3);
  }
};

struct Texts {
  const SEXP* at;
  std::uint64_t operator()(std::size_t i) const {
    return reinterpret_cast<std::uintptr_t>(at[i]);
  }
};

// Keys of integers, relative to the smallest one; that of NA comes after the largest.
struct FewIntegers {
  const int* at;
  int least;
  std::uint32_t range;
  std::uint32_t operator()(std::size_t i) const {
    return at[i] == NA_INTEGER ? range - 1 : static_cast<std::uint32_t>(at[i] - least);
  }
};

// Keys of numbers, or of integers. One type serves both, because the algorithm is
// compiled for each type.
struct Numbers {
  const double* at;
  const int* integers;
  std::uint64_t operator()(std::size_t i) const {
    if (at != nullptr) return accord::value_bits(at[i]);
    return static_cast<std::uint32_t>(integers[i]);
  }
};

Rcpp::List as_list(const Rcpp::IntegerVector& code, const std::vector<int>& first) {
  Rcpp::IntegerVector starts(Rcpp::no_init(first.size()));
  for (std::size_t i = 0; i < first.size(); ++i) starts[i] = first[i] + 1;
  return r::list({{"code", code}, {"starts", starts}});
}

Rcpp::List coded(const Numbers& read, R_xlen_t n, int threads) {
  Rcpp::IntegerVector code = r::unset_integers(n);
  return as_list(code,
                 accord::code_by_first_appearance(read, static_cast<std::size_t>(n),
                                                  code.begin(), r::executor(threads)));
}

Rcpp::List coded_integers(const int* at, R_xlen_t n, int threads) {
  std::int64_t least = INT_MAX, most = INT_MIN;
  for (R_xlen_t i = 0; i < n; ++i) {
    if (at[i] == NA_INTEGER) continue;
    least = std::min<std::int64_t>(least, at[i]);
    most = std::max<std::int64_t>(most, at[i]);
  }
  // The table must not be much larger than that of the other method. Codes of some rows
  // of a column are often more than these rows.
  const std::int64_t range = most - least + 2;
  if (range < 2 || range / 4 > n) return coded({nullptr, at}, n, threads);
  const FewIntegers read{at, static_cast<int>(least), static_cast<std::uint32_t>(range)};
  Rcpp::IntegerVector code = r::unset_integers(n);
  return as_list(code,
                 accord::code_in_range(read, static_cast<std::size_t>(n),
                                       static_cast<std::size_t>(range), code.begin()));
}

// Texts are scattered in memory, so that those which will be read soon are prefetched.
constexpr R_xlen_t ahead = 16;
void fetch_text(SEXP text) {
  const auto* at = reinterpret_cast<const char*>(text);
  __builtin_prefetch(at);
  __builtin_prefetch(at + 63);  // its characters
}

// Adds the distinct texts, and whether all are plain.
void add_texts(const SEXP* at, Rcpp::List* coded) {
  const Rcpp::IntegerVector starts = (*coded)["starts"];
  const R_xlen_t n = starts.size();
  Rcpp::CharacterVector values(n);
  bool plain = true;
  for (R_xlen_t i = 0; i < n; ++i) {
    if (i + ahead < n) fetch_text(at[starts[i + ahead] - 1]);
    const SEXP text = at[starts[i] - 1];
    SET_STRING_ELT(values, i, text);
    plain = plain && (text == NA_STRING || r::is_plain(text));
  }
  coded->push_back(values, "values");
  coded->push_back(plain, "plain");
}

// Returns the lowest and the highest address.
std::pair<std::uintptr_t, std::uintptr_t> places(const SEXP* at, std::size_t n,
                                                 const accord::Executor& executor) {
  const int parts = accord::parts_for(executor, n, 1 << 16);
  std::vector<std::uintptr_t> lowest(parts, UINTPTR_MAX), highest(parts, 0);
  executor.run(parts, [&](int p) {
    const accord::Range rows = accord::part(n, parts, p);
    std::uintptr_t low = UINTPTR_MAX, high = 0;
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const auto place = reinterpret_cast<std::uintptr_t>(at[i]);
      low = std::min(low, place);
      high = std::max(high, place);
    }
    lowest[p] = low;
    highest[p] = high;
  });
  return {*std::min_element(lowest.begin(), lowest.end()),
          *std::max_element(highest.begin(), highest.end())};
}

// If there are few distinct texts, the range of addresses is not needed.
std::vector<int> code_texts(const SEXP* at, std::size_t n, int* code,
                            const accord::Executor& executor) {
  const Texts anywhere{at};
  const accord::FirstAppearance<Texts> texts(anywhere, n, executor);
  std::vector<int> first;
  if (texts.few(code, &first)) return first;
  const auto [least, most] = places(at, n, executor);
  if ((most - least) >> 3 <= UINT32_MAX) {
    const NearTexts near{at, least};
    accord::FirstAppearance<NearTexts>(near, n, executor).many(code, &first);
  } else {
    texts.many(code, &first);
  }
  return first;
}

Rcpp::List coded_texts(const SEXP* at, R_xlen_t n, int threads) {
  Rcpp::IntegerVector code = r::unset_integers(n);
  Rcpp::List result = as_list(code, code_texts(at, static_cast<std::size_t>(n),
                                               code.begin(), r::executor(threads)));
  add_texts(at, &result);
  return result;
}

}  // namespace

// Returns codes of a vector from 1 by first appearance, and the first row of each. For
// text it also returns the distinct values, and whether all of them are plain (r_text.h).
// [[Rcpp::export(rng = false)]]
Rcpp::List code_values(SEXP x, int threads) {
  const R_xlen_t n = Rf_xlength(x);
  switch (TYPEOF(x)) {
    case STRSXP:
      return coded_texts(STRING_PTR_RO(x), n, threads);
    case LGLSXP:
      return coded_integers(LOGICAL(x), n, threads);
    case INTSXP:
      return coded_integers(INTEGER(x), n, threads);
    case REALSXP:
      return coded({REAL(x), nullptr}, n, threads);
    default:
      Rcpp::stop("no codes for values of type %s", Rf_type2char(TYPEOF(x)));
  }
}

// Returns the same for combinations of columns of codes; `n_codes`: the largest of each.
// [[Rcpp::export(rng = false)]]
Rcpp::List code_combinations(Rcpp::List codes, Rcpp::IntegerVector n_codes, int threads) {
  std::vector<accord::CodedColumn> columns;
  for (R_xlen_t k = 0; k < codes.size(); ++k) {
    const SEXP column = codes[k];
    columns.push_back({r::integers(column, "code").begin(), n_codes[k]});
  }
  const R_xlen_t n = Rf_xlength(VECTOR_ELT(codes, 0));
  Rcpp::IntegerVector code = r::unset_integers(n);
  return as_list(code, accord::code_combinations(columns, static_cast<std::size_t>(n),
                                                 code.begin(), r::executor(threads)));
}

// Returns the sum of the numbers with each code from 1 to `n`; 0 for a code without any.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector sums_of_codes(Rcpp::NumericVector x, Rcpp::IntegerVector code,
                                  int n) {
  std::vector<long double> sums(n);
  const double* at = x.begin();
  const int* of = code.begin();
  for (R_xlen_t i = 0; i < x.size(); ++i) {
    if (of[i] >= 1 && of[i] <= n) sums[of[i] - 1] += at[i];
  }
  return Rcpp::NumericVector(sums.begin(), sums.end());
}

// Returns the value of each cell, numbers or texts, piece by piece: a piece has the next
// codes of its question, from 1. `values` and `codes` have an element per question.
// [[Rcpp::export(rng = false)]]
SEXP values_of_pieces(Rcpp::List values, Rcpp::List codes, Rcpp::IntegerVector question,
                      Rcpp::IntegerVector size) {
  R_xlen_t n = 0;
  for (const int k : size) n += k;
  const bool numbers = TYPEOF(values[0]) == REALSXP;
  const Rcpp::RObject result = Rf_allocVector(numbers ? REALSXP : STRSXP, n);
  std::vector<R_xlen_t> next(values.size());
  R_xlen_t at = 0;
  for (R_xlen_t p = 0; p < size.size(); ++p) {
    const int q = question[p] - 1;
    const SEXP of = values[q], code = codes[q];
    const int* own = INTEGER(code) + next[q];
    for (int k = 0; k < size[p]; ++k, ++at) {
      if (numbers) {
        REAL(result)[at] = REAL(of)[own[k] - 1];
      } else {
        SET_STRING_ELT(result, at, STRING_ELT(of, own[k] - 1));
      }
    }
    next[q] += size[p];
  }
  return result;
}

// Returns which of the numbers 1, 2, … up to the largest occur; NULL if one is below 1 or
// above `most`, or all are missing.
// [[Rcpp::export(rng = false)]]
SEXP integers_seen(Rcpp::IntegerVector x, int most) {
  std::vector<char> seen(static_cast<std::size_t>(most) + 1);
  int largest = 0;
  const int* at = x.begin();
  for (R_xlen_t i = 0; i < x.size(); ++i) {
    if (at[i] == NA_INTEGER) continue;
    if (at[i] < 1 || at[i] > most) return R_NilValue;
    seen[at[i]] = 1;
    largest = std::max(largest, at[i]);
  }
  if (largest == 0) return R_NilValue;
  Rcpp::LogicalVector result(largest);
  for (int k = 0; k < largest; ++k) result[k] = seen[k + 1];
  return result;
}

// Returns whether any string is not plain.
// [[Rcpp::export(rng = false)]]
bool needs_utf8(Rcpp::CharacterVector x) {
  SEXP last = NA_STRING;
  for (R_xlen_t i = 0; i < x.size(); ++i) {
    SEXP text = STRING_ELT(x, i);
    if (text != last && text != NA_STRING && !r::is_plain(text)) return true;
    last = text;
  }
  return false;
}

// Returns the positions, from 1, of the texts without a digit that have at most `most`
// bytes.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector short_without_digits(Rcpp::CharacterVector x, int most) {
  std::vector<int> found;
  const SEXP* all = STRING_PTR_RO(x);
  const R_xlen_t n = x.size();
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (R_xlen_t i = 0; i < n; ++i) {
    if (i + ahead < n) fetch_text(all[i + ahead]);
    const SEXP text = all[i];
    const int length = LENGTH(text);
    const char* at = CHAR(text);
    if (text == NA_STRING || length > most) continue;
    if (std::none_of(at, at + length, is_digit)) found.push_back(static_cast<int>(i) + 1);
  }
  return Rcpp::wrap(found);
}
