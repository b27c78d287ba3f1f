#pragma once
// The disagreement |c - k| (Gwet 2014, section 3.5). It is the sum of the steps between
// neighbouring values, each of which separates all that is below it from all that is
// above, so sums over pairs need only one pass.

#include <cmath>    // abs
#include <cstddef>  // size_t
#include <vector>

#include "delta.h"

namespace accord {

class LinearDelta final : public Delta {
 public:
  // The values must outlive the object.
  explicit LinearDelta(Span<double> values) : values_(values) {}

  double between(int c, int k) const override {
    return std::abs(values_[c] - values_[k]);
  }

  double inside(const Pattern& p) const override {
    return pairs(p.code, p.count, p.size);
  }
  double pairs_within(const Amounts& x) const override {
    return pairs<double>(x.code, x.amount, x.total());
  }

  void to_each(const Amounts& x, std::vector<double>* sum, const Tick&) const override {
    // With each step upwards, the distance to values below grows by the step, and that to
    // values above shrinks by it.
    double below = 0, above = x.total(), apart = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      apart += x.amount[i] * between(x.code[i], x.code[0]);
    }
    sum->resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (i > 0) apart += (below - above) * between(x.code[i], x.code[i - 1]);
      (*sum)[i] = apart;
      below += x.amount[i];
      above -= x.amount[i];
    }
  }

 private:
  template <class Number>
  double pairs(Span<int> code, Span<Number> amount, double above) const {
    double sum = 0, below = 0;
    for (std::size_t i = 0; i + 1 < code.size(); ++i) {
      below += amount[i];
      above -= amount[i];
      sum += 2 * below * above * between(code[i], code[i + 1]);
    }
    return sum;
  }

  Span<double> values_;
};

}  // namespace accord
