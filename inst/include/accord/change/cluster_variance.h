#pragma once
// The linearised variance where items come in clusters.

#include <algorithm>  // max
#include <cmath>      // abs
#include <cstddef>    // size_t
#include <utility>    // move
#include <vector>

#include "../agreement/disagreement.h"
#include "../agreement/variance.h"
#include "../base/views.h"

namespace accord {

// Of C clusters with N items,
//   variance = C / (C - 1) * sum over clusters of (sum of influences)^2 / N^2,
// where the weight of its items is how often a cluster counts.
class ClusterVariance {
 public:
  // By item: the entry of its influence (-1: none), and its cluster, from 0.
  ClusterVariance(std::vector<int> entry, Span<int> cluster)
      : entry_(std::move(entry)), cluster_(cluster) {
    for (int c : cluster)
      clusters_ = std::max(clusters_, static_cast<std::size_t>(c) + 1);
  }

  Variance of(const std::vector<Influence>& influences, Span<double> weight) const {
    std::vector<double> sum(clusters_), times(clusters_);
    double items = 0, squares = 0;
    for (std::size_t i = 0; i < entry_.size(); ++i) {
      if (entry_[i] < 0 || !(weight[i] > 0)) continue;
      items += weight[i];
      sum[cluster_[i]] += influences[entry_[i]].value;
      times[cluster_[i]] = weight[i];
    }
    Variance result;
    for (std::size_t c = 0; c < clusters_; ++c) {
      result.items += times[c];
      if (std::abs(sum[c]) > 1e-12 * items) squares += times[c] * sum[c] * sum[c];
    }
    if (result.items >= 2) {
      result.variance = result.items / (result.items - 1) * squares / (items * items);
    }
    return result;
  }

 private:
  std::vector<int> entry_;
  Span<int> cluster_;
  std::size_t clusters_ = 0;
};

}  // namespace accord
