#include <cmath>    // fabs, isfinite
#include <cstddef>  // ptrdiff_t, size_t
#include <functional>
#include <stdexcept>  // invalid_argument
#include <vector>

#include "accord/agreement/kappa.h"
#include "accord/agreement/new_chance.h"
#include "accord/change/without_rater.h"
#include "check.h"
#include "oracle_kappa.h"

// Deletions and derivatives of every model of chance must agree with its own values: for
// items with other weights, and for ratings that are actually left out. The values
// themselves are compared with definitions elsewhere.
namespace {

using accord::Linearization;
using accord::Model;
using oracle::most_raters;
using oracle::RatedItems;
using oracle::Scale;

// Those that are a kappa of one table.
void for_each_kappa(const Scale& scale, const std::function<void(Model)>& use) {
  const accord::AnyDistance distance(oracle::spec_of(scale));
  for (int i = 0; i <= static_cast<int>(Model::icc); ++i) {
    const auto model = static_cast<Model>(i);
    // Codes of specific agreement are 1 for the category and 0 for all others.
    if (model == Model::specific && scale.n_categories != 2) continue;
    if (accord::new_chance(model, distance)) use(model);
  }
}

accord::Kappa kappa_of(const RatedItems& items, const Scale& scale, Model model) {
  const data::Ratings ratings(items, scale.n_categories, most_raters);
  const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
  accord::Kappa kappa(
      accord::new_chance(model, accord::AnyDistance(oracle::spec_of(scale))));
  kappa.fit(accord::ItemRows(ratings.view(), tally, 0));
  return kappa;
}

unsigned least_ratings(const accord::Kappa& kappa) {
  return kappa.chance().needs.uses_single ? 1 : 2;
}

// The expected disagreement consists of rounding errors only.
void compare(const accord::Disagreement& x, const accord::Disagreement& truth) {
  CHECK(x.status == truth.status);
  if (!truth.defined()) return;
  CHECK_NEAR(x.estimate(), truth.estimate(), 1e-10 * (1 + std::fabs(truth.estimate())));
  CHECK_NEAR(x.expected, truth.expected, 1e-10 * (1 + truth.expected));
}

void for_data(const std::function<void(const RatedItems&, const Scale&)>& use) {
  for (accord::Level level : {accord::Level::nominal, accord::Level::interval}) {
    for (bool twice : {false, true}) oracle::for_random_ratings(level, 5, twice, use);
  }
}

}  // namespace

TEST(new_chance_that_is_none_makes_no_kappa) {
  const accord::AnyDistance distance{accord::MetricSpec{}};
  for (Model model : {Model::alpha, Model::pairs, Model::icc}) {
    bool refused = false;
    try {
      const accord::Kappa kappa(accord::new_chance(model, distance));
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
}

TEST(new_chance_weights_count_items) {
  for_data([](const RatedItems& items, const Scale& scale) {
    for_each_kappa(scale, [&](Model model) {
      auto kappa = kappa_of(items, scale, model);
      std::vector<double> weight;
      RatedItems copies;
      for (std::size_t i = 0; i < items.size(); ++i) {
        weight.push_back(static_cast<double>(i % 3));
        copies.insert(copies.end(), i % 3, items[i]);
      }
      kappa.weigh(weight);
      compare(kappa.value(), kappa_of(copies, scale, model).value());
    });
  });
}

TEST(new_chance_deletions_are_values_of_what_is_left) {
  for_data([](const RatedItems& items, const Scale& scale) {
    for_each_kappa(scale, [&](Model model) {
      auto kappa = kappa_of(items, scale, model);
      const unsigned least = least_ratings(kappa);
      const std::vector<accord::Deletion> deletions = kappa.leave_one_out();
      std::size_t j = 0;
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].size() < least) continue;
        RatedItems rest = items;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        if (!CHECK(j < deletions.size())) return;
        compare(deletions[j++].value, kappa_of(rest, scale, model).value());
      }
      CHECK(j == deletions.size());
    });
  });
}

TEST(new_chance_rater_deletions_are_values_of_what_is_left) {
  for_data([](const RatedItems& items, const Scale& scale) {
    for_each_kappa(scale, [&](Model model) {
      const data::Ratings ratings(items, scale.n_categories, most_raters);
      const accord::RatingsView view = ratings.view();
      const accord::Tally tally = accord::tally(view, accord::Executor());
      const accord::GroupRaters found = accord::rater_deletions(
          model, oracle::spec_of(scale), {view, tally, accord::Executor()})[0];
      if (!found.whole.defined()) return;
      for (const accord::RaterDeletion& own : found.raters) {
        RatedItems rest;
        for (const auto& item : items) {
          rest.emplace_back();
          for (const data::Rating& rating : item) {
            if (rating.rater != own.rater) rest.back().push_back(rating);
          }
        }
        compare(own.value, kappa_of(rest, scale, model).value());
      }
    });
  });
}

TEST(new_chance_influences_are_derivatives) {
  for_data([](const RatedItems& items, const Scale& scale) {
    for_each_kappa(scale, [&](Model model) {
      auto kappa = kappa_of(items, scale, model);
      if (!kappa.value().defined()) return;
      const unsigned least = least_ratings(kappa);
      const std::vector<accord::Influence> found = kappa.influences(Linearization::ratio);
      double n = 0;
      for (const auto& item : items) n += item.size() >= least;
      if (!CHECK(found.size() == n)) return;
      std::vector<double> weight(items.size(), 1);
      std::size_t j = 0;
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].size() < least) continue;
        const double step = 3e-5;
        weight[i] = 1 + step;
        kappa.weigh(weight);
        const double more = kappa.value().estimate();
        weight[i] = 1 - step;
        kappa.weigh(weight);
        const double truth = n * (more - kappa.value().estimate()) / (2 * step);
        weight[i] = 1;
        CHECK_NEAR(found[j].value, truth, 1e-6 * (1 + std::fabs(truth)));
        ++j;
      }
    });
  });
}
