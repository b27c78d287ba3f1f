#pragma once
// The result of every coefficient: an observed and an expected disagreement.

#include <cmath>  // NAN

namespace accord {

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

struct StatusInfo {
  Status status;
  const char* name;   // in code
  const char* words;  // in the column `status`
};

// The statuses in the order of the enum. This is the only list of their texts.
inline constexpr StatusInfo statuses[] = {
    {Status::ok, "ok", "ok"},
    {Status::no_ratings, "no_ratings", "no ratings"},
    {Status::no_pairs, "no_pairs", "no item with two ratings"},
    {Status::one_category, "one_category", "one category only"},
    {Status::no_distance, "no_distance", "all distances are 0"},
    {Status::overflow, "overflow", "values too large to square"},
    {Status::anonymous_raters, "anonymous_raters", "raters are anonymous"},
    {Status::no_pair_defined, "no_pair_defined", "no two raters with a kappa"},
    {Status::unused_category, "unused_category", "category not used"},
};

constexpr bool in_order() {
  int i = 0;
  for (const StatusInfo& info : statuses) {
    if (static_cast<int>(info.status) != i++) return false;
  }
  return true;
}
static_assert(in_order(), "statuses are not in the order of their enum");

// Returns agreement beyond chance, as every coefficient measures it, and its derivative
// with respect to the expected disagreement; that with respect to the observed one is -1
// / expected.
inline double beyond_chance(double observed, double expected) {
  return 1 - observed / expected;
}
inline double slope_by_expected(double observed, double expected) {
  return observed / (expected * expected);
}

struct Disagreement {
  double observed = NAN;
  double expected = NAN;
  Status status = Status::ok;

  bool defined() const { return status == Status::ok; }
  double estimate() const { return defined() ? beyond_chance(observed, expected) : NAN; }
};

// The value without one item, and the number of items for which it is the same.
struct Deletion {
  Disagreement value;
  double items;
};

// The derivative of the estimate with respect to the weight of one item, times the number
// of items N; and the number of items for which it is the same. The influences of a
// sample sum to 0.
struct Influence {
  double value;
  double items;
};

// The derivative that is used. `gwet`: the formulas as printed by Gwet (2014, chapter 5),
// which treat the share of pairable items as a constant, so that items with a single
// rating add to the variance. `ratio`: that share varies with the sample, like any other
// total.
enum class Linearization { gwet, ratio };
inline constexpr const char* linearization_names[] = {"gwet", "ratio"};

}  // namespace accord
