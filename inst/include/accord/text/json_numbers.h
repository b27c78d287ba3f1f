#pragma once
// Finds the numbers in JSON text, so that they can be quoted and none is changed by
// parsing: 1.10 is not 1.1. The text is not checked for validity.

#include <cstddef>
#include <string>
#include <string_view>

namespace accord {

namespace detail {

inline std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at;
}

// Returns the end of the number that begins at `begin`; `begin` if there is none.
inline std::size_t number_end(std::string_view text, std::size_t begin) {
  const auto is = [&](std::size_t at, char one, char other) {
    return at < text.size() && (text[at] == one || text[at] == other);
  };
  const std::size_t first = begin + is(begin, '-', '-');
  std::size_t end = is(first, '0', '0') ? first + 1 : skip_digits(text, first);
  if (end == first) return begin;
  if (is(end, '.', '.')) {
    const std::size_t fraction = skip_digits(text, end + 1);
    if (fraction > end + 1) end = fraction;
  }
  if (is(end, 'e', 'E')) {
    const std::size_t sign = end + 1 + is(end + 1, '-', '+');
    const std::size_t exponent = skip_digits(text, sign);
    if (exponent > sign) end = exponent;
  }
  return end;
}

// Returns the position after the string whose first quote is at `begin`, or the end of
// the text if the string is not closed.
inline std::size_t string_end(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return at < text.size() ? at + 1 : text.size();
}

}  // namespace detail

// Returns the maximal depth of nested arrays and objects. JSON parsers are recursive, so
// the stack may not suffice for very deep ones.
inline std::size_t json_depth(std::string_view text) {
  std::size_t depth = 0;
  std::size_t most = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char here = text[at];
    if (here == '"') {
      at = detail::string_end(text, at);
      continue;
    }
    if (here == '[' || here == '{') {
      if (++depth > most) most = depth;
    } else if ((here == ']' || here == '}') && depth > 0) {
      --depth;
    }
    ++at;
  }
  return most;
}

// Returns the text with each number as a string that begins with `mark`.
inline std::string quote_numbers(std::string_view text, std::string_view mark) {
  std::string quoted;
  quoted.reserve(text.size() + text.size() / 4);
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      const std::size_t end = detail::string_end(text, at);
      quoted.append(text, at, end - at);
      at = end;
      continue;
    }
    const std::size_t end = detail::number_end(text, at);
    if (end > at) {
      quoted.append("\"").append(mark).append(text, at, end - at).append("\"");
      at = end;
    } else {
      quoted += text[at++];
    }
  }
  return quoted;
}

}  // namespace accord
