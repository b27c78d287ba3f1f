#pragma once
// Krippendorff's coincidence table (2019, section 12.3.2): o_ck is how often the
// categories c and k occur together in ordered pairs of ratings of one item, where each
// item has the weight 1 / (m - 1). Its rows sum to n_c, the number of pairable ratings in
// category c. Only cells that are not empty are stored, so that there can be any number
// of categories.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <cstdint>    // uint64_t
#include <vector>

#include "../ratings/number_table.h"
#include "../ratings/tally.h"

namespace accord {

struct Coincidences {
  int first, second;  // first <= second
  double items = 0;   // with both categories
  double sum = 0;     // o_ck + o_kc; o_cc
};

// Returns the cells in increasing order of their categories.
inline std::vector<Coincidences> coincidences(const WeightedPatterns& sample) {
  std::vector<Coincidences> cells;
  NumberTable<std::uint64_t> number;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const Pattern p = sample.pattern(i);
    const double weight = sample.weight[i];
    for (std::size_t k = 0; k < p.code.size(); ++k) {
      for (std::size_t c = 0; c <= k; ++c) {
        if (c == k && p.count[c] < 2) continue;
        const auto key = static_cast<std::uint64_t>(p.code[c]) << 32;
        const std::size_t at = number.number(key + p.code[k]);
        if (at == cells.size()) cells.push_back({p.code[c], p.code[k]});
        cells[at].items += weight;
        cells[at].sum += (c < k ? 2 * weight * p.count[c] * p.count[k]
                                : weight * p.count[c] * (p.count[c] - 1)) /
                         (p.size - 1);
      }
    }
  }
  std::sort(cells.begin(), cells.end(), [](const Coincidences& a, const Coincidences& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
  return cells;
}

}  // namespace accord
