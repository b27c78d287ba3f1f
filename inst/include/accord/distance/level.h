#pragma once
// The one list of disagreements: which class computes which level of measurement, and
// which weighting scheme.

#include <cstddef>  // size_t
#include <memory>   // make_shared, shared_ptr
#include <numeric>  // iota
#include <vector>

#include "../base/views.h"
#include "delta.h"
#include "delta_linear.h"
#include "delta_nominal.h"
#include "delta_pairs.h"
#include "delta_points.h"

namespace accord {

// Krippendorff's levels, followed by those that only weights have. Krippendorff's ordinal
// disagreement depends on the ratings, so only alpha uses it (mid_ranks.h).
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
inline constexpr const char* level_names[] = {
    "nominal", "ordinal", "interval", "ratio", "circular",
    "bipolar", "linear",  "radical",  "steps", "matrix"};

// Returns whether no two categories disagree by more than 1, so that 1 - disagreement is
// an agreement. The compiler warns if a level is missing.
constexpr bool is_on_unit(Level level) {
  switch (level) {
    case Level::nominal:
    case Level::ratio:
    case Level::circular:
    case Level::bipolar:
      return true;
    case Level::ordinal:
    case Level::interval:
    case Level::linear:
    case Level::radical:
    case Level::steps:
    case Level::matrix:
      break;
  }
  return false;
}

// A level with its parameters. Its values must outlive it.
struct Scale {
  Level level = Level::nominal;
  int n_categories = 0;
  Span<double> values = {};  // of the categories, for the levels that calculate with them
  double circumference = 0;  // circular
  double scale_min = 0;      // bipolar
  double scale_max = 0;      // bipolar
  Span<double> distance = {};  // matrix: n_categories * n_categories entries
};

using SharedDelta = std::shared_ptr<const Delta>;

template <class Formula>
SharedDelta pair_delta(const Formula& formula) {
  return std::make_shared<PairDelta<Formula>>(formula);
}

inline std::vector<int> all_categories(int n) {
  std::vector<int> codes(n);
  std::iota(codes.begin(), codes.end(), 0);
  return codes;
}

inline SharedDelta new_delta(const Scale& scale) {
  const Span<double> values = scale.values;
  switch (scale.level) {
    case Level::nominal:
    case Level::ordinal:
      return std::make_shared<NominalDelta>();
    case Level::interval:
      return std::make_shared<PointDelta<Line>>(values, Line{});
    case Level::circular:
      return std::make_shared<PointDelta<Circle>>(values, Circle{scale.circumference});
    case Level::linear:
      return std::make_shared<LinearDelta>(values);
    case Level::ratio:
      return pair_delta(RatioFormula{values});
    case Level::bipolar:
      return pair_delta(BipolarFormula{values, scale.scale_min, scale.scale_max});
    case Level::radical:
      return pair_delta(RadicalFormula{values});
    case Level::steps:
      return pair_delta(StepFormula(all_categories(scale.n_categories)));
    case Level::matrix:
      break;
  }
  return pair_delta(
      MatrixFormula{scale.distance, static_cast<std::size_t>(scale.n_categories)});
}

// The disagreement of two categories at any level, in the form used by the rest of the
// core.
struct MetricSpec {
  Level level = Level::nominal;
  int n_categories = 0;
  SharedDelta delta = nullptr;
  Tick tick = nullptr;  // alpha's progress, where it looks at pairs of values
};

inline MetricSpec metric_spec(const Scale& scale, const Tick& tick = nullptr) {
  return {scale.level, scale.n_categories, new_delta(scale), tick};
}

// Returns the disagreement if only some of the categories, in increasing order, are the
// category set: steps are then counted among them; all other disagreements stay the same.
inline SharedDelta delta_among(const SharedDelta& delta, Level level, Span<int> codes) {
  return level == Level::steps ? pair_delta(StepFormula(codes)) : delta;
}

}  // namespace accord
