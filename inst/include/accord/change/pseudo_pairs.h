#pragma once
// The pairs of ratings that a pseudo-item may have: random ones, each category as likely
// as any other, and those that agree. Of ten categories or fewer these are all pairs; of
// more, as many pairs as ten categories have stand for all (pair_sample.h).

#include <algorithm>  // sort, unique
#include <cmath>      // isfinite
#include <cstddef>    // size_t
#include <functional>
#include <utility>  // move
#include <vector>

#include "../distance/any_distance.h"
#include "pair_sample.h"
#include "totals.h"

namespace accord {

// Some categories, rising, that stand for all `of` that there are.
struct CategorySample {
  static constexpr std::size_t few = 10, most = 128;
  std::vector<int> categories;
  double of = 0;
};

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

// How far a category is from another, and from the ratings of a group.
class GroupDistance {
 public:
  GroupDistance(AnyDistance distance, Amounts used)
      : distance_(std::move(distance)), used_(std::move(used)), n_(used_.total()) {}

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

// `distance` is called where there are more than ten categories.
inline PseudoPairs pairs_of(const CategorySample& x,
                            const std::function<GroupDistance()>& distance) {
  const std::vector<int>& k = x.categories;
  PairSample equal, unequal;
  const auto add_all = [&](const auto& apart, const std::vector<double>& expected) {
    for (std::size_t i = 0; i < k.size(); ++i) {
      equal.add(k[i], k[i], 0, 2 * expected[i]);
      for (std::size_t j = 0; j < i; ++j) {
        unequal.add(k[j], k[i], apart(k[j], k[i]), expected[i] + expected[j]);
      }
    }
  };
  std::vector<double> expected(k.size());
  if (k.size() <= CategorySample::few) {
    add_all([](int, int) { return 0.0; }, expected);
  } else {
    const GroupDistance of = distance();
    for (std::size_t i = 0; i < k.size(); ++i) expected[i] = of.mean(k[i]);
    add_all([&](int c, int d) { return of.apart(c, d); }, expected);
  }

  const std::size_t n = CategorySample::few;
  const double alike = k.size() > 1 ? 1 / x.of : 1;
  PseudoPairs result;
  equal.some(n, 1, &result.agreeing);
  equal.some(n, alike, &result.random);
  unequal.some(n * (n - 1) / 2, 1 - alike, &result.random);
  for (auto* pairs : {&result.random, &result.agreeing}) {
    std::sort(pairs->begin(), pairs->end(),
              [](const CategoryPair& a, const CategoryPair& b) {
                return a.second != b.second ? a.second < b.second : a.first < b.first;
              });
  }
  return result;
}

}  // namespace accord
