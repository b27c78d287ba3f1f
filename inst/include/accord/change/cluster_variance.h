#pragma once
// The linearised variance if items are in clusters.

#include <algorithm>  // max
#include <cmath>      // abs
#include <cstddef>    // size_t
#include <vector>

#include "../agreement/coefficient.h"
#include "../agreement/disagreement.h"
#include "../agreement/variance.h"
#include "../base/views.h"
#include "../ratings/tally.h"
#include "measure_items.h"

namespace accord {

// For C clusters with N items,
//   variance = C / (C - 1) * sum over clusters of (sum of influences)^2 / N^2,
// where the number of times that a cluster counts is the weight of its items.
class ClusterVariance {
 public:
  // Takes the influences by `rule` of a coefficient with these needs. `cluster` is the
  // cluster of each item of the group, from 0.
  ClusterVariance(const RatingsView& ratings, const Tally& tally, int group, Needs needs,
                  Linearization rule, Span<int> cluster)
      : entry_(entry_of_items(ratings, tally, group, needs, needs.least_by(rule))),
        cluster_(cluster) {
    for (int c : cluster)
      clusters_ = std::max(clusters_, static_cast<std::size_t>(c) + 1);
  }

  // Returns the variance if every cluster counts once.
  Variance of(const std::vector<Influence>& influences) const {
    return of(influences, std::vector<double>(entry_.size(), 1.0));
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
      if (std::abs(sum[c]) > no_influence * items) squares += times[c] * sum[c] * sum[c];
    }
    if (result.items >= 2) {
      result.variance = result.items / (result.items - 1) * squares / (items * items);
    }
    return result;
  }

 private:
  std::vector<int> entry_;  // of the influence of each item; -1 where it has none
  Span<int> cluster_;
  std::size_t clusters_ = 0;
};

}  // namespace accord
