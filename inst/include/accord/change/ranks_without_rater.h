#pragma once
// Ordinal disagreement within items when some ratings leave, and all mid-ranks with them.
// The sum over all items in the new ranks costs one look at each pair of categories in
// use or at each pattern, whichever is less; the items of the rater are then put right
// one by one.

#include <cstddef>  // size_t
#include <vector>

#include "../distance/metric.h"
#include "../distance/squares.h"
#include "../ratings/tally.h"

namespace accord {

// The ranks of a group.
class Ranks {
 public:
  void fit(const Metric& metric, const WeightedPatterns& sample) {
    metric_ = &metric;
    sample_ = sample;
    order_ = metric.margin.used();
    std::size_t entries = 0;
    for (std::size_t i = 0; i < sample.size(); ++i)
      entries += sample.pattern(i).code.size();
    const std::size_t k = order_.size();
    by_pairs_ = k * (k - 1) / 2 <= entries;
    if (by_pairs_) count_coincidences();
  }

  // By place among the categories in use, once `gone` has left.
  std::vector<double> without(const Pattern& gone) const {
    std::vector<double> rank;
    rank.reserve(order_.size());
    double below = 0;
    std::size_t next = 0;
    for (int k : order_) {
      double count = metric_->margin[k];
      if (next < gone.code.size() && gone.code[next] == k) count -= gone.count[next++];
      rank.push_back(below + count / 2);
      below += count;
    }
    return rank;
  }

  // The sum over items in such ranks.
  double within(const std::vector<double>& rank) const {
    double sum = 0;
    if (by_pairs_) {
      std::size_t at = 0;
      for (std::size_t b = 0; b < order_.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a, ++at) {
          const double d = rank[b] - rank[a];
          sum += coincidences_[at] * d * d;
        }
      }
      return sum;
    }
    for (std::size_t i = 0; i < sample_.size(); ++i) {
      const Pattern p = sample_.pattern(i);
      if (p.size > 1) sum += sample_.weight[i] * within(p, rank);
    }
    return sum;
  }

  double within(const Pattern& p, const std::vector<double>& rank) const {
    return squared_pairs(p, [&](int k) { return rank[place(k)]; }) / (p.size - 1);
  }

 private:
  int place(int code) const { return metric_->ranks().place(code); }

  // Of two categories both ways, below the diagonal: their pairs of ratings / (m - 1).
  void count_coincidences() {
    const std::size_t k = order_.size();
    coincidences_.assign(k * (k - (k > 0)) / 2, 0);
    for (std::size_t i = 0; i < sample_.size(); ++i) {
      const Pattern p = sample_.pattern(i);
      if (p.size < 2) continue;
      const double weight = 2 * sample_.weight[i] / (p.size - 1);
      for (std::size_t h = 0; h < p.code.size(); ++h) {
        const std::size_t b = place(p.code[h]);
        for (std::size_t j = 0; j < h; ++j) {
          const std::size_t a = place(p.code[j]);
          coincidences_[b * (b - 1) / 2 + a] += weight * p.count[h] * p.count[j];
        }
      }
    }
  }

  const Metric* metric_ = nullptr;
  WeightedPatterns sample_;
  std::vector<int> order_;
  bool by_pairs_ = false;
  std::vector<double> coincidences_;
};

}  // namespace accord
