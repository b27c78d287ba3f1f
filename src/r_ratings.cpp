#include <Rcpp/Lightest>
#include <cstddef>

#include "accord/ratings/ratings_csr.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

using Ids = Rcpp::Nullable<Rcpp::IntegerVector>;

namespace {

accord::Span<int> span_or_none(const Ids& ids, const char* name) {
  return ids.isNull() ? accord::Span<int>() : r::integers(ids.get(), name);
}

}  // namespace

// Rows of integer ids to compressed rows by item; `code_of` and `rank` as in Triplets,
// NULL for none. `size` holds the numbers of items and raters.
// [[Rcpp::export(rng = false)]]
Rcpp::List compress_rows(Rcpp::IntegerVector item,
                         Rcpp::Nullable<Rcpp::IntegerVector> rater,
                         Rcpp::IntegerVector value, Rcpp::IntegerVector code_of,
                         Rcpp::Nullable<Rcpp::IntegerVector> rank,
                         Rcpp::IntegerVector size, int threads) {
  accord::Triplets rows;
  rows.item = r::span(item);
  rows.rater = span_or_none(rater, "rater");
  rows.value = r::span(value);
  rows.code_of = r::span(code_of);
  rows.rank = span_or_none(rank, "rank");
  rows.n_items = size[0];
  rows.n_raters = size[1];
  accord::Compressor compressor(rows, r::executor(threads));

  Rcpp::IntegerVector item_start(Rcpp::no_init(rows.n_items + 1));
  Rcpp::IntegerVector codes(Rcpp::no_init(compressor.n_ratings()));
  Rcpp::IntegerVector raters(Rcpp::no_init(rater.isNull() ? 0 : compressor.n_ratings()));
  const bool duplicates =
      compressor.fill(item_start.begin(), codes.begin(), raters.begin());
  return r::list({{"item_start", item_start},
                  {"code", codes},
                  {"rater", rater.isNull() ? R_NilValue : Rcpp::wrap(raters)},
                  {"duplicates", duplicates}});
}

namespace {

// One character of UTF-8 as RFC 3629 has it: its bytes, or 0 if it is none. The text ends
// in a zero byte, which is no continuation, so that nothing behind it is read.
std::size_t utf8_length(const unsigned char* at) {
  const auto continues = [](unsigned char byte) { return byte >> 6 == 2; };
  const unsigned char first = at[0], second = at[1];
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !continues(second)) return 0;
  if (first < 0xE0) return 2;
  if (!continues(at[2])) return 0;
  const bool overlong =
      (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool surrogate = first == 0xED && second > 0x9F;
  const bool beyond = first == 0xF4 && second > 0x8F;
  if (overlong || surrogate || beyond) return 0;
  if (first < 0xF0) return 3;
  return continues(at[3]) ? 4 : 0;
}

bool is_plain(SEXP text) {
  const bool marked = Rf_getCharCE(text) == CE_UTF8;
  const auto* at = reinterpret_cast<const unsigned char*>(CHAR(text));
  while (*at != 0) {
    const std::size_t n = *at < 0x80 ? 1 : marked ? utf8_length(at) : 0;
    if (n == 0) return false;
    at += n;
  }
  return true;
}

}  // namespace

// Is any string neither ASCII nor valid UTF-8 that is marked so? Hashing by address takes
// such a string and the same letters in UTF-8 for two, and R does not sort it.
// [[Rcpp::export(rng = false)]]
bool needs_utf8(Rcpp::CharacterVector x) {
  SEXP last = NA_STRING;
  for (R_xlen_t i = 0; i < x.size(); ++i) {
    SEXP text = STRING_ELT(x, i);
    if (text != last && text != NA_STRING && !is_plain(text)) return true;
    last = text;
  }
  return false;
}
