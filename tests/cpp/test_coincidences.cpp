#include <cstddef>  // size_t
#include <vector>

#include "accord/agreement/coincidences.h"
#include "check.h"
#include "data.h"

namespace {

// Returns the table by rows.
std::vector<double> table_of_sample(const accord::WeightedPatterns& sample,
                                    int n_categories) {
  std::vector<double> table(n_categories * n_categories);
  for (const accord::Coincidences& x : accord::coincidences(sample)) {
    CHECK(x.first <= x.second && x.sum > 0);
    const double each = x.first < x.second ? x.sum / 2 : x.sum;
    table[x.first * n_categories + x.second] += each;
    if (x.first < x.second) table[x.second * n_categories + x.first] += each;
  }
  return table;
}

std::vector<double> table_of(const data::Items& items, int n_categories) {
  return table_of_sample(data::tally(items, n_categories).group(0), n_categories);
}

}  // namespace

// Krippendorff (2011), Computing Krippendorff's alpha-reliability, example C: the ratings
// and the table that he makes of them.
TEST(coincidences_of_krippendorff_2011) {
  const data::Items items{{0, 0, 0},    {1, 1, 2, 1}, {2, 2, 2, 2}, {2, 2, 2, 2},
                          {1, 1, 1, 1}, {0, 1, 2, 3}, {3, 3, 3, 3}, {0, 0, 1, 0},
                          {1, 1, 1, 1}, {4, 4, 4},    {0, 0},       {2}};
  const double third = 1 / 3.0;
  const std::vector<double> printed{7,         4 * third, third,     third, 0,  // 9
                                    4 * third, 10,        4 * third, third, 0,  // 13
                                    third,     4 * third, 8,         third, 0,  // 10
                                    third,     third,     third,     4,     0,  // 5
                                    0,         0,         0,         0,     3};
  const std::vector<double> table = table_of(items, 5);
  if (!CHECK(table.size() == 25)) return;
  for (std::size_t i = 0; i < 25; ++i) CHECK_NEAR(table[i], printed[i], 1e-14);
}

TEST(coincidences_equal_a_loop_over_pairs_of_ratings) {
  for (int seed = 0; seed < 200; ++seed) {
    check::set_scene("seed %d", seed);
    data::Random random(seed);
    const int q = 1 + seed % 8;
    const data::Items items = data::sparse_items(&random, q);
    std::vector<double> truth(q * q, 0), pairable(q, 0);
    for (const auto& item : items) {
      if (item.size() < 2) continue;
      std::vector<int> pairs(q * q, 0);
      for (std::size_t j = 0; j < item.size(); ++j) {
        ++pairable[item[j]];
        for (std::size_t l = 0; l < item.size(); ++l) {
          if (j != l) ++pairs[item[j] * q + item[l]];
        }
      }
      const double others = static_cast<double>(item.size()) - 1;
      for (int i = 0; i < q * q; ++i) truth[i] += pairs[i] / others;
    }
    const std::vector<double> table = table_of(items, q);
    if (!CHECK(table.size() == truth.size())) continue;
    for (int c = 0; c < q; ++c) {
      double row = 0;
      for (int k = 0; k < q; ++k) {
        CHECK_NEAR(table[c * q + k], truth[c * q + k], 1e-12);
        CHECK(table[c * q + k] == table[k * q + c]);
        row += table[c * q + k];
      }
      CHECK_NEAR(row, pairable[c], 1e-12);
    }
  }
}

// A weight is worth as many items.
TEST(coincidences_of_weighted_patterns) {
  const accord::Tally tally = data::tally({{0, 1}, {1, 1, 2}, {2}}, 3);
  const std::vector<double> weight{2.5, 2, 7};
  const std::vector<double> table =
      table_of_sample({&tally.patterns, tally.which, weight}, 3);
  // {1, 1, 2}: 2 pairs of 1 and 1, 2 of 1 and 2, each by 1 / 2.
  CHECK(table == std::vector<double>{0, 2.5, 0, 2.5, 2, 2, 0, 2, 0});
}

TEST(coincidences_without_pairs) {
  CHECK(table_of({}, 2) == std::vector<double>(4, 0));
  CHECK(table_of({{0}, {1}, {}}, 2) == std::vector<double>(4, 0));
}
