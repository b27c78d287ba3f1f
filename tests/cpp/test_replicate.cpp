#include <cmath>    // NAN, fabs
#include <cstddef>  // size_t
#include <vector>

#include "accord/change/replicate.h"
#include "any_distance.h"
#include "check.h"
#include "oracle.h"
#include "oracle_kappa.h"

namespace {

using accord::Level;
using accord::Model;
using oracle::Chance;
using oracle::Items;
using oracle::most_raters;
using oracle::RatedItems;
using oracle::Scale;

// Weights of items, and how often each rater counts, draw by draw.
struct Drawn {
  std::vector<double> weight;
  std::vector<int> times;
  int n = 0;

  accord::Draws by_item() const { return {n, true, weight, times}; }
};

Drawn draw_items(data::Random* random, std::size_t n_items, int n) {
  Drawn drawn;
  drawn.n = n;
  for (std::size_t i = 0; i < n * n_items; ++i) drawn.weight.push_back(random->below(4));
  return drawn;
}

// The items of a draw, each as often as it was drawn.
template <class AnyItems>
AnyItems repeated(const AnyItems& items, const Drawn& drawn, int d) {
  AnyItems result;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto times = static_cast<std::size_t>(drawn.weight[d * items.size() + i]);
    result.insert(result.end(), times, items[i]);
  }
  return result;
}

std::vector<accord::Estimate> replicate_alpha(const accord::GroupSample& sample,
                                              const Scale& scale,
                                              const accord::Draws& draws,
                                              bool population = false) {
  accord::Replication what;
  what.models = {Model::alpha};
  what.metric = oracle::spec_of(scale);
  what.population = population;
  return sample.replicate(draws, what, accord::Executor());
}

const std::vector<Model> models{Model::percent, Model::uniform, Model::shared,
                                Model::gwet,    Model::raters,  Model::pairs};
const Chance chances[] = {Chance::none, Chance::uniform, Chance::shared,
                          Chance::gwet, Chance::raters,  Chance::none};

std::vector<accord::Estimate> replicate_kappas(const data::Ratings& ratings,
                                               const Scale& scale, const Drawn& drawn) {
  const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
  const accord::GroupSample sample(ratings.view(), tally, 0);
  accord::Replication what;
  what.models = models;
  what.distance = oracle::AnyDistance(scale);
  return sample.replicate(drawn.by_item(), what, accord::Executor());
}

double light(const RatedItems& items, const Scale& scale) {
  double sum = 0, pairs = 0;
  for (int g = 0; g < most_raters; ++g) {
    for (int h = g + 1; h < most_raters; ++h) {
      const RatedItems common = oracle::common_items(items, g, h);
      if (common.empty()) continue;
      const double kappa = oracle::kappa(common, {Chance::raters, scale}).estimate();
      if (std::isnan(kappa)) continue;
      sum += kappa;
      pairs += 1;
    }
  }
  return pairs > 0 ? sum / pairs : NAN;
}

double truth_of(std::size_t model, const RatedItems& items, const Scale& scale) {
  if (models[model] == Model::pairs) return light(items, scale);
  return oracle::kappa(items, {chances[model], scale}).estimate();
}

void check_near(double x, double truth) {
  CHECK_NEAR(x, truth, 1e-10 * (1 + std::fabs(truth)));
}

}  // namespace

TEST(replicate_alpha_is_alpha_of_repeated_items) {
  for (Level level : oracle::levels) {
    oracle::for_random_data(level, 4, [](const Items& items, const Scale& scale) {
      data::Random random(static_cast<int>(items.size()));
      const Drawn drawn = draw_items(&random, items.size(), 3);
      const data::Ratings ratings(items, scale.n_categories);
      const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
      const accord::GroupSample sample(ratings.view(), tally, 0);
      const auto by_item = replicate_alpha(sample, scale, drawn.by_item());
      const auto large = replicate_alpha(sample, scale, drawn.by_item(), true);

      Drawn patterns;
      for (int d = 0; d < drawn.n; ++d) {
        std::vector<double> own;
        sample.by_pattern({drawn.weight.data() + d * items.size(), items.size()}, &own);
        patterns.weight.insert(patterns.weight.end(), own.begin(), own.end());
      }
      const auto by_pattern =
          replicate_alpha(sample, scale, {drawn.n, false, patterns.weight, {}});

      for (int d = 0; d < drawn.n; ++d) {
        const Items copies = repeated(items, drawn, d);
        const oracle::Value truth = oracle::alpha(copies, scale);
        check_near(by_item[d].value.estimate(), truth.alpha);
        check_near(by_pattern[d].value.estimate(), truth.alpha);
        if (truth.status != accord::Status::ok) continue;
        Items pairable;
        for (const auto& item : copies) {
          if (item.size() > 1) pairable.push_back(item);
        }
        const std::vector<double> once(pairable.size(), 1);
        check_near(large[d].value.estimate(),
                   oracle::large_sample_alpha(pairable, once, scale));
      }
    });
  }
}

TEST(replicate_kappas_are_kappas_of_repeated_items) {
  for (Level level : {Level::nominal, Level::interval, Level::linear}) {
    for (bool twice : {false, true}) {
      oracle::for_random_ratings(
          level, 5, twice, [](const RatedItems& items, const Scale& scale) {
            data::Random random(static_cast<int>(items.size()));
            Drawn drawn = draw_items(&random, items.size(), 3);
            const data::Ratings ratings(items, scale.n_categories, most_raters);
            const auto weighted = replicate_kappas(ratings, scale, drawn);
            // Raters who count once have no effect.
            drawn.times.assign(drawn.n * most_raters, 1);
            const auto once = replicate_kappas(ratings, scale, drawn);
            for (int d = 0; d < drawn.n; ++d) {
              const RatedItems copies = repeated(items, drawn, d);
              for (std::size_t i = 0; i < models.size(); ++i) {
                const double truth = truth_of(i, copies, scale);
                check_near(weighted[d * models.size() + i].value.estimate(), truth);
                check_near(once[d * models.size() + i].value.estimate(), truth);
              }
            }
          });
    }
  }
}

TEST(replicate_a_rater_who_counts_no_time_is_not_there) {
  oracle::for_random_ratings(
      Level::interval, 6, false, [](const RatedItems& items, const Scale& scale) {
        Drawn drawn;
        drawn.n = most_raters;
        drawn.weight.assign(items.size() * most_raters, 1);
        for (int g = 0; g < most_raters; ++g) {
          for (int h = 0; h < most_raters; ++h) drawn.times.push_back(g != h);
        }
        const data::Ratings ratings(items, scale.n_categories, most_raters);
        const auto kappas = replicate_kappas(ratings, scale, drawn);
        const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
        const accord::GroupSample sample(ratings.view(), tally, 0);
        const auto alpha = replicate_alpha(sample, scale, drawn.by_item());
        for (int g = 0; g < most_raters; ++g) {
          RatedItems others;
          for (const auto& item : items) {
            others.emplace_back();
            for (const auto& rating : item) {
              if (rating.rater != g) others.back().push_back(rating);
            }
          }
          check_near(alpha[g].value.estimate(),
                     oracle::alpha(data::without_raters(others), scale).alpha);
          for (std::size_t i = 0; i < models.size(); ++i) {
            check_near(kappas[g * models.size() + i].value.estimate(),
                       truth_of(i, others, scale));
          }
        }
      });
}

// Rater 0 counts twice, rater 1 once, rater 2 not at all. In item 0 the ratings 0 0 1
// have the four ordered pairs of rater 0 with rater 1, all apart; item 1 is 1 1 1; item 2
// has two copies of one rating, which are no pair.
TEST(replicate_copies_of_a_rating_by_hand) {
  const Scale scale{Level::nominal, "nominal", 2};
  const RatedItems items{{{0, 0}, {1, 1}, {2, 0}}, {{0, 1}, {1, 1}}, {{0, 0}, {2, 1}}};
  const data::Ratings ratings(items, 2, most_raters);
  Drawn drawn;
  drawn.n = 1;
  drawn.weight = {1, 1, 1};
  drawn.times = {2, 1, 0, 0, 0, 0, 0};
  const auto kappas = replicate_kappas(ratings, scale, drawn);
  // Percent agreement: 1/2 of items 0 and 1.
  CHECK_NEAR(kappas[0].value.estimate(), 1. / 2, 1e-14);
  // Shares of category 0: 2/3, 0, 1; chance agreement (5/9)^2 + (4/9)^2.
  CHECK_NEAR(kappas[2].value.estimate(), 1 - (1. / 2) / (40. / 81), 1e-14);
  // Rater 0 uses category 0 in two of three, rater 1 never: chance disagreement 2/3.
  CHECK_NEAR(kappas[4].value.estimate(), 1 - (1. / 2) / (2. / 3), 1e-14);
  // On their two common items: 0 1 and 1 1, chance disagreement 1/2.
  CHECK_NEAR(kappas[5].value.estimate(), 0, 1e-14);

  // Six ratings in items 0 and 1: D_o = 3 * 1 / 6, of 2 and 4: D_e = 16 / 30.
  const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
  const accord::GroupSample sample(ratings.view(), tally, 0);
  const auto alpha = replicate_alpha(sample, scale, drawn.by_item());
  CHECK_NEAR(alpha[0].value.estimate(), 1 - (1. / 2) / (16. / 30), 1e-14);
  const auto large = replicate_alpha(sample, scale, drawn.by_item(), true);
  CHECK_NEAR(large[0].value.estimate(), 1 - (1. / 2) / (16. / 36), 1e-14);
}

// The scale of the weights does not matter in a population.
TEST(replicate_a_population_may_be_small) {
  const Scale scale{Level::nominal, "nominal", 2};
  const Items items{{0, 1}, {0, 0}, {1, 1}, {0, 1, 1}};
  const data::Ratings ratings(items, 2);
  const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
  const accord::GroupSample sample(ratings.view(), tally, 0);
  const std::vector<double> weight{.5, 2, 1, .25};
  const double truth = oracle::large_sample_alpha(items, weight, scale);
  for (double unit : {1e-3, 1., 1e3}) {
    std::vector<double> own = weight;
    for (double& w : own) w *= unit;
    const auto got = replicate_alpha(sample, scale, {1, true, own, {}}, true);
    CHECK_NEAR(got[0].value.estimate(), truth, 1e-13);
  }
}

TEST(replicate_groups_know_their_items) {
  data::Ratings ratings(2);
  ratings.add_group({{0, 0}, {0, 1}, {1, 1}});
  ratings.add_group({{1, 1}, {0, 1}, {}, {1, 1}});
  const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
  const accord::GroupSample sample(ratings.view(), tally, 1);
  CHECK(sample.n_items() == 4 && sample.n_patterns() == 3);
  std::vector<double> sums;
  const std::vector<double> by_item{1, 10, 100, 1000};
  sample.by_pattern(by_item, &sums);
  CHECK(sums == std::vector<double>{1001, 10, 100});
}
