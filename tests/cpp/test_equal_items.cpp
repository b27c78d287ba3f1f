#include <map>
#include <set>
#include <utility>  // pair
#include <vector>

#include "accord/ratings/equal_items.h"
#include "check.h"
#include "data.h"

TEST(equal_items_have_the_same_ratings_by_the_same_raters) {
  data::Random random(31);
  for (int seed = 0; seed < 300; ++seed) {
    check::set_scene("equal items, set %d", seed);
    data::Ratings ratings(3);
    ratings.n_raters = 1 + random.below(4);
    std::vector<int> truth;
    for (int g = 0; g < 2; ++g) {
      data::RatedItems items =
          data::rated_items(&random, 3, ratings.n_raters, random.one_in(3));
      for (int copies = items.empty() ? 0 : 6; copies > 0; --copies) {
        auto again = items[random.below(static_cast<int>(items.size()))];
        random.shuffle(&again);
        items.push_back(again);
      }
      std::map<std::multiset<std::pair<int, int>>, int> first;
      for (const auto& item : items) {
        std::multiset<std::pair<int, int>> given;
        for (const data::Rating& x : item) given.insert({x.rater, x.code});
        truth.push_back(
            first.insert({given, static_cast<int>(truth.size())}).first->second);
      }
      ratings.add_rated_group(items);
    }
    CHECK(accord::first_equal_items(ratings.view()) == truth);
  }
}

TEST(equal_items_of_nobody_have_the_same_ratings) {
  const data::Ratings ratings({{0, 1}, {1, 0}, {0, 0}, {}, {0, 1, 1}, {}}, 2);
  CHECK(accord::first_equal_items(ratings.view()) == std::vector<int>{0, 0, 2, 3, 4, 3});
}
