#pragma once
// From a model of the registry to the coefficient of each group, and from a coefficient
// to an estimate and its variance.

#include <cmath>  // NAN
#include <functional>
#include <utility>  // move
#include <vector>

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "../distance/metric.h"
#include "../ratings/tally.h"
#include "alpha.h"
#include "coefficient.h"
#include "kappa.h"
#include "light.h"
#include "new_chance.h"
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
  Disagreement value() const override { return {NAN, NAN, Status::anonymous_raters}; }
  std::vector<Influence> influences(Linearization) override { return {}; }
  std::vector<Deletion> leave_one_out() override { return {}; }
};

// The rows of a coefficient: patterns, or items where it matters who rated. Items with
// fewer than `least` ratings have no entry among the deletions, nor among the influences;
// but Gwet's rule may take the share of pairable items for a constant, and then all that
// were rated have one.
struct RowKind {
  bool by_item;
  int least;
  bool constant_share = false;

  explicit RowKind(const ChanceNeeds& needs)
      : by_item(needs.names_raters),
        least(needs.uses_single ? 1 : 2),
        constant_share(!needs.by_ratio) {}
  explicit RowKind(bool by_item) : by_item(by_item), least(2) {}

  int least_by(Linearization rule) const {
    return rule == Linearization::gwet && constant_share ? 1 : least;
  }
};

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

using UseOfGroup = std::function<void(int group, Coefficient*, RowKind)>;

// Calls use(group, coefficient, kind) with the coefficient of every group.
inline void each_group(const Asked& asked, const RatingsView& ratings, const Tally& tally,
                       const UseOfGroup& use) {
  const int groups = ratings.n_groups();
  if (asked.model == Model::alpha) {
    Metric metric(asked.spec);
    for (int g = 0; g < groups; ++g) {
      Alpha alpha(&metric, tally.group(g));
      CoefficientOf of(&alpha);
      use(g, &of, RowKind(false));
    }
    return;
  }
  const bool anonymous = ratings.rater.empty() && !ratings.code.empty();
  Anonymous nobody;
  const auto of_groups = [&](const AnyDistance& distance, int first, int last) {
    if (asked.model == Model::pairs) {
      for (int g = first; g < last; ++g) {
        if (anonymous) {
          use(g, &nobody, RowKind(true));
        } else {
          Light light(ratings, g, distance, asked.deletions, asked.poll);
          use(g, &light, RowKind(true));
        }
      }
      return;
    }
    auto chance = new_chance(asked.model, distance);
    if (!chance) return;
    const ChanceNeeds needs = chance->needs;
    const RowKind kind(needs);
    Kappa kappa(std::move(chance));
    for (int g = first; g < last; ++g) {
      if (needs.names_raters && anonymous) {
        use(g, &nobody, kind);
      } else {
        kappa.fit(*rows_for(kappa.chance(), ratings, tally, g));
        use(g, &kappa, kind);
      }
    }
  };
  each_category_set(AnyDistance(asked.spec), ratings, tally, of_groups);
}

}  // namespace accord
