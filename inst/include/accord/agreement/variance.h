#pragma once
// Variances over items, from the effect of each item on an estimate. Items with the same
// pattern have the same effect, so they share one entry.

#include <cmath>  // NAN, abs, sqrt
#include <vector>

#include "disagreement.h"

namespace accord {

struct Variance {
  double variance = NAN;
  double items = 0;         // N
  double undefined = 0;     // items without which there is no value
  double acceleration = 0;  // of the BCa bootstrap (Efron 1987), from the jackknife
};

// Values of about 1 that are the same may differ by this through rounding. Then there is
// no variation, and no interval. Influences are sums of several such values.
inline constexpr double last_digits = 1e-13, no_influence = 1e-12;

// The delete-one jackknife (Efron & Stein 1981; for alpha, Hughes 2022):
//   variance = (N - 1) / N * sum over items of (value without the item - their mean)^2.
inline Variance jackknife(const std::vector<Deletion>& deletions) {
  Variance result;
  double mean = 0;
  for (const Deletion& d : deletions) {
    result.items += d.items;
    if (!d.value.defined()) result.undefined += d.items;
    mean += d.items * d.value.estimate();
  }
  mean /= result.items;
  if (result.undefined > 0 || result.items < 2) return result;
  double squares = 0, cubes = 0;
  for (const Deletion& d : deletions) {
    const double apart = mean - d.value.estimate();
    if (std::abs(apart) > last_digits * (1 + std::abs(mean))) {
      squares += d.items * apart * apart;
      cubes += d.items * apart * apart * apart;
    }
  }
  if (squares > 0) result.acceleration = cubes / (6 * squares * std::sqrt(squares));
  result.variance = (result.items - 1) / result.items * squares;
  return result;
}

// The variance of the linearised estimate (Gwet 2014, chapter 5):
//   variance = sum over items of influence^2 / (N (N - 1)).
inline Variance linearized(const std::vector<Influence>& influences) {
  Variance result;
  double squares = 0;
  for (const Influence& u : influences) {
    result.items += u.items;
    if (std::abs(u.value) > no_influence) squares += u.items * u.value * u.value;
  }
  if (result.items >= 2) result.variance = squares / (result.items * (result.items - 1));
  return result;
}

}  // namespace accord
