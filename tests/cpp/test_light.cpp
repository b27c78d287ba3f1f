#include <cmath>    // fabs, NAN
#include <cstddef>  // ptrdiff_t, size_t
#include <vector>

#include "accord/agreement/light.h"
#include "any_distance.h"
#include "check.h"
#include "oracle_kappa.h"

namespace {

using accord::Level;
using accord::Status;
using oracle::most_raters;
using oracle::RatedItems;
using oracle::Scale;

struct CoreLight {
  accord::Disagreement value;
  std::vector<accord::Influence> influences;
  std::vector<accord::Deletion> deletions;
};

CoreLight core_light(const data::Ratings& ratings, int group, const Scale& scale) {
  const oracle::AnyDistance distance(scale);
  accord::Light light(ratings.view(), group, distance);
  const auto rule = accord::Linearization::ratio;
  return {light.value(), light.influences(rule), light.leave_one_out()};
}

CoreLight core_light(const RatedItems& items, const Scale& scale) {
  return core_light(data::Ratings(items, scale.n_categories, most_raters), 0, scale);
}

struct Truth {
  Status status;
  double estimate = NAN;
};

// The mean of Cohen's kappas of the pairs that have one, each of the items that both
// rated.
Truth light(const RatedItems& items, const Scale& scale,
            const std::vector<double>& weight) {
  bool given = false, met = false;
  for (const auto& item : items) given = given || !item.empty();
  if (!given) return {Status::no_ratings};
  double sum = 0, pairs = 0;
  for (int g = 0; g < most_raters; ++g) {
    for (int h = g + 1; h < most_raters; ++h) {
      RatedItems common;
      std::vector<double> own;
      for (std::size_t i = 0; i < items.size(); ++i) {
        for (const auto& both : oracle::common_items({items[i]}, g, h)) {
          common.push_back(both);
          own.push_back(weight[i]);
        }
      }
      if (common.empty()) continue;
      met = true;
      const double kappa =
          oracle::kappa(common, {oracle::Chance::raters, scale}, own).estimate();
      if (std::isnan(kappa)) continue;
      sum += kappa;
      pairs += 1;
    }
  }
  if (!met) return {Status::no_pairs};
  if (pairs == 0) return {Status::no_pair_defined};
  return {Status::ok, sum / pairs};
}

Truth light(const RatedItems& items, const Scale& scale) {
  return light(items, scale, std::vector<double>(items.size(), 1));
}

void compare(const accord::Disagreement& core, const Truth& truth) {
  CHECK(core.status == truth.status);
  CHECK_NEAR(core.estimate(), truth.estimate, 1e-10 * (1 + std::fabs(truth.estimate)));
}

// Items with two ratings or more, in order: N times the central difference.
void compare_influences(const CoreLight& core, const RatedItems& items,
                        const Scale& scale) {
  const double step = 3e-5;
  double n = 0;
  for (const auto& item : items) n += item.size() > 1;
  CHECK(core.influences.size() == n);
  std::vector<double> weight(items.size(), 1);
  std::size_t j = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].size() < 2) continue;
    if (!CHECK(j < core.influences.size())) return;
    weight[i] = 1 + step;
    const double more = light(items, scale, weight).estimate;
    weight[i] = 1 - step;
    const double less = light(items, scale, weight).estimate;
    weight[i] = 1;
    const double truth = n * (more - less) / (2 * step);
    CHECK(core.influences[j].items == 1);
    CHECK_NEAR(core.influences[j].value, truth, 1e-6 * (1 + std::fabs(truth)));
    ++j;
  }
}

void compare_deletions(const CoreLight& core, const RatedItems& items,
                       const Scale& scale) {
  std::size_t j = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].size() < 2) continue;
    if (!CHECK(j < core.deletions.size())) return;
    RatedItems rest = items;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    Truth truth = light(rest, scale);
    // Without the item no raters have a common item, so no pair has a value.
    if (truth.status != Status::ok) truth.status = Status::no_pair_defined;
    CHECK(core.deletions[j].items == 1);
    compare(core.deletions[j].value, truth);
    ++j;
  }
  CHECK(j == core.deletions.size());
}

template <class Use>
void at_every_level(int times, bool twice, Use&& use) {
  for (Level level : oracle::levels) {
    if (level == Level::ordinal) continue;
    oracle::for_random_ratings(level, times, twice, use);
  }
}

}  // namespace

TEST(light_is_the_mean_of_pairs) {
  at_every_level(6, false, [](const RatedItems& items, const Scale& scale) {
    const CoreLight core = core_light(items, scale);
    compare(core.value, light(items, scale));
    compare_deletions(core, items, scale);
    if (core.value.defined()) compare_influences(core, items, scale);
  });
}

TEST(light_where_a_rater_rates_an_item_twice) {
  at_every_level(4, true, [](const RatedItems& items, const Scale& scale) {
    const CoreLight core = core_light(items, scale);
    compare(core.value, light(items, scale));
    compare_deletions(core, items, scale);
    if (core.value.defined()) compare_influences(core, items, scale);
  });
}

// For two raters it is Cohen's kappa: agreement .7, .5 by chance. With a third rater who
// always agrees with the first, it is the mean of twice that and once 1.
TEST(light_by_hand) {
  const Scale scale{Level::nominal, "nominal", 2};
  RatedItems items;
  const int table[2][2] = {{25, 10}, {5, 10}};  // (.7 - .54) / (1 - .54)
  for (int c = 0; c < 2; ++c) {
    for (int k = 0; k < 2; ++k) items.insert(items.end(), table[c][k], {{0, c}, {1, k}});
  }
  const double cohen = .16 / .46;
  CHECK_NEAR(core_light(items, scale).value.estimate(), cohen, 1e-14);
  for (auto& item : items) item.push_back({5, item[0].code});
  CHECK_NEAR(core_light(items, scale).value.estimate(), (2 * cohen + 1) / 3, 1e-14);
  // Raters 2 and 3 have no kappa, and so no part in the mean.
  items.push_back({{2, 1}, {3, 1}});
  CHECK_NEAR(core_light(items, scale).value.estimate(), (2 * cohen + 1) / 3, 1e-14);
}

TEST(light_says_why_there_is_no_value) {
  const Scale scale{Level::nominal, "nominal", 3};
  const auto status = [&](const RatedItems& items) {
    const CoreLight core = core_light(items, scale);
    CHECK(std::isnan(core.value.estimate()));
    return core.value.status;
  };
  CHECK(status({}) == Status::no_ratings);
  CHECK(status({{}, {}}) == Status::no_ratings);
  CHECK(status({{{0, 1}}, {{1, 1}}}) == Status::no_pairs);
  CHECK(status({{{0, 1}, {0, 2}}}) == Status::no_pairs);
  CHECK(status({{{0, 1}, {1, 1}}, {{0, 1}, {2, 1}}}) == Status::no_pair_defined);
}

TEST(light_of_groups) {
  const Scale scale{Level::nominal, "nominal", 3};
  for (int seed = 0; seed < 20; ++seed) {
    check::set_scene("nominal, groups, seed %d", seed);
    data::Random random(seed);
    data::Ratings ratings(3);
    ratings.n_raters = 4;
    std::vector<RatedItems> groups(3);
    for (RatedItems& group : groups) {
      group = data::rated_items(&random, 3, 4, false);
      ratings.add_rated_group(group);
    }
    for (int g = 0; g < 3; ++g) {
      const CoreLight core = core_light(ratings, g, scale);
      compare(core.value, light(groups[g], scale));
      compare_deletions(core, groups[g], scale);
    }
  }
}
