#include <algorithm>  // max
#include <cmath>      // fabs, sqrt
#include <cstddef>    // size_t
#include <vector>

#include "any_distance.h"
#include "check.h"
#include "data.h"
#include "oracle_scale.h"

namespace {

using accord::Amounts;
using accord::Level;
using oracle::AnyDistance;
using oracle::Scale;

// Every level but Krippendorff's ordinal one, which depends on the ratings.
template <class Use>
void for_random_scales(int times, Use&& use) {
  for (Level level : oracle::levels) {
    if (level == Level::ordinal) continue;
    for (int seed = 0; seed < 8 * times; ++seed) {
      data::Random random(seed);
      const int n_categories = 1 + seed % 8;
      const Scale scale =
          oracle::rising(oracle::random_scale(level, &random, n_categories));
      check::set_scene("%s, %d categories, seed %d", scale.name, n_categories, seed);
      const std::vector<double> table = oracle::distances(scale);
      use(AnyDistance(scale), table, &random);
    }
  }
}

// Some of the categories, now and then none.
Amounts random_amounts(data::Random* random, int n_categories, double low, double high) {
  Amounts x;
  for (int k = 0; k < n_categories; ++k) {
    if (!random->one_in(4)) x.add(k, random->between(low, high));
  }
  return x;
}

std::vector<double> sums_to_each(const Amounts& x, const std::vector<double>& table,
                                 int n) {
  std::vector<double> sums(x.size(), 0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      sums[i] += x.amount[j] * table[x.code[i] * n + x.code[j]];
    }
  }
  return sums;
}

}  // namespace

TEST(distance_lies_between_0_and_1) {
  for_random_scales(
      6, [](const AnyDistance& distance, const std::vector<double>& table, auto*) {
        const int n = distance.n_categories();
        double total = 0;
        for (int c = 0; c < n; ++c) {
          for (int k = 0; k < n; ++k) {
            CHECK_NEAR(distance(c, k), table[c * n + k], 1e-14 * (1 + table[c * n + k]));
            total += table[c * n + k];
          }
        }
        CHECK_NEAR(distance.total(), total, 1e-12 * total);
      });
}

TEST(distance_to_each_equals_a_double_loop) {
  for_random_scales(12, [](const AnyDistance& distance, const std::vector<double>& table,
                           data::Random* random) {
    const int n = distance.n_categories();
    const Amounts x = random_amounts(random, n, .1, 3);
    const std::vector<double> truth = sums_to_each(x, table, n);
    std::vector<double> sums(3, -1);  // whatever was there before
    distance.to_each(x, &sums);
    if (!CHECK(sums.size() == truth.size())) return;
    double all = 0, largest = 0;
    for (double sum : truth) largest = std::max(largest, sum);
    for (std::size_t i = 0; i < truth.size(); ++i) {
      CHECK_NEAR(sums[i], truth[i], 1e-13 * largest);
      all += x.amount[i] * truth[i];
    }
    CHECK_NEAR(distance.between(x, truth), all, 1e-14 * all);
    CHECK_NEAR(distance.pairs_within(x), all, 1e-12 * all);
  });
}

// The changes by a deletion have both signs, and often sum to 0.
TEST(distance_pairs_within_of_changes) {
  for_random_scales(12, [](const AnyDistance& distance, const std::vector<double>& table,
                           data::Random* random) {
    const int n = distance.n_categories();
    Amounts x = random_amounts(random, n, -1, 1);
    if (x.size() > 0 && random->one_in(2)) x.amount.back() -= x.total();
    double all = 0, size = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = 0; j < x.size(); ++j) {
        const double part = x.amount[i] * x.amount[j];
        all += part * table[x.code[i] * n + x.code[j]];
        size += std::fabs(part) * std::max(1.0, table[x.code[i] * n + x.code[j]]);
      }
    }
    CHECK_NEAR(distance.pairs_within(x), all, 1e-14 * size);
  });
}

TEST(distance_inside_an_item_equals_a_double_loop) {
  for_random_scales(12, [](const AnyDistance& distance, const std::vector<double>& table,
                           data::Random* random) {
    const int n = distance.n_categories();
    for (const std::vector<int>& item : data::sparse_items(random, n)) {
      double pairs = 0;
      for (int c : item) {
        for (int k : item) pairs += table[c * n + k];
      }
      // Points of a circle that are nearly equal have an error of 1e-16 of its radius.
      const double all = static_cast<double>(item.size() * item.size());
      const accord::Tally tally = data::tally({item}, n);
      CHECK_NEAR(distance.inside(tally.patterns[0]), pairs, 1e-13 * pairs + 1e-16 * all);
    }
  });
}

// The differences of these values are exact, so are the results.
TEST(distance_does_not_see_an_offset) {
  const std::vector<double> near{0, 1, 3, 8}, far{1e9, 1e9 + 1, 1e9 + 3, 1e9 + 8};
  const Amounts x{{0, 1, 3}, {.25, 2, .1}}, change{{0, 1, 2, 3}, {.5, -.7, .3, -.1}};
  for (Level level : {Level::interval, Level::linear, Level::radical}) {
    check::set_scene("level %d, offset", static_cast<int>(level));
    const auto results = [&](const std::vector<double>& values) {
      const Scale scale{level, "offset", 4, values};
      const AnyDistance distance(scale);
      std::vector<double> all;
      distance.to_each(x, &all);
      all.push_back(distance.pairs_within(x));
      all.push_back(distance.pairs_within(change));
      all.push_back(distance.total());
      return all;
    };
    CHECK(results(far) == results(near));
    CHECK(results(near).size() == 6);
  }
}

// Gwet (2014), section 3.5: weights of three categories in equal steps.
TEST(distance_by_hand) {
  const std::vector<double> values{1, 2, 3};
  const accord::AnyDistance linear(accord::Scale{Level::linear, 3, values});
  CHECK(linear(0, 1) == .5 && linear(2, 1) == .5 && linear(2, 0) == 1);
  const accord::AnyDistance quadratic(accord::Scale{Level::interval, 3, values});
  CHECK(quadratic(0, 1) == .25 && quadratic(2, 1) == .25 && quadratic(0, 2) == 1);
  const accord::AnyDistance radical(accord::Scale{Level::radical, 3, values});
  CHECK_NEAR(radical(0, 1), std::sqrt(.5), 1e-15);
  CHECK(radical(2, 0) == 1 && radical(1, 1) == 0);
  const accord::AnyDistance steps(
      accord::Scale{Level::steps, 3});  // 1 and 3 pairs of categories
  CHECK_NEAR(steps(0, 1), 1 / 3.0, 1e-15);
  CHECK(steps(2, 0) == 1 && steps(1, 1) == 0);

  // 2 (.5 * 2 * 3 + 1 * 2 * 4 + .5 * 3 * 4), and to the second .5 (2 + 4).
  const Amounts x{{0, 1, 2}, {2, 3, 4}};
  CHECK(linear.pairs_within(x) == 34);
  std::vector<double> sums;
  linear.to_each(x, &sums);
  CHECK(sums == std::vector<double>{5.5, 3, 3.5});
  CHECK(linear.total() == 4 && quadratic.total() == 3);
}

TEST(distance_of_nominal_categories_and_of_matrices_is_as_given) {
  const std::vector<double> given{0, .5, 7, .5, 0, 2, 7, 2, 0};
  const accord::AnyDistance matrix(accord::Scale{Level::matrix, 3, {}, 0, 0, 0, given});
  CHECK(matrix(0, 2) == 7 && matrix(2, 1) == 2 && matrix(1, 0) == .5);
  CHECK(matrix.total() == 19);
  const accord::AnyDistance nominal(accord::Scale{Level::nominal, 3});
  CHECK(nominal(0, 2) == 1 && nominal(1, 1) == 0 && nominal.total() == 6);
}

// On a circle the last category is not necessarily the one furthest from the first.
TEST(distance_on_a_circle) {
  const auto of = [](const std::vector<double>& values) {
    const int n = static_cast<int>(values.size());
    return accord::AnyDistance(accord::Scale{Level::circular, n, values, 360});
  };
  const auto quarters = of({0, 90, 270});
  CHECK_NEAR(quarters(1, 2), 1, 1e-15);
  CHECK_NEAR(quarters(0, 2), .5, 1e-15);
  const auto near = of({0, 30, 60});  // sin^2 of 15 and of 30 degrees
  CHECK_NEAR(near(0, 2), 1, 1e-15);
  CHECK_NEAR(near(0, 1), (2 - std::sqrt(3.0)), 1e-14);
  // A full turn is the same point, and not the largest distance.
  const auto turn = of({.1, 360.1});
  CHECK_NEAR(turn(0, 1), 0, 1e-20);
}

TEST(distance_of_few_categories) {
  const std::vector<double> value{7};
  const accord::AnyDistance one(accord::Scale{Level::linear, 1, value});
  CHECK(one(0, 0) == 0 && one.total() == 0);
  for_random_scales(1, [](const AnyDistance& distance, const auto&, auto*) {
    std::vector<double> sums(2, 5);
    distance.to_each({{0}, {2}}, &sums);
    CHECK(sums == std::vector<double>{0});
    distance.to_each({}, &sums);
    CHECK(sums.empty());
    CHECK(distance.pairs_within({}) == 0);
    CHECK(distance.pairs_within({{0}, {2}}) == 0);
  });
}

// If a group used only some of the categories, the others have no effect.
TEST(distance_over_some_categories) {
  for (Level level : oracle::levels) {
    if (level == Level::ordinal) continue;
    for (int seed = 0; seed < 80; ++seed) {
      data::Random random(seed);
      const int n = 1 + seed % 8;
      const Scale scale = oracle::rising(oracle::random_scale(level, &random, n));
      check::set_scene("%s, some of %d categories, seed %d", scale.name, n, seed);
      std::vector<int> codes;
      for (int k = 0; k < n; ++k) {
        if (random.one_in(2)) codes.push_back(k);
      }
      const Scale few = oracle::among(scale, codes);
      const AnyDistance alone(few), all(scale);
      const accord::AnyDistance distance = all.over(codes);
      CHECK(distance.n_categories() == alone.n_categories());
      CHECK(distance.identity() == alone.identity());
      CHECK_NEAR(distance.total(), alone.total(), 1e-12 * alone.total());
      Amounts x = random_amounts(&random, few.n_categories, .1, 3), own = x;
      for (int& k : own.code) k = codes[k];
      CHECK_NEAR(distance.pairs_within(own), alone.pairs_within(x),
                 1e-12 * alone.pairs_within(x));
      for (std::size_t i = 0; i < codes.size(); ++i) {
        for (std::size_t j = 0; j < codes.size(); ++j) {
          const double truth = alone(static_cast<int>(i), static_cast<int>(j));
          CHECK_NEAR(distance(codes[i], codes[j]), truth, 1e-14 * truth);
        }
      }
    }
  }
}

TEST(distance_over_some_categories_by_hand) {
  const accord::AnyDistance steps(accord::Scale{Level::steps, 5});
  CHECK_NEAR(steps(0, 3), .6, 1e-15);  // 6 of 10 pairs of categories
  const accord::AnyDistance three = steps.over({0, 3, 4});
  CHECK_NEAR(three(0, 3), 1 / 3.0, 1e-15);  // neighbours: 1 of 3
  CHECK(three(0, 4) == 1 && three.n_categories() == 3);
  const std::vector<double> values{0, 1, 10};
  const accord::AnyDistance linear(accord::Scale{Level::linear, 3, values});
  CHECK(linear(0, 1) == .1 && linear.over({0, 1})(0, 1) == 1);
  CHECK(linear.over({1}).total() == 0 && linear.over({}).n_categories() == 0);
}
