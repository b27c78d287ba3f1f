#pragma once
// Nominal disagreement: 0 between equal categories, 1 between different ones
// (Krippendorff 2019, section 12.3.4).

#include <cstddef>  // size_t
#include <vector>

#include "delta.h"

namespace accord {

class NominalDelta final : public Delta {
 public:
  double between(int c, int k) const override { return c != k; }

  double inside(const Pattern& p) const override { return pairs(p.count, p.size); }
  double pairs_within(const Amounts& x) const override {
    return pairs<double>(x.amount, x.total());
  }

  void to_each(const Amounts& x, std::vector<double>* sum, const Tick&) const override {
    const double total = x.total();
    sum->resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) (*sum)[i] = total - x.amount[i];
  }

  double widest(Span<int>) const override { return 1; }

 private:
  template <class Number>
  static double pairs(Span<Number> amount, double total) {
    double sum = 0;
    for (Number x : amount) sum += x * (total - x);
    return sum;
  }
};

}  // namespace accord
