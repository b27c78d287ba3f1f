#pragma once
// The number of ratings of each rater of a group, and how far they agree with the
// majority of the items and with the other raters. All are sums over the ratings.

#include <algorithm>  // lower_bound, sort
#include <cstddef>    // size_t
#include <functional>
#include <vector>

#include "../agreement/pairs.h"
#include "../base/views.h"
#include "../ratings/tally.h"
#include "majority.h"

namespace accord {

struct RaterSums {
  int rater = 0;
  int items = 0, ratings = 0;
  int compared = 0;                 // ratings of items with two ratings or more
  double majority = 0, others = 0;  // agreements with it, own vote counted and left out
  int met = 0;                      // other raters with a common item
  double pairs = 0;                 // sum over them: the share of equal ratings
  std::vector<int> used;            // how often each category, if asked for
};

// Computes one group after the other with the same working memory.
class RaterSummer {
 public:
  RaterSummer(const RatingsView& ratings, const Tally& tally, TieVote ties,
              bool categories)
      : ratings_(ratings),
        tally_(tally),
        ties_(ties),
        categories_(categories),
        place_(ratings.n_raters, -1),
        last_item_(ratings.n_raters, -1) {
    for (int i = 0; i < tally.patterns.size(); ++i) {
      front_.push_back(front(tally.patterns[i]));
    }
  }

  std::function<void()> poll = [] {};  // called for each pair of raters

  // Returns the sums of the raters who rated something in the group, in order.
  std::vector<RaterSums> sums(int group) {
    rows_.clear();
    for (int i = ratings_.group_start[group]; i < ratings_.group_start[group + 1]; ++i) {
      add_item(i);
    }
    add_pairs(group);
    for (const RaterSums& row : rows_) place_[row.rater] = -1;
    std::sort(rows_.begin(), rows_.end(),
              [](const RaterSums& a, const RaterSums& b) { return a.rater < b.rater; });
    return rows_;
  }

 private:
  RaterSums& row(int rater) {
    if (place_[rater] < 0) {
      place_[rater] = static_cast<int>(rows_.size());
      rows_.emplace_back();
      rows_.back().rater = rater;
      if (categories_) rows_.back().used.resize(ratings_.n_categories);
    }
    return rows_[place_[rater]];
  }

  void add_item(int item) {
    const Span<int> codes = ratings_.codes_of(item), raters = ratings_.raters_of(item);
    const Pattern p = tally_.patterns[tally_.of_item[item]];
    const Front& f = front_[tally_.of_item[item]];
    for (std::size_t j = 0; j < codes.size(); ++j) {
      RaterSums& own = row(raters[j]);
      ++own.ratings;
      if (last_item_[raters[j]] != item) ++own.items;
      last_item_[raters[j]] = item;
      if (categories_) ++own.used[codes[j]];
      if (p.size < 2) continue;
      const int* at = std::lower_bound(p.code.begin(), p.code.end(), codes[j]);
      const int votes = p.count[at - p.code.begin()];
      ++own.compared;
      own.majority += with_majority(f, votes, true, ties_);
      own.others += with_majority(f, votes, false, ties_);
    }
  }

  void add_pairs(int group) {
    each_pair(ratings_, group,
              [&](int g, int h, const PairRows& pair, const auto& common) {
                poll();
                double same = 0;
                for (std::size_t i = 0; i < pair.size(); ++i) {
                  if (pair.codes(i)[0] == pair.codes(i)[1]) same += pair.weight[i];
                }
                for (int rater : {g, h}) {
                  RaterSums& own = row(rater);
                  ++own.met;
                  own.pairs += same / static_cast<double>(common.size());
                }
              });
  }

  RatingsView ratings_;
  const Tally& tally_;
  TieVote ties_;
  bool categories_;
  std::vector<Front> front_;  // by pattern
  std::vector<int> place_, last_item_;
  std::vector<RaterSums> rows_;
};

}  // namespace accord
