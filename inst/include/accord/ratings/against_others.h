#pragma once
// Each category against all others, or, if ratings are sets, each label against sets
// without it. An item without the category has only other ratings,
// so all such items of one kind (with as many ratings or, if raters matter, the same
// raters) are represented by one item whose weight is their number. Only items with the
// category differ, and over all categories there are no more of these than ratings.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <numeric>    // partial_sum
#include <utility>    // pair
#include <vector>

#include "../base/views.h"

namespace accord {

// Compressed rows with the code 1 for the category and 0 for others. There is a group for
// each category and each group of the ratings, in the order of the categories.
struct AgainstOthers {
  std::vector<int> group_start{0}, item_start{0}, code, rater;
  std::vector<double> weight;
};

// Rows of integers one after the other: row i has the values from start[i] on.
struct IntegerRows {
  std::vector<std::size_t> start;
  std::vector<int> value;

  std::size_t size() const { return start.size() - 1; }
  Span<int> row(int i) const {
    return {value.data() + start[i], start[i + 1] - start[i]};
  }

  // `n` rows with the numbers of the rows that have each value.
  IntegerRows inverse(int n) const {
    IntegerRows result;
    result.start.assign(n + 1, 0);
    for (int v : value) ++result.start[v + 1];
    std::partial_sum(result.start.begin(), result.start.end(), result.start.begin());
    result.value.resize(value.size());
    std::vector<std::size_t> at = result.start;
    for (std::size_t i = 0; i < size(); ++i) {
      for (int v : row(static_cast<int>(i))) result.value[at[v]++] = static_cast<int>(i);
    }
    return result;
  }
};

// `codes_with` has the codes of the ratings in each category: one, or those of all sets
// with a label. `kind` is a number from 0 for each item, the same for items of one kind.
class CategorySplitter {
 public:
  CategorySplitter(const RatingsView& ratings, const IntegerRows& codes_with,
                   Span<int> kind)
      : ratings_(ratings),
        codes_with_(codes_with),
        kind_(kind),
        seen_(ratings.n_items(), -1),
        is_in_(ratings.n_categories, -1) {
    index_categories();
    index_kinds();
  }

  AgainstOthers split() {
    AgainstOthers result;
    for (int k = 0; k < static_cast<int>(codes_with_.size()); ++k) {
      for (int code : codes_with_.row(k)) is_in_[code] = k;
      const Span<int> with = items_with_.row(k);
      auto next = with.begin();
      for (int g = 0; g < ratings_.n_groups(); ++g) {
        chosen_.clear();
        for (; next != with.end(); ++next) {
          const int item = *next;
          if (item >= ratings_.group_start[g + 1]) break;
          if (seen_[item] == k) continue;  // several of its ratings are in the category
          seen_[item] = k;
          chosen_.push_back({item, ratings_.weight_of(item)});
        }
        add_rest(k, g);
        std::sort(chosen_.begin(), chosen_.end());
        for (const auto& [item, weight] : chosen_) append(item, weight, k, &result);
        result.group_start.push_back(static_cast<int>(result.weight.size()));
      }
    }
    return result;
  }

 private:
  struct Kind {
    std::vector<int> items;
    double weight = 0;
  };

  // Lists the items in which each category occurs, in increasing order.
  void index_categories() {
    const IntegerRows labels = codes_with_.inverse(ratings_.n_categories);
    IntegerRows of_item;
    of_item.start.push_back(0);
    for (int i = 0; i < ratings_.n_items(); ++i) {
      for (int code : ratings_.codes_of(i)) {
        const Span<int> own = labels.row(code);
        of_item.value.insert(of_item.value.end(), own.begin(), own.end());
      }
      of_item.start.push_back(of_item.value.size());
    }
    items_with_ = of_item.inverse(static_cast<int>(codes_with_.size()));
  }

  // Lists the kinds of each group, in the order of their first items.
  void index_kinds() {
    std::vector<int> place;
    for (int g = 0; g < ratings_.n_groups(); ++g) {
      const std::size_t first = kinds_.size();
      for (int i = ratings_.group_start[g]; i < ratings_.group_start[g + 1]; ++i) {
        if (kind_[i] >= static_cast<int>(place.size())) place.resize(kind_[i] + 1, -1);
        int& at = place[kind_[i]];
        if (at < static_cast<int>(first)) {
          at = static_cast<int>(kinds_.size());
          kinds_.emplace_back();
        }
        kinds_[at].items.push_back(i);
        kinds_[at].weight += ratings_.weight_of(i);
      }
      kind_start_.push_back(kinds_.size());
      place_of_item(place, g);
    }
    gone_.assign(kinds_.size(), {});
  }

  void place_of_item(const std::vector<int>& place, int g) {
    for (int i = ratings_.group_start[g]; i < ratings_.group_start[g + 1]; ++i) {
      place_.push_back(place[kind_[i]]);
    }
  }

  // Adds for each kind the items without the category, at the position of the first of
  // them: the order of rows is that of the items, on which random draws depend.
  void add_rest(int k, int g) {
    const std::size_t n = chosen_.size();
    for (std::size_t i = 0; i < n; ++i) {
      Gone& gone = gone_[place_[chosen_[i].first]];
      ++gone.items;
      gone.weight += chosen_[i].second;
    }
    for (std::size_t at = kind_start_[g]; at < kind_start_[g + 1]; ++at) {
      const Kind& kind = kinds_[at];
      if (kind.items.size() > gone_[at].items) {
        std::size_t first = 0;
        while (seen_[kind.items[first]] == k) ++first;
        chosen_.push_back({kind.items[first], kind.weight - gone_[at].weight});
      }
      gone_[at] = {};
    }
  }

  void append(int item, double weight, int k, AgainstOthers* result) const {
    for (int own : ratings_.codes_of(item)) result->code.push_back(is_in_[own] == k);
    if (!ratings_.rater.empty()) {
      const Span<int> raters = ratings_.raters_of(item);
      result->rater.insert(result->rater.end(), raters.begin(), raters.end());
    }
    result->item_start.push_back(static_cast<int>(result->code.size()));
    result->weight.push_back(weight);
  }

  struct Gone {
    std::size_t items = 0;
    double weight = 0;
  };

  const RatingsView& ratings_;
  const IntegerRows& codes_with_;
  Span<int> kind_;
  std::vector<int> seen_;   // for each item the last category found in it
  std::vector<int> is_in_;  // for each code the last category that has it
  IntegerRows items_with_;
  std::vector<std::size_t> kind_start_{0};
  std::vector<int> place_;
  std::vector<Kind> kinds_;
  std::vector<Gone> gone_;
  std::vector<std::pair<int, double>> chosen_;
};

}  // namespace accord
