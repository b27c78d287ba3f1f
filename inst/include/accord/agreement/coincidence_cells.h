#pragma once
// The cells of Krippendorff's table of coincidences that are not empty, for any number of
// categories, with the distance of their two categories. His bootstrap draws from them
// (Krippendorff 2011, "Algorithm for bootstrapping a distribution of alpha").

#include <algorithm>  // max
#include <cstddef>    // size_t
#include <vector>

#include "../ratings/tally.h"
#include "alpha.h"
#include "coincidences.h"
#include "disagreement.h"

namespace accord {

struct CoincidenceCells {
  std::vector<Coincidences> cells;
  std::vector<double> apart;  // of each
  Disagreement alpha;
  double n = 0;          // sum of all cells
  int most_ratings = 0;  // of an item with two or more
};

inline CoincidenceCells coincidence_cells(Alpha* alpha, const WeightedPatterns& sample) {
  CoincidenceCells result{coincidences(sample), {}, alpha->fit(sample).value()};
  for (const Coincidences& cell : result.cells) {
    const std::vector<int> code{cell.first, cell.second}, once{1, 1};
    const bool differ = cell.first != cell.second;
    result.apart.push_back(differ ? alpha->metric().apart({code, once, 2}) : 0);
  }
  result.n = alpha->metric().margin.total();
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const int size = sample.pattern(i).size;
    if (size > 1) result.most_ratings = std::max(result.most_ratings, size);
  }
  return result;
}

}  // namespace accord
