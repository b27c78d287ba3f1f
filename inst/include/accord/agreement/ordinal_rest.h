#pragma once
// Ordinal disagreement within items when the ratings of a rater are removed, which
// changes all mid-ranks. The sum over all items in the new ranks is computed from each
// pair of categories in use or from each pattern, whichever is less work; then the items
// of the rater are corrected one by one.

#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "../distance/metric.h"
#include "../distance/mid_ranks.h"
#include "../distance/squares.h"
#include "../ratings/tally.h"
#include "pairable_row.h"

namespace accord {

class OrdinalRest {
 public:
  // Both arguments must outlive the object.
  OrdinalRest(const Metric& metric, Span<PairableRow> rows)
      : metric_(metric), rows_(rows) {
    std::size_t entries = 0;
    for (const PairableRow& row : rows_) entries += row.pattern.code.size();
    const std::size_t k = order().size();
    by_pairs_ = k * (k - 1) / 2 <= entries;
    if (by_pairs_) count_coincidences();
  }

  // Returns the ranks without the ratings in `gone`, by place among the categories in
  // use.
  std::vector<double> ranks_without(const Pattern& gone) const {
    std::vector<double> rank;
    rank.reserve(order().size());
    std::size_t next = 0;
    const auto left = [&](std::size_t i) {
      const int k = order()[i];
      const bool less = next < gone.code.size() && gone.code[next] == k;
      return metric_.margin[k] - (less ? gone.count[next++] : 0);
    };
    each_mid_rank(order().size(), left,
                  [&](std::size_t, double own) { rank.push_back(own); });
    return rank;
  }

  // Returns the sum over items with these ranks.
  double within(const std::vector<double>& rank) const {
    double sum = 0;
    if (by_pairs_) {
      std::size_t at = 0;
      for (std::size_t b = 0; b < order().size(); ++b) {
        for (std::size_t a = 0; a < b; ++a, ++at) {
          const double d = rank[b] - rank[a];
          sum += coincidences_[at] * d * d;
        }
      }
      return sum;
    }
    for (const PairableRow& row : rows_) sum += row.weight * within(row.pattern, rank);
    return sum;
  }

  double within(const Pattern& p, const std::vector<double>& rank) const {
    return squared_pairs(p, [&](int k) { return rank[place(k)]; }) / (p.size - 1);
  }

 private:
  const std::vector<int>& order() const { return metric_.margin.used(); }
  int place(int code) const { return metric_.ranks().place(code); }

  // Each entry below the diagonal is the number of pairs of ratings in two categories, in
  // both orders, divided by m - 1.
  void count_coincidences() {
    const std::size_t k = order().size();
    coincidences_.assign(k * (k - (k > 0)) / 2, 0);
    for (const PairableRow& row : rows_) {
      const Pattern& p = row.pattern;
      const double weight = 2 * row.weight / (p.size - 1);
      for (std::size_t h = 0; h < p.code.size(); ++h) {
        const std::size_t b = place(p.code[h]);
        for (std::size_t j = 0; j < h; ++j) {
          const std::size_t a = place(p.code[j]);
          coincidences_[b * (b - 1) / 2 + a] += weight * p.count[h] * p.count[j];
        }
      }
    }
  }

  const Metric& metric_;
  Span<PairableRow> rows_;
  bool by_pairs_ = false;
  std::vector<double> coincidences_;
};

}  // namespace accord
