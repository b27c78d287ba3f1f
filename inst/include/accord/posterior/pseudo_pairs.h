#pragma once
// The pairs of ratings that a pseudo-item can have: random ones, with all categories
// equally likely, and those that agree. For up to ten categories these are all pairs; for
// more, they are represented by as many pairs as ten categories have (pair_sample.h).

#include <algorithm>  // max, min, sort
#include <cmath>      // NAN, fmod, isfinite, isnan
#include <cstddef>    // size_t
#include <utility>    // move
#include <vector>

#include "../distance/any_distance.h"
#include "pair_sample.h"
#include "totals.h"

namespace accord {

// The categories that a pseudo-item can have, in increasing order.
using PseudoCategories = std::vector<int>;

// Both are in a fixed order; the probabilities of each sum to 1.
struct PseudoPairs {
  std::vector<CategoryPair> random, agreeing;
};

// Sorts pairs and joins equal ones, since a pair can represent two boxes.
inline void put_in_order(std::vector<CategoryPair>* pairs) {
  std::sort(pairs->begin(), pairs->end(), in_order<CategoryPair>);
  std::size_t kept = 0;
  for (const CategoryPair& x : *pairs) {
    CategoryPair* last = kept > 0 ? &(*pairs)[kept - 1] : nullptr;
    if (last && last->first == x.first && last->second == x.second) {
      last->probability += x.probability;
    } else {
      (*pairs)[kept++] = x;
    }
  }
  pairs->resize(kept);
}

// The distances of a category from others, and from the ratings of a group.
class GroupDistance {
 public:
  GroupDistance(AnyDistance distance, Amounts used)
      : distance_(std::move(distance)), used_(std::move(used)), n_(used_.total()) {}

  // Returns the number of different ratings.
  std::size_t size() const { return used_.size(); }
  double apart(int c, int k) const { return finite(distance_(c, k)); }
  double mean(int c) const {
    double sum = 0;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      sum += used_.amount[i] * distance_(c, used_.code[i]);
    }
    return finite(sum / n_);
  }

 private:
  static double finite(double x) { return std::isfinite(x) ? x : 0; }

  AnyDistance distance_;
  Amounts used_;
  double n_;
};

// Adds all pairs of categories or, for more than 128, some that are as evenly spread as
// the points of a lattice. Their number decreases with that of the different ratings,
// since the distance of each category to all of these is computed.
inline void add_pairs(const GroupDistance& distance, const PseudoCategories& category,
                      PairSample* equal, PairSample* unequal) {
  const std::size_t n = category.size();
  std::vector<double> mean(n, NAN);
  const auto mean_of = [&](std::size_t i) {
    if (std::isnan(mean[i])) mean[i] = distance.mean(category[i]);
    return mean[i];
  };
  const auto add = [&](std::size_t i, std::size_t j) {
    const int c = category[i], k = category[j];
    (c == k ? equal : unequal)
        ->add(c, k, c == k ? 0 : distance.apart(c, k), mean_of(i) + mean_of(j));
  };
  const std::size_t few = 128;  // 8,256 pairs
  if (n <= few) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) add(j, i);
    }
    return;
  }
  const auto place = [n](double part) {
    return std::min(n - 1, static_cast<std::size_t>(part * static_cast<double>(n)));
  };
  // Two million distances take some milliseconds.
  const std::size_t distances = std::size_t{1} << 21, most = 8192, least = 64;
  const std::size_t points = std::min(most, std::max(least, distances / distance.size()));
  for (std::size_t i = 0; i < std::min(n, points); ++i) {
    const std::size_t c = n <= points ? i : place((i + 0.5) / points);
    add(c, c);
  }
  const double golden = 0.6180339887498949;  // the ratio whose multiples lie most evenly
  for (std::size_t i = 0; i < points; ++i) {
    const std::size_t c = place((i + 0.5) / points),
                      k = place(std::fmod(0.5 + golden * i, 1.0));
    if (c != k) add(std::min(c, k), std::max(c, k));
  }
}

inline PseudoPairs pairs_of(const PseudoCategories& k, const GroupDistance& distance) {
  const std::size_t few = 10;
  PairSample equal, unequal;
  add_pairs(distance, k, &equal, &unequal);
  const double alike = 1 / static_cast<double>(k.size());
  PseudoPairs result;
  equal.some(few, 1, &result.agreeing);
  equal.some(few, alike, &result.random);
  unequal.some(few * (few - 1) / 2, 1 - alike, &result.random);
  for (auto* pairs : {&result.random, &result.agreeing}) put_in_order(pairs);
  return result;
}

}  // namespace accord
