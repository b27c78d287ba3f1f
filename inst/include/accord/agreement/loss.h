#pragma once
// What a sample loses, and what is then left of an estimate.

#include "../base/touched.h"
#include "../distance/delta.h"
#include "../ratings/rater_walk.h"
#include "disagreement.h"

namespace accord {

// What leaves the totals of a model of chance, and its working memory.
struct Change {
  Touched<double> at;  // by place in the model's table
  double items = 0, ratings = 0;
  Touched<double> sums;
  Amounts own, amounts;

  void clear() {
    at.clear();
    items = ratings = 0;
  }
};

// A value, and whether enough was left of every sum to keep its digits: what is left is
// exact to about 1e-16 of the whole. Where it is not, the sums are formed again; few
// items or raters can take that much along.
struct Remaining {
  Disagreement value;
  bool exact;
};

inline bool keeps_digits(double rest, double whole) { return !(rest < 1e-3 * whole); }

}  // namespace accord
