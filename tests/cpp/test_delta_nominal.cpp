#include "accord/distance/metric.h"
#include "check.h"
#include "oracle.h"

TEST(delta_nominal_by_hand) {
  // {A, A, B}, {A, C}, {B, B}: n_A 3, n_B 3, n_C 1.
  const accord::Tally tally = data::tally({{0, 0, 1}, {0, 2}, {1, 1}}, 3);
  const accord::WeightedPatterns sample = tally.group(0);
  accord::Metric metric(accord::Scale{accord::Level::nominal, 3});
  for (int i = 0; i < 3; ++i) metric.margin.add(sample.pattern(i), 1);
  metric.close();
  CHECK(metric.within(sample.pattern(0)) == 2);  // 2 * 2 ordered pairs / (3 - 1)
  CHECK(metric.within(sample.pattern(1)) == 2);
  CHECK(metric.within(sample.pattern(2)) == 0);
  CHECK(metric.all_pairs() == 30);                           // 3 * 4 + 3 * 4 + 1 * 6
  CHECK(metric.all_pairs_without(sample.pattern(0)) == 10);  // A B B C: 1 * 3 + 2 * 2 + 3
  CHECK(metric.all_pairs_without(sample.pattern(1)) == 12);  // A A B B B
  CHECK(metric.all_pairs_without(sample.pattern(2)) == 14);  // A A A B C: 3 * 2 + 4 + 4
}

TEST(delta_nominal_equals_the_definition) {
  oracle::for_random_data(accord::Level::nominal, 60, oracle::compare_all);
}

// Two ratings of B among 1e9 of A: the small difference of large products must keep its
// digits.
TEST(delta_nominal_keeps_its_digits_in_large_samples) {
  const accord::Tally tally = data::tally({{0, 0}, {0, 1}}, 2);
  accord::Metric metric(accord::Scale{accord::Level::nominal, 2});
  const double a_a = 5e8;
  metric.margin.add(tally.patterns[0], a_a);
  metric.margin.add(tally.patterns[1], 2);
  metric.close();
  CHECK_NEAR(metric.all_pairs() / (2 * 2 * (2 * a_a + 2)), 1, 1e-14);
  CHECK_NEAR(metric.all_pairs_without(tally.patterns[1]) / (2 * (2 * a_a + 1)), 1, 1e-12);
}
