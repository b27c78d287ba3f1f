#pragma once
// The pseudo-items of a group, from its ratings.

#include <algorithm>  // max
#include <cstddef>    // size_t
#include <utility>    // move
#include <vector>

#include "../agreement/measure.h"
#include "../agreement/registry.h"
#include "../distance/any_distance.h"
#include "../distance/level.h"
#include "../distance/mid_ranks.h"
#include "../ratings/tally.h"
#include "drafts.h"
#include "pseudo_pairs.h"

namespace accord {

// Returns how often the group used each category.
inline std::vector<double> category_counts(const GroupSource& source) {
  std::vector<double> count(source.ratings.n_categories);
  const WeightedPatterns sample = source.tally.group(source.group);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const Pattern p = sample.pattern(i);
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      count[p.code[j]] += sample.weight[i] * p.count[j];
    }
  }
  return count;
}

// Returns the declared set for labels, and for coefficients that depend on it; the
// categories that the group used if the level computes with values, or nothing was
// declared. For specific agreement it always returns both categories, whether used or
// not.
inline PseudoCategories pseudo_categories(const GroupSource& source, Model model,
                                          Level level) {
  if (model == Model::specific) return {0, 1};
  const std::vector<double> count = category_counts(source);
  const bool labels = level == Level::nominal || level == Level::ordinal ||
                      level == Level::steps || level == Level::matrix;
  const bool relative = !corrects_for_chance(model) || goes_by(model, uses::category_set);
  PseudoCategories result;
  for (int k = 0; k < source.ratings.n_categories; ++k) {
    if (((labels || relative) && source.ratings.declared) || count[k] > 0)
      result.push_back(k);
  }
  return result;
}

// Raw agreement and AC1 have a value if all ratings are in one category. Unless a single
// category was declared, raters may use others that were not observed. So a second
// category is added, as if both had been declared; it comes after the observed one,
// whatever its number.
inline AnyDistance with_second_category(GroupSource* source, PseudoCategories* pseudo) {
  const int other = (*pseudo)[0] + 1;
  pseudo->push_back(other);
  Scale scale;
  scale.level = Level::nominal;
  scale.n_categories = source->ratings.n_categories =
      std::max(other + 1, source->ratings.n_categories);
  return AnyDistance(scale).over(*pseudo);
}

inline GroupDistance group_distance(const GroupSource& source,
                                    const AnyDistance& distance) {
  const std::vector<double> count = category_counts(source);
  Amounts used;
  for (int k : used_categories(source.tally, source.group)) used.add(k, count[k]);
  return {distance, std::move(used)};
}

// At the ordinal level of alpha the distance of categories is that of their mid-ranks
// (mid_ranks.h).
inline GroupDistance rank_distance(const GroupSource& source) {
  std::vector<double> ranks = category_counts(source);
  each_mid_rank(
      ranks.size(), [&](std::size_t k) { return ranks[k]; },
      [&](std::size_t k, double rank) { ranks[k] = rank; });
  Scale scale;
  scale.level = Level::interval;  // which makes its own copy of these values as points
  scale.n_categories = source.ratings.n_categories;
  scale.values = ranks;
  return group_distance(source, AnyDistance(scale));
}

}  // namespace accord
