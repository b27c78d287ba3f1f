#include <set>
#include <vector>

#include "accord/ratings/counts.h"
#include "check.h"
#include "data.h"

TEST(counts_by_hand) {
  data::Ratings ratings(2);
  ratings.add_group({{0, 1}, {1}, {}, {1, 1, 0}});
  ratings.add_group({});
  ratings.add_group({{0}, {1, 0}});
  ratings.rater = {0, 1, /**/ 4, /**/ 1, 0, 2, /**/ 3, /**/ 0, 1};
  ratings.n_raters = 6;

  const std::vector<accord::UsedCounts> pairs = accord::count_used(ratings.view(), 2);
  CHECK(pairs.size() == 3);
  CHECK(pairs[0].items == 2 && pairs[0].ratings == 5 && pairs[0].raters == 3);
  CHECK(pairs[1].items == 0 && pairs[1].ratings == 0 && pairs[1].raters == 0);
  CHECK(pairs[2].items == 1 && pairs[2].ratings == 2 && pairs[2].raters == 2);

  const std::vector<accord::UsedCounts> all = accord::count_used(ratings.view(), 1);
  CHECK(all[0].items == 3 && all[0].ratings == 6 && all[0].raters == 4);
  CHECK(all[2].items == 2 && all[2].ratings == 3 && all[2].raters == 3);

  ratings.rater.clear();
  const std::vector<accord::UsedCounts> nameless = accord::count_used(ratings.view(), 2);
  CHECK(nameless[0].items == 2 && nameless[0].ratings == 5 && nameless[0].raters == 0);
  CHECK(accord::count_used(data::Ratings(2).view(), 2).empty());
}

TEST(counts_of_random_groups) {
  for (int seed = 0; seed < 100; ++seed) {
    check::set_scene("counts, seed %d", seed);
    data::Random random(seed);
    data::Ratings ratings(4);
    std::vector<data::Items> groups(1 + random.below(4));
    for (auto& group : groups) {
      group = data::sparse_items(&random, 4);
      ratings.add_group(group);
    }
    ratings.n_raters = 12;
    for (std::size_t i = 0; i < ratings.code.size(); ++i) {
      ratings.rater.push_back(random.below(12));
    }
    const int least = random.below(4);
    const std::vector<accord::UsedCounts> used =
        accord::count_used(ratings.view(), least);
    std::size_t rating = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      double items = 0, n = 0;
      std::set<int> raters;
      for (const auto& item : groups[g]) {
        const int size = static_cast<int>(item.size());
        for (int i = 0; i < size; ++i, ++rating) {
          if (size >= least) raters.insert(ratings.rater[rating]);
        }
        items += size >= least;
        n += size >= least ? size : 0;
      }
      CHECK(used[g].items == items);
      CHECK(used[g].ratings == n);
      CHECK(used[g].raters == static_cast<int>(raters.size()));
    }
  }
}
