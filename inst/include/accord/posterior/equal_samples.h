#pragma once
// Finds groups with equal samples. Limits are a function of the sample of a group, so
// equal samples have equal limits, and thousands of groups of a few items have few
// different samples.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <map>
#include <utility>  // move, pair
#include <vector>

#include "../base/views.h"
#include "../ratings/tally.h"
#include "canonical_raters.h"

namespace accord {

class EqualSamples {
 public:
  // `by_rater` says whether raters matter. If so, they are compared by their ratings and
  // not by their names.
  EqualSamples(const RatingsView& ratings, const Tally& tally, bool by_rater)
      : ratings_(ratings), tally_(tally), by_rater_(by_rater) {}

  // Returns the first group in the order of calls whose sample is equal, which can be
  // this one.
  int first_like(int group) {
    const int first = ratings_.group_start[group], last = ratings_.group_start[group + 1];
    if (last - first > most_items) return group;  // as a rule, of which there is one
    items_.clear();
    RaterOrder order;
    if (by_rater_) order = canonical_raters(ratings_, tally_, group, {}, -1);
    for (int i = first; i < last; ++i) {
      items_.push_back({ratings_.weight_of(i)});
      Sample& item = items_.back();
      if (!by_rater_) {
        item.push_back(tally_.of_item[i]);
        continue;
      }
      const Span<int> codes = ratings_.codes_of(i), raters = order.of_item(ratings_, i);
      given_.clear();
      for (std::size_t j = 0; j < codes.size(); ++j) {
        given_.push_back({raters[j], codes[j]});
      }
      std::sort(given_.begin(), given_.end());
      item.push_back(static_cast<double>(codes.size()));
      for (const auto& [rater, code] : given_)
        item.insert(item.end(), {1.0 * rater, 1.0 * code});
    }
    std::sort(items_.begin(), items_.end());
    Sample all;
    for (const Sample& item : items_) all.insert(all.end(), item.begin(), item.end());
    return first_.insert({std::move(all), group}).first->second;
  }

 private:
  static constexpr int most_items = 64;
  // Numbers that identify an item, or all items of a group.
  using Sample = std::vector<double>;

  RatingsView ratings_;
  const Tally& tally_;
  bool by_rater_;
  std::map<Sample, int> first_;
  std::vector<Sample> items_;
  std::vector<std::pair<int, int>> given_;  // rater and code of an item
};

}  // namespace accord
