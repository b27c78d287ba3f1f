#pragma once
// All pairs of raters with a common item, found from the ratings: pairs without a common
// item take neither time nor memory.

#include <algorithm>  // lower_bound, max, min, sort
#include <cstddef>    // size_t
#include <vector>

#include "../base/parallel.h"
#include "../base/views.h"
#include "../ratings/own_raters.h"
#include "../ratings/tally.h"

namespace accord {

// The common items of two raters, as the cells of their confusion table. Rows are as in
// rows.h, with category codes(i)[0] of the first rater and codes(i)[1] of the second.
class PairRows final : public Rows {
 public:
  Span<double> weight;

  std::size_t size() const override { return cells_.size(); }
  Pattern pattern(std::size_t i) const override { return patterns_[which_[i]]; }
  double weight_of(std::size_t i) const override { return weight[i]; }
  Span<int> codes(std::size_t i) const override { return {codes_.data() + 2 * i, 2}; }
  Span<int> raters(std::size_t) const override { return {both, 2}; }
  int n_raters() const override { return 2; }

  void clear() {
    cells_.clear();
    which_.clear();
    codes_.clear();
    counts_.clear();
  }
  void add(std::size_t cell, int first, int second, double count) {
    cells_.push_back(cell);
    codes_.push_back(first);
    codes_.push_back(second);
    counts_.push_back(count);
    const int code[] = {std::min(first, second), std::max(first, second)};
    const int two[] = {2}, one[] = {1, 1};
    const bool same = first == second;
    which_.push_back(
        patterns_.add({{code, same ? 1u : 2u}, {same ? two : one, same ? 1u : 2u}, 2}));
    weight = counts_;
  }
  std::size_t row_of(std::size_t cell) const {
    return std::lower_bound(cells_.begin(), cells_.end(), cell) - cells_.begin();
  }

 private:
  static constexpr int both[] = {0, 1};

  PatternSet patterns_;  // grows with every new kind of cell, for all pairs
  std::vector<std::size_t> cells_;
  std::vector<int> which_, codes_;
  std::vector<double> counts_;
};

// A common item: its position in the group, and its cell in the table.
struct Meeting {
  int item;
  std::size_t cell;
};

// Returns for each rater of a group the number of pairs of ratings of an item in which
// this rater comes first.
inline std::vector<std::size_t> count_meetings(const RatingsView& ratings, int group) {
  std::vector<std::size_t> n(ratings.n_raters);
  std::vector<int> sorted;
  for (int i = ratings.group_start[group]; i < ratings.group_start[group + 1]; ++i) {
    const Span<int> raters = ratings.raters_of(i);
    sorted.assign(raters.begin(), raters.end());
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t a = 0, later = 0; a < sorted.size(); ++a) {
      while (later < sorted.size() && sorted[later] == sorted[a]) ++later;
      n[sorted[a]] += sorted.size() - later;
    }
  }
  return n;
}

// Visits the pairs whose first rater is in a range, in order. Each thread needs its own
// finder.
class PairFinder {
 public:
  // `n_meetings` is the result of count_meetings().
  PairFinder(const RatingsView& ratings, int group, Span<std::size_t> n_meetings)
      : ratings_(ratings),
        n_meetings_(n_meetings),
        first_item_(ratings.group_start[group]),
        last_item_(ratings.group_start[group + 1]),
        q_(ratings.n_categories),
        n_ratings_(ratings.item_start[last_item_] - ratings.item_start[first_item_]),
        most_at_once_(std::max<std::size_t>(1 << 19, n_ratings_)),
        newest_(ratings.n_raters, none),
        count_(q_ <= 64 || (q_ <= 1024 && q_ * q_ <= 16 * n_ratings_) ? q_ * q_ : 0) {}

  // Calls visit(first, second, rows, meetings).
  template <class Visit>
  void each(Range raters, Visit&& visit) {
    // The raters are processed in blocks, so that only the meetings of few raters are in
    // memory at once.
    std::size_t begin = raters.begin;
    while (begin < raters.end) {
      std::size_t end = begin, n = 0;
      while (end < raters.end &&
             (end == begin || n + n_meetings_[end] <= most_at_once_)) {
        n += n_meetings_[end++];
      }
      list_meetings({begin, end}, n);
      for (std::size_t g = begin; g < end; ++g) {
        first_ = block_start_[g - begin];
        link(block_start_[g - begin + 1] - first_);
        for (int h : met_) {
          collect(h);
          newest_[h] = none;
          visit(static_cast<int>(g), h, rows_, meetings_);
        }
        met_.clear();
      }
      begin = end;
    }
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct Link {
    int other, item, own_code, other_code;
  };
  struct Cell {
    std::size_t cell;
    double count;
    bool operator<(const Cell& x) const { return cell < x.cell; }
  };

  // Returns whether the cells are few enough to have a counter each.
  bool few_cells() const { return !count_.empty(); }

  // Lists the meetings of a block of first raters, rater by rater, in one pass over the
  // ratings.
  void list_meetings(Range raters, std::size_t n) {
    block_start_.assign(1, 0);
    for (std::size_t g = raters.begin; g < raters.end; ++g) {
      block_start_.push_back(block_start_.back() + n_meetings_[g]);
    }
    if (n == 0) return;
    next_ = block_start_;
    if (links_.size() < n) links_.resize(n);
    const int begin = static_cast<int>(raters.begin), end = static_cast<int>(raters.end);
    for (int i = first_item_; i < last_item_; ++i) {
      const Span<int> who = ratings_.raters_of(i), codes = ratings_.codes_of(i);
      for (std::size_t a = 0; a < who.size(); ++a) {
        if (who[a] < begin || who[a] >= end) continue;
        for (std::size_t b = 0; b < who.size(); ++b) {
          if (who[b] <= who[a]) continue;
          links_[next_[who[a] - begin]++] = {who[b], i - first_item_, codes[a], codes[b]};
        }
      }
    }
  }

  // Links the meetings of one rater with each other rater.
  void link(std::size_t n) {
    if (older_.size() < n) older_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t& newest = newest_[links_[first_ + i].other];
      if (newest == none) met_.push_back(links_[first_ + i].other);
      older_[i] = newest;
      newest = i;
    }
    std::sort(met_.begin(), met_.end());
  }

  // Collects the confusion table with rater h.
  void collect(int h) {
    meetings_.clear();
    cells_.clear();
    for (std::size_t i = newest_[h]; i != none; i = older_[i]) {
      const Link& link = links_[first_ + i];
      const std::size_t cell = link.own_code * q_ + link.other_code;
      meetings_.push_back({link.item, cell});
      const double weight = ratings_.weight_of(first_item_ + link.item);
      if (!few_cells() || count_[cell] == 0) cells_.push_back({cell, weight});
      if (few_cells()) count_[cell] += weight;
    }
    std::sort(cells_.begin(), cells_.end());
    rows_.clear();
    for (std::size_t i = 0; i < cells_.size();) {
      const std::size_t cell = cells_[i].cell;
      double count = 0;
      if (few_cells()) {
        count = count_[cell];
        count_[cell] = 0;
        ++i;
      } else {
        for (; i < cells_.size() && cells_[i].cell == cell; ++i) count += cells_[i].count;
      }
      rows_.add(cell, static_cast<int>(cell / q_), static_cast<int>(cell % q_), count);
    }
  }

  RatingsView ratings_;
  Span<std::size_t> n_meetings_;
  int first_item_, last_item_;
  std::size_t q_, n_ratings_;
  std::size_t most_at_once_;  // meetings in memory: at most the number of ratings
  std::size_t first_ = 0;     // where the meetings of the current rater begin
  std::vector<std::size_t> newest_, older_, block_start_, next_;
  std::vector<Link> links_;
  std::vector<int> met_;
  std::vector<double> count_;
  std::vector<Cell> cells_;
  std::vector<Meeting> meetings_;
  PairRows rows_;
};

// Visits all pairs of a group, in the order of PairFinder::each().
template <class Visit>
void each_pair(const RatingsView& ratings, int group, Visit&& visit) {
  const OwnRaters own(ratings, group);
  const std::vector<std::size_t> n_meetings = count_meetings(own.view(), own.group());
  PairFinder(own.view(), own.group(), n_meetings)
      .each({0, n_meetings.size()}, [&](int g, int h, const PairRows& rows,
                                        const std::vector<Meeting>& meetings) {
        visit(own.of_all(g), own.of_all(h), rows, meetings);
      });
}

}  // namespace accord
