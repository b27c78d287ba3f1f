#pragma once
// The sum on which every disagreement that is a squared difference of numbers is based.

#include <cstddef>  // size_t

#include "../ratings/tally.h"

namespace accord {

// Returns the sum of (x_c - x_k)^2 over the ordered pairs of ratings of an item: 2 m
// times the sum of their squares about the mean. `x(code)` is the number of a category.
// All numbers are taken relative to the first, so that an offset of 1e9 costs no digits.
template <class Numbers>
double squared_pairs(const Pattern& p, const Numbers& x) {
  if (p.size < 2) return 0;
  const double first = x(p.code[0]);
  double mean = 0, squares = 0;
  for (std::size_t j = 1; j < p.code.size(); ++j) {
    mean += p.count[j] * (x(p.code[j]) - first);
  }
  mean /= p.size;
  for (std::size_t j = 0; j < p.code.size(); ++j) {
    const double apart = x(p.code[j]) - first - mean;
    squares += p.count[j] * (apart * apart);
  }
  return 2.0 * p.size * squares;
}

}  // namespace accord
