#pragma once
// The one list of metrics: which class serves which level of measurement.

#include <functional>

#include "metric_moments.h"
#include "metric_nominal.h"
#include "metric_ordinal.h"
#include "metric_pairs.h"
#include "views.h"

namespace accord {

enum class Level { nominal, ordinal, interval, ratio, circular, bipolar, matrix };

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

// Calls use(metric) with a metric object made to the specification.
template <class Use>
auto with_metric(const MetricSpec& spec, Use&& use) {
  const int n = spec.n_categories;
  switch (spec.level) {
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
    case Level::ratio: {
      PairMetric<RatioDelta> metric(n, {spec.values}, spec.tick);
      return use(metric);
    }
    case Level::bipolar: {
      PairMetric<BipolarDelta> metric(n, {spec.values, spec.scale_min, spec.scale_max},
                                      spec.tick);
      return use(metric);
    }
    case Level::matrix: {
      const MatrixDelta delta{spec.distance, static_cast<std::size_t>(n)};
      PairMetric<MatrixDelta> metric(n, delta, spec.tick);
      return use(metric);
    }
    case Level::nominal:
      break;
  }
  NominalMetric metric(n);
  return use(metric);
}

}  // namespace accord
