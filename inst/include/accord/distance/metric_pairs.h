#pragma once
// Disagreements without a closed form, such as ratio, bipolar, and any matrix of
// distances. They cost one look at each pair of distinct values in use, and no memory for
// the pairs.

#include <cstddef>  // size_t
#include <functional>
#include <vector>

#include "../ratings/margin.h"

namespace accord {

template <class Delta>
class PairMetric {
 public:
  // `tick` is called now and then with the share of the work that is done, last with 1;
  // not at all where there is little to do.
  PairMetric(int n_categories, const Delta& delta,
             std::function<void(double)> tick = nullptr)
      : margin(n_categories), delta_(delta), to_all_(n_categories), tick_(tick) {}

  Margin margin;

  // to_all_[c] = sum over k of n_k delta(c, k).
  void close() {
    const std::vector<int>& used = margin.used();
    all_pairs_ = 0;
    std::size_t looks = 0;
    bool told = false;
    for (std::size_t i = 0; i < used.size(); ++i) {
      const int c = used[i];
      double sum = 0;
      for (int k : used) sum += margin[k] * delta_(c, k);
      to_all_[c] = sum;
      all_pairs_ += margin[c] * sum;
      looks += used.size();
      if (tick_ && looks > (1 << 24)) {
        looks = 0;
        tick_(static_cast<double>(i) / used.size());
        told = true;
      }
    }
    if (told) tick_(1);
  }

  double within(const Pattern& p) const { return inside(p) / (p.size - 1); }

  double all_pairs() const { return all_pairs_; }

  double slope_of_pairs(const Pattern& p) const { return 2 * to_all(p); }

  // (n - p)' delta (n - p), expanded.
  double all_pairs_without(const Pattern& p) const {
    return all_pairs_ - 2 * to_all(p) + inside(p);
  }

 private:
  double to_all(const Pattern& p) const {
    double sum = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      sum += p.count[j] * to_all_[p.code[j]];
    }
    return sum;
  }

  double inside(const Pattern& p) const {
    double sum = 0;
    for (std::size_t i = 0; i < p.code.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        sum +=
            static_cast<double>(p.count[i]) * p.count[j] * delta_(p.code[i], p.code[j]);
      }
    }
    return 2 * sum;
  }

  Delta delta_;
  std::vector<double> to_all_;
  double all_pairs_ = 0;
  std::function<void(double)> tick_;
};

}  // namespace accord
