#pragma once
// The one list of disagreements: which class serves which level of measurement, and which
// scheme of weights.

#include <functional>

#include "../base/views.h"
#include "delta.h"
#include "metric_moments.h"
#include "metric_nominal.h"
#include "metric_ordinal.h"
#include "metric_pairs.h"

namespace accord {

// Krippendorff's levels, then what weights add to them. Krippendorff's ordinal
// disagreement depends on the ratings, so it serves alpha alone.
enum class Level {
  nominal,
  ordinal,
  interval,
  ratio,
  circular,
  bipolar,
  linear,
  radical,
  steps,
  matrix
};

struct MetricSpec {
  Level level = Level::nominal;
  int n_categories = 0;
  Span<double> values;       // of the categories, for the levels that calculate with them
  double circumference = 0;  // circular
  double scale_min = 0;      // bipolar
  double scale_max = 0;      // bipolar
  Span<double> distance;     // matrix: n_categories * n_categories entries
  std::function<void(double)> tick;  // progress, called now and then with the share done
};

// Calls use(delta) with the disagreement of two categories, for every level but ordinal.
template <class Use>
auto with_delta(const MetricSpec& spec, Use&& use) {
  switch (spec.level) {
    case Level::interval:
      return use(PointDelta<Line>(spec.values, Line{}));
    case Level::circular:
      return use(PointDelta<Circle>(spec.values, Circle{spec.circumference}));
    case Level::ratio:
      return use(RatioDelta{spec.values});
    case Level::bipolar:
      return use(BipolarDelta{spec.values, spec.scale_min, spec.scale_max});
    case Level::linear:
      return use(LinearDelta{spec.values});
    case Level::radical:
      return use(RadicalDelta{spec.values});
    case Level::steps:
      return use(StepDelta{});
    case Level::matrix:
      return use(MatrixDelta{spec.distance, static_cast<std::size_t>(spec.n_categories)});
    case Level::nominal:
    case Level::ordinal:
      break;
  }
  return use(NominalDelta{});
}

// Calls use(metric) with alpha's metric: a closed form where there is one, else pairs.
template <class Use>
auto with_metric(const MetricSpec& spec, Use&& use) {
  const int n = spec.n_categories;
  switch (spec.level) {
    case Level::nominal: {
      NominalMetric metric(n);
      return use(metric);
    }
    case Level::ordinal: {
      OrdinalMetric metric(n);
      return use(metric);
    }
    case Level::interval: {
      MomentMetric<Line> metric(spec.values, Line{});
      return use(metric);
    }
    case Level::circular: {
      MomentMetric<Circle> metric(spec.values, Circle{spec.circumference});
      return use(metric);
    }
    default:
      return with_delta(spec, [&](const auto& delta) {
        PairMetric<std::decay_t<decltype(delta)>> metric(n, delta, spec.tick);
        return use(metric);
      });
  }
}

}  // namespace accord
