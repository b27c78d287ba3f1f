#pragma once
// Random sparse data, and the vectors to which a RatingsView refers.

#include <cstddef>  // size_t
#include <cstdint>  // uint64_t
#include <numeric>  // iota
#include <utility>  // swap
#include <vector>

#include "accord/base/views.h"
#include "accord/ratings/tally.h"

namespace data {

// The categories, counted from 0, that each item received.
using Items = std::vector<std::vector<int>>;

// SplitMix64 (Steele, Lea & Flood 2014): the same numbers on every machine.
class Random {
 public:
  explicit Random(int seed) : state_(static_cast<std::uint64_t>(seed)) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  bool one_in(int n) { return below(n) == 0; }
  double between(double a, double b) {
    return a + (b - a) * static_cast<double>(next() >> 11) / 9007199254740992.0;
  }
  template <class T>
  void shuffle(std::vector<T>* x) {
    for (std::size_t i = x->size(); i > 1; --i) {
      std::swap((*x)[i - 1], (*x)[below(static_cast<int>(i))]);
    }
  }

 private:
  std::uint64_t state_;
};

// Up to 16 items with 0 to 6 ratings, now and then one with 50. Some categories stay
// unused (gaps), often one prevails (ties, agreement), and items come back with their
// ratings in another order (patterns with a multiplicity).
inline Items sparse_items(Random* random, int n_categories) {
  std::vector<int> in_use;
  for (int k = 0; k < n_categories; ++k) {
    if (!random->one_in(4)) in_use.push_back(k);
  }
  if (in_use.empty()) in_use.push_back(random->below(n_categories));
  const int variety = static_cast<int>(in_use.size());
  const int common = in_use[random->below(variety)];
  const bool one_prevails = random->one_in(2);

  Items items(random->below(13));
  for (auto& item : items) {
    const int size = random->one_in(60) ? 50 : random->below(7);
    for (int i = 0; i < size; ++i) {
      const bool same = one_prevails && !random->one_in(5);
      item.push_back(same ? common : in_use[random->below(variety)]);
    }
  }
  for (int copies = items.empty() ? 0 : random->below(5); copies > 0; --copies) {
    std::vector<int> again = items[random->below(static_cast<int>(items.size()))];
    random->shuffle(&again);
    items.push_back(again);
  }
  return items;
}

// The ratings of each item, and who gave them.
struct Rating {
  int rater, code;
};
using RatedItems = std::vector<std::vector<Rating>>;

// Raters differ from item to item, and some rate nothing. With `twice` some rate an item
// more than once.
inline RatedItems rated_items(Random* random, int n_categories, int n_raters,
                              bool twice) {
  std::vector<int> raters(n_raters);
  std::iota(raters.begin(), raters.end(), 0);
  RatedItems result;
  for (const auto& item : sparse_items(random, n_categories)) {
    random->shuffle(&raters);
    result.emplace_back();
    for (std::size_t j = 0; j < item.size(); ++j) {
      const bool any = twice && (j >= raters.size() || random->one_in(6));
      if (!any && j >= raters.size()) break;
      result.back().push_back({any ? random->below(n_raters) : raters[j], item[j]});
    }
  }
  return result;
}

// Items with at least one answer, the last two by five raters and in three categories.
inline RatedItems answered_items(int seed, int n_categories, int n_raters) {
  Random random(seed);
  RatedItems items;
  for (const auto& item : rated_items(&random, n_categories, n_raters, false)) {
    if (!item.empty()) items.push_back(item);
  }
  items.push_back({{0, 0}, {1, 0}, {2, 1}});
  items.push_back({{3, 2}, {4, 2}});
  return items;
}

inline Items without_raters(const RatedItems& items) {
  Items result;
  for (const auto& item : items) {
    result.emplace_back();
    for (const Rating& rating : item) result.back().push_back(rating.code);
  }
  return result;
}

// Owns the memory of a RatingsView.
struct Ratings {
  std::vector<int> group_start{0}, item_start{0}, code, rater;
  int n_categories = 0, n_raters = 0;

  Ratings(const Items& items, int categories) : n_categories(categories) {
    add_group(items);
  }
  explicit Ratings(int categories) : n_categories(categories) {}
  Ratings(const RatedItems& items, int categories, int raters)
      : n_categories(categories), n_raters(raters) {
    add_rated_group(items);
  }

  void add_group(const Items& items) {
    for (const auto& item : items) {
      code.insert(code.end(), item.begin(), item.end());
      item_start.push_back(static_cast<int>(code.size()));
    }
    group_start.push_back(static_cast<int>(item_start.size()) - 1);
  }
  void add_rated_group(const RatedItems& items) {
    add_group(without_raters(items));
    for (const auto& item : items) {
      for (const Rating& rating : item) rater.push_back(rating.rater);
    }
  }
  accord::RatingsView view() const {
    return {group_start, item_start, code, rater, n_categories, n_raters};
  }
};

inline accord::Tally tally(const Items& items, int n_categories) {
  const Ratings ratings(items, n_categories);
  return accord::tally(ratings.view(), accord::Executor());
}

}  // namespace data
