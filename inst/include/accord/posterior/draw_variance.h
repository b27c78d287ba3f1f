#pragma once
// The variance of the values of draws (weighted_draws.h).

#include <algorithm>  // max, min
#include <cmath>      // isfinite, pow
#include <cstddef>    // size_t
#include <vector>

#include "tilt.h"
#include "weighted_draws.h"

namespace accord {

// Returns the variance of the first `n` draws, which are not tilted. The control variate
// is the squared deviation of the tangent from its mean, whose expectation is known.
// Values beyond `reach` are set to it, as for a limit: with few items and chance
// agreement near 1, the variance would not be finite.
inline double variance_of(const std::vector<Draw>& draws, std::size_t n,
                          const std::vector<PosteriorRow>& rows, double reach) {
  const auto within = [&](double x) { return std::min(std::max(x, -reach), reach); };
  double mean = 0, defined = 0, tangent = 0, of_tangent = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(draws[i].value)) continue;
    defined += 1;
    mean += (within(draws[i].value) - mean) / defined;
  }
  for (const PosteriorRow& row : rows) {
    tangent += row.shape * row.tilt;
    of_tangent += row.shape * row.tilt * row.tilt;
  }
  double value = 0, control = 0, both = 0, squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(draws[i].value)) continue;
    const double y = std::pow(within(draws[i].value) - mean, 2);
    const double x = std::pow(draws[i].tangent - tangent, 2) - of_tangent;
    value += y;
    control += x;
    both += x * y;
    squares += x * x;
  }
  const double variance = value / (defined - 1);
  const double spread = squares - control * control / defined;
  if (defined < static_cast<double>(n) || !(spread > 0)) {
    return defined > 1 ? variance : NAN;
  }
  const double slope = (both - control * value / defined) / spread;
  const double corrected = variance - slope * control / (defined - 1);
  return corrected > 0 ? corrected : variance;
}

}  // namespace accord
