#include <cstddef>  // size_t

#include "accord/agreement/alpha.h"
#include "accord/agreement/coincidence_cells.h"
#include "accord/distance/metric.h"
#include "check.h"
#include "data.h"

// Item 0 has the cell (0, 0) twice in six ordered pairs of weight 1/2, and (0, 1) four
// times; item 1 has (1, 2) and (2, 1); item 2 has (1, 1) twice; item 3 no pair.
const data::Items items{{0, 0, 1}, {1, 2}, {1, 1}, {2}};

TEST(cells_of_the_table_by_hand) {
  const accord::Tally tally = data::tally(items, 4);
  accord::Alpha alpha(accord::metric_spec({accord::Level::nominal, 4}));
  const auto found = accord::coincidence_cells(&alpha, tally.group(0));
  CHECK(found.n == 7 && found.most_ratings == 3);
  if (!CHECK(found.cells.size() == 4)) return;
  const int first[] = {0, 0, 1, 1}, second[] = {0, 1, 1, 2};
  const double delta[] = {0, 1, 0, 1}, coincidences[] = {1, 2, 2, 2};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(found.cells[i].first == first[i] && found.cells[i].second == second[i]);
    CHECK_NEAR(found.apart[i], delta[i], 1e-15);
    CHECK_NEAR(found.cells[i].sum, coincidences[i], 1e-15);
  }
  // The counts are 2, 4, 1: D_e = (49 - 4 - 16 - 1) / (7 * 6), D_o = 4 / 7.
  CHECK_NEAR(found.alpha.expected, 28. / 42, 1e-15);
  CHECK_NEAR(found.alpha.observed, 4. / 7, 1e-15);
}

// The ranks of 2, 4, 1 ratings are 1, 4, 6.5.
TEST(cells_disagree_by_the_ranks_of_pairable_ratings) {
  const accord::Tally tally = data::tally(items, 3);
  accord::Alpha alpha(accord::metric_spec({accord::Level::ordinal, 3}));
  const auto found = accord::coincidence_cells(&alpha, tally.group(0));
  if (!CHECK(found.cells.size() == 4)) return;
  CHECK_NEAR(found.apart[1], 9, 1e-12);
  CHECK_NEAR(found.apart[3], 6.25, 1e-12);
}

TEST(cells_of_nothing) {
  const accord::Tally tally = data::tally({{0}, {}}, 3);
  accord::Alpha alpha(accord::metric_spec({accord::Level::nominal, 3}));
  const auto found = accord::coincidence_cells(&alpha, tally.group(0));
  CHECK(found.cells.empty() && found.n == 0 && found.most_ratings == 0);
  CHECK(!found.alpha.defined());
}
