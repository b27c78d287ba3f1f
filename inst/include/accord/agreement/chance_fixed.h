#pragma once
// Chance that does not depend on the ratings.

#include <cstddef>  // size_t

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "kappa.h"

namespace accord {

class FixedChance : public ChanceByDistance {
 public:
  static constexpr bool names_raters = false, uses_single = false, by_ratio = false;

  // Percent agreement corrects for no chance: D_e = 1.
  static FixedChance none(const AnyDistance& distance) {
    return {distance, {1, Status::ok}};
  }
  // Every category of the set is as likely as any other (Brennan & Prediger 1981):
  // D_e = sum of d / q^2.
  static FixedChance uniform(const AnyDistance& distance) {
    const double q = distance.n_categories();
    if (!(q > 1)) return {distance, {0, Status::one_category}};
    return {distance, {distance.total() / (q * q), Status::ok}};
  }

  struct Change {
    void clear() {}
  };

  template <class Rows>
  void fit(const Rows&) {}
  void weigh(Span<double>) {}
  Expected expected() const { return expected_; }
  double slope(std::size_t) const { return 0; }
  template <class What>
  void take(const What&, Change*) const {}
  Expected after(Change*) const { return expected_; }
  double own_pairs(const Amounts&) const { return 0; }
  double between_items(const Amounts&, double, double) const {
    return expected_.expected;
  }

 private:
  FixedChance(const AnyDistance& distance, Expected expected)
      : ChanceByDistance(distance), expected_(expected) {}

  Expected expected_;
};

}  // namespace accord
