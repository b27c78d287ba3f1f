#pragma once
// Nominal disagreement: 0 between equal categories, 1 between different ones
// (Krippendorff 2019, section 12.3.4). See alpha.h for what a metric has to offer.

#include <cstddef>  // size_t

#include "../ratings/margin.h"

namespace accord {

class NominalMetric {
 public:
  explicit NominalMetric(int n_categories) : margin(n_categories) {}

  Margin margin;

  void close() {
    all_pairs_ = 0;
    for (int k : margin.used()) all_pairs_ += margin[k] * (margin.total() - margin[k]);
  }

  double within(const Pattern& p) const {
    double pairs = 0;
    for (int c : p.count) pairs += static_cast<double>(c) * (p.size - c);
    return pairs / (p.size - 1);
  }

  double all_pairs() const { return all_pairs_; }

  double slope_of_pairs(const Pattern& p) const {
    double slope = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      slope += 2 * p.count[j] * (margin.total() - margin[p.code[j]]);
    }
    return slope;
  }

  // Only the categories of `p` change their share, all others just lose p.size partners.
  double all_pairs_without(const Pattern& p) const {
    const double n = margin.total();
    double changed = 0, before = 0, after = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const double old = margin[p.code[j]], now = old - p.count[j];
      changed += old;
      before += old * (n - old);
      after += now * (n - p.size - now);
    }
    return all_pairs_ - before + after - p.size * (n - changed);
  }

 private:
  double all_pairs_ = 0;
};

}  // namespace accord
