#include <Rcpp/Lightest>
#include <algorithm>  // copy, find
#include <string>
#include <string_view>
#include <vector>

#include "accord/text/delimited.h"
#include "r_table.h"
#include "r_views.h"

namespace {

std::string_view view_of(SEXP text) {
  return {CHAR(text), static_cast<std::size_t>(LENGTH(text))};
}

SEXP utf8(std::string_view text) {
  return Rf_mkCharLenCE(text.data(), static_cast<int>(text.size()), CE_UTF8);
}

}  // namespace

namespace {

// The text of a table in UTF-8, and where its rows begin.
class Delimited {
 public:
  explicit Delimited(const Rcpp::List& fields)
      : text_(view_of(STRING_ELT(fields["text"], 0))),
        separator_(CHAR(STRING_ELT(fields["separator"], 0))[0]),
        begin_(r::integers(fields, "begin")) {}

  std::size_t n_rows() const { return begin_.size(); }

  // Calls visit(column, value), from 0, for each cell of a row that is not blank.
  template <class Visit>
  void for_cells(std::size_t row, Visit visit) {
    const auto begin = static_cast<std::size_t>(begin_[row]);
    accord::for_fields_of_row(
        text_, begin, separator_, [&](std::size_t column, const accord::Field& field) {
          const std::string_view value = accord::value_of(text_, field, &buffer_);
          if (!accord::is_blank(value)) visit(column, value);
        });
  }

  // Whether the cells of a row that are not blank are these, with their columns.
  bool has_cells(std::size_t row, const std::vector<std::string>& text,
                 const std::vector<std::size_t>& column) {
    std::size_t k = 0, begin = begin_[row];
    for (std::size_t j = 0;; ++j) {
      const accord::Field field = accord::field_at(text_, begin, separator_);
      const std::string_view value = accord::value_of(text_, field, &buffer_);
      if (!accord::is_blank(value)) {
        if (k == text.size() || column[k] != j || text[k] != value) return false;
        ++k;
      }
      if (field.end == text_.size() || text_[field.end] == '\n') return k == text.size();
      begin = field.end + 1;
    }
  }

 private:
  std::string_view text_;
  char separator_;
  accord::Span<int> begin_;
  std::string buffer_;
};

}  // namespace

// Returns, for each row of a table in UTF-8, the byte at which it begins, the number of
// its fields, the number of those that are not blank, `filled`, and the last of these;
// and the rows with an open quote.
// [[Rcpp::export(rng = false)]]
Rcpp::List rows_of_text(Rcpp::CharacterVector text, std::string separator) {
  const std::string_view all = view_of(text[0]);
  std::vector<int> begins, n_fields, filled, last, open;
  std::string buffer;
  for (std::size_t begin = 0; begin < all.size();) {
    begins.push_back(static_cast<int>(begin));
    int n = 0, n_filled = 0, last_filled = 0;
    begin = accord::for_fields_of_row(
        all, begin, separator[0], [&](std::size_t, const accord::Field& field) {
          ++n;
          if (field.quotes == accord::Quotes::open) {
            open.push_back(static_cast<int>(begins.size()));
          }
          if (accord::is_blank(accord::value_of(all, field, &buffer))) return;
          ++n_filled;
          last_filled = n;
        });
    n_fields.push_back(n);
    filled.push_back(n_filled);
    last.push_back(last_filled);
  }
  return r::list({{"begin", begins},
                  {"n_fields", n_fields},
                  {"filled", filled},
                  {"last", last},
                  {"open", open}});
}

// Returns the cells of a run of rows that are not blank, row by row. All are counted
// from 1.
// [[Rcpp::export(rng = false)]]
Rcpp::List cells_of_text(Rcpp::List fields, int first, int last) {
  Delimited table(fields);
  std::vector<int> row, column;
  std::vector<std::string> text;
  for (int i = first; i <= last; ++i) {
    table.for_cells(i - 1, [&](std::size_t j, std::string_view value) {
      row.push_back(i);
      column.push_back(static_cast<int>(j) + 1);
      text.emplace_back(value);
    });
  }
  Rcpp::CharacterVector cells(text.size());
  for (std::size_t k = 0; k < text.size(); ++k) SET_STRING_ELT(cells, k, utf8(text[k]));
  return r::list({{"text", cells}, {"column", column}, {"row", row}});
}

// Returns columns of text, with `NA` for blank cells: `rows` and `columns` are those that
// are kept, in order.
// [[Rcpp::export(rng = false)]]
Rcpp::List columns_of_text(Rcpp::List fields, Rcpp::IntegerVector rows,
                           Rcpp::IntegerVector columns) {
  Delimited table(fields);
  std::vector<SEXP> place;
  Rcpp::List filled(columns.size());
  for (R_xlen_t k = 0; k < columns.size(); ++k) {
    const auto j = static_cast<std::size_t>(columns[k] - 1);
    if (j >= place.size()) place.resize(j + 1, nullptr);
    const Rcpp::CharacterVector blank(rows.size(), NA_STRING);
    filled[k] = place[j] = blank;
  }
  for (R_xlen_t i = 0; i < rows.size(); ++i) {
    table.for_cells(rows[i] - 1, [&](std::size_t j, std::string_view value) {
      if (j < place.size() && place[j] != nullptr) {
        SET_STRING_ELT(place[j], i, utf8(value));
      }
    });
  }
  return filled;
}

// Returns the rows below a row that have the same cells.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector rows_like_text(Rcpp::List fields, int row) {
  Delimited table(fields);
  std::vector<std::string> text;
  std::vector<std::size_t> column;
  table.for_cells(row - 1, [&](std::size_t j, std::string_view value) {
    column.push_back(j);
    text.emplace_back(value);
  });
  std::vector<int> found;
  for (std::size_t i = row; i < table.n_rows(); ++i) {
    if (table.has_cells(i, text, column)) found.push_back(static_cast<int>(i) + 1);
  }
  return Rcpp::wrap(found);
}

// Returns which of the first columns have a cell below a row that is not blank.
// [[Rcpp::export(rng = false)]]
Rcpp::LogicalVector columns_below(Rcpp::List fields, int row, int n_columns) {
  Delimited table(fields);
  Rcpp::LogicalVector seen(n_columns);
  for (std::size_t i = row; i < table.n_rows(); ++i) {
    table.for_cells(i, [&](std::size_t j, std::string_view) {
      if (j < static_cast<std::size_t>(n_columns)) seen[j] = TRUE;
    });
  }
  return seen;
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
