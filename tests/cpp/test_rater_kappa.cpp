#include <cmath>
#include <cstddef>  // size_t
#include <vector>

#include "accord/consensus/rater_kappa.h"
#include "check.h"
#include "data.h"

namespace {

// Computes kappa by loops over the ratings of `rater`, each with a weight in the order of
// the items.
double kappa(const data::RatedItems& items, int n_categories, int rater,
             const std::vector<double>& weight) {
  std::vector<double> own(n_categories), others(n_categories);
  double n = 0, agreed = 0;
  for (const auto& item : items) {
    if (item.size() < 2) continue;
    for (std::size_t j = 0; j < item.size(); ++j) {
      if (item[j].rater != rater) continue;
      const double w = weight[static_cast<std::size_t>(n)];
      n += 1;
      own[item[j].code] += w;
      for (std::size_t h = 0; h < item.size(); ++h) {
        if (h == j) continue;
        const double share = w / static_cast<double>(item.size() - 1);
        others[item[h].code] += share;
        if (item[h].code == item[j].code) agreed += share;
      }
    }
  }
  double total = 0, chance = 0;
  for (int k = 0; k < n_categories; ++k) total += own[k];
  for (int k = 0; k < n_categories; ++k) chance += own[k] / total * others[k] / total;
  const bool certain = 1 - chance < 1e-12;  // but for rounding
  return certain ? NAN : (agreed / total - chance) / (1 - chance);
}

}  // namespace

TEST(kappas_of_raters_and_their_errors_are_those_of_loops_and_differences) {
  for (int seed = 0; seed < 60; ++seed) {
    data::Random random(seed);
    const int q = 1 + random.below(4), raters = 1 + random.below(7);
    const data::RatedItems items = data::rated_items(&random, q, raters, seed % 3 == 0);
    data::Ratings ratings(q);
    ratings.n_raters = raters;
    ratings.add_rated_group(items);
    const accord::RatingsView view = ratings.view();
    const accord::Tally tally = accord::tally(view, accord::Executor());
    accord::RaterItems by_rater(view, tally);
    by_rater.fill(0, 2);
    const auto found =
        accord::kappas_of_raters(by_rater, tally.patterns, q, accord::Executor());
    for (int i = 0; i < by_rater.size(); ++i) {
      check::set_scene("rater_kappa, seed %d, rater %d", seed, i);
      std::size_t n = 0;
      for (const auto& item : items) {
        for (const data::Rating& x : item) {
          n += item.size() > 1 && x.rater == by_rater.rater(i);
        }
      }
      std::vector<double> weight(n, 1);
      const double expected = n > 0 ? kappa(items, q, by_rater.rater(i), weight) : NAN;
      if (!std::isfinite(expected)) {
        CHECK(std::isnan(found[i].kappa));
        continue;
      }
      CHECK_NEAR(found[i].kappa, expected, 1e-12);
      double squares = 0;
      for (std::size_t j = 0; j < n; ++j) {
        weight[j] = 1 + 1e-5;
        const double above = kappa(items, q, by_rater.rater(i), weight);
        weight[j] = 1 - 1e-5;
        const double below = kappa(items, q, by_rater.rater(i), weight);
        weight[j] = 1;
        squares += (above - below) * (above - below) / 4e-10;
      }
      const double ratings_used = static_cast<double>(n);
      if (n > 1) {
        CHECK_NEAR(found[i].std_error,
                   std::sqrt(squares * ratings_used / (ratings_used - 1)), 1e-6);
      }
    }
  }
}
