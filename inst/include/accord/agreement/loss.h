#pragma once
// What is removed from a sample, and what then remains of an estimate.

#include "../base/touched.h"
#include "../distance/delta.h"
#include "../ratings/rater_walk.h"
#include "disagreement.h"

namespace accord {

// Holds what is removed from the totals of a model of chance, and its working memory.
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

// A value, and whether enough of every sum remained to keep its digits, since a remainder
// is exact to about 1e-16 of the whole. If not, the sums are computed again; this is
// rare, because few items or raters can remove so much.
struct Remaining {
  Disagreement value;
  bool exact;
};

inline bool keeps_digits(double rest, double whole) { return !(rest < 1e-3 * whole); }

}  // namespace accord
