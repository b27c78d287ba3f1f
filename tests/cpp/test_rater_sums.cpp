#include <cstddef>  // size_t
#include <set>
#include <vector>

#include "accord/consensus/rater_sums.h"
#include "check.h"
#include "data.h"

namespace {

// Computes the sums by loops over items, raters and pairs of ratings. Raters may rate an
// item twice.
accord::RaterSums oracle(const data::RatedItems& items, int rater) {
  accord::RaterSums result;
  std::vector<double> common(100), equal(100);
  for (const auto& item : items) {
    bool seen = false;
    for (std::size_t j = 0; j < item.size(); ++j) {
      if (item[j].rater != rater) continue;
      ++result.ratings;
      seen = true;
      result.compared += item.size() > 1;
      for (const data::Rating& other : item) {
        if (other.rater == rater) continue;
        ++common[other.rater];
        equal[other.rater] += other.code == item[j].code;
      }
    }
    result.items += seen;
  }
  for (std::size_t h = 0; h < common.size(); ++h) {
    result.met += common[h] > 0;
    if (common[h] > 0) result.pairs += equal[h] / common[h];
  }
  return result;
}

}  // namespace

TEST(rater_sums_equal_loops_over_items_and_pairs_in_every_group) {
  for (int seed = 0; seed < 100; ++seed) {
    data::Random random(seed);
    const int q = 1 + random.below(4), raters = 1 + random.below(7);
    const data::RatedItems one = data::rated_items(&random, q, raters, seed % 3 == 0);
    const data::RatedItems two = data::rated_items(&random, q, raters, seed % 3 == 0);
    data::Ratings ratings(q);
    ratings.n_raters = raters;
    ratings.add_rated_group(one);
    ratings.add_rated_group(two);
    const accord::RatingsView view = ratings.view();
    const accord::Tally tally = accord::tally(view, accord::Executor());
    accord::RaterSummer summer(view, tally, accord::TieVote::disagree, true);
    for (int g = 0; g < 2; ++g) {
      check::set_scene("rater_sums, seed %d, group %d", seed, g);
      const data::RatedItems& items = g == 0 ? one : two;
      const std::vector<accord::RaterSums> found = summer.sums(g);
      std::set<int> present;
      for (const auto& item : items) {
        for (const data::Rating& rating : item) present.insert(rating.rater);
      }
      if (!CHECK(found.size() == present.size())) continue;
      std::size_t i = 0;
      for (int rater : present) {
        const accord::RaterSums truth = oracle(items, rater);
        const accord::RaterSums& own = found[i++];
        CHECK(own.rater == rater && own.items == truth.items);
        CHECK(own.ratings == truth.ratings && own.compared == truth.compared);
        CHECK(own.met == truth.met);
        CHECK_NEAR(own.pairs, truth.pairs, 1e-12);
        int used = 0;
        for (int n : own.used) used += n;
        CHECK(used == truth.ratings);
      }
    }
  }
}

// a a b by raters 0 1 2; b b by 0 and 2; a alone by 1.
TEST(rater_sums_by_hand) {
  const data::RatedItems items{{{0, 0}, {1, 0}, {2, 1}}, {{0, 1}, {2, 1}}, {{1, 0}}};
  const data::Ratings ratings(items, 2, 3);
  const accord::RatingsView view = ratings.view();
  const accord::Tally tally = accord::tally(view, accord::Executor());
  accord::RaterSummer summer(view, tally, accord::TieVote::split, true);
  const std::vector<accord::RaterSums> found = summer.sums(0);
  if (!CHECK(found.size() == 3)) return;
  const double majority[] = {2, 1, 1}, others[] = {1.5, 0.5, 1}, pairs[] = {1.5, 1, 0.5};
  for (std::size_t g = 0; g < 3; ++g) {
    CHECK(found[g].majority == majority[g] && found[g].others == others[g]);
    CHECK(found[g].pairs == pairs[g] && found[g].met == 2);
  }
  CHECK(found[1].used[0] == 2 && found[1].used[1] == 0 && found[1].compared == 1);
}
