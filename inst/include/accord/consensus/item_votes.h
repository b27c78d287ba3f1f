#pragma once
// The votes of one item after the other, in time linear in its ratings whatever the
// number of categories.

#include <algorithm>  // sort
#include <vector>

#include "answers.h"

namespace accord {

class ItemVotes {
 public:
  explicit ItemVotes(const Answers& answers)
      : answers_(answers), votes_(answers.n_categories()) {}

  // Counts the votes of an item.
  void count(int item) {
    for (int k : codes_) votes_[k] = 0;
    codes_.clear();
    for (int cell : answers_.of(item)) {
      const int code = answers_.code(cell);
      if (votes_[code]++ == 0) codes_.push_back(code);
    }
    std::sort(codes_.begin(), codes_.end());
  }

  int of(int code) const { return votes_[code]; }
  // Returns the categories with votes, in order.
  const std::vector<int>& codes() const { return codes_; }

 private:
  const Answers& answers_;
  std::vector<int> votes_, codes_;
};

}  // namespace accord
