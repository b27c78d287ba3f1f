#pragma once
// Items that are equal even if raters are distinguished: a thousand items rated by the
// same three raters in two categories are of at most eight kinds.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <utility>    // pair
#include <vector>

#include "../base/views.h"
#include "tally.h"

namespace accord {

// Returns for each item the first one of its group with the same ratings by the same
// raters.
inline std::vector<int> first_equal_items(const RatingsView& ratings) {
  std::vector<int> first(ratings.n_items()), first_of_kind, codes, raters;
  std::vector<std::pair<int, int>> given;
  for (int g = 0; g < ratings.n_groups(); ++g) {
    PatternSet kinds;  // the rater in place of the count
    first_of_kind.clear();
    for (int i = ratings.group_start[g]; i < ratings.group_start[g + 1]; ++i) {
      const Span<int> code = ratings.codes_of(i);
      given.clear();
      for (std::size_t j = 0; j < code.size(); ++j) {
        given.push_back({code[j], ratings.rater.empty() ? 0 : ratings.raters_of(i)[j]});
      }
      std::sort(given.begin(), given.end());
      codes.clear();
      raters.clear();
      for (const auto& [k, rater] : given) {
        codes.push_back(k);
        raters.push_back(rater);
      }
      const int kind = kinds.add({codes, raters, static_cast<int>(codes.size())});
      if (kind == static_cast<int>(first_of_kind.size())) first_of_kind.push_back(i);
      first[i] = first_of_kind[kind];
    }
  }
  return first;
}

}  // namespace accord
