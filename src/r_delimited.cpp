#include <Rcpp/Lightest>
#include <algorithm>  // copy, find
#include <string>
#include <string_view>
#include <vector>

#include "accord/text/delimited.h"
#include "r_table.h"

namespace {

std::string_view view_of(SEXP text) {
  return {CHAR(text), static_cast<std::size_t>(LENGTH(text))};
}

SEXP utf8(std::string_view text) {
  return Rf_mkCharLenCE(text.data(), static_cast<int>(text.size()), CE_UTF8);
}

}  // namespace

// Returns the nonblank cells of a table in UTF-8 as compressed rows: `text`, and
// `column`, from 1; `start`, the number of cells above each row, and of all; the number
// of fields of each row; the rows with an open quote.
// [[Rcpp::export(rng = false)]]
Rcpp::List split_cells(Rcpp::CharacterVector text, std::string separator) {
  const std::string_view all = view_of(text[0]);
  const char mark = separator[0];
  R_xlen_t n_rows = 0, n_cells = 0, n_open = 0;
  std::string buffer;
  const auto value = [&](const accord::Field& field) {
    return accord::value_of(all, field, &buffer);
  };
  accord::for_each_field(
      all, mark,
      [&](std::size_t, std::size_t, const accord::Field& field) {
        n_cells += !accord::is_blank(value(field));
        n_open += field.quotes == accord::Quotes::open;
      },
      [&](std::size_t, std::size_t) { ++n_rows; });

  Rcpp::CharacterVector cell(n_cells);
  Rcpp::IntegerVector column(n_cells), start(n_rows + 1), n_fields(n_rows), open(n_open);
  n_cells = n_open = 0;
  accord::for_each_field(
      all, mark,
      [&](std::size_t i, std::size_t j, const accord::Field& field) {
        if (field.quotes == accord::Quotes::open) {
          open[n_open++] = static_cast<int>(i) + 1;
        }
        const std::string_view found = value(field);
        if (accord::is_blank(found)) return;
        SET_STRING_ELT(cell, n_cells, utf8(found));
        column[n_cells++] = static_cast<int>(j) + 1;
      },
      [&](std::size_t i, std::size_t fields) {
        n_fields[i] = static_cast<int>(fields);
        start[i + 1] = static_cast<int>(n_cells);
      });
  return r::list({{"text", cell},
                  {"column", column},
                  {"start", start},
                  {"n_fields", n_fields},
                  {"open", open}});
}

// Puts cells into columns of text, with `NA` where there is none: `rows` and `columns`
// are those that are kept, in order.
// [[Rcpp::export(rng = false)]]
Rcpp::List fill_columns(Rcpp::List cells, Rcpp::IntegerVector rows,
                        Rcpp::IntegerVector columns, int width) {
  const Rcpp::CharacterVector text = cells["text"];
  const Rcpp::IntegerVector column = cells["column"], start = cells["start"];
  std::vector<SEXP> column_place(width + 1, nullptr);
  Rcpp::List filled(columns.size());
  for (R_xlen_t j = 0; j < columns.size(); ++j) {
    const Rcpp::CharacterVector blank(rows.size(), NA_STRING);
    filled[j] = column_place[columns[j]] = blank;
  }
  for (R_xlen_t i = 0; i < rows.size(); ++i) {
    for (int cell = start[rows[i] - 1]; cell < start[rows[i]]; ++cell) {
      if (column[cell] > width) continue;
      const SEXP values = column_place[column[cell]];
      if (values != nullptr) SET_STRING_ELT(values, i, STRING_ELT(text, cell));
    }
  }
  return filled;
}

// Returns whether each text is missing, or consists of white space.
// [[Rcpp::export(rng = false)]]
Rcpp::LogicalVector is_blank(Rcpp::CharacterVector x) {
  Rcpp::LogicalVector blank(x.size());
  for (R_xlen_t i = 0; i < x.size(); ++i) {
    const SEXP text = x[i];
    blank[i] = text == NA_STRING || accord::is_blank(view_of(text));
  }
  return blank;
}

// Bytes are not text if they include a zero byte or nearly all control characters.
// [[Rcpp::export(rng = false)]]
bool bytes_are_text(Rcpp::RawVector bytes) {
  bool seen[256] = {};
  for (const Rbyte byte : bytes) seen[byte] = true;
  int controls = 0;
  for (int byte = 1; byte < 32; ++byte) {
    if (byte < '\t' || byte > '\r') controls += seen[byte];
  }
  return !seen[0] && controls < 25;
}

// Converts line ends of Windows and of old Macintoshes to "\n".
// [[Rcpp::export(rng = false)]]
Rcpp::RawVector plain_line_ends(Rcpp::RawVector bytes) {
  const Rbyte* const end = bytes.end();
  const Rbyte* from = std::find(bytes.begin(), bytes.end(), Rbyte{'\r'});
  if (from == end) return bytes;
  R_xlen_t n = bytes.size();
  for (const Rbyte* at = from; at + 1 < end; ++at) n -= at[0] == '\r' && at[1] == '\n';
  Rcpp::RawVector plain(n);
  Rbyte* to = std::copy(static_cast<const Rbyte*>(bytes.begin()), from, plain.begin());
  for (; from != end; ++from) {
    if (*from != '\r') {
      *to++ = *from;
    } else if (from + 1 == end || from[1] != '\n') {
      *to++ = '\n';
    }
  }
  return plain;
}
