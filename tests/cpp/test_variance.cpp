#include <cmath>    // fabs, isnan, NAN
#include <cstddef>  // ptrdiff_t, size_t
#include <vector>

#include "accord/agreement/disagreement.h"
#include "accord/agreement/variance.h"
#include "check.h"
#include "oracle.h"

namespace {

using accord::Influence;
using Deletions = std::vector<accord::Deletion>;

// A value of `x`; NAN for none.
accord::Deletion without(double x, double items) {
  const auto status = std::isnan(x) ? accord::Status::no_pairs : accord::Status::ok;
  return {{1 - x, 1, status}, items};
}

}  // namespace

TEST(variance_jackknife_by_hand) {
  // .1, .1, .4: mean .2, squares .01 + .01 + .04, times 2 / 3.
  const accord::Variance result =
      accord::jackknife(Deletions{without(.1, 2), without(.4, 1)});
  CHECK_NEAR(result.variance, .04, 1e-15);
  CHECK(result.items == 3);
  CHECK(result.undefined == 0);
}

TEST(variance_jackknife_of_equal_values) {
  CHECK(accord::jackknife(Deletions{without(.5, 4), without(.5, 3)}).variance == 0);
  CHECK(accord::jackknife(Deletions{without(.5, 2)}).variance == 0);
  // Rounding errors do not count as variation, but larger differences do.
  CHECK(accord::jackknife(Deletions{without(.5, 4), without(.5 + 1e-15, 3)}).variance ==
        0);
  const double apart =
      accord::jackknife(Deletions{without(.5, 1), without(.5 + 1e-9, 1)}).variance;
  CHECK_NEAR(apart, 2.5e-19, 1e-24);
}

TEST(variance_jackknife_without_a_value) {
  const accord::Variance some =
      accord::jackknife(Deletions{without(NAN, 2), without(.4, 3), without(NAN, 1)});
  CHECK(std::isnan(some.variance));
  CHECK(some.items == 6);
  CHECK(some.undefined == 3);

  const accord::Variance one = accord::jackknife(Deletions{without(.4, 1)});
  CHECK(std::isnan(one.variance));
  CHECK(one.items == 1 && one.undefined == 0);

  const accord::Variance none = accord::jackknife(Deletions{});
  CHECK(std::isnan(none.variance));
  CHECK(none.items == 0 && none.undefined == 0);
}

// Deletes each item in turn, as in Efron & Stein (1981).
TEST(variance_jackknife_equals_deletion_item_by_item) {
  const auto compare = [](const oracle::Items& items, const oracle::Scale& scale) {
    std::vector<double> alphas;
    int undefined = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i].size() < 2) continue;
      oracle::Items rest = items;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      alphas.push_back(oracle::alpha(rest, scale).alpha);
      undefined += std::isnan(alphas.back());
    }
    const double n = static_cast<double>(alphas.size());
    double mean = 0, variance = NAN;
    for (double alpha : alphas) mean += alpha / n;
    if (n >= 2 && undefined == 0) {
      variance = 0;
      for (double alpha : alphas)
        variance += (n - 1) / n * (alpha - mean) * (alpha - mean);
    }
    const accord::Tally tally = data::tally(items, scale.n_categories);
    Deletions deletions;
    for (const auto& d : oracle::core_values(scale, tally.group(0)).deletions) {
      deletions.push_back({d.value, d.items});
    }
    const accord::Variance result = accord::jackknife(deletions);
    CHECK_NEAR(result.variance, variance, 1e-10 * (1 + std::fabs(variance)));
    CHECK(result.items == n);
    CHECK(result.undefined == undefined);
  };
  for (accord::Level level : oracle::levels) oracle::for_random_data(level, 12, compare);
}

// Gwet (2014), chapter 5: squares 2 * .09 + .36, divided by 3 * 2.
TEST(variance_linearized_by_hand) {
  const std::vector<Influence> influences{{-.3, 2}, {.6, 1}};
  const accord::Variance result = accord::linearized(influences);
  CHECK_NEAR(result.variance, .54 / 6, 1e-15);
  CHECK(result.items == 3 && result.undefined == 0);
}

TEST(variance_linearized_of_equal_influences) {
  CHECK(accord::linearized({{0, 4}}).variance == 0);
  // Rounding errors do not count as influence, but larger values do.
  CHECK(accord::linearized({{1e-14, 4}, {-1e-14, 4}}).variance == 0);
  CHECK_NEAR(accord::linearized({{1e-6, 1}, {-1e-6, 1}}).variance, 1e-12, 1e-24);
}

TEST(variance_linearized_needs_two_items) {
  const accord::Variance one = accord::linearized({{.4, 1}});
  CHECK(std::isnan(one.variance));
  CHECK(one.items == 1);
  CHECK(std::isnan(accord::linearized({}).variance));
  CHECK(accord::linearized({}).items == 0);
}
