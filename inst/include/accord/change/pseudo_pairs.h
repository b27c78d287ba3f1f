#pragma once
// The pairs of ratings that a pseudo-item may have: random ones, each category as likely
// as any other, and those that agree. Of ten categories or fewer these are all pairs; of
// more, as many pairs as ten categories have stand for all (pair_sample.h).

#include <algorithm>  // max, min, sort, unique
#include <cmath>      // NAN, fmod, isfinite, isnan
#include <cstddef>    // size_t
#include <functional>
#include <utility>  // move
#include <vector>

#include "../distance/any_distance.h"
#include "pair_sample.h"
#include "totals.h"

namespace accord {

// The categories that a pseudo-item may have, rising.
using PseudoCategories = std::vector<int>;

// Each in a fixed order; probabilities sum to 1.
struct PseudoPairs {
  std::vector<CategoryPair> random, agreeing;

  // Those that occur, rising.
  std::vector<int> categories() const {
    std::vector<int> result;
    for (const auto* pairs : {&random, &agreeing}) {
      for (const CategoryPair& x : *pairs) {
        result.push_back(x.first);
        result.push_back(x.second);
      }
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }
};

// The same pair may stand for two parts.
inline void put_in_order(std::vector<CategoryPair>* pairs) {
  std::sort(pairs->begin(), pairs->end(),
            [](const CategoryPair& a, const CategoryPair& b) {
              return a.second != b.second ? a.second < b.second : a.first < b.first;
            });
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

// How far a category is from another, and from the ratings of a group.
class GroupDistance {
 public:
  GroupDistance(AnyDistance distance, Amounts used)
      : distance_(std::move(distance)), used_(std::move(used)), n_(used_.total()) {}

  // How many different ratings there are.
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

// All pairs of categories or, of more than 128, some that are as evenly spread as the
// points of a lattice: the fewer, the more ratings there are, each of which is looked at
// for each category.
class PairLattice {
 public:
  PairLattice(const GroupDistance& distance, const PseudoCategories& categories)
      : distance_(distance), category_(categories), mean_(categories.size(), NAN) {}

  void fill(PairSample* equal, PairSample* unequal) {
    const std::size_t n = category_.size();
    if (n <= 128) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) add(j, i, unequal);
        add(i, i, equal);
      }
      return;
    }
    const std::size_t most = std::size_t{1} << 21;
    const std::size_t points =
        std::min<std::size_t>(8192, std::max<std::size_t>(64, most / distance_.size()));
    for (std::size_t i = 0; i < std::min(n, points); ++i) {
      const std::size_t c = n <= points ? i : place((i + 0.5) / points);
      add(c, c, equal);
    }
    const double golden = 0.6180339887498949;
    for (std::size_t i = 0; i < points; ++i) {
      const std::size_t c = place((i + 0.5) / points),
                        k = place(std::fmod(0.5 + golden * i, 1.0));
      if (c != k) add(std::min(c, k), std::max(c, k), unequal);
    }
  }

 private:
  std::size_t place(double part) const {
    const double n = static_cast<double>(category_.size());
    return std::min(category_.size() - 1, static_cast<std::size_t>(part * n));
  }
  double mean(std::size_t i) {
    if (std::isnan(mean_[i])) mean_[i] = distance_.mean(category_[i]);
    return mean_[i];
  }
  void add(std::size_t i, std::size_t j, PairSample* to) {
    const int c = category_[i], k = category_[j];
    to->add(c, k, c == k ? 0 : distance_.apart(c, k), mean(i) + mean(j));
  }

  const GroupDistance& distance_;
  const PseudoCategories& category_;
  std::vector<double> mean_;
};

// `distance` is called where there are more than ten categories.
inline PseudoPairs pairs_of(const PseudoCategories& k,
                            const std::function<GroupDistance()>& distance) {
  const std::size_t few = 10;
  PairSample equal, unequal;
  if (k.size() > few) {
    PairLattice(distance(), k).fill(&equal, &unequal);
  } else {
    for (std::size_t i = 0; i < k.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) unequal.add(k[j], k[i], 0, 0);
      equal.add(k[i], k[i], 0, 0);
    }
  }
  const double alike = 1 / static_cast<double>(k.size());
  PseudoPairs result;
  equal.some(few, 1, &result.agreeing);
  equal.some(few, alike, &result.random);
  unequal.some(few * (few - 1) / 2, 1 - alike, &result.random);
  for (auto* pairs : {&result.random, &result.agreeing}) put_in_order(pairs);
  return result;
}

}  // namespace accord
