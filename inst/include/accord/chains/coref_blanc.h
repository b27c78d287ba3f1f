#pragma once
// BLANC (Recasens and Hovy 2011; Luo et al. 2014 where key and response differ in their
// mentions): the mean of the figures of coreference links, the pairs of mentions within a
// chain, and of non-coreference links, all other pairs of one side's mentions.
//
// As in the reference scorer, a kind of link that the key lacks does not count. A key of
// one mention has neither: then the score is 1 if the response is the same mention, else
// 0.

#include <vector>

#include "coref_score.h"
#include "coref_sides.h"
#include "partition.h"

namespace accord {

struct BlancCounts {
  Counts coreference, other;
  double key_mentions = 0, response_mentions = 0, shared_mentions = 0;

  BlancCounts& operator+=(const BlancCounts& x) {
    coreference += x.coreference;
    other += x.other;
    key_mentions += x.key_mentions;
    response_mentions += x.response_mentions;
    shared_mentions += x.shared_mentions;
    return *this;
  }
};

inline BlancCounts blanc_counts(const Overlap& sets) {
  BlancCounts result;
  double in_key = 0, in_response = 0, in_both = 0;
  for (const int size : sets.row_size) {
    result.key_mentions += size;
    in_key += pairs_of(size);
  }
  for (const int size : sets.column_size) {
    result.response_mentions += size;
    in_response += pairs_of(size);
  }
  // The pairs of shared mentions that are in different chains on both sides: all pairs,
  // minus those in one chain on at least one side.
  double together_key = 0, together_response = 0;
  std::vector<double> shared_of_column(sets.n_columns());
  for (int row = 0; row < sets.n_rows(); ++row) {
    double shared_of_row = 0;
    for (int e = sets.start[row]; e < sets.start[row + 1]; ++e) {
      shared_of_row += sets.shared[e];
      shared_of_column[sets.column[e]] += sets.shared[e];
      in_both += pairs_of(sets.shared[e]);
    }
    result.shared_mentions += shared_of_row;
    together_key += pairs_of(shared_of_row);
  }
  for (const double shared : shared_of_column) together_response += pairs_of(shared);
  const double apart =
      pairs_of(result.shared_mentions) - together_key - together_response + in_both;
  result.coreference = {in_both, in_key, in_both, in_response};
  result.other = {apart, pairs_of(result.key_mentions) - in_key, apart,
                  pairs_of(result.response_mentions) - in_response};
  return result;
}

inline Figures blanc(const BlancCounts& x) {
  if (x.key_mentions == 0 && x.response_mentions == 0) return {0, 0, 0, false};
  if (x.coreference.in_key == 0 && x.other.in_key == 0) {
    const bool same = x.response_mentions == x.key_mentions && x.shared_mentions > 0;
    return same ? Figures{1, 1, 1, true} : Figures{};
  }
  if (x.coreference.in_key == 0) return figures(x.other);
  if (x.other.in_key == 0) return figures(x.coreference);
  const Figures link = figures(x.coreference), non_link = figures(x.other);
  return {(link.recall + non_link.recall) / 2, (link.precision + non_link.precision) / 2,
          (link.f1 + non_link.f1) / 2, true};
}

}  // namespace accord
