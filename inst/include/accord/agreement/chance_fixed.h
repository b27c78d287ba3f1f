#pragma once
// Models of chance agreement that do not depend on the ratings.

#include <cstddef>  // size_t

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "kappa.h"

namespace accord {

class FixedChance : public ChanceByDistance {
 public:
  // Percent agreement is not corrected for chance: D_e = 1.
  static FixedChance none(const AnyDistance& distance) {
    return {distance, {1, Status::ok}};
  }
  // Every category of the set is equally likely (Brennan & Prediger 1981): D_e = sum of d
  // / q^2.
  static FixedChance uniform(const AnyDistance& distance) {
    const double q = distance.n_categories();
    if (!(q > 1)) return {distance, {0, Status::one_category}};
    return {distance, {distance.total() / (q * q), Status::ok}};
  }

  void fit(const Rows&) override {}
  void weigh(Span<double>) override {}
  Expected expected() const override { return expected_; }
  double slope(std::size_t) override { return 0; }
  void take(std::size_t, Change*) const override {}
  void take(const Loss&, Change*) const override {}
  Expected after(Change*) const override { return expected_; }
  double own_pairs(const Amounts&) const override { return 0; }
  double between_items(const Amounts&, double, double) const override {
    return expected_.expected;
  }

 protected:
  FixedChance(const AnyDistance& distance, Expected expected, bool whole_items = false)
      : ChanceByDistance({false, false, false, whole_items}, distance),
        expected_(expected) {}

 private:
  Expected expected_;
};

}  // namespace accord
