#pragma once
// Checks whether integers are valid positions. The core reads memory at the positions
// given by starts, codes and raters without checking them, so vectors that a user could
// have changed must be checked first. Each check is one pass in the order of memory,
// which compilers can vectorize.

#include <algorithm>  // min
#include <climits>    // INT_MIN
#include <cstddef>    // size_t

#include "views.h"

namespace accord {

// Returns the first place at which `is_bad(i)` holds, or `n`. Whole blocks are checked at
// once, without a branch for each number.
template <class IsBad>
std::size_t first_bad(std::size_t n, const IsBad& is_bad) {
  constexpr std::size_t block = 4096;
  for (std::size_t from = 0; from < n; from += block) {
    const std::size_t to = std::min(n, from + block);
    unsigned bad = 0;
    for (std::size_t i = from; i < to; ++i) bad |= static_cast<unsigned>(is_bad(i));
    if (bad == 0) continue;
    for (std::size_t i = from; i < to; ++i) {
      if (is_bad(i)) return i;
    }
  }
  return n;
}

// Returns the place of the first number that is not between `least` and `most`, or the
// size.
inline std::size_t first_outside(Span<int> x, int least, int most) {
  if (most < least) return 0;
  const auto low = static_cast<unsigned>(least);
  const unsigned range = static_cast<unsigned>(most) - low;
  const int* at = x.begin();
  return first_bad(x.size(), [=](std::size_t i) {
    return static_cast<unsigned>(at[i]) - low > range;
  });
}

// Returns the same, but INT_MIN stands for a missing number and is allowed.
inline std::size_t first_outside_or_missing(Span<int> x, int least, int most) {
  const auto low = static_cast<unsigned>(least);
  const unsigned n = most < least ? 0 : static_cast<unsigned>(most) - low + 1;
  const int* at = x.begin();
  return first_bad(x.size(), [=](std::size_t i) {
    const unsigned outside = static_cast<unsigned>(at[i]) - low >= n;
    return outside & static_cast<unsigned>(at[i] != INT_MIN);
  });
}

// Returns the place of the first start that is below the one before it, or the size.
inline std::size_t first_falling(Span<int> start) {
  if (start.size() < 2) return start.size();
  const int* at = start.begin();
  const std::size_t n = start.size() - 1;
  const std::size_t i = first_bad(n, [=](std::size_t i) { return at[i + 1] < at[i]; });
  return i == n ? start.size() : i + 1;
}

// Returns the place of the first number that is not above the one before it, or the size.
// NaN is not above any number.
inline std::size_t first_not_rising(Span<double> x) {
  if (x.size() < 2) return x.size();
  const double* at = x.begin();
  const std::size_t n = x.size() - 1;
  const std::size_t i = first_bad(n, [=](std::size_t i) { return !(at[i + 1] > at[i]); });
  return i == n ? x.size() : i + 1;
}

}  // namespace accord
