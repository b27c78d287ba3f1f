#pragma once
// Raters of a group in an order that depends on their ratings, and not on their names or
// the order of the rows: by the number of their ratings, then by a hash of these and of
// the items they rated. The hash of an item contains those of its raters and of the other
// items of its unit (colour refinement), also those of a group with which this one is
// compared. Three rounds distinguish most raters; for a long chain of raters with few
// items each, rounds continue as long as they distinguish more of them. Categories are
// numbered among those of the group, so that categories used by other groups do not
// matter.

#include <algorithm>  // fill, sort, unique
#include <cstddef>    // size_t
#include <cstdint>    // uint64_t
#include <cstring>    // memcpy
#include <unordered_map>
#include <utility>  // move
#include <vector>

#include "../base/split_mix.h"
#include "../base/views.h"
#include "../ratings/own_raters.h"
#include "../ratings/tally.h"
#include "totals.h"

namespace accord {

// For each rating of the group the place of its rater in that order, -1 for raters
// without a rating of an item that counts; and the number of raters with one.
struct RaterOrder {
  std::vector<int> place;
  int size = 0, first_rating = 0;

  Span<int> of_item(const RatingsView& ratings, int item) const {
    return Span<int>(place).slice(ratings.item_start[item] - first_rating,
                                  ratings.item_start[item + 1] - first_rating);
  }
};

inline std::uint64_t bit_pattern(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

// A group, and the hash of each of its raters. `unit` by item of the group.
struct RaterColours {
  OwnRaters own;
  CategoryPlaces used;
  Span<int> unit;
  std::vector<std::uint64_t> of_rater, next;

  std::uint64_t with_code(std::uint64_t x, int code) const {
    const auto place = static_cast<std::uint64_t>(used.place(code));
    return split_mix(x + 0x9E3779B97F4A7C15ULL * (place + 1));
  }
  // These are sums, since a sum does not depend on the order of its terms.
  std::uint64_t of_item(int item) const {
    const RatingsView& ratings = own.view();
    const Span<int> codes = ratings.codes_of(item), raters = ratings.raters_of(item);
    std::uint64_t sum = codes.size();
    if (!ratings.frequencies) sum = split_mix(sum + bit_pattern(ratings.weight_of(item)));
    for (std::size_t j = 0; j < codes.size(); ++j) {
      sum += with_code(of_rater[raters[j]], codes[j]);
    }
    return sum;
  }
};

// Items with fewer than `least` ratings do not count. `unit` (by item) and the group
// `beside` are as in a GroupSource.
inline RaterOrder canonical_raters(const RatingsView& ratings, const Tally& tally,
                                   int group, Span<int> unit, int beside,
                                   std::size_t least = 1) {
  std::vector<RaterColours> sides;
  std::unordered_map<int, std::uint64_t> of_unit;
  const auto add_side = [&](int g) {
    OwnRaters own(ratings, g);
    const std::vector<std::uint64_t> alike(own.view().n_raters, 1);
    const Span<int> units =
        unit.empty() ? unit
                     : unit.slice(ratings.group_start[g], ratings.group_start[g + 1]);
    sides.push_back({std::move(own),
                     {used_categories(tally, g), ratings.n_categories},
                     units,
                     alike,
                     alike});
  };
  add_side(group);
  if (beside >= 0 && beside != group) add_side(beside);
  // An item with a frequency stands for that many equal items.
  const auto each_item = [&](const RaterColours& side, const auto& visit) {
    const RatingsView& own = side.own.view();
    const int first = own.group_start[side.own.group()];
    for (int i = first; i < own.group_start[side.own.group() + 1]; ++i) {
      if (own.codes_of(i).size() < least) continue;
      const std::uint64_t times =
          own.frequencies ? static_cast<std::uint64_t>(own.weight_of(i)) : 1;
      visit(i, side.unit.empty() ? -1 : side.unit[i - first], times);
    }
  };
  const OwnRaters& own = sides[0].own;
  std::vector<std::uint64_t> given(own.view().n_raters);
  each_item(sides[0], [&](int i, int, std::uint64_t times) {
    for (int g : own.view().raters_of(i)) given[g] += times;
  });
  const auto told_apart = [&] {
    std::size_t n = 0;
    for (const RaterColours& side : sides) {
      std::vector<std::uint64_t> hashes = side.of_rater;
      std::sort(hashes.begin(), hashes.end());
      n += std::unique(hashes.begin(), hashes.end()) - hashes.begin();
    }
    return n;
  };
  std::size_t apart = 0;
  for (int round = 0; round < 100; ++round) {
    if (round >= 2) {
      const std::size_t before = apart;
      apart = told_apart();
      if (round > 2 && apart == before) break;
    }
    of_unit.clear();
    for (std::size_t s = 0; s < sides.size() && !unit.empty(); ++s) {
      each_item(sides[s], [&](int i, int of, std::uint64_t times) {
        of_unit[of] += times * split_mix(sides[s].of_item(i) + s);
      });
    }
    for (RaterColours& side : sides) {
      std::fill(side.next.begin(), side.next.end(), 0);
      each_item(side, [&](int i, int of, std::uint64_t times) {
        const RatingsView& group_ratings = side.own.view();
        const Span<int> codes = group_ratings.codes_of(i),
                        raters = group_ratings.raters_of(i);
        std::uint64_t item = side.of_item(i);
        if (!unit.empty()) item = split_mix(item + split_mix(of_unit[of]));
        for (std::size_t j = 0; j < codes.size(); ++j) {
          side.next[raters[j]] += times * side.with_code(item, codes[j]);
        }
      });
      side.of_rater.swap(side.next);
    }
  }
  const std::vector<std::uint64_t>& of_rater = sides[0].of_rater;
  std::vector<int> order;
  for (int g = 0; g < own.view().n_raters; ++g) {
    if (given[g] > 0) order.push_back(g);
  }
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return given[a] != given[b] ? given[a] > given[b] : of_rater[a] < of_rater[b];
  });
  std::vector<int> place(own.view().n_raters, -1);
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<int>(i);
  RaterOrder result{
      {}, static_cast<int>(order.size()), ratings.item_start[ratings.group_start[group]]};
  const int first = own.view().group_start[own.group()];
  for (int i = first; i < own.view().group_start[own.group() + 1]; ++i) {
    for (int g : own.view().raters_of(i)) result.place.push_back(place[g]);
  }
  return result;
}

}  // namespace accord
