#include <vector>

#include "accord/agreement/kappa.h"
#include "check.h"
#include "oracle_kappa.h"

using accord::Level;
using oracle::Chance;
using oracle::KappaCase;
using oracle::most_raters;
using oracle::RatedItems;
using oracle::Scale;

namespace {

// Every model of chance, with every disagreement but the ordinal one, which is alpha's.
template <class Compare>
void at_every_level(int times, bool twice, Compare&& compare) {
  for (Level level : oracle::levels) {
    if (level == Level::ordinal) continue;
    oracle::for_random_ratings(
        level, times, twice, [&](const RatedItems& items, const Scale& scale) {
          for (Chance chance : oracle::chances) {
            // Codes of specific agreement are 1 for the category and 0 for all others.
            if (chance == Chance::specific && scale.n_categories != 2) continue;
            compare(items, KappaCase{chance, scale});
          }
        });
  }
}

}  // namespace

TEST(kappa_of_patterns_equals_the_definitions) {
  at_every_level(6, true, [](const RatedItems& items, const KappaCase& c) {
    if (c.chance != Chance::raters) oracle::compare_patterns(items, c);
  });
}

TEST(kappa_of_items_equals_the_definitions) {
  at_every_level(6, false, [](const RatedItems& items, const KappaCase& c) {
    oracle::compare_items(items, c, most_raters);
  });
}

TEST(kappa_where_a_rater_rates_an_item_twice) {
  at_every_level(6, true, [](const RatedItems& items, const KappaCase& c) {
    oracle::compare_items(items, c, most_raters);
  });
}

TEST(kappa_of_pairs_equals_the_definitions) {
  at_every_level(2, false, [](const RatedItems& items, const KappaCase& c) {
    oracle::compare_pairs(items, c, most_raters);
  });
}
