#pragma once
// The distance of two sets, from their sizes and the number of shared elements. Two empty
// sets are equal; an empty set and another share nothing.
//
// MASI (Passonneau 2006) is 1 - Jaccard index * M, with M = 1, 2/3, 1/3, 0 for sets that
// are the same, one within the other, overlapping, or disjoint. Passonneau (2004) has 0,
// 1/3, 2/3, 1 for these four cases.

#include <algorithm>  // min
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

enum class SetDistance { nominal, jaccard, masi, dice, passonneau };
inline constexpr const char* set_distance_names[] = {"nominal", "jaccard", "masi", "dice",
                                                     "passonneau"};

inline double set_distance(SetDistance kind, double size, double other, double shared) {
  if (size == shared && other == shared) return 0;
  const bool within = shared == std::min(size, other);
  if (kind == SetDistance::passonneau && within) return 1.0 / 3;
  if (shared == 0 || kind == SetDistance::nominal) return 1;
  if (kind == SetDistance::passonneau) return 2.0 / 3;
  if (kind == SetDistance::dice) return 1 - 2 * shared / (size + other);
  const double jaccard = shared / (size + other - shared);
  if (kind == SetDistance::jaccard) return 1 - jaccard;
  return 1 - jaccard * (within ? 2.0 / 3 : 1.0 / 3);
}

// Returns how many elements two sorted sets share.
inline int shared_elements(const Span<int>& a, const Span<int>& b) {
  int shared = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    shared += a[i] == b[j];
    const bool first = a[i] <= b[j], second = b[j] <= a[i];
    i += first;
    j += second;
  }
  return shared;
}

// Returns the matrix of distances: set s is element[start[s]] … element[start[s + 1] -
// 1], sorted.
inline std::vector<double> set_distances(const Span<int>& start, const Span<int>& element,
                                         SetDistance kind) {
  const std::size_t n = start.size() - 1;
  std::vector<double> result(n * n);
  for (std::size_t j = 0; j < n; ++j) {
    const Span<int> b = element.slice(start[j], start[j + 1]);
    for (std::size_t i = 0; i < j; ++i) {
      const Span<int> a = element.slice(start[i], start[i + 1]);
      result[i + j * n] = result[j + i * n] =
          set_distance(kind, a.size(), b.size(), shared_elements(a, b));
    }
  }
  return result;
}

}  // namespace accord
