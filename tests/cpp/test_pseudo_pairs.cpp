#include <cmath>  // exp, sqrt
#include <vector>

#include "accord/distance/level.h"
#include "accord/posterior/pseudo_pairs.h"
#include "check.h"
#include "data.h"

namespace {

using accord::CategoryPair;

accord::PseudoPairs pairs_of(int n, const accord::GroupDistance& distance) {
  return accord::pairs_of(accord::all_categories(n), distance);
}

// Labels that were used equally often.
accord::GroupDistance labels(int n) {
  accord::Scale scale;
  scale.n_categories = n;
  const accord::Amounts used{accord::all_categories(n), std::vector<double>(n, 3)};
  return {accord::AnyDistance(scale), used};
}

double mass_of(const std::vector<CategoryPair>& pairs, bool equal_only) {
  double sum = 0;
  for (const CategoryPair& x : pairs) {
    if (!equal_only || x.first == x.second) sum += x.probability;
  }
  return sum;
}

}  // namespace

TEST(pseudo_pairs_of_few_categories_are_all_pairs) {
  for (int n = 2; n <= 10; ++n) {
    const accord::PseudoPairs x = pairs_of(n, labels(n));
    CHECK(static_cast<int>(x.agreeing.size()) == n);
    CHECK(static_cast<int>(x.random.size()) == n * (n + 1) / 2);
    for (const CategoryPair& y : x.random) {
      CHECK_NEAR(y.probability, (y.first == y.second ? 1.0 : 2.0) / (n * n), 1e-15);
    }
  }
}

// Their effects on a coefficient have the mean and the variance of those of all pairs,
// even if one value is far from all others.
TEST(pseudo_pairs_of_many_categories_stand_for_all) {
  data::Random random(1);
  for (int round = 0; round < 50; ++round) {
    const int n = 11 + round * round / 4;
    std::vector<double> value(n), amount(n);
    double at = 0;
    for (int k = 0; k < n; ++k) {
      at += k < n - 1 ? std::exp(3 * random.between(0, 1)) : 2 * at;
      value[k] = at;
      amount[k] = 1 + random.below(5);
    }
    accord::Scale scale;
    scale.level = accord::Level::interval;
    scale.n_categories = n;
    scale.values = value;
    const accord::AnyDistance distance(scale);
    const accord::Amounts used{accord::all_categories(n), amount};
    const accord::GroupDistance of(distance, used);
    const accord::PseudoPairs x = pairs_of(n, of);
    CHECK(x.random.size() == 55 && x.agreeing.size() == 10);
    CHECK_NEAR(mass_of(x.random, false), 1, 1e-12);
    CHECK_NEAR(mass_of(x.random, true), 1.0 / n, 1e-12);
    CHECK_NEAR(mass_of(x.agreeing, false), 1, 1e-12);

    std::vector<double> to_all(n);
    for (int c = 0; c < n; ++c) to_all[c] = of.mean(c);
    const auto effect = [&](int c, int k) {
      return 0.3 * (to_all[c] + to_all[k]) - of.apart(c, k);
    };
    double mean = 0, square = 0, of_some = 0, square_of_some = 0;
    for (int c = 0; c < n; ++c) {
      for (int k = 0; k < n; ++k) {
        mean += effect(c, k) / (n * n);
        square += effect(c, k) * effect(c, k) / (n * n);
      }
    }
    for (const CategoryPair& y : x.random) {
      const double here = effect(y.first, y.second);
      of_some += y.probability * here;
      square_of_some += y.probability * here * here;
    }
    const double variance = square - mean * mean;
    CHECK_NEAR(of_some, mean, 0.01 * std::sqrt(variance));
    // In a lattice each category has 13 pairs or more, and differs from its share by at
    // most one.
    const double near = n <= 128 ? 0.05 : 0.1;
    CHECK_NEAR(square_of_some - of_some * of_some, variance, near * variance);
  }
}

// All pairs do the same, and no pair is common.
TEST(pseudo_pairs_of_equal_effects_are_equally_many) {
  const int n = 20;
  const accord::PseudoPairs x = pairs_of(n, labels(n));
  CHECK_NEAR(mass_of(x.random, true), 1.0 / n, 1e-12);
  for (const CategoryPair& y : x.random) {
    if (y.first != y.second) CHECK(y.probability <= 1.1 * (1 - 1.0 / n) / 45 * 2);
  }
}
