#pragma once
// A model of chance: the expected disagreement D_e of a kappa (kappa.h) as a function of
// totals, under any weights of the rows and without some of the ratings. There are two:
// by the shares of the categories (chance_shares.h, with the formulas of the coefficients
// in share_formulas.h), and by the shares of each rater (chance_raters.h).

#include <cmath>    // NAN
#include <cstddef>  // size_t

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "../ratings/rater_walk.h"
#include "../ratings/tally.h"
#include "coefficient.h"
#include "disagreement.h"
#include "loss.h"

namespace accord {

// The expected disagreement; `exact` has the meaning it has in Remaining.
struct Expected {
  double expected = NAN;
  Status status = Status::ok;
  bool exact = true;
};

// The disagreement within an item.
using Within = double (*)(const Pattern&, const AnyDistance&);

// Returns the mean disagreement of the pairs of ratings within an item, and 0 if there is
// no pair.
inline double apart_within(const Pattern& p, const AnyDistance& distance) {
  if (p.size < 2) return 0;
  return distance.inside(p) / (static_cast<double>(p.size) * (p.size - 1));
}

// These are deleted in turn: items with the ratings of several raters, or raters.
enum class Deleted { items, raters };

class Chance {
 public:
  virtual ~Chance() = default;

  // fit() reads the rows, whatever their weights; weigh() computes the totals for weights
  // of these rows, and can be called for many of them.
  virtual void fit(const Rows& rows) = 0;
  virtual void weigh(Span<double> weight) = 0;
  // Returns D_e, with a status that says whether it is defined.
  const Expected& expected() const { return expected_; }
  // Returns N times the derivative of D_e with respect to the weight of an item of this
  // row.
  virtual double slope(std::size_t row) = 0;
  // Is called before many items, or many raters, are deleted in turn.
  virtual void prepare(Deleted /* what */) {}
  // take() removes an item of this row, or an item's ratings by one rater; after()
  // returns D_e when all of that is removed.
  virtual void take(std::size_t row, Change* change) const = 0;
  virtual void take(const Loss& loss, Change* change) const = 0;
  virtual Expected after(Change* change) const = 0;
  // Returns the variance under the hypothesis that kappa is 0, if the same m raters rated
  // each of n items; NAN if no formula is known.
  virtual double null_variance(double /* n */, double /* m */) const { return NAN; }

  double apart(const Pattern& p) const { return within_(p, distance_); }

  const Needs needs;

 protected:
  Chance(const Needs& needs, const AnyDistance& distance, Within within)
      : needs(needs), distance_(distance), within_(within) {}

  AnyDistance distance_;
  Expected expected_;  // set by weigh()

 private:
  Within within_;
};

}  // namespace accord
