#pragma once
// What every coefficient of a group answers. Who asks is compiled once, and not once for
// each coefficient; a call costs nothing beside the work that it asks for.

#include <cmath>  // NAN
#include <vector>

#include "disagreement.h"
#include "kappa.h"

namespace accord {

// The variance of a coefficient if it were 0, when the same m raters rated each of n
// items; NAN where no formula is known.
template <class Own>
double null_variance(const Own&, double, double) {
  return NAN;
}
template <class Chance>
double null_variance(const Kappa<Chance>& kappa, double n, double m) {
  return kappa.chance().null_variance(n, m);
}

class Coefficient {
 public:
  virtual ~Coefficient() = default;
  virtual Disagreement value() const = 0;
  virtual std::vector<Influence> influences(Linearization rule) = 0;
  virtual std::vector<Deletion> leave_one_out() = 0;
  virtual double null_variance(double n, double m) const = 0;
};

// `Own`: anything with the first three, which has to stay.
template <class Own>
class CoefficientOf final : public Coefficient {
 public:
  explicit CoefficientOf(Own* own) : own_(*own) {}

  Disagreement value() const override { return own_.value(); }
  std::vector<Influence> influences(Linearization rule) override {
    return own_.influences(rule);
  }
  std::vector<Deletion> leave_one_out() override { return own_.leave_one_out(); }
  double null_variance(double n, double m) const override {
    return accord::null_variance(own_, n, m);
  }

 private:
  Own& own_;
};

}  // namespace accord
