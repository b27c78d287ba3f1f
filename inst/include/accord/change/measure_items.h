#pragma once
// From a model of the registry to what it says of each item: a coefficient has an entry
// for each row, and the items of a pattern share theirs.

#include <cstddef>  // size_t
#include <vector>

#include "../agreement/alpha.h"
#include "../agreement/disagreement.h"
#include "../agreement/kappa.h"
#include "../agreement/light.h"
#include "../agreement/registry.h"
#include "../base/views.h"
#include "../distance/any_distance.h"
#include "../distance/metric.h"
#include "../ratings/tally.h"
#include "measure_raters.h"

namespace accord {

// The rows of a coefficient: patterns, or items where it matters who rated. Items with
// fewer than `least` ratings have no entry among the deletions.
struct RowKind {
  bool by_item;
  int least;
};

// For each item of a group, the place of its row among those with `least` ratings or
// more; -1 where it has none. `place` is working memory of the size of the patterns.
inline std::vector<int> entry_of_items(const RatingsView& ratings, const Tally& tally,
                                       int group, RowKind kind, std::vector<int>* place) {
  place->resize(tally.patterns.size());
  int next = 0;
  const auto number = [&](int pattern) {
    return tally.patterns[pattern].size < kind.least ? -1 : next++;
  };
  const WeightedPatterns rows = tally.group(group);
  for (std::size_t i = 0; !kind.by_item && i < rows.size(); ++i) {
    (*place)[rows.number(i)] = number(rows.number(i));
  }
  std::vector<int> result;
  for (int i = ratings.group_start[group]; i < ratings.group_start[group + 1]; ++i) {
    const int pattern = tally.of_item[i];
    result.push_back(kind.by_item ? number(pattern) : (*place)[pattern]);
  }
  return result;
}

// Calls use(group, coefficient, kind) with the coefficient of every group: anything with
// value(), leave_one_out() and influences(). `spec`: alpha's metric, or the weights of
// all others.
template <class Use>
void each_group(Model model, const MetricSpec& spec, const RatingsView& ratings,
                const Tally& tally, Use&& use) {
  const int groups = ratings.n_groups();
  if (model == Model::alpha) {
    Metric metric(spec);
    for (int g = 0; g < groups; ++g) {
      Alpha alpha(&metric, tally.group(g));
      use(g, &alpha, RowKind{false, 2});
    }
    return;
  }
  const AnyDistance distance(spec);
  if (model == Model::pairs) {
    for (int g = 0; g < groups; ++g) {
      Light light(ratings, g, distance, true);
      use(g, &light, RowKind{true, 2});
    }
    return;
  }
  with_rest(model, distance, [&](const auto& rest) {
    auto chance = rest.chance();
    using Chance = decltype(chance);
    for (int g = 0; g < groups; ++g) {
      const auto rows = rest.rows(ratings, tally, g);
      std::vector<double> apart;
      for (std::size_t i = 0; i < rows.size(); ++i)
        apart.push_back(rest.apart(rows.pattern(i)));
      Kappa kappa(rows, Span<double>(apart), &chance);
      use(g, &kappa, RowKind{model == Model::raters, Chance::uses_single ? 1 : 2});
    }
  });
}

// Items with an entry among the influences: by Gwet's rule, which takes the share of
// pairable items for a constant, all that were rated.
inline RowKind influence_rows(Model model, RowKind kind, Linearization rule) {
  const bool own_form =
      model == Model::alpha || model == Model::pairs || model == Model::specific;
  if (rule == Linearization::gwet && !own_form) kind.least = 1;
  return kind;
}

}  // namespace accord
