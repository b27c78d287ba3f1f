#pragma once
// What every coefficient of a group answers. Who asks is compiled once, and not once for
// each coefficient; a call costs nothing beside the work that it asks for.

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

// What a coefficient asks for: whether rows must say who rated; whether items with one
// rating take part in it; whether the pairable items alone are the sample; whether the
// disagreement of an item is not the mean of its pairs'.
struct Needs {
  bool names_raters, uses_single, by_ratio;
  bool whole_items = false;

  // Items with fewer ratings have no entry among the deletions, nor among the influences;
  // but Gwet's rule may take the share of pairable items for a constant, and then all
  // that were rated have one.
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
  // Called before raters leave in turn; and the value without one of them, which any
  // thread may ask for.
  virtual void prepare_raters() {}
  virtual Remaining without(RaterWalk* walk) const = 0;
  // Other ratings of one group over the same categories, where a value without a rater is
  // not exact.
  virtual void refit(const RatingsView&, const Tally&) {}
  // The variance if it were 0, when the same m raters rated each of n items; NAN where no
  // formula is known.
  virtual double null_variance(double /* n */, double /* m */) const { return NAN; }
};

// The rows of a group that a coefficient looks at.
inline std::unique_ptr<Rows> rows_for(const Needs& needs, const RatingsView& ratings,
                                      const Tally& tally, int group) {
  if (needs.names_raters) return std::make_unique<ItemRows>(ratings, tally, group);
  return std::make_unique<WeightedPatterns>(tally.group(group));
}

// One that is a function of rows (tally.h), as alpha and the kappas are.
class CoefficientOfRows : public Coefficient {
 public:
  // One set of rows after the other. Their patterns have to stay.
  virtual CoefficientOfRows& fit(const Rows& rows) = 0;
  // Other weights of the same rows, which have to stay.
  virtual void weigh(Span<double> weight) = 0;
  void refit(const RatingsView& ratings, const Tally& tally) override {
    fit(*rows_for(needs(), ratings, tally, 0));
  }
};

}  // namespace accord
