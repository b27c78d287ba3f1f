#pragma once
// What alpha knows of a row of items with two ratings or more.

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
