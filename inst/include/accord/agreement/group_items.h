#pragma once
// How groups of raters differ on each item: the entropy within groups, its gap to that of
// all ratings (the Jensen-Shannon divergence of the groups), and the largest difference
// of the shares of a category between two groups.

#include <algorithm>  // lower_bound, max, sort, unique
#include <cmath>      // abs, log, sqrt
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

struct GroupItem {
  int n_groups = 0;       // with a rating
  double within = 0;      // entropy within groups, in nats
  double gap = 0;         // that of all ratings less that within groups
  double difference = 0;  // of shares
  // The largest difference divided by the root of 1 / r + 1 / s, for r and s ratings of
  // the two groups, so that items with few ratings are not the most different ones.
  double scaled = 0;
};

class GroupItems {
 public:
  // Raters with a group below 0 are left out.
  GroupItems(const RatingsView& view, int n_groups) : view_(view), n_groups_(n_groups) {}

  // Calls visit(item, figures) for each item, for the group of each rater.
  template <class Visit>
  void each(Span<int> group, const Visit& visit) {
    for (int i = 0; i < view_.n_items(); ++i) visit(i, figures(i, group));
  }

 private:
  GroupItem figures(int item, Span<int> group) {
    const Span<int> codes = view_.codes_of(item), raters = view_.raters_of(item);
    used_.assign(codes.begin(), codes.end());
    std::sort(used_.begin(), used_.end());
    used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
    const std::size_t h = used_.size(), g = n_groups_;
    count_.assign(g * h, 0);
    size_.assign(g, 0);
    all_.assign(h, 0);
    double total = 0;
    for (std::size_t j = 0; j < codes.size(); ++j) {
      const int k = group[raters[j]];
      if (k < 0) continue;
      const std::size_t a =
          std::lower_bound(used_.begin(), used_.end(), codes[j]) - used_.begin();
      ++count_[k * h + a];
      ++size_[k];
      ++all_[a];
      ++total;
    }
    GroupItem result;
    if (total == 0) return result;
    double entropy = 0;
    for (std::size_t a = 0; a < h; ++a) entropy += term(all_[a], total);
    for (std::size_t k = 0; k < g; ++k) {
      if (size_[k] == 0) continue;
      ++result.n_groups;
      for (std::size_t a = 0; a < h; ++a) {
        result.within += size_[k] / total * term(count_[k * h + a], size_[k]);
      }
      for (std::size_t l = 0; l < k; ++l) {
        if (size_[l] == 0) continue;
        for (std::size_t a = 0; a < h; ++a) {
          const double apart =
              std::abs(count_[k * h + a] / size_[k] - count_[l * h + a] / size_[l]);
          const double scaled = apart / std::sqrt(1 / size_[k] + 1 / size_[l]);
          if (scaled <= result.scaled) continue;
          result.scaled = scaled;
          result.difference = apart;
        }
      }
    }
    result.gap = std::max(entropy - result.within, 0.0);
    return result;
  }

  static double term(double n, double m) { return n > 0 ? n / m * std::log(m / n) : 0; }

  RatingsView view_;
  int n_groups_;
  std::vector<int> used_;
  std::vector<double> count_, size_, all_;
};

}  // namespace accord
