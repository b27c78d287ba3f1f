#pragma once
// The delete-one jackknife over items (Efron & Stein 1981; for alpha, Hughes 2022). Items
// with the same pattern give the same value, so one deletion per pattern serves them all:
//
//   variance = (N - 1) / N * sum over items of (alpha without the item - their mean)^2.

#include <cmath>  // NAN, abs
#include <vector>

namespace accord {

struct Jackknife {
  double variance = NAN;
  double items = 0;      // N
  double undefined = 0;  // items without which there is no value
};

// `Deletions`: a range of {value with .defined() and .alpha(), items}.
template <class Deletions>
Jackknife jackknife(const Deletions& deletions) {
  Jackknife result;
  double mean = 0;
  for (const auto& d : deletions) {
    result.items += d.items;
    if (!d.value.defined()) result.undefined += d.items;
    mean += d.items * d.value.alpha();
  }
  mean /= result.items;
  if (result.undefined > 0 || result.items < 2) return result;
  double squares = 0;
  for (const auto& d : deletions) {
    const double apart = d.value.alpha() - mean;
    // Values that are equal but for their last digits are equal: no variation, no
    // interval.
    if (std::abs(apart) > 1e-13 * (1 + std::abs(mean)))
      squares += d.items * apart * apart;
  }
  result.variance = (result.items - 1) / result.items * squares;
  return result;
}

}  // namespace accord
