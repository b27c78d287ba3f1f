#pragma once
// What every coefficient comes to: an observed and an expected disagreement.

#include <cmath>  // NAN

namespace accord {

// In the order of the words in R/agreement.R.
enum class Status {
  ok,
  no_ratings,
  no_pairs,
  one_category,
  no_distance,
  overflow,
  anonymous_raters,
  no_pair_defined,
  unused_category
};

struct Disagreement {
  double observed = NAN;
  double expected = NAN;
  Status status = Status::ok;

  bool defined() const { return status == Status::ok; }
  double estimate() const { return defined() ? 1 - observed / expected : NAN; }
};

// The value without one item, and how many items it stands for.
struct Deletion {
  Disagreement value;
  double items;
};

// How the estimate moves with the weight of one item, times the number of items N; and
// how many items move it that way. The influences of a sample sum to 0.
struct Influence {
  double value;
  double items;
};

// Which derivative. `gwet`: the formulas that Gwet (2014, chapter 5) printed, which take
// the share of pairable items for a constant, so items with a single rating add to the
// variance. `ratio`: that share varies with the sample, as any other total.
enum class Linearization { gwet, ratio };

}  // namespace accord
