#pragma once
// The data of each group that a coefficient used: its items with enough ratings, their
// ratings and raters, and the categories in use.

#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

struct UsedCounts {
  double items = 0, ratings = 0;
  int raters = 0, categories = 0;
};

// `least` is the smallest number of ratings with which an item is used.
inline std::vector<UsedCounts> count_used(const RatingsView& ratings, int least) {
  std::vector<UsedCounts> result(ratings.n_groups());
  std::vector<int> last_group(ratings.rater.empty() ? 0 : ratings.n_raters, -1);
  std::vector<int> last_use(ratings.n_categories, -1);
  for (int g = 0; g < ratings.n_groups(); ++g) {
    UsedCounts& used = result[g];
    for (int i = ratings.group_start[g]; i < ratings.group_start[g + 1]; ++i) {
      const int from = ratings.item_start[i], to = ratings.item_start[i + 1];
      if (to - from < least) continue;
      used.items += ratings.weight_of(i);
      used.ratings += ratings.weight_of(i) * (to - from);
      // If all categories have been seen, the rest need not be searched.
      if (used.categories < ratings.n_categories) {
        for (int k : ratings.codes_of(i)) {
          used.categories += last_use[k] != g;
          last_use[k] = g;
        }
      }
      if (last_group.empty() || used.raters == ratings.n_raters) continue;
      for (int j = from; j < to; ++j) {
        int& last = last_group[ratings.rater[j]];
        used.raters += last != g;
        last = g;
      }
    }
  }
  return result;
}

}  // namespace accord
