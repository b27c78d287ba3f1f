#pragma once
// One annotator's mentions of one document in disjoint sets, and the overlap of two such
// partitions. Chains of coreference are sets; a mention in no chain is a set of its own.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

// The mentions of set s are mention[start[s]] … mention[start[s + 1] - 1]. The mentions
// of the document by all annotators are n_mentions numbers from first_mention on.
struct PartitionView {
  Span<int> start;
  Span<int> mention;
  int first_mention = 0;
  int n_mentions = 0;

  int n_sets() const { return static_cast<int>(start.size()) - 1; }
  int size(int s) const { return start[s + 1] - start[s]; }
  Span<int> set(int s) const { return mention.slice(start[s], start[s + 1]); }
};

// A partition that owns its sets: those of a view with two or more mentions, and its
// singletons, which can be combined into one more set.
struct Partition {
  std::vector<int> start{0};
  std::vector<int> mention;
  std::vector<int> origin;  // which set of the view; -1 for the set of all singletons

  PartitionView view(const PartitionView& of) const {
    return {start, mention, of.first_mention, of.n_mentions};
  }
  template <class Mentions>
  void add(const Mentions& mentions, int from) {
    mention.insert(mention.end(), mentions.begin(), mentions.end());
    start.push_back(static_cast<int>(mention.size()));
    origin.push_back(from);
  }
};

inline std::vector<int> singletons(const PartitionView& x) {
  std::vector<int> result;
  for (int s = 0; s < x.n_sets(); ++s) {
    if (x.size(s) == 1) result.push_back(x.set(s)[0]);
  }
  return result;
}

inline Partition without_singletons(const PartitionView& x) {
  Partition result;
  for (int s = 0; s < x.n_sets(); ++s) {
    if (x.size(s) > 1) result.add(x.set(s), s);
  }
  return result;
}

// Compressed sparse rows: set `row` of the first shares shared[e] > 0 mentions with set
// column[e] of the second, for e from start[row] to start[row + 1] - 1.
struct Overlap {
  std::vector<int> start{0};
  std::vector<int> column;
  std::vector<int> shared;
  std::vector<int> row_size, column_size;

  int n_rows() const { return static_cast<int>(row_size.size()); }
  int n_columns() const { return static_cast<int>(column_size.size()); }
};

inline std::vector<int> sizes_of(const PartitionView& x) {
  std::vector<int> sizes(x.n_sets());
  for (int s = 0; s < x.n_sets(); ++s) sizes[s] = x.size(s);
  return sizes;
}

// Returns the set of each mention, -1 if the annotator did not mark it.
inline std::vector<int> set_of_mentions(const PartitionView& x) {
  std::vector<int> of(x.n_mentions, -1);
  for (int s = 0; s < x.n_sets(); ++s) {
    for (const int m : x.set(s)) of[m - x.first_mention] = s;
  }
  return of;
}

// Takes time linear in the mentions, except for sorting the columns of each row.
inline Overlap overlap(const PartitionView& first, const PartitionView& second) {
  Overlap result;
  result.row_size = sizes_of(first);
  result.column_size = sizes_of(second);
  const std::vector<int> of = set_of_mentions(second);
  std::vector<int> count(second.n_sets()), met;
  for (int row = 0; row < first.n_sets(); ++row) {
    met.clear();
    for (const int m : first.set(row)) {
      const int column = of[m - first.first_mention];
      if (column >= 0 && count[column]++ == 0) met.push_back(column);
    }
    std::sort(met.begin(), met.end());
    for (const int column : met) {
      result.column.push_back(column);
      result.shared.push_back(count[column]);
      count[column] = 0;
    }
    result.start.push_back(static_cast<int>(result.column.size()));
  }
  return result;
}

// Returns the overlap of the second partition with the first.
inline Overlap transposed(const Overlap& x) {
  Overlap result;
  result.row_size = x.column_size;
  result.column_size = x.row_size;
  result.start.assign(x.n_columns() + 1, 0);
  for (const int column : x.column) ++result.start[column + 1];
  for (int c = 0; c < x.n_columns(); ++c) result.start[c + 1] += result.start[c];
  std::vector<int> next(result.start.begin(), result.start.end() - 1);
  result.column.resize(x.column.size());
  result.shared.resize(x.column.size());
  for (int row = 0; row < x.n_rows(); ++row) {
    for (int e = x.start[row]; e < x.start[row + 1]; ++e) {
      const int at = next[x.column[e]]++;
      result.column[at] = row;
      result.shared[at] = x.shared[e];
    }
  }
  return result;
}

}  // namespace accord
