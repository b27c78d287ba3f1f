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

inline Estimate estimate_of(Coefficient* coefficient, VarianceKind kind) {
  Estimate result{coefficient->value(), {}};
  if (!result.value.defined() || kind == VarianceKind::none) return result;
  result.variance = kind == VarianceKind::jackknife
                        ? jackknife(coefficient->leave_one_out())
                        : linearized(coefficient->influences(linearization_of(kind)));
  return result;
}

// A coefficient of raters whom nobody knows.
class Anonymous final : public Coefficient {
 public:
  Needs needs() const override { return {true, false, true}; }
  Disagreement value() const override { return {NAN, NAN, Status::anonymous_raters}; }
  std::vector<Influence> influences(Linearization) override { return {}; }
  std::vector<Deletion> leave_one_out() override { return {}; }
};

// Alpha by its metric, or a kappa by its distance; null for all other models.
inline std::unique_ptr<CoefficientOfRows> new_coefficient(Model model,
                                                          const MetricSpec& metric,
                                                          const AnyDistance& distance,
                                                          bool population = false) {
  if (model == Model::alpha) return std::make_unique<Alpha>(metric, population);
  auto chance = new_chance(model, distance);
  if (!chance) return nullptr;
  return std::make_unique<Kappa>(std::move(chance));
}

// `spec`: alpha's metric, or the weights of all others. `deletions`: whether
// leave_one_out() is asked for. `poll` is called for each pair of raters.
struct Asked {
  Model model;
  MetricSpec spec;
  bool deletions = true;
  std::function<void()> poll = [] {};
};

// Over the declared categories, or those that a group used.
inline AnyDistance distance_of_group(const AnyDistance& distance,
                                     const RatingsView& ratings, const Tally& tally,
                                     int group) {
  return ratings.declared ? distance : distance.over(used_categories(tally, group));
}

// Calls use(distance, first, last) with the groups from `first` to `last` - 1, which have
// the same category set.
inline void each_category_set(
    const AnyDistance& distance, const RatingsView& ratings, const Tally& tally,
    const std::function<void(const AnyDistance&, int first, int last)>& use) {
  const int groups = ratings.n_groups();
  if (ratings.declared) return use(distance, 0, groups);
  for (int g = 0; g < groups; ++g) {
    use(distance_of_group(distance, ratings, tally, g), g, g + 1);
  }
}

using UseOfGroup = std::function<void(int group, Coefficient*)>;

// Calls use(group, coefficient) with the coefficient of every group.
inline void each_group(const Asked& asked, const RatingsView& ratings, const Tally& tally,
                       const UseOfGroup& use) {
  const bool anonymous = ratings.rater.empty() && !ratings.code.empty();
  Anonymous nobody;
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
        Light light(ratings, g, distance, asked.deletions, asked.poll);
        use(g, &light);
      }
    }
  };
  // Alpha's metric has no category set, and is the same for all groups.
  if (asked.model == Model::alpha) {
    return of_groups(AnyDistance(MetricSpec()), 0, ratings.n_groups());
  }
  each_category_set(AnyDistance(asked.spec), ratings, tally, of_groups);
}

}  // namespace accord
