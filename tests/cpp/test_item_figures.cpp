#include <cmath>  // log

#include "accord/consensus/item_figures.h"
#include "check.h"
#include "data.h"

// Items 0 0 1, 0 1 2, 1 1, and one with a single rating.
TEST(item_figures_by_hand) {
  const data::Items items{{0, 0, 1}, {0, 1, 2}, {1, 1}, {2}};
  const accord::Tally tally = data::tally(items, 3);
  const auto of = [&](int i) {
    return accord::item_figures(tally.patterns[tally.of_item[i]]);
  };
  CHECK(of(0).front.category == 0 && !of(0).front.tie() && of(1).front.tie());
  CHECK_NEAR(of(0).share, 2.0 / 3, 1e-15);
  CHECK_NEAR(of(0).entropy, std::log(3.0) - 2.0 / 3 * std::log(2.0), 1e-15);
  CHECK_NEAR(of(0).agreement, 1.0 / 3, 1e-15);
  CHECK_NEAR(of(1).entropy, std::log(3.0), 1e-15);
  CHECK(of(1).agreement == 0 && of(2).agreement == 1 && of(2).entropy == 0);
  CHECK(of(3).share == 1 && of(3).entropy == 0 && of(3).front.category == 2);
}
