#pragma once
// CEAF (Luo 2005): key and response chains are paired one to one such that the sum of
// their similarities is largest. For mentions, the similarity is the number of shared
// mentions; for entities, 2 shared / (size + size). Each chain is most similar to itself.

#include <vector>

#include "../base/assignment.h"
#include "coref_score.h"
#include "forced_matching.h"
#include "partition.h"

namespace accord {

template <class GainOf>
double greatest_similarity(const Overlap& sets, const GainOf& gain) {
  const SparseGains gains = gains_of(sets, gain);
  double sum = 0;
  each_made(gains, best_assignment(gains), [&](double similarity) { sum += similarity; });
  return sum;
}

inline Counts ceaf_mentions(const Overlap& sets) {
  const double best = greatest_similarity(sets, [&](int, int e) -> Gain {
    return {static_cast<double>(sets.shared[e]), 0};
  });
  double key = 0, response = 0;
  for (const int size : sets.row_size) key += size;
  for (const int size : sets.column_size) response += size;
  return {best, key, best, response};
}

inline Counts ceaf_entities(const Overlap& sets) {
  const double best = greatest_similarity(sets, [&](int row, int e) -> Gain {
    const double sizes = sets.row_size[row] + sets.column_size[sets.column[e]];
    return {2 * sets.shared[e] / sizes, 0};
  });
  return {best, static_cast<double>(sets.n_rows()), best,
          static_cast<double>(sets.n_columns())};
}

}  // namespace accord
