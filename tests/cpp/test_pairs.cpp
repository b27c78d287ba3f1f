#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <map>
#include <utility>  // pair
#include <vector>

#include "accord/agreement/pairs.h"
#include "accord/base/parallel.h"
#include "check.h"
#include "data.h"
#include "oracle_kappa.h"

namespace {

using accord::PairFinder;
using data::RatedItems;
using Codes = std::pair<int, int>;

// Two raters, and for each common item its number and their ratings.
struct Met {
  int first, second;
  std::vector<std::pair<int, Codes>> at;

  bool operator==(const Met& other) const {
    return first == other.first && second == other.second && at == other.at;
  }
};

// Returns all pairs in order, by visiting each.
std::vector<Met> all_met(const RatedItems& items, int n_raters) {
  std::vector<Met> result;
  for (int g = 0; g < n_raters; ++g) {
    for (int h = g + 1; h < n_raters; ++h) {
      Met met{g, h, {}};
      for (std::size_t i = 0; i < items.size(); ++i) {
        for (const auto& common : oracle::common_items({items[i]}, g, h)) {
          met.at.push_back({static_cast<int>(i), {common[0].code, common[1].code}});
        }
      }
      std::sort(met.at.begin(), met.at.end());
      if (!met.at.empty()) result.push_back(met);
    }
  }
  return result;
}

Codes codes_of(const accord::PairRows& rows, std::size_t i) {
  return {rows.codes(i)[0], rows.codes(i)[1]};
}

// The same as the core finds them, each with a confusion table that fits.
template <class Add>
void find(PairFinder* finder, accord::Range raters, Add&& add) {
  finder->each(raters, [&](int g, int h, const accord::PairRows& rows,
                           const std::vector<accord::Meeting>& meetings) {
    Met met{g, h, {}};
    std::map<Codes, double> table;
    for (const accord::Meeting& m : meetings) {
      const std::size_t row = rows.row_of(m.cell);
      if (!CHECK(row < rows.size())) return;
      met.at.push_back({m.item, codes_of(rows, row)});
      ++table[met.at.back().second];
    }
    std::sort(met.at.begin(), met.at.end());
    bool fits = rows.size() == table.size();
    std::size_t i = 0;  // cells rise, as the keys of a map do
    for (const auto& [codes, count] : table) {
      fits = fits && codes_of(rows, i) == codes && rows.weight[i] == count;
      ++i;
    }
    CHECK(fits);
    add(met);
  });
}

std::vector<Met> found(const accord::RatingsView& view, int group, int parts) {
  const std::vector<std::size_t> n_meetings = accord::count_meetings(view, group);
  std::vector<Met> result;
  for (int p = 0; p < parts; ++p) {
    PairFinder finder(view, group, n_meetings);
    find(&finder, accord::part(view.n_raters, parts, p),
         [&](const Met& met) { result.push_back(met); });
  }
  return result;
}

std::vector<Met> found(const data::Ratings& ratings) {
  return found(ratings.view(), 0, 1);
}

}  // namespace

TEST(pairs_are_found_once_and_in_order) {
  for (bool twice : {false, true}) {
    const auto compare = [](const RatedItems& items, const oracle::Scale& scale) {
      const data::Ratings ratings(items, scale.n_categories, oracle::most_raters);
      const std::vector<Met> truth = all_met(items, oracle::most_raters);
      CHECK(found(ratings) == truth);
      std::vector<std::size_t> n(oracle::most_raters, 0);
      for (const Met& met : truth) n[met.first] += met.at.size();
      CHECK(accord::count_meetings(ratings.view(), 0) == n);
    };
    oracle::for_random_ratings(accord::Level::nominal, 25, twice, compare);
  }
}

// Above 1024 categories the cells are sorted instead of counted in a table; the last
// number of categories has more cells than 32 bits.
TEST(pairs_of_many_categories) {
  for (int n_categories : {1024, 1025, 2000000000}) {
    const int step = (n_categories - 1) / 7;
    const auto compare = [&](RatedItems items, const oracle::Scale&) {
      for (auto& item : items) {
        for (auto& rating : item) rating.code *= step;
      }
      const data::Ratings ratings(items, n_categories, oracle::most_raters);
      CHECK(found(ratings) == all_met(items, oracle::most_raters));
    };
    oracle::for_random_ratings(accord::Level::nominal, 5, true, compare);
  }
}

// The raters are split over the threads, also where some have none.
TEST(pairs_of_raters_in_parts) {
  const auto compare = [](const RatedItems& items, const oracle::Scale& scale) {
    const data::Ratings ratings(items, scale.n_categories, oracle::most_raters);
    const std::vector<Met> truth = all_met(items, oracle::most_raters);
    for (int parts : {2, 3, 7, 10}) CHECK(found(ratings.view(), 0, parts) == truth);
  };
  oracle::for_random_ratings(accord::Level::nominal, 5, false, compare);
}

// Items count from the first of their group, and raters have no common items across
// groups.
TEST(pairs_of_groups) {
  for (int seed = 0; seed < 20; ++seed) {
    check::set_scene("groups, seed %d", seed);
    data::Random random(seed);
    data::Ratings ratings(4);
    ratings.n_raters = 5;
    std::vector<RatedItems> groups(3);
    for (RatedItems& group : groups) {
      group = data::rated_items(&random, 4, 5, false);
      ratings.add_rated_group(group);
    }
    for (int g = 0; g < 3; ++g)
      CHECK(found(ratings.view(), g, 1) == all_met(groups[g], 5));
  }
}

// One finder can go back and forth, since threads take the remaining parts in turn.
TEST(pairs_of_one_rater_after_the_other) {
  data::Random random(3);
  RatedItems items;
  while (items.size() < 8) items = data::rated_items(&random, 5, 6, false);
  const data::Ratings ratings(items, 5, 6);
  const accord::RatingsView view = ratings.view();
  const std::vector<std::size_t> n_meetings = accord::count_meetings(view, 0);
  PairFinder finder(view, 0, n_meetings);
  for (std::size_t g : {4, 0, 5, 2, 2, 1, 3}) {
    std::vector<Met> own, truth;
    for (const Met& met : all_met(items, 6)) {
      if (met.first == static_cast<int>(g)) truth.push_back(met);
    }
    find(&finder, {g, g + 1}, [&](const Met& met) { own.push_back(met); });
    CHECK(own == truth);
  }
}

// 104 raters of the same 100 items have 535600 meetings, and a block has 2^19 = 524288.
TEST(pairs_in_more_than_one_block) {
  const int n_raters = 104, n_items = 100;
  const auto code = [](int rater, int item) { return (7 * rater + item * item) % 5; };
  RatedItems items(n_items);
  for (int i = 0; i < n_items; ++i) {
    for (int g = n_raters - 1; g >= 0; --g) items[i].push_back({g, code(g, i)});
  }
  const data::Ratings ratings(items, 5, n_raters);
  const std::vector<std::size_t> n_meetings = accord::count_meetings(ratings.view(), 0);
  int g = 0, h = 0;
  bool in_order = true, all_items = true;
  PairFinder finder(ratings.view(), 0, n_meetings);
  find(&finder, {0, 104}, [&](const Met& met) {
    if (++h == n_raters) h = ++g + 1;
    in_order = in_order && met.first == g && met.second == h;
    all_items = all_items && met.at.size() == n_items;
    for (int i = 0; all_items && i < n_items; ++i) {
      all_items = met.at[i] == std::make_pair(i, Codes{code(g, i), code(h, i)});
    }
  });
  CHECK(in_order && all_items);
  CHECK(g == 102 && h == 103);
}

// A single rater fills more than a block.
TEST(pairs_of_a_rater_with_very_many) {
  const int n_items = (1 << 19) + 10;
  data::Ratings ratings(3);
  ratings.n_raters = 3;
  for (int i = 0; i < n_items; ++i) {
    const bool last = i + 1 == n_items;  // where 1 and 2 meet
    ratings.code.insert(ratings.code.end(), {i % 3, last ? 2 : i % 2});
    ratings.rater.insert(ratings.rater.end(), {last ? 2 : 0, 1});
    ratings.item_start.push_back(2 * (i + 1));
  }
  ratings.group_start.push_back(n_items);
  const std::vector<std::size_t> n_meetings = accord::count_meetings(ratings.view(), 0);
  CHECK(n_meetings == std::vector<std::size_t>{n_items - 1, 1, 0});
  std::vector<std::pair<int, double>> cells;
  PairFinder finder(ratings.view(), 0, n_meetings);
  finder.each({0, 3},
              [&](int g, int, const accord::PairRows& rows, const auto& meetings) {
                double sum = 0;
                for (std::size_t i = 0; i < rows.size(); ++i) sum += rows.weight[i];
                CHECK(sum == static_cast<double>(meetings.size()));
                cells.push_back({g, sum});
              });
  CHECK(cells == std::vector<std::pair<int, double>>{{0, n_items - 1.0}, {1, 1}});
}

// 0 and 1 chose (2, 0) twice, (0, 2) and (1, 1) once.
TEST(pairs_give_the_rows_that_kappa_needs) {
  const RatedItems items{{{0, 2}, {1, 0}}, {{1, 2}, {0, 0}}, {{0, 1}, {1, 1}},
                         {{1, 0}, {0, 2}}, {{0, 1}},         {{1, 2}}};
  const data::Ratings ratings(items, 3, 2);
  int visits = 0;
  accord::each_pair(ratings.view(), 0, [&](int, int, const auto& rows, const auto&) {
    ++visits;
    if (!CHECK(rows.size() == 3)) return;
    CHECK(rows.n_raters() == 2);
    const std::vector<Codes> cells{{0, 2}, {1, 1}, {2, 0}};
    const double counts[] = {1, 1, 2};
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(codes_of(rows, i) == cells[i]);
      CHECK(rows.weight[i] == counts[i]);
      CHECK(rows.raters(i).size() == 2 && rows.raters(i)[0] == 0 &&
            rows.raters(i)[1] == 1);
      const bool same = i == 1;
      // (0, 2) and (2, 0) are equal if raters do not matter.
      const accord::Pattern p = rows.pattern(i);
      if (!CHECK(p.size == 2 && p.code.size() == (same ? 1u : 2u))) continue;
      CHECK(p.code[0] == (same ? 1 : 0) && p.count[0] == (same ? 2 : 1));
      if (!same) CHECK(p.code[1] == 2 && p.count[1] == 1);
    }
  });
  CHECK(visits == 1);
}

TEST(pairs_of_those_who_never_met) {
  CHECK(found(data::Ratings(RatedItems{}, 3, 4)).empty());
  CHECK(found(data::Ratings({{{0, 1}}, {}, {{2, 1}}}, 3, 4)).empty());
  CHECK(found(data::Ratings({{{1, 0}, {1, 2}}}, 3, 4)).empty());  // one rater, twice
}
