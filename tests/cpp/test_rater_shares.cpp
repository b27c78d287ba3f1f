#include <cstddef>  // size_t
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

// Raters and categories without weight may be listed, with a count of 0.
void compare(const RaterShares& shares, const Table& truth) {
  std::set<int> numbers;
  double entries = 0;
  for (const auto& [rater, counts] : truth) {
    const int g = shares.number(rater);
    if (!CHECK(g >= 0 && g < shares.n_raters())) return;
    numbers.insert(g);
    double total = 0;
    for (const auto& [code, count] : counts) {
      const int entry = shares.entry(g, code);
      if (!CHECK(entry < shares.first_entry(g + 1))) return;
      CHECK(shares.code(entry) == code && shares.count(entry) == count);
      CHECK(shares.rater_of(entry) == g);
      total += count;
      ++entries;
    }
    CHECK(shares.total(g) == total);
  }
  CHECK(numbers.size() == truth.size());  // no number twice
  for (int g = 0; g < shares.n_raters(); ++g) {
    CHECK((shares.total(g) > 0) == (numbers.count(g) > 0));
    for (int e = shares.first_entry(g); e < shares.first_entry(g + 1); ++e) {
      entries -= shares.count(e) > 0;
      CHECK(e == shares.first_entry(g) || shares.code(e - 1) < shares.code(e));
    }
  }
  CHECK(entries == 0);
}

// Each item is counted as often as its weight says.
void compare_items(const RaterShares& shares, const RatedItems& items,
                   const std::vector<double>& weight) {
  Table truth;
  double given = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (weight[i] == 0) continue;
    if (!items[i].empty()) given += weight[i];
    for (const auto& rating : items[i]) truth[rating.rater][rating.code] += weight[i];
  }
  compare(shares, truth);
  CHECK(shares.items() == given);
}

}  // namespace

// The same memory serves one sample after the other, and each with other weights.
TEST(rater_shares_equal_a_count_of_all_ratings) {
  RaterShares shares(8);
  for (bool twice : {false, true}) {
    const auto use = [&](const RatedItems& items, const oracle::Scale& scale) {
      const data::Ratings ratings(items, scale.n_categories, most_raters);
      const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
      const accord::ItemRows rows(ratings.view(), tally, 0);
      shares.fit(rows);
      std::vector<double> weight(items.size(), 1);
      shares.weigh(weight);
      compare_items(shares, items, weight);
      for (std::size_t i = 0; i < items.size(); ++i) {
        weight[i] = static_cast<double>(i % 3);
        shares.weigh(weight);
        compare_items(shares, items, weight);
      }
      for (std::size_t i = 0; i < items.size(); ++i) {
        CHECK(shares.entries_of(i).size() == items[i].size());
        for (std::size_t j = 0; j < items[i].size(); ++j) {
          const int entry = shares.entries_of(i)[j];
          CHECK(shares.code(entry) == items[i][j].code);
          CHECK(shares.rater_of(entry) == shares.number(items[i][j].rater));
        }
      }
    };
    oracle::for_random_ratings(accord::Level::nominal, 12, twice, use);
  }
}

// One item is removed from rows that stand for several.
TEST(rater_shares_of_a_confusion_table) {
  accord::PairRows rows;
  rows.add(1, 0, 1, 3);  // by cell: 3 times (0, 1), 1 time (1, 1), 2 times (2, 0)
  rows.add(4, 1, 1, 1);
  rows.add(6, 2, 0, 2);
  RaterShares shares(3);
  shares.fit(rows);
  const std::vector<double> all{3, 1, 2}, less{2, 1, 2}, without{3, 0, 2};
  shares.weigh(all);
  compare(shares, {{0, {{0, 3}, {1, 1}, {2, 2}}}, {1, {{0, 2}, {1, 4}}}});
  CHECK(shares.items() == 6);
  shares.weigh(less);
  compare(shares, {{0, {{0, 2}, {1, 1}, {2, 2}}}, {1, {{0, 2}, {1, 3}}}});
  CHECK(shares.items() == 5);
  shares.weigh(without);
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
    shares.fit(accord::ItemRows(ratings.view(), tally, 0));
    shares.weigh(std::vector<double>{1, 1});
    compare(shares, truth);
  }
}

TEST(rater_shares_of_nothing) {
  const data::Ratings ratings(RatedItems{{}, {}}, 2, 3);
  const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
  RaterShares shares(2);
  shares.fit(accord::ItemRows(ratings.view(), tally, 0));
  shares.weigh(std::vector<double>{1, 1});
  compare(shares, {});
  CHECK(shares.items() == 0 && shares.n_entries() == 0);
}
