#pragma once
// Pseudo-random orders of draws, each row with its own.

#include <Rcpp/Lightest>
#include <cstdint>  // uint32_t

#include "accord/posterior/shuffle.h"

namespace r {

// Returns the binary logarithm of `n`, which must be a power of two.
inline int bits_of(int n) {
  int bits = 0;
  while (1 << bits < n) ++bits;
  if (1 << bits != n) Rcpp::stop("%d draws are no power of two", n);
  return bits;
}

inline accord::Shuffle order_of_row(int row, int n, int stream) {
  return {bits_of(n), static_cast<std::uint32_t>(row + 7919 * stream)};
}

}  // namespace r
