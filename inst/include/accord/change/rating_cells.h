#pragma once
// The ratings of a group in cells: one rater's ratings of one item or, if items are in
// clusters, of one cluster. If the coefficient does not distinguish raters and nobody
// rated an item twice, the cells of all items with the same pattern that hold the same
// category are visited once, so that the time is that of the patterns.

#include <algorithm>  // max, sort
#include <cstddef>    // size_t
#include <vector>

#include "../agreement/coefficient.h"
#include "../base/views.h"
#include "../ratings/rater_items.h"
#include "../ratings/tally.h"

namespace accord {

// A cell: the number of its unit (a pattern, an item or a cluster); its place among the
// rows of the coefficient, unless it is of a cluster; its rater (-1 if it stands for
// those of any rater); its ratings, item by item; and the number of cells that it stands
// for.
struct RatingCell {
  std::size_t unit, row;
  int rater;
  Span<Given> given;
  double times;
};

class RatingCells {
 public:
  // `cluster` is that of each item of the group, from 0; empty if there are none. The
  // needs are those of the coefficient.
  RatingCells(const RatingsView& ratings, const Tally& tally, int group, Needs needs,
              Span<int> cluster)
      : ratings_(ratings),
        tally_(tally),
        patterns_(tally.group(group)),
        first_(ratings.group_start[group]),
        last_(ratings.group_start[group + 1]),
        least_(needs.least()) {
    if (!cluster.empty()) {
      sort_by_cluster(cluster);
    } else if (needs.names_raters) {
      kind_ = Kind::items;
    } else if (has_duplicates()) {
      kind_ = Kind::items_by_pattern;
      place_.resize(tally.patterns.size());
      for (std::size_t i = 0; i < patterns_.size(); ++i) place_[patterns_.number(i)] = i;
    }
  }

  // Returns the number of units.
  std::size_t size() const {
    if (kind_ == Kind::patterns) return patterns_.size();
    return kind_ == Kind::clusters ? start_.size() - 1
                                   : static_cast<std::size_t>(last_ - first_);
  }

  // Calls visit(cell) for every cell of a unit in which the coefficient uses an item.
  // Can be called from any thread.
  template <class Visit>
  void each(std::size_t unit, Visit&& visit) const {
    if (kind_ == Kind::patterns) return each_of_pattern(unit, visit);
    thread_local std::vector<Entry> entries;
    thread_local std::vector<Given> given;
    list(unit, &entries);
    for (std::size_t from = 0, to = 0; from < entries.size(); from = to) {
      given.clear();
      bool takes_part = false;
      for (; to < entries.size() && entries[to].rater == entries[from].rater; ++to) {
        const int pattern = tally_.of_item[entries[to].item];
        const bool again = to > from && entries[to].item == entries[to - 1].item;
        given.push_back({pattern, entries[to].code, again, entries[to].item});
        takes_part = takes_part || tally_.patterns[pattern].size >= least_;
      }
      if (!takes_part) continue;
      const std::size_t row =
          kind_ == Kind::items_by_pattern ? place_[given[0].pattern] : unit;
      visit(RatingCell{unit, row, entries[from].rater, given, 1});
    }
  }

  // Returns the positions of the ratings of a cell among all ratings; of the cells for
  // which one of a pattern stands those of the first.
  std::vector<int> positions(std::size_t unit, int rater, int code) const {
    std::vector<int> result;
    if (kind_ == Kind::patterns) {
      int item = first_;
      while (tally_.of_item[item] != patterns_.number(unit)) ++item;
      int at = ratings_.item_start[item];
      while (ratings_.code[at] != code) ++at;
      return {at};
    }
    const auto [from, to] = items_of(unit);
    for (std::size_t i = from; i < to; ++i) {
      const int item = item_at(i);
      for (int at = ratings_.item_start[item]; at < ratings_.item_start[item + 1]; ++at) {
        if (ratings_.rater[at] == rater) result.push_back(at);
      }
    }
    return result;
  }

 private:
  enum class Kind { patterns, items_by_pattern, items, clusters };
  struct Entry {
    int rater, item, code;
    bool operator<(const Entry& x) const {
      return rater != x.rater ? rater < x.rater : item < x.item;
    }
  };

  bool has_duplicates() const {
    std::vector<int> last_item(ratings_.n_raters, -1);
    for (int i = first_; i < last_; ++i) {
      for (int rater : ratings_.raters_of(i)) {
        if (last_item[rater] == i) return true;
        last_item[rater] = i;
      }
    }
    return false;
  }

  void sort_by_cluster(Span<int> cluster) {
    kind_ = Kind::clusters;
    int n = 0;
    for (int c : cluster) n = std::max(n, c + 1);
    start_.assign(n + 1, 0);
    for (int c : cluster) ++start_[c + 1];
    for (int c = 0; c < n; ++c) start_[c + 1] += start_[c];
    std::vector<std::size_t> next(start_);
    order_.resize(cluster.size());
    for (std::size_t i = 0; i < cluster.size(); ++i) {
      order_[next[cluster[i]]++] = first_ + static_cast<int>(i);
    }
  }

  Range items_of(std::size_t unit) const {
    return kind_ == Kind::clusters ? Range{start_[unit], start_[unit + 1]}
                                   : Range{unit, unit + 1};
  }
  int item_at(std::size_t i) const {
    return kind_ == Kind::clusters ? order_[i] : first_ + static_cast<int>(i);
  }

  void list(std::size_t unit, std::vector<Entry>* entries) const {
    entries->clear();
    const auto [from, to] = items_of(unit);
    for (std::size_t i = from; i < to; ++i) {
      const int item = item_at(i);
      const Span<int> raters = ratings_.raters_of(item), codes = ratings_.codes_of(item);
      for (std::size_t j = 0; j < raters.size(); ++j) {
        entries->push_back({raters[j], item, codes[j]});
      }
    }
    std::sort(entries->begin(), entries->end());
  }

  template <class Visit>
  void each_of_pattern(std::size_t unit, Visit&& visit) const {
    const Pattern p = patterns_.pattern(unit);
    if (p.size < least_) return;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const Given given[] = {{patterns_.number(unit), p.code[j], false, -1}};
      const double times = patterns_.weight_of(unit) * p.count[j];
      visit(RatingCell{unit, unit, -1, {given, 1}, times});
    }
  }

  RatingsView ratings_;
  const Tally& tally_;
  WeightedPatterns patterns_;
  int first_, last_, least_;
  Kind kind_ = Kind::patterns;
  std::vector<std::size_t> start_;  // of clusters, in order_
  std::vector<int> order_;          // items by cluster
  std::vector<std::size_t> place_;  // of each pattern among the rows
};

}  // namespace accord
