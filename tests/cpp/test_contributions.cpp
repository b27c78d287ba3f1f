#include <cstddef>  // size_t

#include "accord/agreement/alpha.h"
#include "accord/agreement/contributions.h"
#include "accord/agreement/kappa.h"
#include "accord/distance/any_distance.h"
#include "accord/distance/delta.h"
#include "accord/distance/metric.h"
#include "any_distance.h"
#include "check.h"
#include "data.h"

namespace {

// The items of one group; the last one has no pair.
const data::Items items{{0, 0, 1}, {0, 1, 2}, {1, 1}, {2}};

}  // namespace

TEST(contributions_by_nominal_weights) {
  const accord::Tally tally = data::tally(items, 3);
  const oracle::AnyDistance distance({accord::Level::nominal, "nominal", 3});
  const auto pairs = accord::contributions_of_categories(
      tally.group(0),
      [&](const accord::Pattern& p) { return accord::apart_within(p, distance); });
  // Item 0 has the pair (0, 1) four times in six ordered pairs, item 1 each pair twice.
  if (!CHECK(pairs.size() == 3)) return;
  const int first[] = {0, 0, 1}, second[] = {1, 2, 2};
  const double meets[] = {2, 1, 1}, both_ways[] = {2 + 1, 1, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(pairs[i].first == first[i] && pairs[i].second == second[i]);
    CHECK(pairs[i].apart == 1 && pairs[i].items == meets[i]);
    CHECK_NEAR(pairs[i].sum, both_ways[i], 1e-15);
    CHECK_NEAR(pairs[i].share, both_ways[i] / 5, 1e-15);
  }
}

// The margin is 3 4 1 without the single rating, so the ranks are 1.5, 5, 7.5.
TEST(apart_at_the_ordinal_level_is_by_the_ranks_of_pairable_ratings) {
  const accord::Tally tally = data::tally(items, 3);
  accord::Alpha alpha(accord::metric_spec({accord::Level::ordinal, 3}));
  alpha.fit(tally.group(0));  // fills the margin
  const double expected[] = {12.25 * 4 / 6, (12.25 + 36 + 6.25) * 2 / 6, 0, 0};
  for (std::size_t i = 0; i < items.size(); ++i) {
    CHECK_NEAR(alpha.metric().apart(tally.patterns[tally.of_item[i]]), expected[i],
               1e-12);
  }
}
