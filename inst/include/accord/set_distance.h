#pragma once
// How far two sets are apart, from their sizes and what they share. Two empty sets are
// the same set; an empty set and another share nothing.
//
// MASI (Passonneau 2006) is 1 - Jaccard index * M, with M = 1, 2/3, 1/3, 0 for sets that
// are the same, one within the other, overlapping, or disjoint. Passonneau (2004) has 0,
// 1/3, 2/3, 1 for these four cases.

#include <algorithm>  // min

namespace accord {

enum class SetDistance { nominal, jaccard, masi, dice, passonneau };

inline double set_distance(SetDistance kind, double size, double other, double shared) {
  if (size == shared && other == shared) return 0;
  if (shared == 0 || kind == SetDistance::nominal) return 1;
  const bool within = shared == std::min(size, other);
  if (kind == SetDistance::passonneau) return within ? 1.0 / 3 : 2.0 / 3;
  if (kind == SetDistance::dice) return 1 - 2 * shared / (size + other);
  const double jaccard = shared / (size + other - shared);
  if (kind == SetDistance::jaccard) return 1 - jaccard;
  return 1 - jaccard * (within ? 2.0 / 3 : 1.0 / 3);
}

}  // namespace accord
