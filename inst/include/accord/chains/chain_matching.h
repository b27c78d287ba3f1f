#pragma once
// Matches one annotator's sets of mentions one to one with another's, with the least
// total cost.
//
// A pair (P, Q) costs the size of the symmetric difference, or the Jaccard distance. An
// unpaired set costs what it would cost against the empty set, its size or 1; or it costs
// nothing, and as many pairs as possible are made. Sets that share no mention may then as
// well stay unpaired: no such pair is ever returned, and none of these problems needs the
// costs of all pairs of sets:
//
// * symmetric, by size: |P| + |Q| - 2 shared, so the gain of a pair is 2 shared;
// * Jaccard: a pair costs at most 1, two sets alone 2 (or more than no further pair), so
//   as many pairs as possible are made anyway, and the gain of a pair is its Jaccard
//   index;
// * symmetric, free: forced_matching.h.
//
// Of several optima, the one with most shared mentions is chosen, and among these the one
// with most pairs.

#include <utility>  // move
#include <vector>

#include "../base/assignment.h"
#include "assignment_ties.h"
#include "forced_matching.h"
#include "partition.h"

namespace accord {

enum class MatchCost { symmetric, symmetric_free, jaccard };
inline constexpr const char* match_cost_names[] = {"symmetric", "symmetric_free",
                                                   "jaccard"};

inline Matching match_sparse(const SparseGains& gains) {
  Assignment made = best_assignment(gains);
  std::vector<bool> replaceable = replaceable_pairs(gains, made);
  return {std::move(made.column_of), std::move(replaceable)};
}

inline Matching match_sets(const Overlap& sets, MatchCost cost) {
  if (cost == MatchCost::symmetric_free) return match_forced(sets);
  const double more_than_pairs = sets.n_rows() + 1;
  return match_sparse(gains_of(sets, [&](int row, int e) -> Gain {
    const double shared = sets.shared[e], tie = more_than_pairs * shared + 1;
    if (cost == MatchCost::symmetric) return {shared, tie};
    const double all = sets.row_size[row] + sets.column_size[sets.column[e]];
    return {shared / (all - shared), tie};
  }));
}

}  // namespace accord
