#pragma once
// Krippendorff's coincidence table (2019, section 12.3.2): o_ck, how often the categories
// c and k meet in ordered pairs of ratings of one item, each item weighed by 1 / (m - 1).
// Its rows add up to n_c, the number of pairable ratings in category c.

#include <cstddef>  // size_t
#include <vector>

#include "../ratings/tally.h"

namespace accord {

// By rows; symmetric.
inline std::vector<double> coincidences(const WeightedPatterns& sample,
                                        int n_categories) {
  const std::size_t q = n_categories;
  std::vector<double> table(q * q);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const Pattern p = sample.pattern(i);
    if (p.size < 2) continue;
    const double weight = sample.weight[i] / (p.size - 1);
    for (std::size_t c = 0; c < p.code.size(); ++c) {
      for (std::size_t k = 0; k < p.code.size(); ++k) {
        const double pairs = static_cast<double>(p.count[c]) * (p.count[k] - (c == k));
        table[p.code[c] * q + p.code[k]] += weight * pairs;
      }
    }
  }
  return table;
}

}  // namespace accord
