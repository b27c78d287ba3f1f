#pragma once
// What every coefficient of a group answers. Who asks is compiled once, and not once for
// each coefficient; a call costs nothing beside the work that it asks for.

#include <cmath>  // NAN
#include <vector>

#include "disagreement.h"

namespace accord {

class Coefficient {
 public:
  virtual ~Coefficient() = default;
  virtual Disagreement value() const = 0;
  virtual std::vector<Influence> influences(Linearization rule) = 0;
  virtual std::vector<Deletion> leave_one_out() = 0;
  // The variance if it were 0, when the same m raters rated each of n items; NAN where no
  // formula is known.
  virtual double null_variance(double /* n */, double /* m */) const { return NAN; }
};

// `Own`: anything with these three, which has to stay.
template <class Own>
class CoefficientOf final : public Coefficient {
 public:
  explicit CoefficientOf(Own* own) : own_(*own) {}

  Disagreement value() const override { return own_.value(); }
  std::vector<Influence> influences(Linearization rule) override {
    return own_.influences(rule);
  }
  std::vector<Deletion> leave_one_out() override { return own_.leave_one_out(); }

 private:
  Own& own_;
};

}  // namespace accord
