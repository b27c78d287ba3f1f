#pragma once
// What each item, and each pair of categories, contributes to Krippendorff's observed
// disagreement (2019, section 12.3),
//
//   n D_o = sum over items of m apart = sum over categories c, k of o_ck delta(c, k),
//
// where `apart` is the mean disagreement of the pairs of ratings of an item that has m of
// them, and o_ck are the coincidences (coincidences.h). `Apart` gives it for a pattern.

#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "../ratings/tally.h"
#include "coincidences.h"

namespace accord {

struct ItemContribution {
  int item;  // from 0, over all groups
  int pattern;
  double apart;
  double share;
};

struct CategoryContribution : Coincidences {
  double apart;
  double share = 0;
};

// Returns the items of a group that are not in perfect agreement, in their order.
template <class Apart>
std::vector<ItemContribution> contributions_of_items(const RatingsView& ratings,
                                                     const Tally& tally, int group,
                                                     const Apart& apart) {
  const WeightedPatterns sample = tally.group(group);
  std::vector<double> of_pattern(tally.patterns.size());
  double total = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const Pattern p = sample.pattern(i);
    of_pattern[sample.number(i)] = apart(p);
    total += sample.weight[i] * p.size * of_pattern[sample.number(i)];
  }
  std::vector<ItemContribution> result;
  for (int i = ratings.group_start[group]; i < ratings.group_start[group + 1]; ++i) {
    const int number = tally.of_item[i];
    const double own = of_pattern[number];
    if (!(own > 0)) continue;
    const double part = ratings.weight_of(i) * tally.patterns[number].size * own / total;
    result.push_back({i, number, own, part});
  }
  return result;
}

// Returns the pairs of categories that occur together in an item of the sample, in their
// order.
template <class Apart>
std::vector<CategoryContribution> contributions_of_categories(
    const WeightedPatterns& sample, const Apart& apart) {
  std::vector<CategoryContribution> result;
  double total = 0;
  for (const Coincidences& pair : coincidences(sample)) {
    if (pair.first == pair.second) continue;
    const std::vector<int> code{pair.first, pair.second}, once{1, 1};
    result.push_back({pair, apart(Pattern{code, once, 2})});
    total += pair.sum * result.back().apart;
  }
  for (CategoryContribution& pair : result) {
    pair.share = pair.sum * pair.apart / total;
  }
  return result;
}

}  // namespace accord
