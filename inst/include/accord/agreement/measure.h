#pragma once
// From a model of the registry to the coefficient of each group, and from a coefficient
// to an estimate and its variance.

#include <cmath>  // NAN
#include <functional>
#include <memory>   // make_unique, unique_ptr
#include <utility>  // move
#include <vector>

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "../distance/level.h"
#include "../ratings/tally.h"
#include "alpha.h"
#include "coefficient.h"
#include "kappa.h"
#include "light.h"
#include "new_chance.h"
#include "registry.h"
#include "variance.h"

namespace accord {

enum class VarianceKind { none, gwet, ratio, jackknife };
inline constexpr const char* variance_names[] = {"none", "gwet", "ratio", "jackknife"};

struct Estimate {
  Disagreement value;
  Variance variance;
};

inline Linearization linearization_of(VarianceKind kind) {
  return kind == VarianceKind::gwet ? Linearization::gwet : Linearization::ratio;
}

inline PerItem per_item_of(VarianceKind kind) {
  if (kind == VarianceKind::none) return PerItem::nothing;
  return kind == VarianceKind::jackknife ? PerItem::deletions : PerItem::influences;
}

inline Estimate estimate_of(Coefficient* coefficient, VarianceKind kind) {
  Estimate result{coefficient->value(), {}};
  if (!result.value.defined() || kind == VarianceKind::none) return result;
  result.variance = kind == VarianceKind::jackknife
                        ? jackknife(coefficient->leave_one_out())
                        : linearized(coefficient->influences(linearization_of(kind)));
  return result;
}

// A coefficient that requires raters, for ratings whose raters are anonymous.
class Anonymous final : public Coefficient {
 public:
  Needs needs() const override { return {true, false, true}; }
  Disagreement value() const override { return {NAN, NAN, Status::anonymous_raters}; }
  std::vector<Influence> influences(Linearization) override { return {}; }
  std::vector<Deletion> leave_one_out() override { return {}; }
  Remaining without(RaterWalk*) const override { return {value(), true}; }
};

// Returns alpha by its metric, or a kappa by its distance; null for all other models.
inline std::unique_ptr<CoefficientOfRows> new_coefficient(Model model,
                                                          const MetricSpec& metric,
                                                          const AnyDistance& distance,
                                                          bool population = false) {
  if (model == Model::alpha) return std::make_unique<Alpha>(metric, population);
  auto chance = new_chance(model, distance);
  if (!chance) return nullptr;
  return std::make_unique<Kappa>(std::move(chance));
}

// `spec` is the metric of alpha, or the weights of all other coefficients. `poll` is
// called for each pair of raters. `cluster` is that of each item, from 0 in each group,
// if values without cells are needed of items in clusters.
struct Asked {
  Model model;
  MetricSpec spec;
  PerItem per_item = PerItem::deletions;
  std::function<void()> poll = [] {};
  Span<int> cluster = {};
};

// Returns the part of a group; nothing if there is nothing by item.
inline Span<int> items_of_group(Span<int> by_item, const RatingsView& ratings,
                                int group) {
  if (by_item.empty()) return {};
  return by_item.slice(ratings.group_start[group], ratings.group_start[group + 1]);
}

// Returns the distance over the declared categories, or over those used by the group.
inline AnyDistance distance_of_group(const AnyDistance& distance,
                                     const RatingsView& ratings, const Tally& tally,
                                     int group) {
  return ratings.declared ? distance : distance.over(used_categories(tally, group));
}

using UseOfGroup = std::function<void(int group, Coefficient*)>;

// Calls use(group, coefficient) with the coefficient of every group.
inline void each_group(const Asked& asked, const RatingsView& ratings, const Tally& tally,
                       const UseOfGroup& use) {
  const bool anonymous = ratings.rater.empty() && !ratings.code.empty();
  Anonymous nobody;
  // Handles the groups from `first` to `last` - 1, which have the same category set.
  const auto of_groups = [&](const AnyDistance& distance, int first, int last) {
    const auto by_rows = new_coefficient(asked.model, asked.spec, distance);
    if (!by_rows && asked.model != Model::pairs) return;
    const bool names_raters = !by_rows || by_rows->needs().names_raters;
    for (int g = first; g < last; ++g) {
      if (names_raters && anonymous) {
        use(g, &nobody);
      } else if (by_rows) {
        use(g, &by_rows->fit(*rows_for(by_rows->needs(), ratings, tally, g)));
      } else {
        Light light(ratings, g, distance, asked.per_item, asked.poll,
                    items_of_group(asked.cluster, ratings, g));
        use(g, &light);
      }
    }
  };
  // Alpha's metric has no category set.
  const bool alpha = asked.model == Model::alpha;
  const AnyDistance distance(alpha ? MetricSpec() : asked.spec);
  if (alpha || ratings.declared) return of_groups(distance, 0, ratings.n_groups());
  for (int g = 0; g < ratings.n_groups(); ++g) {
    of_groups(distance_of_group(distance, ratings, tally, g), g, g + 1);
  }
}

}  // namespace accord
