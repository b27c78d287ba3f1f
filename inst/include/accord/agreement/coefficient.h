#pragma once
// The interface of all coefficients of a group. The code that calls it is compiled once
// instead of once for each coefficient, and the cost of a virtual call is negligible
// beside the computation.

#include <cmath>   // NAN
#include <memory>  // make_unique, unique_ptr
#include <vector>

#include "../base/views.h"
#include "../ratings/rater_walk.h"
#include "../ratings/rows.h"
#include "../ratings/tally.h"
#include "disagreement.h"
#include "loss.h"

namespace accord {

// A coefficient tells what it requires: whether rows need the rater of each rating;
// whether items with one rating are used; whether the sample consists of the pairable
// items only; whether the disagreement of an item is not the mean over its pairs.
struct Needs {
  bool names_raters, uses_single, by_ratio;
  bool whole_items = false;

  // Items with fewer ratings have no entry among the deletions and the influences. An
  // exception is Gwet's rule: if it treats the share of pairable items as a constant, all
  // items with ratings have an entry.
  int least() const { return uses_single ? 1 : 2; }
  int least_by(Linearization rule) const { return constant_share(rule) ? 1 : least(); }
  bool constant_share(Linearization rule) const {
    return rule == Linearization::gwet && !by_ratio;
  }
};

class Coefficient {
 public:
  virtual ~Coefficient() = default;
  virtual Needs needs() const = 0;
  virtual Disagreement value() const = 0;
  virtual std::vector<Influence> influences(Linearization rule) = 0;
  virtual std::vector<Deletion> leave_one_out() = 0;
  // prepare_raters() is called before raters are removed in turn; without() returns the
  // value without one of them, and can be called from any thread.
  virtual void prepare_raters() {}
  virtual Remaining without(RaterWalk* walk) const = 0;
  // The same for cells (change/rating_cells.h); `row` is the row of the cell's item, or
  // the number of its cluster.
  virtual void prepare_cells() { prepare_raters(); }
  virtual Remaining without_cell(std::size_t /* row */, RaterWalk* walk) const {
    return without(walk);
  }
  // Replaces the ratings by others of one group over the same categories. This is needed
  // if a value without a rater is not exact.
  virtual void refit(const RatingsView&, const Tally&) {}
  // Returns the variance under the hypothesis that the coefficient is 0, if the same m
  // raters rated each of n items; NAN if no formula is known.
  virtual double null_variance(double /* n */, double /* m */) const { return NAN; }
};

// Returns the rows of a group that a coefficient requires.
inline std::unique_ptr<Rows> rows_for(const Needs& needs, const RatingsView& ratings,
                                      const Tally& tally, int group) {
  if (needs.names_raters) return std::make_unique<ItemRows>(ratings, tally, group);
  return std::make_unique<WeightedPatterns>(tally.group(group));
}

// A coefficient that is a function of rows (tally.h), such as alpha and the kappas.
class CoefficientOfRows : public Coefficient {
 public:
  // Can be called with several sets of rows, one after the other. Their patterns must
  // outlive the object.
  virtual CoefficientOfRows& fit(const Rows& rows) = 0;
  // Sets other weights of the same rows, which must still exist.
  virtual void weigh(Span<double> weight) = 0;
  void refit(const RatingsView& ratings, const Tally& tally) override {
    fit(*rows_for(needs(), ratings, tally, 0));
  }
};

}  // namespace accord
