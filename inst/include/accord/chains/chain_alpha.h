#pragma once
// Krippendorff's alpha for chains (Passonneau 2004): the items are mentions, and the
// value that an annotator assigns to one is the set of mentions in its chain.
//
// The distance of disjoint sets is 1, so the expected disagreement is 1 minus a term for
// similar pairs of chains. Chains of one annotator are disjoint, and those of two are
// listed in their overlap, so that no table of chains by chains is needed.

#include <cstddef>  // size_t
#include <vector>

#include "../distance/set_distance.h"
#include "partition.h"

namespace accord {

// Sums over one document. They can be added over documents, because chains of different
// documents are disjoint. Only mentions with two values or more are used.
struct AlphaSums {
  double mentions = 0, values = 0;
  double apart = 0;  // over pairs of values within mentions, each over its values less 1
  double similar = 0;  // over all ordered pairs of values, of 1 - distance

  AlphaSums& operator+=(const AlphaSums& x) {
    mentions += x.mentions;
    values += x.values;
    apart += x.apart;
    similar += x.similar;
    return *this;
  }
  double observed() const { return apart / values; }
  double expected() const {
    return (values * values - similar) / (values * (values - 1));
  }
};

// Returns how many annotators marked each mention.
inline std::vector<int> times_marked(const std::vector<PartitionView>& annotators) {
  std::vector<int> times(annotators.empty() ? 0 : annotators[0].n_mentions);
  for (const PartitionView& x : annotators) {
    for (int s = 0; s < x.n_sets(); ++s) {
      for (const int m : x.set(s)) ++times[m - x.first_mention];
    }
  }
  return times;
}

// Returns for each chain how many of its mentions are used.
inline std::vector<double> values_of(const PartitionView& x,
                                     const std::vector<int>& times) {
  std::vector<double> values(x.n_sets());
  for (int s = 0; s < x.n_sets(); ++s) {
    for (const int m : x.set(s)) values[s] += times[m - x.first_mention] > 1;
  }
  return values;
}

inline AlphaSums alpha_sums(const std::vector<PartitionView>& annotators,
                            SetDistance kind) {
  const std::vector<int> times = times_marked(annotators);
  AlphaSums sums;
  for (const int n : times) {
    sums.mentions += n > 1;
    sums.values += n > 1 ? n : 0;
  }
  std::vector<std::vector<double>> values;
  for (const PartitionView& x : annotators) {
    values.push_back(values_of(x, times));
    for (const double n : values.back()) sums.similar += n * n;
  }
  for (std::size_t b = 0; b < annotators.size(); ++b) {
    const std::vector<int> of = set_of_mentions(annotators[b]);
    for (std::size_t a = 0; a < b; ++a) {
      const PartitionView& first = annotators[a];
      const Overlap sets = overlap(first, annotators[b]);
      std::vector<double> distance(sets.n_columns());
      for (int row = 0; row < sets.n_rows(); ++row) {
        for (int e = sets.start[row]; e < sets.start[row + 1]; ++e) {
          const int column = sets.column[e];
          const double apart = set_distance(kind, sets.row_size[row],
                                            sets.column_size[column], sets.shared[e]);
          distance[column] = apart;
          sums.similar += 2 * values[a][row] * values[b][column] * (1 - apart);
        }
        for (const int m : first.set(row)) {
          const int column = of[m - first.first_mention];
          if (column < 0) continue;
          sums.apart += 2 * distance[column] / (times[m - first.first_mention] - 1);
        }
      }
    }
  }
  return sums;
}

}  // namespace accord
