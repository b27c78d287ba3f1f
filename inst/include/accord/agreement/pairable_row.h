#pragma once
// A row of items with two ratings or more, as alpha stores it.

#include <cstddef>  // size_t

#include "../ratings/tally.h"

namespace accord {

struct PairableRow {
  Pattern pattern;
  double weight;
  double factor;       // as in Rows
  double within;       // the disagreement of its pairs (Metric::within)
  std::size_t number;  // among all rows
};

}  // namespace accord
