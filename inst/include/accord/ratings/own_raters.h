#pragma once
// The raters of a group, numbered within the group, so that tables with a place for each
// rater have none for those of other groups: for thousands of groups with separate
// raters, the places would be groups times raters.

#include <algorithm>  // lower_bound, sort, unique
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

class OwnRaters {
 public:
  OwnRaters(const RatingsView& all, int group) : view_(all), group_(group) {
    const int first = all.group_start[group], last = all.group_start[group + 1];
    const int from = all.item_start[first], to = all.item_start[last];
    // A table with as many places as ratings is small enough.
    if (to - from >= all.n_raters) return;
    who_.assign(all.rater.begin() + from, all.rater.begin() + to);
    std::sort(who_.begin(), who_.end());
    who_.erase(std::unique(who_.begin(), who_.end()), who_.end());
    for (int i = from; i < to; ++i) {
      const auto at = std::lower_bound(who_.begin(), who_.end(), all.rater[i]);
      rater_.push_back(static_cast<int>(at - who_.begin()));
    }
    for (int i = first; i <= last; ++i) item_start_.push_back(all.item_start[i] - from);
    group_start_ = {0, last - first};
    view_.group_start = group_start_;
    view_.item_start = item_start_;
    view_.code = all.code.slice(from, to);
    view_.rater = rater_;
    view_.n_raters = static_cast<int>(who_.size());
    if (!all.weight.empty()) view_.weight = all.weight.slice(first, last);
    group_ = 0;
  }
  // A copy would have views of the memory of the original.
  OwnRaters(OwnRaters&&) = default;
  OwnRaters& operator=(OwnRaters&&) = default;

  // Return a view in which this group has the number group(); its numbers of raters are
  // in the same order as those of all raters.
  const RatingsView& view() const { return view_; }
  int group() const { return group_; }
  // Returns the number among all raters.
  int of_all(int rater) const { return who_.empty() ? rater : who_[rater]; }

 private:
  RatingsView view_;
  int group_;
  std::vector<int> group_start_, item_start_, rater_, who_;
};

}  // namespace accord
