#pragma once
// From a model of the registry to an estimate and its variance.

#include <cmath>    // NAN
#include <cstddef>  // size_t
#include <vector>

#include "../ratings/rows.h"
#include "alpha.h"
#include "chance_fixed.h"
#include "chance_raters.h"
#include "chance_shares.h"
#include "chance_specific.h"
#include "kappa.h"
#include "light.h"
#include "registry.h"
#include "variance.h"

namespace accord {

enum class VarianceKind { none, gwet, ratio, jackknife };

struct Estimate {
  Disagreement value;
  Variance variance;
};

// `Coefficient`: anything with value(), leave_one_out() and influences().
template <class Coefficient>
Estimate estimate_of(Coefficient* coefficient, VarianceKind kind) {
  Estimate result{coefficient->value(), {}};
  if (!result.value.defined() || kind == VarianceKind::none) return result;
  const auto rule =
      kind == VarianceKind::gwet ? Linearization::gwet : Linearization::ratio;
  result.variance = kind == VarianceKind::jackknife
                        ? jackknife(coefficient->leave_one_out())
                        : linearized(coefficient->influences(rule));
  return result;
}

inline Estimate measure_alpha(Metric* metric, const WeightedPatterns& sample,
                              VarianceKind kind) {
  Alpha alpha(metric, sample);
  return estimate_of(&alpha, kind);
}

template <class Rows, class Chance>
Estimate measure_kappa(const Rows& rows, Span<double> apart, Chance* chance,
                       VarianceKind kind) {
  Kappa<Rows, Chance> kappa(rows, apart, chance);
  return estimate_of(&kappa, kind);
}

// Whether chance takes in the whole category set.
inline bool needs_total(Model model) {
  return model == Model::uniform || model == Model::gwet;
}

// Every model but alpha and the intraclass correlation, by weights of agreement 1 - d.
// Holds the working memory for one group after the other.
template <class Distance>
class Measure {
 public:
  Measure(const Distance& distance, bool needs_total)
      : distance_(distance),
        total_(needs_total ? distance.total() : 0),
        uniform_(total_, distance.n_categories()),
        gwet_(total_, distance.n_categories()),
        shared_(distance),
        raters_(distance) {}

  // Rows without raters, which are all alike for the models that do not ask who rated.
  template <class Rows>
  Estimate of_patterns(Model model, const Rows& rows, Span<double> apart,
                       VarianceKind kind) {
    switch (model) {
      case Model::percent:
        return measure_kappa(rows, apart, &none_, kind);
      case Model::uniform:
        return measure_kappa(rows, apart, &uniform_, kind);
      case Model::gwet:
        return measure_kappa(rows, apart, &gwet_, kind);
      case Model::specific:
        return measure_kappa(rows, SpecificChance::apart(rows), &specific_, kind);
      default:
        return measure_kappa(rows, apart, &shared_, kind);
    }
  }

  // Rows that know their raters, who may count several times.
  template <class Rows>
  Estimate of_raters(const Rows& rows, Span<double> apart, VarianceKind kind,
                     Span<int> times = {}) {
    raters_.times = times;
    return measure_kappa(rows, apart, &raters_, kind);
  }

  Estimate of_pairs(const RatingsView& ratings, int group, VarianceKind kind) const {
    Light light(ratings, group, distance_, kind == VarianceKind::jackknife);
    return estimate_of(&light, kind);
  }

  // The variance under the hypothesis that kappa is 0, of the rows that the model saw
  // last, when each of n items has m ratings by the same m raters. NaN where no formula
  // is known.
  double null_variance(Model model, double n, double m) const {
    if (model == Model::raters && m == 2) return raters_.null_variance(n);
    if (model == Model::shared && distance_.identity()) return shared_.null_variance(m);
    return NAN;
  }

 private:
  const Distance& distance_;
  double total_;
  NoChance none_;
  UniformChance uniform_;
  GwetChance gwet_;
  SharedChance<Distance> shared_;
  RaterChance<Distance> raters_;
  SpecificChance specific_;
};

}  // namespace accord
