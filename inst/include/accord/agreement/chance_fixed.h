#pragma once
// Chance that does not depend on the ratings.

#include "disagreement.h"
#include "kappa.h"

namespace accord {

// Percent agreement corrects for no chance: D_e = 1.
class NoChance {
 public:
  static constexpr bool uses_single = false, by_ratio = false;

  template <class Rows>
  void fit(const Rows&, std::size_t) {}
  double expected() const { return 1; }
  Status status() const { return Status::ok; }
  template <class Rows>
  double slope(const Rows&, std::size_t) const {
    return 0;
  }
  template <class Rows>
  Expected without(const Rows&, std::size_t) const {
    return {1, Status::ok};
  }
};

// Every category of the set is as likely as any other (Brennan & Prediger 1981):
// D_e = sum of d / q^2.
class UniformChance {
 public:
  static constexpr bool uses_single = false, by_ratio = false;

  // `total`: the sum of disagreements over all ordered pairs of the q categories.
  UniformChance(double total, double q)
      : expected_(q > 1 ? total / (q * q) : 0),
        status_(q > 1 ? Status::ok : Status::one_category) {}

  template <class Rows>
  void fit(const Rows&, std::size_t) {}
  double expected() const { return expected_; }
  Status status() const { return status_; }
  template <class Rows>
  double slope(const Rows&, std::size_t) const {
    return 0;
  }
  template <class Rows>
  Expected without(const Rows&, std::size_t) const {
    return {expected_, status_};
  }

 private:
  double expected_;
  Status status_;
};

}  // namespace accord
