#pragma once
// Checks whether text in R is "plain": ASCII, or valid UTF-8 that is marked as such.
// Hashing by address distinguishes any other text from the same characters in UTF-8, and
// R does not sort it.

#include <Rcpp/Lightest>
#include <cstddef>

namespace r {

// Returns the number of bytes of one UTF-8 character as defined by RFC 3629, or 0 if it
// is not valid. Text ends with a zero byte, which is not a continuation byte, so nothing
// after it is read.
inline std::size_t utf8_length(const unsigned char* at) {
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

inline bool is_plain(SEXP text) {
  const bool marked = Rf_getCharCE(text) == CE_UTF8;
  const auto* at = reinterpret_cast<const unsigned char*>(CHAR(text));
  while (*at != 0) {
    const std::size_t n = *at < 0x80 ? 1 : marked ? utf8_length(at) : 0;
    if (n == 0) return false;
    at += n;
  }
  return true;
}

}  // namespace r
