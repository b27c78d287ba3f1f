#include <cmath>    // NAN
#include <cstddef>  // size_t
#include <vector>

#include "accord/agreement/ordinal_deletion.h"
#include "check.h"
#include "oracle.h"

namespace {

using oracle::Items;

void compare(const Items& items, int n_categories) {
  oracle::compare_all(items, {accord::Level::ordinal, "ordinal", n_categories});
}

Items times(int n, const std::vector<int>& item) { return Items(n, item); }

Items join(const std::vector<Items>& parts) {
  Items result;
  for (const Items& part : parts) result.insert(result.end(), part.begin(), part.end());
  return result;
}

}  // namespace

TEST(ordinal_deletion_suffix_sums) {
  for (int n : {1, 2, 7, 8, 9, 33}) {
    data::Random random(n);
    accord::SuffixSums sums(n);
    std::vector<double> at(n, 0);
    for (int step = 0; step < 100; ++step) {
      const int place = random.below(n), x = random.below(10);
      at[place] += x;
      sums.add(place, x);
      for (int i = 0; i < n; ++i) {
        double truth = at[i] / 2;
        for (int j = i + 1; j < n; ++j) truth += at[j];
        if (!CHECK(sums.above_and_half(i) == truth)) return;
      }
    }
  }
}

// The sum that is left, by forming all ranks anew.
TEST(ordinal_deletion_equals_ranks_formed_anew) {
  for (int seed = 0; seed < 300; ++seed) {
    check::set_scene("ordinal deletion, seed %d", seed);
    data::Random random(seed);
    const int n_categories = 2 + random.below(20);
    const accord::Tally tally =
        data::tally(data::sparse_items(&random, n_categories), n_categories);
    const accord::WeightedPatterns sample = tally.group(0);
    std::vector<accord::PairableRow> rows;
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const accord::Pattern p = sample.pattern(i);
      if (p.size > 1) rows.push_back({p, sample.weight[i], 1, NAN, i});
    }
    const auto within = [&](std::size_t left_out, accord::Metric* metric) {
      std::vector<double> weight;
      for (const auto& row : rows)
        weight.push_back(row.weight - (row.number == left_out));
      for (std::size_t j = 0; j < rows.size(); ++j) {
        if (weight[j] > 0) metric->margin.add(rows[j].pattern, weight[j]);
      }
      metric->close();
      double sum = 0;
      for (std::size_t j = 0; j < rows.size(); ++j) {
        if (weight[j] > 0) sum += weight[j] * metric->within(rows[j].pattern);
      }
      return sum;
    };
    accord::Metric metric(accord::Scale{accord::Level::ordinal, n_categories});
    const double whole = within(sample.size(), &metric);
    const std::vector<double> rest =
        accord::OrdinalDeletion(metric.ranks(), rows).within_without_one(whole);
    CHECK(rest.size() == rows.size());
    for (std::size_t j = 0; j < rows.size(); ++j) {
      accord::Metric fresh(accord::Scale{accord::Level::ordinal, n_categories});
      CHECK_NEAR(rest[j], within(rows[j].number, &fresh), 1e-12 * whole);
    }
  }
}

TEST(ordinal_deletion_of_ties_at_the_ends) {
  // Pairs of the deleted item that begin or end where pairs of others do.
  compare({{0, 4}, {0, 4}, {0, 0, 4}, {0, 4, 4}}, 5);
  compare({{0, 2}, {2, 4}, {0, 4}, {2, 2}, {0, 2, 4}}, 5);
  compare({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}, 5);
  compare(join({times(3, {0, 0, 2, 2}), times(4, {0, 2}), {{0, 0}, {2, 2}, {1, 1, 1}}}),
          3);
}

TEST(ordinal_deletion_of_repeated_patterns) {
  compare(join({times(7, {0, 1, 1}), times(5, {2, 1}), times(2, {3, 0, 3, 1})}), 4);
  compare(times(6, {0, 1, 2}), 3);
  compare(join({times(40, {1, 1}), times(1, {0, 2})}), 3);
}

TEST(ordinal_deletion_of_nearly_all_disagreement) {
  std::vector<int> large(50, 0);
  for (int i = 25; i < 50; ++i) large[i] = 7;
  compare(join({times(10, {3, 3}), {{3, 4}}, {large}}), 8);
  compare(join({times(200, {3, 3, 3}), {{0, 7}}}), 8);
  // Without the large item few of the many ranks between 0 and 7 remain.
  for (int i = 0; i < 48; ++i) large[i] = i % 2 ? 3 : 4;
  compare(join({times(2, {0, 0}), {{0, 7}, {7, 7}}, {large}}), 8);
}

TEST(ordinal_deletion_of_the_second_category) {
  compare({{0, 1}, {0, 0}, {0, 0}}, 2);
  compare({{0, 2, 2}, {0, 0}, {2}}, 3);
  compare({{1, 2}}, 3);
}

// Ranks far apart: in each of many categories only a few ratings.
TEST(ordinal_deletion_with_many_categories) {
  data::Random random(5);
  Items items(60);
  for (auto& item : items) {
    for (int size = 1 + random.below(4); size > 0; --size)
      item.push_back(random.below(90));
  }
  check::set_scene("ordinal, 90 categories");
  compare(items, 90);
}
