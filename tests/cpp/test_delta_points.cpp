#include <vector>

#include "accord/agreement/alpha.h"
#include "accord/distance/any_distance.h"
#include "accord/distance/metric.h"
#include "check.h"
#include "oracle.h"

using accord::Level;
using accord::Metric;
using oracle::Items;
using oracle::Scale;

TEST(delta_points_by_hand) {
  // Values -2, 1, 4: {-2, 1, 1} and {4, 4}.
  const std::vector<double> values{-2, 1, 4};
  const accord::Tally tally = data::tally({{0, 1, 1}, {2, 2}}, 3);
  Metric metric(accord::Scale{Level::interval, 3, values});
  for (int i = 0; i < 2; ++i) metric.margin.add(tally.patterns[i], 1);
  metric.close();
  CHECK_NEAR(metric.within(tally.patterns[0]), 18, 1e-13);  // 4 pairs of 9 / (3 - 1)
  CHECK(metric.within(tally.patterns[1]) == 0);
  // Ordered pairs: 4 of 9 (-2 with 1), 4 of 36 (-2 with 4), 8 of 9 (1 with 4).
  CHECK_NEAR(metric.all_pairs(), 252, 1e-12);
  CHECK_NEAR(metric.all_pairs_without(tally.patterns[1]), 36, 1e-12);
  CHECK_NEAR(metric.all_pairs_without(tally.patterns[0]), 0, 1e-12);
}

TEST(delta_points_on_the_circle_by_hand) {
  // Quarters of a day: sin^2 of 45 degrees for neighbours, of 90 degrees for opposites.
  const std::vector<double> values{0, 6, 12, 18};
  const accord::Tally tally = data::tally({{0, 1}, {0, 2}, {3, 0}}, 4);
  Metric metric(accord::Scale{Level::circular, 4, values, 24});
  for (int i = 0; i < 3; ++i) metric.margin.add(tally.patterns[i], 1);
  metric.close();
  CHECK_NEAR(metric.within(tally.patterns[0]), 1, 1e-14);
  CHECK_NEAR(metric.within(tally.patterns[1]), 2, 1e-14);
  CHECK_NEAR(metric.within(tally.patterns[2]), 1, 1e-14);
}

TEST(delta_points_equal_the_definition) {
  oracle::for_random_data(Level::interval, 60, oracle::compare_all);
  oracle::for_random_data(Level::circular, 60, oracle::compare_all);
}

// A constant added to all values changes nothing, however large.
TEST(delta_points_do_not_feel_an_offset) {
  const Items items{{0, 1}, {1, 1, 2}, {3, 2}, {0, 0, 0, 1}, {4, 3}};
  for (double offset : {0.0, 1e6, 1e9, -1e9, 1e12}) {
    check::set_scene("interval, offset %g", offset);
    Scale scale{Level::interval, "interval", 5, {1, 2, 3, 4, 8}};
    const double alpha = oracle::alpha(items, scale).alpha;
    for (double& value : scale.values) value += offset;
    oracle::compare_all(items, scale);
    const accord::Tally tally = data::tally(items, 5);
    CHECK_NEAR(oracle::core_values(scale, tally.group(0)).value.estimate(), alpha, 1e-10);
  }
}

// The result does not depend on which value comes first, although all others are taken
// relative to it: two values 1 apart, among a million ratings, far from a single 0.
TEST(delta_points_far_from_the_first_category) {
  const double far = 1e9, n = 1e6;
  const std::vector<double> values{0, far, far + 1};
  const accord::AnyDistance distance(accord::Scale{Level::interval, 3, values});
  std::vector<double> sums;
  distance.to_each({{0, 1, 2}, {1, n, n}}, &sums);
  const double widest = (far + 1) * (far + 1);
  const double to_first = n * far * far + n * widest;
  CHECK_NEAR(sums[0] * widest, to_first, 1e-14 * to_first);
  CHECK_NEAR(sums[1] * widest, far * far + n, 1e-14 * (far * far + n));
  CHECK_NEAR(sums[2] * widest, widest + n, 1e-14 * (widest + n));
}

// One rater made a typing error: its item accounts for nearly all of the disagreement.
TEST(delta_points_without_an_outlier) {
  for (double outlier = 10; outlier < 1e13; outlier *= 10) {
    check::set_scene("interval, outlier %g", outlier);
    const Scale scale{Level::interval, "interval", 4, {1, 2, 3, outlier}};
    oracle::compare_all({{0, 1}, {0, 0}, {1, 1}, {1, 2, 2}, {2, 2}, {2, 3}}, scale);
    oracle::compare_all({{0, 1}, {0, 0}, {1, 1}, {1, 2, 2}, {0, 3}, {2, 3}}, scale);
    oracle::compare_all({{0, 1}, {0, 0}, {1, 1}, {1, 2, 2}, {3, 3}}, scale);
  }
}

// Whole turns have no effect on a circle: here days of the week, with a large offset.
TEST(delta_points_do_not_feel_whole_turns) {
  const Items items{{0, 1}, {1, 1, 2}, {3, 2}, {0, 0, 0, 1}, {4, 3}};
  Scale scale{Level::circular, "circular", 5, {0, 1, 2, 4, 6}, 7};
  const double alpha = oracle::alpha(items, scale).alpha;
  const accord::Tally tally = data::tally(items, 5);
  for (double turns : {1e3, 1e6, 1e9, -1e9}) {
    check::set_scene("circular, %g turns", turns);
    Scale far = scale;
    for (double& value : far.values) value += 7 * turns;
    CHECK_NEAR(oracle::core_values(far, tally.group(0)).value.estimate(), alpha, 1e-10);
  }
}

// 0 and 360 degrees are one point: no distance, and no alpha out of rounding errors.
TEST(delta_points_where_the_circle_closes) {
  const accord::Tally tally = data::tally({{0, 1}, {0, 0}, {1, 1}}, 3);
  for (double turn : {0.0, 360.0, -720.0, 36000.0, -90.0}) {
    check::set_scene("circular, from %g degrees", turn);
    const std::vector<double> values{turn, turn + 360, 90};
    accord::Alpha alpha(accord::metric_spec({Level::circular, 3, values, 360}));
    alpha.fit(tally.group(0));
    CHECK(alpha.value().status == accord::Status::no_distance);
    for (const auto& deletion : alpha.leave_one_out()) CHECK(!deletion.value.defined());
  }
}
