#include <cstddef>  // size_t
#include <vector>

#include "accord/agreement/kappa.h"
#include "accord/agreement/new_chance.h"
#include "check.h"
#include "data.h"

namespace {

using accord::Status;

accord::AnyDistance of_two() {
  accord::Scale scale;
  scale.n_categories = 2;
  return accord::AnyDistance(scale);
}

struct Specific {
  accord::Disagreement value;
  std::vector<accord::Deletion> deletions;
};

// Returns the coefficient for items with `first[i]` of `size[i]` ratings in the category.
Specific specific(const std::vector<int>& first, const std::vector<int>& size) {
  data::Items items;
  for (std::size_t i = 0; i < first.size(); ++i) {
    items.emplace_back(size[i], 0);
    for (int j = 0; j < first[i]; ++j) items[i][j] = 1;
  }
  const accord::Tally tally = data::tally(items, 2);
  accord::Kappa kappa(accord::new_chance(accord::Model::specific, of_two()));
  kappa.fit(tally.group(0));
  return {kappa.value(), kappa.leave_one_out()};
}

}  // namespace

TEST(chance_specific_counts_the_category) {
  const accord::Tally tally = data::tally({{}, {0, 0}, {1}, {1, 0, 1}}, 2);
  const double counts[] = {0, 0, 1, 2}, apart[] = {0, 0, 0, 2};
  for (int i = 0; i < 4; ++i) {
    CHECK(accord::formulas::ratings_in_category(tally.patterns[i]) == counts[i]);
    CHECK(accord::formulas::apart_from_category(tally.patterns[i], of_two()) == apart[i]);
  }
}

// Both of two raters use the category 20 times, only one of them 15 times, and neither 5
// times: 2 * 20 / (2 * 20 + 15), whichever of the two it was.
TEST(chance_specific_of_two_raters_is_that_of_dice) {
  std::vector<int> yes(20, 2);
  yes.insert(yes.end(), 15, 1);
  yes.insert(yes.end(), 5, 0);
  const Specific result = specific(yes, std::vector<int>(40, 2));
  CHECK_NEAR(result.value.estimate(), 40 / 55.0, 1e-15);
  if (!CHECK(result.deletions.size() == 3)) return;
  const double without[] = {38 / 53.0, 40 / 54.0, 40 / 55.0}, items[] = {20, 15, 5};
  for (int i = 0; i < 3; ++i) {
    CHECK(result.deletions[i].items == items[i]);
    CHECK_NEAR(result.deletions[i].value.estimate(), without[i], 1e-15);
  }
}

// Sum of r (r - 1) by sum of r (m - 1): (6 + 2 + 0) / (3 * 3 + 2 * 1 + 1 * 2).
TEST(chance_specific_of_items_of_any_size) {
  const Specific result = specific({3, 2, 1, 0, 1}, {4, 2, 3, 2, 1});
  CHECK_NEAR(result.value.estimate(), 8 / 13.0, 1e-15);
  // The last has no pair.
  if (!CHECK(result.deletions.size() == 4)) return;
  const double without[] = {2 / 4.0, 6 / 11.0, 8 / 11.0, 8 / 13.0};
  for (int i = 0; i < 4; ++i) {
    CHECK_NEAR(result.deletions[i].value.estimate(), without[i], 1e-15);
  }
}

// Computes how often another rating of the item is in the category if one is, from all
// ordered pairs of ratings, with equal weights of items.
TEST(chance_specific_is_a_probability) {
  for (int seed = 0; seed < 100; ++seed) {
    check::set_scene("seed %d", seed);
    data::Random random(seed);
    std::vector<int> first, size;
    double pairs = 0, both = 0;
    for (int i = random.below(9); i > 0; --i) {
      size.push_back(1 + random.below(6));
      first.push_back(random.below(size.back() + 1));
      for (int j = 0; j < first.back(); ++j) {
        for (int l = 0; l < size.back(); ++l) {
          if (j == l) continue;
          pairs += 1;
          both += l < first.back();
        }
      }
    }
    const accord::Disagreement value = specific(first, size).value;
    CHECK(value.defined() == (pairs > 0));
    CHECK_NEAR(value.estimate(), both / pairs, 1e-14);
  }
}

TEST(chance_specific_says_why_there_is_no_value) {
  CHECK(specific({}, {}).value.status == Status::no_ratings);
  CHECK(specific({1, 1}, {1, 1}).value.status == Status::no_pairs);
  CHECK(specific({0, 0, 1}, {2, 3, 1}).value.status == Status::unused_category);
  const Specific once = specific({0, 1}, {2, 2});  // only the second has the category
  CHECK(once.value.estimate() == 0);
  if (!CHECK(once.deletions.size() == 2)) return;
  CHECK(once.deletions[0].value.estimate() == 0);
  CHECK(once.deletions[1].value.status == Status::unused_category);
}
