#include <cmath>
#include <vector>

#include "accord/scores/judged_pairs.h"
#include "accord/scores/ranks.h"
#include "check.h"

namespace {

// A sequence of small whole numbers with ties (Lehmer 1951).
struct Numbers {
  unsigned long long state = 12345;
  int below(int n) {
    state = state * 48271 % 2147483647;
    return static_cast<int>(state % n);
  }
};

std::vector<double> plain_mid_ranks(const std::vector<double>& x) {
  std::vector<double> rank;
  for (double a : x) {
    double before = 0, same = 0;
    for (double b : x) before += b < a, same += b == a;
    rank.push_back(before + (same + 1) / 2);
  }
  return rank;
}

double plain_product(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  const double mean = (static_cast<double>(x.size()) + 1) / 2;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - mean) * (y[i] - mean);
  return sum;
}

}  // namespace

TEST(ranks_equal_the_definitions) {
  Numbers numbers;
  for (int set = 0; set < 40; ++set) {
    const int n = 3 + numbers.below(6), m = 3 + numbers.below(4);
    std::vector<std::vector<double>> rank;
    std::vector<double> value;
    for (int j = 0; j < m; ++j) {
      std::vector<double> x;
      for (int i = 0; i < n; ++i) x.push_back(numbers.below(5));
      value.insert(value.end(), x.begin(), x.end());
      rank.push_back(plain_mid_ranks(x));
    }
    const accord::RankTable table(value, m);
    double product = 0, squares = 0, rho = 0;
    int pairs = 0;
    for (int j = 0; j < m; ++j) {
      const double own = plain_product(rank[j], rank[j]);
      CHECK_NEAR(table.squares()[j], own, 1e-10);
      squares += own / m;
      for (int k = 0; k < j; ++k) {
        const double both = plain_product(rank[j], rank[k]);
        const double other = plain_product(rank[k], rank[k]);
        product += both / (m * (m - 1) / 2.0);
        if (own > 0 && other > 0) rho += both / std::sqrt(own * other), ++pairs;
      }
    }
    if (squares == 0 || pairs == 0) continue;
    const accord::RankAgreement found = table.agreement(std::vector<double>(m, 1));
    CHECK_NEAR(found.covariance, product / squares, 1e-10);
    CHECK_NEAR(found.correlation, rho / pairs, 1e-10);
    // Without a rater: as with the weight 0.
    const std::vector<accord::RankAgreement> without = table.without_raters();
    for (int j = 0; j < m; ++j) {
      std::vector<double> v(m, 1);
      v[j] = 0;
      const accord::RankAgreement left = table.agreement(v);
      if (left.covariance == left.covariance) {
        CHECK_NEAR(without[j].covariance, left.covariance, 1e-10);
      }
      if (left.correlation == left.correlation) {
        CHECK_NEAR(without[j].correlation, left.correlation, 1e-10);
      }
    }
  }
}

TEST(ranks_tau_equals_the_definition) {
  Numbers numbers;
  for (int set = 0; set < 40; ++set) {
    const int n = 2 + numbers.below(9);
    std::vector<double> x, y, w;
    for (int i = 0; i < n; ++i) {
      x.push_back(numbers.below(5));
      y.push_back(numbers.below(5));
      w.push_back(numbers.below(3));
    }
    double both = 0, of_x = 0, of_y = 0;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const double by = w[i] * w[j];
        const double order = (x[i] - x[j]) * (y[i] - y[j]);
        both += by * ((order > 0) - (order < 0));
        of_x += by * (x[i] != x[j]);
        of_y += by * (y[i] != y[j]);
      }
    }
    if (of_x == 0 || of_y == 0) continue;
    const double tau =
        accord::tau_sums({x.data(), x.size()}, {y.data(), y.size()}, w).all(w);
    CHECK_NEAR(tau, both / std::sqrt(of_x * of_y), 1e-10);
  }
}

// Two objects are in one part if each reaches the other by wins and ties.
TEST(judged_pairs_parts_equal_the_definition) {
  Numbers numbers;
  for (int set = 0; set < 60; ++set) {
    const int n = 2 + numbers.below(6), rows = 1 + numbers.below(12);
    std::vector<int> first, second, choice;
    std::vector<std::vector<char>> reaches(n, std::vector<char>(n, 0));
    for (int i = 0; i < n; ++i) reaches[i][i] = 1;
    for (int r = 0; r < rows; ++r) {
      const int a = numbers.below(n), b = (a + 1 + numbers.below(n - 1)) % n;
      first.push_back(a);
      second.push_back(b);
      choice.push_back(numbers.below(3));
      if (choice.back() != 1) reaches[a][b] = 1;
      if (choice.back() != 0) reaches[b][a] = 1;
    }
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          if (reaches[i][k] && reaches[k][j]) reaches[i][j] = 1;
        }
      }
    }
    accord::Judgements x;
    x.first = {first.data(), first.size()};
    x.second = {second.data(), second.size()};
    x.choice = {choice.data(), choice.size()};
    x.n_objects = n;
    const std::vector<int> part = accord::strong_parts(x);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        CHECK((part[i] == part[j]) == (reaches[i][j] && reaches[j][i]));
        // No part reaches one with a higher number.
        CHECK(!reaches[i][j] || part[j] <= part[i]);
      }
    }
    double counted = 0;
    for (const accord::JudgedCell& cell : accord::judged_cells(x, false)) {
      CHECK(cell.first < cell.second);
      for (int k = 0; k < 3; ++k) counted += cell.count[k];
    }
    CHECK(counted == rows);
  }
}
