#pragma once
// From the values of a coefficient for its rows to values for items: the coefficient has
// an entry for each of its rows, and items with the same pattern share theirs.

#include <cstddef>  // size_t
#include <vector>

#include "../agreement/coefficient.h"
#include "../base/views.h"
#include "../ratings/tally.h"

namespace accord {

// Returns for each item of a group the place of its row among those with at least `least`
// ratings; -1 if it has none.
inline std::vector<int> entry_of_items(const RatingsView& ratings, const Tally& tally,
                                       int group, Needs needs, int least) {
  thread_local std::vector<int> place;  // of each pattern: filled where the group has it
  if (place.size() < static_cast<std::size_t>(tally.patterns.size()))
    place.resize(tally.patterns.size());
  int next = 0;
  const auto number = [&](int pattern) {
    return tally.patterns[pattern].size < least ? -1 : next++;
  };
  const WeightedPatterns rows = tally.group(group);
  for (std::size_t i = 0; !needs.names_raters && i < rows.size(); ++i) {
    place[rows.number(i)] = number(rows.number(i));
  }
  std::vector<int> result;
  for (int i = ratings.group_start[group]; i < ratings.group_start[group + 1]; ++i) {
    const int pattern = tally.of_item[i];
    result.push_back(needs.names_raters ? number(pattern) : place[pattern]);
  }
  return result;
}

}  // namespace accord
