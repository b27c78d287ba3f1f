#include <cmath>    // isnan, pow, sqrt
#include <cstddef>  // size_t
#include <memory>   // make_unique
#include <vector>

#include "accord/agreement/chance_raters.h"
#include "accord/agreement/kappa.h"
#include "accord/agreement/pairs.h"
#include "accord/ratings/rows.h"
#include "any_distance.h"
#include "check.h"
#include "oracle_kappa.h"

namespace {

using accord::Level;
using oracle::Chance;
using oracle::RatedItems;
using oracle::Scale;

// Items by rows of a table: the category of the first rater.
using Table = std::vector<std::vector<int>>;

RatedItems items_of(const Table& table) {
  RatedItems items;
  for (std::size_t c = 0; c < table.size(); ++c) {
    for (std::size_t k = 0; k < table.size(); ++k) {
      items.insert(items.end(), table[c][k],
                   {{0, static_cast<int>(c)}, {1, static_cast<int>(k)}});
    }
  }
  return items;
}

struct Values {
  double kappa, null_variance;
};

Values values(const accord::Rows& rows, const Scale& scale, double n) {
  accord::Kappa kappa(std::make_unique<accord::RaterChance>(oracle::AnyDistance(scale)));
  kappa.fit(rows);
  return {kappa.value().estimate(), kappa.chance().null_variance(n, 2)};
}

// Both from items and from the cells of their table.
template <class Use>
void for_rows(const RatedItems& items, int n_categories, Use&& use) {
  const data::Ratings ratings(items, n_categories, 2);
  const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
  use(accord::ItemRows(ratings.view(), tally, 0));
  accord::each_pair(ratings.view(), 0,
                    [&](int, int, const auto& rows, const auto&) { use(rows); });
}

// The delta method at independence: one item for every cell, weighed by how many are
// expected there; N times the derivative of kappa with this weight; and the variance of
// a mean of such influences.
double variance_by_differences(const Table& table, const Scale& scale) {
  const std::size_t q = table.size();
  std::vector<double> first(q, 0), second(q, 0), weight;
  double n = 0, sum = 0;
  RatedItems cells;
  for (std::size_t c = 0; c < q; ++c) {
    for (std::size_t k = 0; k < q; ++k) {
      first[c] += table[c][k];
      second[k] += table[c][k];
      n += table[c][k];
      cells.push_back({{0, static_cast<int>(c)}, {1, static_cast<int>(k)}});
    }
  }
  for (std::size_t i = 0; i < q * q; ++i)
    weight.push_back(first[i / q] * second[i % q] / n);
  const auto kappa = [&] {
    return oracle::kappa(cells, {Chance::raters, scale}, weight).estimate();
  };
  CHECK_NEAR(kappa(), 0, 1e-12);
  const double step = 3e-5;
  for (double& w : weight) {
    if (w == 0) continue;
    const double at = w;
    w = at + step;
    const double more = kappa();
    w = at - step;
    const double less = kappa();
    w = at;
    const double influence = n * (more - less) / (2 * step);
    sum += at * influence * influence;
  }
  return sum / (n * n);
}

void check_printed(double value, double printed, int digits) {
  CHECK_NEAR(value, printed, 0.5000001 * std::pow(10, -digits));
}

}  // namespace

// SAS/STAT, PROC FREQ, table of two raters: kappa and its standard error under the
// hypothesis that it is 0, simple and with linear weights.
TEST(chance_raters_null_variance_of_sas) {
  const Table table{{0, 4, 1}, {0, 8, 0}, {0, 1, 5}};
  const Scale nominal{Level::nominal, "nominal", 3};
  const Scale linear{Level::linear, "linear", 3, {1, 2, 3}};
  int samples = 0;
  for_rows(items_of(table), 3, [&](const auto& rows) {
    ++samples;
    const Values simple = values(rows, nominal, 19), weighted = values(rows, linear, 19);
    check_printed(simple.kappa, .4842, 4);
    check_printed(std::sqrt(simple.null_variance), .1484, 4);
    check_printed(weighted.kappa, .4701, 4);
    check_printed(std::sqrt(weighted.null_variance), .1426, 4);
  });
  CHECK(samples == 2);
}

TEST(chance_raters_null_variance_equals_the_delta_method) {
  for (Level level : oracle::levels) {
    if (level == Level::ordinal) continue;
    for (int seed = 0; seed < 10; ++seed) {
      data::Random random(seed);
      const int q = 2 + seed % 4;
      const Scale scale = oracle::rising(oracle::random_scale(level, &random, q));
      check::set_scene("%s, %d categories, seed %d", scale.name, q, seed);
      Table table(q, std::vector<int>(q));
      for (auto& row : table) {
        for (int& count : row) count = random.one_in(3) ? 0 : random.below(9);
      }
      // Both raters use the first category and the last.
      table[0][0] += 1;
      table[0][q - 1] += 3;
      table[q - 1][0] += 2;
      const RatedItems items = items_of(table);
      const double n = static_cast<double>(items.size());
      if (scale.level == Level::matrix && scale.distance[q - 1] == 0) continue;
      const double truth = variance_by_differences(table, scale);
      for_rows(items, q, [&](const auto& rows) {
        CHECK_NEAR(values(rows, scale, n).null_variance, truth, 1e-6 * truth);
      });
    }
  }
}

// (.5 * .5 (1 + 1 + 0 + 0) - .25) / (8 * .25) for two raters who each toss a coin: with
// weights 1 and 0, 1 - .5 - .5 and 0 - .5 - .5 in the cells.
TEST(chance_raters_null_variance_by_hand) {
  const Scale nominal{Level::nominal, "nominal", 2};
  for_rows(items_of({{2, 2}, {2, 2}}), 2, [&](const auto& rows) {
    CHECK_NEAR(values(rows, nominal, 8).null_variance, .125, 1e-15);
  });
}

// Kappa is 0 for any ratings by the other rater, so there is nothing to test.
TEST(chance_raters_no_null_variance_where_a_rater_used_one_category) {
  const Scale nominal{Level::nominal, "nominal", 2};
  for (int a = 1; a < 12; ++a) {
    for (int b = 1; b < 12; ++b) {
      check::set_scene("one category, %d and %d items", a, b);
      for_rows(items_of({{a, b}, {0, 0}}), 2, [&](const auto& rows) {
        CHECK(std::isnan(values(rows, nominal, a + b).null_variance));
      });
    }
  }
}
