#include <algorithm>  // max, next_permutation
#include <numeric>    // iota
#include <random>
#include <set>
#include <vector>

#include "accord/base/assignment.h"
#include "accord/chains/assignment_ties.h"
#include "check.h"

namespace {

using Table = std::vector<std::vector<double>>;  // 0 for a pair that is not stored

accord::SparseGains sparse(const Table& gain, int columns) {
  accord::SparseGains result;
  result.start = {0};
  result.n_columns = columns;
  for (const auto& row : gain) {
    for (int c = 0; c < columns; ++c) {
      if (row[c] == 0) continue;
      result.column.push_back(c);
      result.gain.push_back({row[c], 0});
    }
    result.start.push_back(static_cast<int>(result.column.size()));
  }
  return result;
}

// The best total, and the sets of stored pairs that reach it, from every permutation.
struct Best {
  double total = -1;
  std::set<std::vector<int>> choices;
};

Best best_of_all(const Table& gain, int columns) {
  const int rows = static_cast<int>(gain.size()), n = std::max(rows, columns);
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  Best best;
  do {
    double total = 0;
    std::vector<int> choice(rows, -1);
    for (int r = 0; r < rows; ++r) {
      if (order[r] >= columns || gain[r][order[r]] == 0) continue;
      total += gain[r][order[r]];
      choice[r] = order[r];
    }
    if (total > best.total) best = {total, {}};
    if (total == best.total) best.choices.insert(choice);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

}  // namespace

TEST(assignment_is_the_best_of_all_with_prices_that_prove_it) {
  std::mt19937 random(61);
  for (int i = 0; i < 300; ++i) {
    const int rows = 1 + random() % 5, columns = 1 + random() % 5;
    Table gain(rows, std::vector<double>(columns));
    for (auto& row : gain) {
      for (double& one : row) one = random() % 2 ? 1 + random() % 3 : 0;
    }
    const accord::SparseGains gains = sparse(gain, columns);
    const accord::Assignment made = accord::best_assignment(gains);
    const Best best = best_of_all(gain, columns);
    double total = 0, prices = 0;
    for (int r = 0; r < rows; ++r) {
      const int c = made.column_of[r];
      CHECK(made.row_price[r].value >= 0);
      prices += made.row_price[r].value;
      if (c < 0) continue;
      CHECK(made.row_of[c] == r && gain[r][c] > 0);
      total += gain[r][c];
    }
    for (int c = 0; c < columns; ++c) {
      CHECK(made.column_price[c].value >= 0);
      prices += made.column_price[c].value;
      for (int r = 0; r < rows; ++r) {
        CHECK(made.row_price[r].value + made.column_price[c].value >= gain[r][c]);
      }
    }
    CHECK(total == best.total && prices == best.total);
    // A pair is replaceable if some best choice does without it.
    CHECK(best.choices.count(made.column_of) == 1);
    const std::vector<bool> replaceable = accord::replaceable_pairs(gains, made);
    for (int r = 0; r < rows; ++r) {
      bool always = made.column_of[r] >= 0;
      for (const auto& choice : best.choices) {
        always = always && choice[r] == made.column_of[r];
      }
      CHECK(replaceable[r] == (made.column_of[r] >= 0 && !always));
    }
  }
}

TEST(equal_gains_are_told_apart_by_their_ties) {
  accord::SparseGains gains;
  gains.start = {0, 2, 4};
  gains.column = {0, 1, 0, 1};
  gains.n_columns = 2;
  gains.gain = {{1, 0}, {1, 1}, {1, 1}, {1, 0}};
  const accord::Assignment made = accord::best_assignment(gains);
  CHECK(made.column_of[0] == 1 && made.column_of[1] == 0);
  // If only values count, the other pairs are as good.
  const std::vector<bool> replaceable = accord::replaceable_pairs(gains, made);
  CHECK(replaceable[0] && replaceable[1]);
}

TEST(assignment_of_nothing) {
  accord::SparseGains gains;
  gains.start = {0};
  CHECK(accord::best_assignment(gains).column_of.empty());
  gains.start = {0, 0, 0};
  gains.n_columns = 1;
  const accord::Assignment made = accord::best_assignment(gains);
  CHECK(made.column_of[0] == -1 && made.column_of[1] == -1 && made.row_of[0] == -1);
}
