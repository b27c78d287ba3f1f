#pragma once
// Means of values that belong to numbered places, such as items or raters.

#include <cmath>    // isnan
#include <cstddef>  // size_t
#include <vector>

#include "views.h"

namespace accord {

// Places count from 0. Values at a negative place and NaN are ignored. The mean of a
// place without a value is NaN.
inline std::vector<double> means(Span<int> place, Span<double> value, int n_places) {
  std::vector<double> sum(n_places), count(n_places);
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] < 0 || std::isnan(value[i])) continue;
    sum[place[i]] += value[i];
    ++count[place[i]];
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= count[i];
  return sum;
}

}  // namespace accord
