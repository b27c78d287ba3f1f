#pragma once
// The cells of Krippendorff's table of coincidences that hold something, however many
// categories there are, and what their two categories disagree by: what his bootstrap
// draws from (Krippendorff 2011, "Algorithm for bootstrapping a distribution of alpha").

#include <algorithm>  // max
#include <cstddef>    // size_t
#include <map>
#include <vector>

#include "../ratings/tally.h"
#include "alpha.h"
#include "contributions.h"
#include "disagreement.h"

namespace accord {

struct CoincidenceCells {
  // first < second, whose two cells count together, and then first = second.
  std::vector<CategoryContribution> cells;
  Disagreement alpha;
  double n = 0;          // sum of all cells
  int most_ratings = 0;  // of an item
};

inline CoincidenceCells coincidence_cells(Metric* metric,
                                          const WeightedPatterns& sample) {
  CoincidenceCells result;
  result.alpha = Alpha(metric, sample).value();
  result.cells = contributions_of_categories(sample, MetricApart(metric, sample));
  std::map<int, CategoryContribution> agreed;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const Pattern p = sample.pattern(i);
    if (p.size < 2) continue;
    result.n += sample.weight[i] * p.size;
    result.most_ratings = std::max(result.most_ratings, p.size);
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      if (p.count[j] < 2) continue;
      CategoryContribution& cell = agreed[p.code[j]];
      cell.first = cell.second = p.code[j];
      cell.items += sample.weight[i];
      cell.coincidences +=
          sample.weight[i] * p.count[j] * (p.count[j] - 1) / (p.size - 1);
    }
  }
  for (const auto& [category, cell] : agreed) result.cells.push_back(cell);
  return result;
}

}  // namespace accord
