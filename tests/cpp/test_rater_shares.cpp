#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <map>
#include <set>
#include <vector>

#include "accord/agreement/pairs.h"
#include "accord/agreement/rater_shares.h"
#include "accord/ratings/rows.h"
#include "check.h"
#include "data.h"
#include "oracle_kappa.h"

namespace {

using accord::RaterShares;
using data::RatedItems;
using oracle::most_raters;

// How often each rater chose each category.
using Table = std::map<int, std::map<int, double>>;

void compare(const RaterShares& shares, const Table& truth) {
  CHECK(shares.n_raters() == static_cast<int>(truth.size()));
  std::set<int> numbers;
  std::size_t entries = 0;
  for (const auto& [rater, counts] : truth) {
    const int g = shares.number(rater);
    if (!CHECK(g >= 0 && g < shares.n_raters())) return;
    numbers.insert(g);
    if (!CHECK(shares.codes(g).size() == counts.size())) return;
    CHECK(shares.counts(g).size() == counts.size());
    CHECK(shares.entry(g, shares.codes(g)[0]) == shares.first_entry(g));
    double total = 0;
    std::size_t j = 0;
    for (const auto& [code, count] : counts) {
      CHECK(shares.codes(g)[j] == code && shares.counts(g)[j] == count);
      CHECK(shares.entry(g, code) == shares.first_entry(g) + j);
      total += count;
      ++j;
    }
    CHECK(shares.total(g) == total);
    entries += j;
  }
  CHECK(numbers.size() == truth.size());  // no number twice
  CHECK(shares.n_entries() == entries);
}

// All items but one.
void compare_items(const RaterShares& shares, const RatedItems& items,
                   std::size_t left_out) {
  Table truth;
  double given = 0;
  std::map<int, double> margin;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == left_out) continue;
    given += !items[i].empty();
    for (const auto& rating : items[i]) {
      ++truth[rating.rater][rating.code];
      ++margin[rating.code];
    }
  }
  compare(shares, truth);
  CHECK(shares.items() == given);
  CHECK(shares.margin.used().size() == margin.size());
  for (const auto& [code, count] : margin) CHECK(shares.margin[code] == count);
}

}  // namespace

// The same memory serves one sample after the other, and each without one item.
TEST(rater_shares_equal_a_count_of_all_ratings) {
  RaterShares shares(8);
  for (bool twice : {false, true}) {
    const auto use = [&](const RatedItems& items, const oracle::Scale& scale) {
      const data::Ratings ratings(items, scale.n_categories, most_raters);
      const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
      const accord::ItemRows rows(ratings.view(), tally, 0);
      shares.fit(rows, accord::no_row);
      compare_items(shares, items, accord::no_row);
      for (std::size_t i = 0; i < items.size(); ++i) {
        shares.fit(rows, i);
        compare_items(shares, items, i);
      }
      shares.fit(rows, accord::no_row);
      compare_items(shares, items, accord::no_row);
    };
    oracle::for_random_ratings(accord::Level::nominal, 12, twice, use);
  }
}

// Rows that stand for several items lose one of them.
TEST(rater_shares_of_a_confusion_table) {
  accord::PairRows rows;
  rows.add(1, 0, 1, 3);  // by cell: 3 times (0, 1), 1 time (1, 1), 2 times (2, 0)
  rows.add(4, 1, 1, 1);
  rows.add(6, 2, 0, 2);
  RaterShares shares(3);
  shares.fit(rows, accord::no_row);
  compare(shares, {{0, {{0, 3}, {1, 1}, {2, 2}}}, {1, {{0, 2}, {1, 4}}}});
  CHECK(shares.items() == 6);
  shares.fit(rows, 0);
  compare(shares, {{0, {{0, 2}, {1, 1}, {2, 2}}}, {1, {{0, 2}, {1, 3}}}});
  CHECK(shares.items() == 5);
  shares.fit(rows, 1);
  compare(shares, {{0, {{0, 3}, {2, 2}}}, {1, {{0, 2}, {1, 3}}}});
}

// Groups differ in how many raters they have, and in who they are.
TEST(rater_shares_of_other_raters) {
  RaterShares shares(2);
  for (int n_raters : {3, 1, 9, 2}) {
    RatedItems items(2);
    Table truth;
    for (int g = n_raters - 1; g >= 0; g -= 2) {
      items[0].push_back({g, 0});
      items[1].push_back({g, g % 3 == 0});
      ++truth[g][0];
      ++truth[g][g % 3 == 0];
    }
    const data::Ratings ratings(items, 2, n_raters);
    const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
    shares.fit(accord::ItemRows(ratings.view(), tally, 0), accord::no_row);
    compare(shares, truth);
  }
}

TEST(rater_shares_of_nothing) {
  const data::Ratings ratings(RatedItems{{}, {}}, 2, 3);
  const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
  RaterShares shares(2);
  shares.fit(accord::ItemRows(ratings.view(), tally, 0), accord::no_row);
  compare(shares, {});
  CHECK(shares.items() == 0 && shares.margin.used().empty());
}
