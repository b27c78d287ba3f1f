#pragma once
// The raters of a group by numbers of their own, so that what has a place for each rater
// takes none for those of other groups: in thousands of groups with raters of their own
// the places would be groups times raters.

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
    // As many places as ratings do no harm.
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
  // A copy would look into what it was copied from.
  OwnRaters(OwnRaters&&) = default;
  OwnRaters& operator=(OwnRaters&&) = default;

  // The group as this one of a view; in it numbers rise as those of all raters do.
  const RatingsView& view() const { return view_; }
  int group() const { return group_; }
  // The number among all raters.
  int of_all(int rater) const { return who_.empty() ? rater : who_[rater]; }

 private:
  RatingsView view_;
  int group_;
  std::vector<int> group_start_, item_start_, rater_, who_;
};

}  // namespace accord
