#include <vector>

#include "accord/distance/any_distance.h"
#include "accord/distance/delta_pairs.h"
#include "accord/distance/metric.h"
#include "check.h"
#include "oracle.h"

using oracle::Scale;

TEST(delta_pairs_formulas_by_hand) {
  const std::vector<double> values{0, 1, 3};
  const accord::RatioFormula ratio{values};
  CHECK(ratio(0, 0) == 0);  // 0 and 0, not 0 / 0
  CHECK(ratio(0, 1) == 1 && ratio(2, 0) == 1);
  CHECK(ratio(1, 2) == 0.25 && ratio(2, 1) == 0.25);

  const accord::BipolarFormula bipolar{values, 0, 3};
  CHECK(bipolar(0, 0) == 0 && bipolar(2, 2) == 0);      // at both ends of the scale
  CHECK(bipolar(0, 2) == 1);                            // 9 / (3 * 3)
  CHECK(bipolar(0, 1) == 0.2 && bipolar(1, 0) == 0.2);  // 1 / (1 * 5)
  CHECK(bipolar(1, 2) == 0.5);                          // 4 / (4 * 2)

  const std::vector<double> distance{0, 0.5, 7, 0.5, 0, 2, 7, 2, 0};
  const accord::MatrixFormula matrix{distance, 3};
  CHECK(matrix(0, 2) == 7 && matrix(2, 1) == 2 && matrix(1, 0) == 0.5 &&
        matrix(1, 1) == 0);
}

TEST(delta_pairs_by_hand) {
  const std::vector<double> distance{0, 0.5, 7, 0.5, 0, 2, 7, 2, 0};
  const accord::Tally tally = data::tally({{0, 1, 2, 1}, {0, 2}}, 3);
  accord::Metric metric(accord::Scale{accord::Level::matrix, 3, {}, 0, 0, 0, distance});
  for (int i = 0; i < 2; ++i) metric.margin.add(tally.patterns[i], 1);
  metric.close();
  // 2 * (0.5 * 2 + 7 + 2 * 2) / 3 and 2 * 7.
  CHECK_NEAR(metric.within(tally.patterns[0]), 8, 1e-14);
  CHECK(metric.within(tally.patterns[1]) == 14);
  CHECK(metric.all_pairs() == 2 * (4 * 0.5 + 4 * 7 + 4 * 2));
  CHECK(metric.all_pairs_without(tally.patterns[0]) == 14);
  CHECK(metric.all_pairs_without(tally.patterns[1]) == 24);
}

// Ordinal disagreement depends on the ratings, and a matrix is the user's.
TEST(delta_pairs_are_on_the_unit_scale_where_it_is_said) {
  const std::vector<double> values{0, 1, 3, 10};
  for (int i = 0; i < static_cast<int>(accord::Level::matrix); ++i) {
    const auto level = static_cast<accord::Level>(i);
    if (level == accord::Level::ordinal) continue;
    check::set_scene("level %s", accord::level_names[i]);
    const auto delta = accord::new_delta(accord::Scale{level, 4, values, 12, 0, 10});
    const bool within = delta->widest(accord::all_categories(4)) <= 1;
    CHECK(within == accord::is_on_unit(level));
  }
}

// Three steps make 6 pairs, one step makes 1. If only some categories are in the set,
// steps are counted among these: here the largest distance is two steps, 3 pairs.
TEST(delta_pairs_by_steps) {
  const accord::Tally tally = data::tally({{0, 3}, {3, 4}}, 5);
  const accord::Scale scale{accord::Level::steps, 5};
  const accord::Metric metric(scale);
  CHECK(metric.within(tally.patterns[0]) == 2 * 6);
  CHECK(metric.within(tally.patterns[1]) == 2);
  const accord::AnyDistance some = accord::AnyDistance(scale).over({0, 3, 4});
  CHECK_NEAR(some.inside(tally.patterns[0]), 2 / 3.0, 1e-15);
  CHECK_NEAR(some.inside(tally.patterns[1]), 2 / 3.0, 1e-15);
}

TEST(delta_pairs_equal_the_definition) {
  oracle::for_random_data(accord::Level::ratio, 60, oracle::compare_all);
  oracle::for_random_data(accord::Level::bipolar, 60, oracle::compare_all);
  oracle::for_random_data(accord::Level::matrix, 60, oracle::compare_all);
}

// All values but one are close to each other: its item accounts for nearly all of the
// disagreement.
TEST(delta_pairs_without_an_outlier) {
  for (double step = 1; step > 1e-7; step /= 10) {
    check::set_scene("ratio, step %g", step);
    const Scale scale{
        accord::Level::ratio, "ratio", 4, {100, 100 + step, 100 + 2 * step, 1}};
    oracle::compare_all({{0, 1}, {0, 0}, {1, 1}, {1, 2, 2}, {2, 2}, {2, 3}}, scale);
  }
}

TEST(delta_pairs_tell_how_far_they_are) {
  const int n = 4200;  // 4200^2 looks: one more than 2^24 and a report is due
  std::vector<int> code(n), count(n, 1);
  for (int k = 0; k < n; ++k) code[k] = k;
  std::vector<double> shares;
  accord::Metric metric(accord::metric_spec(
      {accord::Level::steps, n}, [&](double share) { shares.push_back(share); }));
  metric.margin.add({code, count, n}, 1);
  metric.close();
  CHECK(shares.size() == 2);
  CHECK(shares[0] > 0 && shares[0] < 1);
  CHECK(shares.back() == 1);  // whoever shows the progress can close its bar
  // s (s + 1) / 2 for both orders of n - s pairs that are s steps apart.
  CHECK(metric.all_pairs() == (n - 1.0) * n * (n + 1) * (n + 2) / 12);
  CHECK(metric.all_pairs_without({code, count, n}) == 0);
}
