#pragma once
// What a coefficient sums over: rows that stand for items, each with a weight and a
// pattern. WeightedPatterns (tally.h) are rows of items that look alike. Where it matters
// who gave a rating, each item is a row of its own.

#include <cstddef>  // size_t

#include "../base/views.h"
#include "tally.h"

namespace accord {

// The items of one group.
class ItemRows {
 public:
  ItemRows(const RatingsView& ratings, const Tally& tally, int group)
      : ratings_(ratings),
        tally_(tally),
        first_(ratings.group_start[group]),
        size_(ratings.group_start[group + 1] - first_),
        weight{ratings, first_} {}

  struct Weights {
    const RatingsView& ratings;
    int first;
    double operator[](std::size_t i) const {
      return ratings.weight_of(first + static_cast<int>(i));
    }
  };

  std::size_t size() const { return size_; }
  Pattern pattern(std::size_t i) const { return tally_.patterns[number(i)]; }
  int number(std::size_t i) const { return tally_.of_item[first_ + i]; }
  Span<int> codes(std::size_t i) const { return ratings_.codes_of(item(i)); }
  Span<int> raters(std::size_t i) const { return ratings_.raters_of(item(i)); }
  int n_raters() const { return ratings_.n_raters; }
  // Every rater counts once, and so does every pair of ratings (reweighted.h has others).
  static constexpr double times(int) { return 1; }
  static constexpr double factor(std::size_t) { return 1; }
  bool anonymous() const { return ratings_.rater.empty() && !ratings_.code.empty(); }

 private:
  int item(std::size_t i) const { return first_ + static_cast<int>(i); }

  RatingsView ratings_;
  const Tally& tally_;
  int first_;
  std::size_t size_;

 public:
  Weights weight;
};

}  // namespace accord
