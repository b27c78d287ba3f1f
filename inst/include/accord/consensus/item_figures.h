#pragma once
// Summaries of the ratings of one item. All depend on its pattern alone.

#include <cmath>    // log
#include <cstddef>  // size_t

#include "../ratings/tally.h"
#include "majority.h"

namespace accord {

struct ItemFigures {
  Front front;
  double share = 0;      // of the leading category
  double entropy = 0;    // of the shares, in nats
  double agreement = 0;  // Fleiss' P_i: the share of pairs of ratings that are equal
};

// The item must have a rating, and two for `agreement`.
inline ItemFigures item_figures(const Pattern& p) {
  ItemFigures result;
  result.front = front(p);
  const double m = p.size;
  result.share = result.front.votes / m;
  double pairs = 0;
  for (std::size_t j = 0; j < p.code.size(); ++j) {
    const double n = p.count[j];
    result.entropy += n / m * std::log(m / n);
    pairs += n * (n - 1);
  }
  result.agreement = pairs / (m * (m - 1));
  return result;
}

}  // namespace accord
