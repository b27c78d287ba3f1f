#include <cmath>    // pow
#include <cstddef>  // size_t
#include <vector>

#include "accord/agreement/kappa.h"
#include "accord/agreement/new_chance.h"
#include "any_distance.h"
#include "check.h"
#include "data.h"
#include "oracle_kappa.h"

namespace {

using data::Items;
using oracle::RatedItems;

double null_variance(const Items& items, int n_categories) {
  const oracle::Scale scale{accord::Level::nominal, "nominal", n_categories};
  accord::Kappa kappa(
      accord::new_chance(accord::Model::shared, oracle::AnyDistance(scale)));
  const accord::Tally tally = data::tally(items, n_categories);
  kappa.fit(tally.group(0));
  return kappa.chance().null_variance(static_cast<double>(items.size()),
                                      static_cast<double>(items[0].size()));
}

// The delta method where every rating is drawn anew from the shares: one item for each
// sequence of m categories, weighed by how many are expected; N times the derivative of
// Fleiss' kappa with this weight; and the variance of a mean of such influences.
double variance_by_differences(const std::vector<double>& share, int m, double n) {
  const int q = static_cast<int>(share.size());
  const int sequences = static_cast<int>(std::lround(std::pow(q, m)));
  RatedItems items;
  std::vector<double> weight;
  for (int s = 0; s < sequences; ++s) {
    items.emplace_back();
    weight.push_back(n);
    for (int j = 0, rest = s; j < m; ++j, rest /= q) {
      items.back().push_back({j, rest % q});
      weight.back() *= share[rest % q];
    }
  }
  const oracle::KappaCase fleiss{oracle::Chance::shared,
                                 {accord::Level::nominal, "nominal", q}};
  const auto kappa = [&] { return oracle::kappa(items, fleiss, weight).estimate(); };
  CHECK_NEAR(kappa(), 0, 1e-12);
  const double step = 1e-4;
  double sum = 0;
  for (double& w : weight) {
    const double at = w;
    w = at * (1 + step);
    const double more = kappa();
    w = at * (1 - step);
    const double less = kappa();
    w = at;
    const double influence = n * (more - less) / (2 * step * at);
    sum += at * influence * influence;
  }
  return sum / (n * n);
}

// Items of m ratings each, with so many ratings of each category in all.
Items items_with(const std::vector<int>& n_ratings, int m) {
  Items items;
  for (int k = 0; k < static_cast<int>(n_ratings.size()); ++k) {
    for (int i = 0; i < n_ratings[k]; ++i) {
      if (items.empty() || static_cast<int>(items.back().size()) == m)
        items.emplace_back();
      items.back().push_back(k);
    }
  }
  return items;
}

}  // namespace

// Fleiss, Nee & Landis (1979): for two categories the variance is 2 / (N m (m - 1)) for
// any shares; for q categories with equal shares it is this divided by q - 1.
TEST(chance_shares_null_variance_by_hand) {
  CHECK_NEAR(null_variance(items_with({3, 9}, 3), 2), 2 / (4 * 6.0), 1e-15);
  CHECK_NEAR(null_variance(items_with({11, 1}, 3), 2), 2 / (4 * 6.0), 1e-15);
  CHECK_NEAR(null_variance(items_with({6, 6, 6, 6}, 4), 4), 2 / (6 * 12.0 * 3), 1e-15);
  CHECK_NEAR(null_variance(items_with({6, 0, 0, 6}, 2), 4), 2 / (6 * 2.0), 1e-15);
}

// Equation 12 of the paper in another form, by the sum of the cubes of the shares:
//   [sum pq]^2 - sum pq (q - p) = P2 + P2^2 - 2 P3, with P_j the sum of p^j.
TEST(chance_shares_null_variance_equals_its_power_sums) {
  for (int seed = 0; seed < 40; ++seed) {
    check::set_scene("seed %d", seed);
    data::Random random(seed);
    const int q = 2 + seed % 6, m = 2 + seed % 5;
    std::vector<int> n_ratings(q);
    int ratings = 0;
    for (int& n : n_ratings) {
      n = 1 + random.below(9);
      ratings += n;
    }
    for (; ratings % m != 0; ++ratings) ++n_ratings[0];
    double squares = 0, cubes = 0;
    for (int n : n_ratings) {
      squares += std::pow(n, 2) / std::pow(ratings, 2);
      cubes += std::pow(n, 3) / std::pow(ratings, 3);
    }
    const double n = 1.0 * ratings / m, rest = 1 - squares;
    const double truth =
        2 * (squares + squares * squares - 2 * cubes) / (n * m * (m - 1) * rest * rest);
    CHECK_NEAR(null_variance(items_with(n_ratings, m), q), truth, 1e-12 * truth);
  }
}

TEST(chance_shares_null_variance_equals_the_delta_method) {
  const std::vector<std::vector<int>> cases{
      {6, 18}, {4, 8, 12}, {1, 2, 21}, {3, 5, 7, 9}};
  for (const std::vector<int>& n_ratings : cases) {
    for (int m : {2, 3, 4}) {
      check::set_scene("%d categories, %d ratings", static_cast<int>(n_ratings.size()),
                       m);
      std::vector<double> share;
      for (int n : n_ratings) share.push_back(n / 24.0);
      const double truth = variance_by_differences(share, m, 24.0 / m);
      CHECK_NEAR(null_variance(items_with(n_ratings, m), static_cast<int>(share.size())),
                 truth, 1e-6 * truth);
    }
  }
}
