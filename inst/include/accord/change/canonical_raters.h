#pragma once
// Raters of a group in an order that depends on what they did and not on their names or
// the order of the rows: by the number of their ratings, then by a hash of these and of
// the items that they rated, which in turn know their raters, and the other items of
// their unit (colour refinement).
// Categories are numbered among those of the group: what others used changes nothing.

#include <algorithm>  // fill, sort
#include <cstddef>    // size_t
#include <cstdint>    // uint64_t
#include <cstring>    // memcpy
#include <unordered_map>
#include <vector>

#include "../base/split_mix.h"
#include "../base/views.h"
#include "../ratings/tally.h"
#include "totals.h"

namespace accord {

// By rater the place in that order, -1 for raters without a rating of an item that
// counts; and how many have one.
struct RaterOrder {
  std::vector<int> place;
  int size = 0;
};

inline std::uint64_t bit_pattern(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

// Items with fewer than `least` ratings do not count. `unit`: by item, as in a
// GroupSource.
inline RaterOrder canonical_raters(const RatingsView& ratings, const Tally& tally,
                                   int group, Span<int> unit, std::size_t least = 1) {
  const int from = ratings.group_start[group], to = ratings.group_start[group + 1];
  std::vector<std::uint64_t> of_rater(ratings.n_raters, 1), next(ratings.n_raters);
  std::vector<std::uint64_t> given(ratings.n_raters);
  std::unordered_map<int, std::uint64_t> of_unit;
  const CategoryPlaces used(used_categories(tally, group), ratings.n_categories);
  const auto with_code = [&](std::uint64_t x, int code) {
    const auto place = static_cast<std::uint64_t>(used.place(code));
    return split_mix(x + 0x9E3779B97F4A7C15ULL * (place + 1));
  };
  // An item of a frequency is as many equal items.
  const auto times_of = [&](int i) {
    return ratings.frequencies ? static_cast<std::uint64_t>(ratings.weight_of(i)) : 1;
  };
  // Sums do not depend on the order of what is added.
  const auto of_item = [&](int i) {
    const Span<int> codes = ratings.codes_of(i), raters = ratings.raters_of(i);
    std::uint64_t item = codes.size();
    if (!ratings.frequencies) item = split_mix(item + bit_pattern(ratings.weight_of(i)));
    for (std::size_t j = 0; j < codes.size(); ++j) {
      item += with_code(of_rater[raters[j]], codes[j]);
    }
    return item;
  };
  for (int round = 0; round < 3; ++round) {
    std::fill(next.begin(), next.end(), 0);
    of_unit.clear();
    for (int i = from; i < to && !unit.empty(); ++i) {
      if (ratings.codes_of(i).size() < least) continue;
      of_unit[unit[i]] += times_of(i) * split_mix(of_item(i));
    }
    for (int i = from; i < to; ++i) {
      const Span<int> codes = ratings.codes_of(i), raters = ratings.raters_of(i);
      if (codes.size() < least) continue;
      std::uint64_t item = of_item(i);
      if (!unit.empty()) item = split_mix(item + split_mix(of_unit[unit[i]]));
      for (std::size_t j = 0; j < codes.size(); ++j) {
        if (round == 0) given[raters[j]] += times_of(i);
        next[raters[j]] += times_of(i) * with_code(item, codes[j]);
      }
    }
    of_rater.swap(next);
  }
  std::vector<int> order;
  for (int g = 0; g < ratings.n_raters; ++g) {
    if (given[g] > 0) order.push_back(g);
  }
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return given[a] != given[b] ? given[a] > given[b] : of_rater[a] < of_rater[b];
  });
  RaterOrder result{std::vector<int>(ratings.n_raters, -1),
                    static_cast<int>(order.size())};
  for (int i = 0; i < result.size; ++i) result.place[order[i]] = i;
  return result;
}

}  // namespace accord
