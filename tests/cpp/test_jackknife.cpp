#include <cmath>    // fabs, isnan, NAN
#include <cstddef>  // ptrdiff_t, size_t
#include <vector>

#include "accord/jackknife.h"
#include "accord/metric.h"
#include "check.h"
#include "oracle.h"

namespace {

struct Value {
  double x;
  bool defined() const { return !std::isnan(x); }
  double alpha() const { return x; }
};

struct Deletion {
  Value value;
  double items;
};

using Deletions = std::vector<Deletion>;

}  // namespace

TEST(jackknife_by_hand) {
  // .1, .1, .4: mean .2, squares .01 + .01 + .04, times 2 / 3.
  const accord::Jackknife result = accord::jackknife(Deletions{{{.1}, 2}, {{.4}, 1}});
  CHECK_NEAR(result.variance, .04, 1e-15);
  CHECK(result.items == 3);
  CHECK(result.undefined == 0);
}

TEST(jackknife_of_equal_values) {
  CHECK(accord::jackknife(Deletions{{{.5}, 4}, {{.5}, 3}}).variance == 0);
  CHECK(accord::jackknife(Deletions{{{.5}, 2}}).variance == 0);
  // Nor does rounding count as variation, but whatever is larger does.
  CHECK(accord::jackknife(Deletions{{{.5}, 4}, {{.5 + 1e-15}, 3}}).variance == 0);
  const double apart = accord::jackknife(Deletions{{{.5}, 1}, {{.5 + 1e-9}, 1}}).variance;
  CHECK_NEAR(apart, 2.5e-19, 1e-24);
}

TEST(jackknife_without_a_value) {
  const accord::Jackknife some =
      accord::jackknife(Deletions{{{NAN}, 2}, {{.4}, 3}, {{NAN}, 1}});
  CHECK(std::isnan(some.variance));
  CHECK(some.items == 6);
  CHECK(some.undefined == 3);

  const accord::Jackknife one = accord::jackknife(Deletions{{{.4}, 1}});
  CHECK(std::isnan(one.variance));
  CHECK(one.items == 1 && one.undefined == 0);

  const accord::Jackknife none = accord::jackknife(Deletions{});
  CHECK(std::isnan(none.variance));
  CHECK(none.items == 0 && none.undefined == 0);
}

// Item by item, each really left out, as Efron & Stein (1981) have it.
TEST(jackknife_equals_deletion_item_by_item) {
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
    const accord::Jackknife result =
        accord::jackknife(oracle::core_values(scale, tally.group(0)).deletions);
    CHECK_NEAR(result.variance, variance, 1e-10 * (1 + std::fabs(variance)));
    CHECK(result.items == n);
    CHECK(result.undefined == undefined);
  };
  for (accord::Level level : oracle::levels) oracle::for_random_data(level, 12, compare);
}
