#pragma once
// The text of a table: a row ends with its line, a field with a separator. A field that
// begins and ends with a quote, apart from blanks, is quoted: separators, line ends and
// doubled quotes inside it are text. Any other quote is text.

#include <cstddef>
#include <string>
#include <string_view>

namespace accord {

enum class Quotes {
  none,
  closed,
  open  // a quote begins the field and none ends it
};

struct Field {
  std::size_t begin, end;  // with blanks and quotes
  Quotes quotes;
};

namespace detail {

inline std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == ' ') ++at;
  return at;
}

// Returns the end of the quoted field whose first quote is at `at`; npos if there is
// none.
inline std::size_t quoted_end(std::string_view text, std::size_t at, char separator) {
  do {
    at = text.find('"', at + 1);
    if (at == text.npos) return at;
    ++at;
  } while (at < text.size() && text[at] == '"');
  at = skip_blanks(text, at);
  const bool ends = at == text.size() || text[at] == separator || text[at] == '\n';
  return ends ? at : text.npos;
}

}  // namespace detail

inline Field field_at(std::string_view text, std::size_t begin, char separator) {
  const std::size_t first = detail::skip_blanks(text, begin);
  const bool opens = first < text.size() && text[first] == '"';
  if (opens) {
    const std::size_t end = detail::quoted_end(text, first, separator);
    if (end != text.npos) return {begin, end, Quotes::closed};
  }
  std::size_t end = begin;
  while (end < text.size() && text[end] != separator && text[end] != '\n') ++end;
  return {begin, end, opens ? Quotes::open : Quotes::none};
}

// Calls visit(column, field), from 0, for each field of the row that begins at `begin`.
// Returns where the next row begins, or a place behind the text.
template <class Visit>
std::size_t for_fields_of_row(std::string_view text, std::size_t begin, char separator,
                              Visit visit) {
  for (std::size_t column = 0;; ++column) {
    // After a separator at the end of the text there is an empty field.
    const Field field = field_at(text, begin, separator);
    visit(column, field);
    begin = field.end + 1;
    if (field.end == text.size() || text[field.end] == '\n') return begin;
  }
}

// Returns the value of a field: without the quotes around it, and with one quote for two
// inside. `buffer` stores it if it differs from the text.
inline std::string_view value_of(std::string_view text, const Field& field,
                                 std::string* buffer) {
  std::string_view value = text.substr(field.begin, field.end - field.begin);
  if (field.quotes != Quotes::closed) return value;
  const std::size_t first = value.find('"') + 1;
  value = value.substr(first, value.rfind('"') - first);
  std::size_t from = 0, quote = value.find('"');
  if (quote == value.npos) return value;
  buffer->clear();
  for (; quote != value.npos; quote = value.find('"', from)) {
    buffer->append(value, from, quote + 1 - from);
    from = quote + 2;
  }
  buffer->append(value, from);
  return *buffer;
}

// Returns the number of bytes of the white space at the beginning of UTF-8 text; 0 if
// there is none. No-break spaces are not white space.
inline std::size_t white_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) == ' ' || (byte(0) >= '\t' && byte(0) <= '\r')) return 1;
  if (text.size() < 3 || byte(0) < 0xE1 || byte(0) > 0xE3) return 0;
  const unsigned code = (byte(0) & 15u) << 12 | (byte(1) & 63u) << 6 | (byte(2) & 63u);
  const bool of_a_width = code >= 0x2000 && code <= 0x200A && code != 0x2007;
  const bool ends_line = code == 0x2028 || code == 0x2029;
  const bool other = code == 0x1680 || code == 0x205F || code == 0x3000;
  return of_a_width || ends_line || other ? 3 : 0;
}

inline bool is_blank(std::string_view text) {
  while (!text.empty()) {
    const std::size_t n = white_length(text);
    if (n == 0) return false;
    text.remove_prefix(n);
  }
  return true;
}

}  // namespace accord
