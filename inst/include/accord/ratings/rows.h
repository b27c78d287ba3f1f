#pragma once
// WeightedPatterns (tally.h) has a row for all items with equal counts. If raters matter,
// each item is a row of its own.

#include <cstddef>  // size_t

#include "../base/views.h"
#include "tally.h"

namespace accord {

// Rows that are the items of one group.
class ItemRows final : public Rows {
 public:
  ItemRows(const RatingsView& ratings, const Tally& tally, int group)
      : ratings_(ratings),
        tally_(tally),
        first_(ratings.group_start[group]),
        size_(ratings.group_start[group + 1] - first_) {}

  std::size_t size() const override { return size_; }
  Pattern pattern(std::size_t i) const override {
    return tally_.patterns[tally_.of_item[item(i)]];
  }
  double weight_of(std::size_t i) const override { return ratings_.weight_of(item(i)); }
  Span<int> codes(std::size_t i) const override { return ratings_.codes_of(item(i)); }
  Span<int> raters(std::size_t i) const override { return ratings_.raters_of(item(i)); }
  int n_raters() const override { return ratings_.n_raters; }

 private:
  int item(std::size_t i) const { return first_ + static_cast<int>(i); }

  RatingsView ratings_;
  const Tally& tally_;
  int first_;
  std::size_t size_;
};

}  // namespace accord
