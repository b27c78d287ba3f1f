#include <vector>

#include "accord/agreement/alpha.h"
#include "accord/distance/metric.h"
#include "check.h"
#include "oracle.h"

// Krippendorff (2004), Content Analysis, 2nd ed., p. 230: 9, 13, 10, 5 and 3 ratings of
// 1, 2, 3, 4 and 6, none of 5. The tests of DKPro Agreement state the distances, before
// squaring, as 11 from 1 to 2, 22.5 to 3, 30 to 4, 34 to 6.
TEST(mid_ranks_distances) {
  const int n[] = {9, 13, 10, 5, 0, 3};
  accord::Metric metric(accord::Scale{accord::Level::ordinal, 6});
  for (int k = 5; k >= 0; --k) {  // the order of arrival does not matter
    if (n[k] == 0) continue;
    const std::vector<int> code{k}, count{n[k]};
    metric.margin.add({code, count, n[k]}, 1);
  }
  metric.close();
  const accord::MidRanks& ranks = metric.ranks();
  const auto distance = [&](int c, int k) { return ranks.rank(k) - ranks.rank(c); };
  CHECK(distance(0, 1) == 11);
  CHECK(distance(0, 2) == 22.5);
  CHECK(distance(0, 3) == 30);
  CHECK(distance(0, 5) == 34);
  CHECK(ranks.n_used() == 5);
  CHECK(ranks.place(0) == 0 && ranks.place(3) == 3 && ranks.place(5) == 4);
  for (int k : {0, 1, 2, 3, 5}) CHECK(ranks.rank_at(ranks.place(k)) == ranks.rank(k));
}

TEST(mid_ranks_by_hand) {
  // For {A, A, B}, {B, C}: n = 2, 2, 1; ranks 1, 3, 4.5.
  const accord::Tally tally = data::tally({{1, 0, 0}, {1, 2}}, 3);
  accord::Metric metric(accord::Scale{accord::Level::ordinal, 3});
  for (int i = 0; i < 2; ++i) metric.margin.add(tally.patterns[i], 1);
  metric.close();
  CHECK_NEAR(metric.within(tally.patterns[0]), 8, 1e-13);    // 4 pairs of 4 / (3 - 1)
  CHECK_NEAR(metric.within(tally.patterns[1]), 4.5, 1e-13);  // 2 pairs of 2.25
  // Ordered pairs: 8 of 4, 4 of 12.25, 4 of 2.25.
  CHECK_NEAR(metric.all_pairs(), 90, 1e-12);
  CHECK_NEAR(metric.all_pairs_without(tally.patterns[0]), 2, 1e-12);  // B C
  CHECK_NEAR(metric.all_pairs_without(tally.patterns[1]), 9, 1e-12);  // A A B, 4 of 2.25
}

TEST(mid_ranks_equals_the_definition) {
  oracle::for_random_data(accord::Level::ordinal, 60, oracle::compare_all);
}

// Nearly all ratings of millions in one category: with a ratings of A and one of B there
// are 2 a ordered pairs of different ratings, (a + 1) / 2 ranks apart.
TEST(mid_ranks_keeps_its_digits_in_large_samples) {
  for (int common : {0, 1}) {
    const accord::Tally tally = data::tally({{common, common}, {0, 1}}, 2);
    for (double items = 1e3; items < 2e9; items *= 10) {
      check::set_scene("ordinal, %g items with two ratings of %d", items, common);
      const std::vector<double> weight{items, 1};
      accord::Alpha alpha(accord::metric_spec({accord::Level::ordinal, 2}));
      alpha.fit(accord::WeightedPatterns(&tally.patterns, tally.which, weight));
      const accord::Metric& metric = alpha.metric();
      const double a = 2 * items + 1;
      CHECK_NEAR(metric.all_pairs() / (2 * a * (a + 1) * (a + 1) / 4), 1, 1e-10);
      // D_o = 2 ((a + 1) / 2)^2 / n, D_e = 2 a ((a + 1) / 2)^2 / (n (n - 1)), n = a + 1.
      CHECK_NEAR(alpha.value().estimate(), 0, 1e-10);
      const double rest = 2 * (a - 2) * (a - 1) * (a - 1) / 4;
      CHECK_NEAR(metric.all_pairs_without(tally.patterns[0]) / rest, 1, 1e-10);
      CHECK(metric.all_pairs_without(tally.patterns[1]) == 0);
    }
  }
}
