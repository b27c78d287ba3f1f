#pragma once
// Agreement of all raters of an item at once: the disagreement within an item is the
// largest distance of two of its ratings. There is no correction for chance.

#include <algorithm>  // max
#include <cstddef>    // size_t

#include "chance_fixed.h"

namespace accord {

class UnanimousAgreement final : public FixedChance {
 public:
  explicit UnanimousAgreement(const AnyDistance& distance)
      : FixedChance(distance, {1, Status::ok}, true) {}

  double apart(const Pattern& p) const override {
    const std::size_t n = p.code.size();
    if (distance_.identity()) return n > 1;
    double widest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        widest = std::max(widest, distance_(p.code[j], p.code[i]));
      }
    }
    return widest;
  }
};

}  // namespace accord
