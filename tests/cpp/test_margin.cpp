#include <algorithm>  // sort
#include <vector>

#include "accord/ratings/margin.h"
#include "check.h"
#include "data.h"

namespace {

std::vector<int> sorted(std::vector<int> x) {
  std::sort(x.begin(), x.end());
  return x;
}

}  // namespace

TEST(margin_counts_categories_with_weights) {
  const accord::Tally tally = data::tally({{0, 0, 3}, {3, 4}, {0, 0, 3}}, 6);
  const accord::WeightedPatterns sample = tally.group(0);
  accord::Margin margin(6);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    margin.add(sample.pattern(i), sample.weight[i]);
  }
  const double n[] = {4, 0, 0, 3, 1, 0};
  for (int k = 0; k < 6; ++k) CHECK(margin[k] == n[k]);
  CHECK(margin.total() == 8);
  CHECK(sorted(margin.used()) == std::vector<int>{0, 3, 4});

  margin.add(sample.pattern(1), 0.5);
  CHECK(margin[3] == 3.5 && margin[4] == 1.5 && margin.total() == 9);
  CHECK(margin.used().size() == 3);
}

TEST(margin_knows_how_many_categories_a_deletion_leaves) {
  const accord::Tally tally = data::tally({{0, 0, 1}, {1, 2, 3}, {0, 3}}, 5);
  const accord::WeightedPatterns sample = tally.group(0);
  accord::Margin margin(5);
  for (std::size_t i = 0; i < sample.size(); ++i) margin.add(sample.pattern(i), 1);
  CHECK(margin.categories_without(sample.pattern(0)) == 4);
  CHECK(margin.categories_without(sample.pattern(1)) == 3);  // 2 was there alone
  CHECK(margin.categories_without(sample.pattern(2)) == 4);

  accord::Margin single(5);
  single.add(sample.pattern(0), 1);
  CHECK(single.categories_without(sample.pattern(0)) == 0);
  single.add(sample.pattern(0), 1);
  CHECK(single.categories_without(sample.pattern(0)) == 2);
}

TEST(margin_can_be_used_again) {
  accord::Margin reused(1000);
  for (int seed = 0; seed < 200; ++seed) {
    check::set_scene("margin, seed %d", seed);
    data::Random random(seed);
    data::Items items = data::sparse_items(&random, 8);
    const int shift = random.below(992);  // each time other categories
    for (auto& item : items) {
      for (int& k : item) k += shift;
    }
    const accord::Tally tally = data::tally(items, 1000);
    const accord::WeightedPatterns sample = tally.group(0);
    accord::Margin fresh(1000);
    reused.clear();
    for (std::size_t i = 0; i < sample.size(); ++i) {
      fresh.add(sample.pattern(i), sample.weight[i]);
      reused.add(sample.pattern(i), sample.weight[i]);
    }
    bool same = true;
    for (int k = 0; k < 1000; ++k) same &= reused[k] == fresh[k];
    CHECK(same);
    CHECK(reused.used() == fresh.used());
    CHECK(reused.total() == fresh.total());

    std::vector<double> n(1000, 0);
    double total = 0;
    for (const auto& item : items) {
      for (int k : item) {
        ++n[k];
        ++total;
      }
    }
    std::vector<int> used;
    for (int k = 0; k < 1000; ++k) {
      same &= fresh[k] == n[k];
      if (n[k] > 0) used.push_back(k);
    }
    CHECK(same && fresh.total() == total && sorted(fresh.used()) == used);
  }
  reused.clear();
  CHECK(reused.total() == 0 && reused.used().empty());
  bool zero = true;
  for (int k = 0; k < 1000; ++k) zero &= reused[k] == 0;
  CHECK(zero);
}
