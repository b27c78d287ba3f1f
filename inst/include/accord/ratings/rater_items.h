#pragma once
// The ratings of a group by rater.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <vector>

#include "../base/parallel.h"
#include "../base/scratch.h"
#include "../base/views.h"
#include "tally.h"

namespace accord {

// A rating: its category and the pattern of its item, so that the item need not be looked
// up; whether it is of the same item as the rater's previous rating; and the item.
struct Given {
  int pattern, code;
  bool again;
  int item;
};

// Compressed sparse rows by rater, made in two passes over the ratings: one counts, the
// other moves each rating to its place. Contains one group at a time.
class RaterItems {
 public:
  RaterItems(const RatingsView& ratings, const Tally& tally)
      : ratings_(ratings), tally_(tally), place_(ratings.n_raters, -1) {}

  // `least` is the smallest number of ratings with which an item is used.
  void fill(int group, int least) {
    clear();
    const int from = ratings_.group_start[group], to = ratings_.group_start[group + 1];
    count(from, to, least);
    given_ = Scratch<Given>(start_.back());
    std::vector<std::size_t> next(start_);
    std::vector<int> last_item(raters_.size(), -1);
    for (int i = from; i < to; ++i) {
      const Span<int> raters = ratings_.raters_of(i), codes = ratings_.codes_of(i);
      for (std::size_t j = 0; j < raters.size(); ++j) {
        const int place = place_[raters[j]];
        given_[next[place]++] = {tally_.of_item[i], codes[j], last_item[place] == i, i};
        last_item[place] = i;
      }
    }
  }

  // The raters who rated something are in the order of their numbers.
  int size() const { return static_cast<int>(raters_.size()); }
  int rater(int i) const { return raters_[i]; }
  // Returns the ratings of a rater, item by item.
  Span<Given> given(int i) const {
    return {&given_[start_[i]], start_[i + 1] - start_[i]};
  }
  bool takes_part(int i) const { return takes_part_[i]; }

  // Divides the raters into parts with about the same number of ratings.
  std::vector<Range> split(const Executor& executor) const {
    const int parts = parts_for(executor, start_.back(), 1 << 13);
    std::vector<Range> ranges;
    std::size_t begin = 0;
    for (int p = 1; p <= parts; ++p) {
      std::size_t end = begin;
      while (end < raters_.size() && start_[end] < start_.back() * p / parts) ++end;
      ranges.push_back({begin, end});
      begin = end;
    }
    return ranges;
  }

 private:
  void clear() {
    for (int rater : raters_) place_[rater] = -1;
    raters_.clear();
    takes_part_.clear();
    start_.assign(1, 0);
  }

  void count(int from, int to, int least) {
    std::vector<std::size_t> n, used;  // in order of first arrival
    for (int i = from; i < to; ++i) {
      const Span<int> raters = ratings_.raters_of(i);
      const bool pairs = static_cast<int>(raters.size()) >= least;
      for (int rater : raters) {
        int& place = place_[rater];
        if (place < 0) {
          place = static_cast<int>(raters_.size());
          raters_.push_back(rater);
          n.push_back(0);
          used.push_back(0);
        }
        ++n[place];
        used[place] += pairs;
      }
    }
    std::sort(raters_.begin(), raters_.end());
    for (std::size_t i = 0; i < raters_.size(); ++i) {
      int& place = place_[raters_[i]];
      start_.push_back(start_.back() + n[place]);
      takes_part_.push_back(used[place] > 0);
      place = static_cast<int>(i);
    }
  }

  RatingsView ratings_;
  const Tally& tally_;
  std::vector<int> place_, raters_;
  std::vector<char> takes_part_;
  std::vector<std::size_t> start_{0};
  Scratch<Given> given_;
};

}  // namespace accord
