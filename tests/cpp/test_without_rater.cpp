#include <cmath>    // NAN, fabs, isnan
#include <cstddef>  // size_t
#include <iterator>
#include <set>
#include <thread>
#include <vector>

#include "accord/change/without_rater.h"
#include "check.h"
#include "oracle.h"
#include "oracle_kappa.h"

namespace {

using accord::Level;
using accord::Model;
using accord::RaterDeletion;
using accord::Status;
using oracle::Chance;
using oracle::most_raters;
using oracle::RatedItems;
using oracle::Scale;

constexpr Model models[] = {Model::percent, Model::uniform, Model::shared,
                            Model::gwet,    Model::raters,  Model::specific};

using Core = accord::GroupRaters;

// Returns the results of each group, with threads of their own. Few ratings are one part
// for any number of threads.
std::vector<Core> core(Model model, const data::Ratings& ratings, const Scale& scale,
                       int threads = 1) {
  const accord::RatingsView view = ratings.view();
  const accord::Tally tally = accord::tally(view, accord::Executor());
  accord::Executor executor;
  executor.threads = threads;
  return accord::rater_deletions(model, oracle::spec_of(scale), {view, tally, executor});
}

Core core(Model model, const RatedItems& items, const Scale& scale) {
  return core(model, data::Ratings(items, scale.n_categories, most_raters), scale)[0];
}

RatedItems without(const RatedItems& items, int rater) {
  RatedItems result;
  for (const auto& item : items) {
    result.emplace_back();
    for (const data::Rating& rating : item) {
      if (rating.rater != rater) result.back().push_back(rating);
    }
  }
  return result;
}

struct Truth {
  Status status;
  double estimate = NAN;
};

Truth light(const RatedItems& items, const Scale& scale) {
  double sum = 0, pairs = 0;
  bool given = false, met = false;
  for (const auto& item : items) given = given || !item.empty();
  for (int h = 0; h < most_raters; ++h) {
    for (int g = 0; g < h; ++g) {
      const RatedItems common = oracle::common_items(items, g, h);
      met = met || !common.empty();
      const double kappa = oracle::kappa(common, {Chance::raters, scale}).estimate();
      if (std::isnan(kappa)) continue;
      sum += kappa;
      pairs += 1;
    }
  }
  if (pairs > 0) return {Status::ok, sum / pairs};
  return {met ? Status::no_pair_defined : given ? Status::no_pairs : Status::no_ratings};
}

Truth truth(Model model, const RatedItems& items, const Scale& scale) {
  if (model == Model::alpha) {
    const oracle::Value value = oracle::alpha(data::without_raters(items), scale);
    return {value.status, value.alpha};
  }
  if (model == Model::pairs) return light(items, scale);
  for (std::size_t i = 0; i < std::size(models); ++i) {
    const Chance chances[] = {Chance::none, Chance::uniform, Chance::shared,
                              Chance::gwet, Chance::raters,  Chance::specific};
    if (models[i] != model) continue;
    const oracle::KappaValue value = oracle::kappa(items, {chances[i], scale});
    return {value.status, value.estimate()};
  }
  return {Status::no_ratings};
}

void compare(const accord::Disagreement& found, const Truth& expected) {
  CHECK(found.status == expected.status);
  CHECK_NEAR(found.estimate(), expected.estimate,
             1e-10 * (1 + std::fabs(expected.estimate)));
}

int least(Model model) {
  return model == Model::shared || model == Model::gwet || model == Model::raters ? 1 : 2;
}

// Every rater of the items is actually left out.
void compare_raters(Model model, const Core& found, const RatedItems& items,
                    const Scale& scale) {
  const Truth whole = truth(model, items, scale);
  compare(found.whole, whole);
  std::set<int> raters;
  for (const auto& item : items) {
    for (const data::Rating& rating : item) raters.insert(rating.rater);
  }
  if (!CHECK(found.raters.size() == raters.size())) return;
  std::size_t i = 0;
  for (int rater : raters) {
    const RaterDeletion& own = found.raters[i++];
    double ratings = 0;
    bool takes_part = false;
    for (const auto& item : items) {
      for (const data::Rating& rating : item) {
        if (rating.rater != rater) continue;
        ratings += 1;
        takes_part = takes_part || static_cast<int>(item.size()) >= least(model);
      }
    }
    CHECK(own.rater == rater && own.ratings == ratings && own.takes_part == takes_part);
    compare(own.value, whole.status == Status::ok
                           ? truth(model, without(items, rater), scale)
                           : whole);
  }
}

template <class Use>
void at_levels_of(Model model, int times, bool twice, Use&& use) {
  for (Level level : oracle::levels) {
    if (level == Level::ordinal && model != Model::alpha) continue;
    oracle::for_random_ratings(level, times, twice,
                               [&](const auto& items, const auto& scale) {
                                 if (model == Model::specific && scale.n_categories != 2)
                                   return;
                                 use(items, scale);
                               });
  }
}

}  // namespace

TEST(without_rater_every_kappa_is_that_of_the_other_raters) {
  for (Model model : models) {
    for (bool twice : {false, true}) {
      at_levels_of(model, 12, twice, [&](const RatedItems& items, const Scale& scale) {
        compare_raters(model, core(model, items, scale), items, scale);
      });
    }
  }
}

TEST(without_rater_alpha_is_that_of_the_other_raters) {
  for (bool twice : {false, true}) {
    at_levels_of(
        Model::alpha, 30, twice, [](const RatedItems& items, const Scale& scale) {
          compare_raters(Model::alpha, core(Model::alpha, items, scale), items, scale);
        });
  }
}

TEST(without_rater_light_is_that_of_the_other_raters) {
  for (bool twice : {false, true}) {
    at_levels_of(Model::pairs, 5, twice, [](const RatedItems& items, const Scale& scale) {
      compare_raters(Model::pairs, core(Model::pairs, items, scale), items, scale);
    });
  }
}

// One working memory serves all groups, with one thread or four.
TEST(without_rater_group_by_group) {
  const Scale scale{Level::ordinal, "ordinal", 4};
  const Scale nominal{Level::nominal, "nominal", 4};
  for (Model model : {Model::percent, Model::shared, Model::gwet, Model::raters,
                      Model::pairs, Model::alpha}) {
    for (int seed = 0; seed < 10; ++seed) {
      check::set_scene("groups, model %d, seed %d", static_cast<int>(model), seed);
      data::Random random(seed);
      data::Ratings ratings(4);
      ratings.n_raters = most_raters;
      std::vector<RatedItems> groups(5);
      for (RatedItems& group : groups) {
        group = data::rated_items(&random, 4, most_raters, false);
        ratings.add_rated_group(group);
      }
      const Scale& own = model == Model::alpha ? scale : nominal;
      for (int threads : {1, 4}) {
        const std::vector<Core> found = core(model, ratings, own, threads);
        for (int g = 0; g < 5; ++g) compare_raters(model, found[g], groups[g], own);
      }
    }
  }
}

// Rater 0 accounts for nearly all disagreement, and has the largest distance: little of
// the sums remains.
TEST(without_rater_who_takes_nearly_everything) {
  const Scale interval{Level::interval, "interval", 4, {0, 1e-4, 2e-4, 1e6}};
  const Scale ratio{Level::ratio, "ratio", 4, {1, 1 + 1e-7, 1 + 2e-7, 1e9}};
  const Scale nominal{Level::nominal, "nominal", 4};
  const Scale ordinal{Level::ordinal, "ordinal", 4};
  RatedItems items;
  for (int i = 0; i < 40; ++i) {
    items.push_back({{0, 3}, {1, i % 3}, {2, i % 7 == 0 ? 2 : i % 3}, {3, i % 3}});
  }
  for (int i = 0; i < 4000; ++i) items.push_back({{0, i % 4}});
  for (const Scale* scale : {&interval, &ratio, &nominal, &ordinal}) {
    check::set_scene("nearly everything, %s", scale->name);
    compare_raters(Model::alpha, core(Model::alpha, items, *scale), items, *scale);
    if (scale == &ordinal) continue;
    for (Model model : {Model::shared, Model::gwet, Model::raters, Model::percent}) {
      compare_raters(model, core(model, items, *scale), items, *scale);
    }
  }
}

// More categories than the patterns have entries: the sum goes along the patterns.
TEST(without_rater_ordinal_with_values_of_their_own) {
  for (int seed = 0; seed < 20; ++seed) {
    check::set_scene("ordinal, distinct values, seed %d", seed);
    data::Random random(seed);
    const int n = 24;
    std::vector<int> codes(3 * n);
    for (int i = 0; i < 3 * n; ++i) codes[i] = i;
    random.shuffle(&codes);
    RatedItems items;
    for (int i = 0; i < n; ++i) {
      items.emplace_back();
      for (int j = 0; j < 3; ++j) {
        const int rater = (i + j * (1 + seed % 2)) % most_raters;
        items.back().push_back({rater, codes[3 * i + j] / (1 + seed % 3)});
      }
    }
    const Scale scale{Level::ordinal, "ordinal", 3 * n};
    compare_raters(Model::alpha, core(Model::alpha, items, scale), items, scale);
  }
}

// So many ratings that items of one pattern are visited together, also where some raters
// rated an item twice.
TEST(without_rater_of_many_items) {
  for (int seed = 0; seed < 8; ++seed) {
    data::Random random(seed);
    RatedItems items;
    for (int i = 0; i < 120; ++i) {
      items.emplace_back();
      const int first = random.below(4), size = 1 + random.below(4),
                likely = random.below(3);
      for (int j = 0; j < size; ++j) {
        items.back().push_back(
            {(first + j) % 4, random.one_in(3) ? random.below(3) : likely});
      }
      if (seed % 2 == 1 && i % 5 == 0) items.back().push_back({first, random.below(3)});
    }
    for (Level level : {Level::nominal, Level::ordinal, Level::interval, Level::ratio}) {
      check::set_scene("many items, seed %d, level %d", seed, static_cast<int>(level));
      const Scale scale{level, "many items", 3, {1, 2, 4}};
      compare_raters(Model::alpha, core(Model::alpha, items, scale), items, scale);
    }
  }
}

// Parts of the raters, each a thread: the same numbers to the last bit.
TEST(without_rater_parallel_parts_change_nothing) {
  data::Random random(5);
  data::Ratings ratings(6);
  ratings.n_raters = 40;
  RatedItems items(9000);
  for (auto& item : items) {
    const int first = random.below(40), size = 2 + random.below(4);
    for (int j = 0; j < size; ++j) {
      item.push_back(
          {(first + 7 * j) % 40, random.one_in(3) ? random.below(6) : first % 6});
    }
  }
  ratings.add_rated_group(items);
  const Scale scale{Level::ordinal, "ordinal", 6};
  const accord::RatingsView view = ratings.view();
  const accord::Tally tally = accord::tally(view, accord::Executor());
  std::vector<double> first;
  for (int threads : {1, 3}) {
    accord::Executor executor;
    executor.threads = threads;
    if (threads > 1) {
      executor.run = [](int n, const std::function<void(int)>& task) {
        std::vector<std::thread> running;
        for (int i = 0; i < n; ++i) running.emplace_back(task, i);
        for (std::thread& thread : running) thread.join();
      };
    }
    const std::vector<Core> found = accord::rater_deletions(
        Model::alpha, oracle::spec_of(scale), {view, tally, executor});
    std::vector<double> values;
    for (const RaterDeletion& rater : found[0].raters) {
      values.push_back(rater.value.estimate());
    }
    CHECK(values.size() == 40);
    if (threads == 1) first = values;
    CHECK(values == first);
    accord::RaterItems raters(view, tally);
    raters.fill(0, 2);
    CHECK(raters.split(executor).size() == static_cast<std::size_t>(threads));
  }
}

// Three raters, by hand: without one of them, two are left with 3 of 4 or 2 of 4 the
// same.
TEST(without_rater_jackknife_by_hand) {
  const Scale scale{Level::nominal, "nominal", 2};
  const RatedItems items{{{0, 0}, {1, 0}, {2, 0}},
                         {{0, 1}, {1, 1}, {2, 0}},
                         {{0, 1}, {1, 1}, {2, 1}},
                         {{0, 0}, {1, 1}, {2, 1}}};
  const Core found = core(Model::percent, items, scale);
  // Agreement of pairs: 1 and 2 three of four; 0 and 2 two of four; 0 and 1 three of
  // four.
  const double truth[] = {.75, .5, .75};
  for (int g = 0; g < 3; ++g) {
    CHECK_NEAR(found.raters[g].value.estimate(), truth[g], 1e-15);
  }
  const accord::Variance variance = accord::rater_jackknife(found.raters);
  CHECK(variance.items == 3 && variance.undefined == 0);
  // Mean 2/3: 2/3 (2 / 12^2 + 1 / 6^2) = 2/3 * 6/144 = 1/36.
  CHECK_NEAR(variance.variance, 1 / 36.0, 1e-15);
  // The mean is the value of all, 2/3. Disagreement is 1/4, 1/2, 1/4, and 1/3 of all.
  accord::Disagreement all{1 / 3.0, 1};
  const accord::DeletionBias bias = accord::deletion_bias(all, found.raters);
  CHECK_NEAR(bias.bias, 0, 1e-15);
  CHECK_NEAR(bias.log_bias, 2 * (std::log(1 / 32.0) / 3 - std::log(1 / 3.0)), 1e-14);
  CHECK_NEAR(bias.effective, 3, 1e-15);
}
