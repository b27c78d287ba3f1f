#include <cmath>  // isnan, pow
#include <string>
#include <utility>  // pair
#include <vector>

#include "accord/agreement/alpha.h"
#include "accord/distance/metric.h"
#include "check.h"
#include "oracle.h"

namespace {

using accord::Level;
using accord::Status;
using oracle::compare_all;
using oracle::Items;
using oracle::levels;
using oracle::Scale;

accord::Disagreement value_of(const Items& items, const Scale& scale) {
  const accord::Tally tally = data::tally(items, scale.n_categories);
  return oracle::core_values(scale, tally.group(0)).value;
}

// One string for each rater, one character for each item: the value, or a point for none.
Items by_rater(const std::vector<std::string>& raters) {
  Items items(raters[0].size());
  for (const std::string& row : raters) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] != '.') items[i].push_back(row[i] - '0');
    }
  }
  return items;
}

// One word for each item, one character for each of its ratings.
Items by_item(const std::string& words) {
  Items items(1);
  for (char k : words) {
    if (k == ' ') {
      items.emplace_back();
    } else if (k != '.') {
      items.back().push_back(k - '0');
    }
  }
  return items;
}

// Printed values may differ by rounding to their digits only.
void check_printed(double value, double printed, int digits) {
  CHECK_NEAR(value, printed, 0.5000001 * std::pow(10, -digits));
}

// The values 0, 1, …, 5; a circle of five places; a scale from 1 to 5.
Scale digits_at(Level level) {
  return {level, "published values", 6, {0, 1, 2, 3, 4, 5}, 5, 1, 5, {}};
}

const Scale zero_between_0_and_1{
    Level::matrix, "no distance", 3, {}, 0, 0, 0, {0, 0, 1, 0, 0, 1, 1, 1, 0}};

double published(const Items& items, Level level) {
  return value_of(items, digits_at(level)).estimate();
}

}  // namespace

// Krippendorff (2011), Computing Krippendorff's alpha-reliability, example C; circular
// and bipolar as irrCAC 1.0 gives them for the same data (cac.raw4raters).
TEST(alpha_of_krippendorff_2011) {
  const Items c =
      by_rater({"123321412...", "1233224125.3", ".3332342251.", "12332441251."});
  check_printed(published(c, Level::nominal), .743, 3);
  check_printed(published(c, Level::ordinal), .815, 3);
  check_printed(published(c, Level::interval), .849, 3);
  check_printed(published(c, Level::ratio), .797, 3);
  check_printed(published(c, Level::circular), .78998, 5);
  check_printed(published(c, Level::bipolar), .83499, 5);
}

// Krippendorff (2004), Content Analysis, 2nd ed., p. 224, as the tests of DKPro Agreement
// state it, with both disagreements.
TEST(alpha_of_krippendorff_2004) {
  const accord::Disagreement value =
      value_of(by_rater({"0100000010", "1110010000"}), digits_at(Level::nominal));
  check_printed(value.observed, .400, 3);
  check_printed(value.expected, .442, 3);
  check_printed(value.estimate(), .095, 3);
}

// Krippendorff (1980), Content Analysis, p. 139, as the tests of DKPro Agreement state
// it.
TEST(alpha_of_krippendorff_1980) {
  const Items items = by_item("111 122 222 444 144 222 123 333 222");
  check_printed(published(items, Level::nominal), .642, 3);
  check_printed(published(items, Level::interval), .547, 3);
  check_printed(published(items, Level::ratio), .483, 3);
}

// Hayes & Krippendorff (2007), Answering the call for a standard reliability measure,
// table 1; nominal as in the tests of DKPro Agreement.
TEST(alpha_of_hayes_and_krippendorff_2007) {
  const Items items = by_item(
      "112.2 1101. 2333. .00.0 000.0 000.0 102.1 1.20. 222.2 2111. .100. 0000. 1222. "
      "33223 "
      "111.1 111.1 212.2 1233. 1101. 000.0 0011. 00.00 2333. 0000. 12.22 0111. 00010 "
      "1212. "
      "1122. 112.2 110.0 2121. 22.22 3222. 222.2 223.2 222.2 22.12 2222. 111.1");
  check_printed(published(items, Level::ordinal), .7598, 4);
  check_printed(published(items, Level::nominal), .4765, 4);
}

// The example of Wikipedia's page on alpha, values as in the documentation of the Python
// package krippendorff (fast-krippendorff).
TEST(alpha_of_the_example_of_wikipedia) {
  const Items items = by_rater({".....34121133.3", "1.213343.......", "..21344.21133.4"});
  check_printed(published(items, Level::nominal), .691, 3);
  check_printed(published(items, Level::interval), .811, 3);
}

// Complete data of three raters, by hand: 4 pairs of 30 within items differ, 5 of 30
// ratings are a 1. github.com/gesistsa/oolong, issue 96.
TEST(alpha_of_complete_data) {
  const Items items = by_rater({"2222222222", "1222222222", "1111222222"});
  CHECK_NEAR(published(items, Level::nominal), 1 - 4 / ((5 * 25) / 29.0), 1e-12);
  check_printed(published(items, Level::nominal), .072, 3);
}

TEST(alpha_equals_the_definition_at_every_level) {
  for (Level level : levels) oracle::for_random_data(level, 15, compare_all);
}

// Many items are equal: the value without one of them is that without any other.
TEST(alpha_without_one_of_many_like_it) {
  for (Level level : levels) {
    data::Random random(7);
    const Scale scale = oracle::random_scale(level, &random, 4);
    check::set_scene("%s, repeated items", scale.name);
    Items items(30, {1, 2});
    items.insert(items.end(), 12, {2, 1, 0});
    items.insert(items.end(), 5, {3, 3});
    items.insert(items.end(), 2, {3});
    compare_all(items, scale);
  }
}

// One item with all of the disagreement, or nearly all of it.
TEST(alpha_without_the_item_that_disagrees) {
  std::vector<int> large(50, 0);
  for (int i = 0; i < 25; ++i) large[i] = 7;
  for (Level level : levels) {
    data::Random random(8);
    const Scale scale = oracle::random_scale(level, &random, 8);
    check::set_scene("%s, one item that disagrees", scale.name);
    compare_all({{3, 3}, {3, 3}, {4, 4, 4}, large}, scale);
    compare_all({{3, 3}, {3, 4}, {4, 4, 4}, large}, scale);
    compare_all({{3, 3}, {3, 3}, {3, 3, 3}, large}, scale);
    compare_all({{0, 7}, {0, 0}, {7, 7}, {2, 2}}, scale);
  }
  for (double far = 1; far < 1e13; far *= 10) {
    check::set_scene("matrix, one category as far as %g", far);
    const Scale scale{
        Level::matrix, "matrix", 3, {}, 0, 0, 0, {0, 1, far, 1, 0, far, far, far, 0}};
    compare_all({{0, 0}, {0, 1, 1}, {1, 1}, {0, 0, 1}, {1, 2}}, scale);
    compare_all({{0, 0}, {0, 1, 1}, {1, 1}, {2, 2}, {1, 0}}, scale);
  }
}

TEST(alpha_says_why_there_is_no_value) {
  for (Level level : levels) {
    data::Random random(9);
    const Scale scale = oracle::random_scale(level, &random, 3);
    const auto status = [&](const Items& items) { return value_of(items, scale).status; };
    check::set_scene("%s, degenerate", scale.name);
    CHECK(status({}) == Status::no_ratings);
    CHECK(status({{0}}) == Status::no_pairs);
    CHECK(status({{0}, {}, {1}, {2}}) == Status::no_pairs);
    CHECK(status({{1, 1}}) == Status::one_category);
    CHECK(status({{1, 1}, {1, 1, 1}, {0}, {2}, {}}) == Status::one_category);
    CHECK(std::isnan(value_of({{1, 1}, {1, 1}}, scale).estimate()));
    CHECK(value_of({{1, 1}, {1, 1}}, scale).observed == 0);
    CHECK(value_of({{1, 1}, {1, 1}}, scale).expected == 0);
  }
  check::set_scene("no distance");
  CHECK(value_of({{0, 1}, {1, 1}}, zero_between_0_and_1).status == Status::no_distance);
  CHECK(std::isnan(value_of({{0, 1}, {1, 1}}, zero_between_0_and_1).estimate()));
  CHECK(value_of({{0, 1}, {1, 2}}, zero_between_0_and_1).status == Status::ok);
}

TEST(alpha_says_why_a_deletion_leaves_no_value) {
  using Statuses = std::vector<std::pair<Status, double>>;
  const auto deletions = [](const Items& items, const Scale& scale) {
    const accord::Tally tally = data::tally(items, scale.n_categories);
    Statuses result;
    for (const auto& d : oracle::core_values(scale, tally.group(0)).deletions) {
      CHECK(d.value.defined() == !std::isnan(d.value.estimate()));
      result.push_back({d.value.status, d.items});
    }
    return result;
  };
  for (Level level : levels) {
    data::Random random(10);
    const Scale scale = oracle::random_scale(level, &random, 4);
    check::set_scene("%s, degenerate deletions", scale.name);
    CHECK(deletions({}, scale).empty());
    CHECK(deletions({{1}, {}}, scale).empty());
    CHECK(deletions({{0, 1}, {2}}, scale) == Statuses{{Status::no_pairs, 1}});
    CHECK(deletions({{0, 0}, {0, 0}}, scale) == Statuses{{Status::one_category, 2}});
    if (level == Level::matrix) continue;  // its random distances may be 0
    CHECK(deletions({{2, 2}, {2, 2}, {0, 1}, {1, 0}, {3}}, scale) ==
          Statuses{{Status::ok, 2}, {Status::ok, 2}});
    CHECK(deletions({{2, 2}, {0, 1}, {2, 2}}, scale) ==
          Statuses{{Status::ok, 2}, {Status::one_category, 1}});
  }
  check::set_scene("deletions that leave no distance");
  CHECK(deletions({{0, 1}, {1, 1}, {2, 1}}, zero_between_0_and_1) ==
        Statuses{{Status::ok, 1}, {Status::ok, 1}, {Status::no_distance, 1}});
}

// One metric serves all groups, one after the other.
TEST(alpha_of_groups_that_share_a_metric) {
  for (int seed = 0; seed < 50; ++seed) {
    check::set_scene("ordinal, groups, seed %d", seed);
    data::Random random(seed);
    std::vector<Items> groups(4);
    data::Ratings ratings(6);
    for (Items& group : groups) {
      group = data::sparse_items(&random, 6);
      ratings.add_group(group);
    }
    const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
    accord::Alpha alpha(accord::metric_spec({Level::ordinal, 6}));
    for (int g = 0; g < 4; ++g) {
      alpha.fit(tally.group(g));
      alpha.leave_one_out();
      oracle::compare(alpha.value(),
                      oracle::alpha(groups[g], {Level::ordinal, "ordinal", 6}));
    }
  }
}

// A weight counts equal items, and a pattern with weight 0 is left out.
TEST(alpha_of_weighted_patterns) {
  const accord::Tally tally = data::tally({{0, 1}, {1, 1, 2}, {2, 2}, {3, 3}}, 4);
  const Items items{{0, 1}, {0, 1}, {1, 1, 2}, {1, 1, 2}, {1, 1, 2}, {2, 2}};
  const std::vector<double> weight{2, 3, 1, 0}, half{1, 1.5, 0.5, 0};
  for (Level level : levels) {
    data::Random random(11);
    const Scale scale = oracle::random_scale(level, &random, 4);
    check::set_scene("%s, weights", scale.name);
    const oracle::Value truth = oracle::alpha(items, scale);
    oracle::compare(
        oracle::core_values(scale, {&tally.patterns, tally.which, weight}).value, truth);
    // Half the weights: D_o stays, D_e n (n - 1) is a quarter of what it was. Ranks
    // shrink too.
    if (level == Level::ordinal) continue;
    const accord::Disagreement halved =
        oracle::core_values(scale, {&tally.patterns, tally.which, half}).value;
    CHECK_NEAR(halved.observed, truth.observed, 1e-12 * truth.observed);
    CHECK_NEAR(halved.expected, truth.expected * 14 / 13, 1e-12 * truth.expected);
  }
}
