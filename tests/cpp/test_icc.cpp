// Mean squares of the one- and two-way analysis against the definition: sums over dense
// matrices, least squares by Gaussian elimination, expectations by dense projections.

#include <cmath>
#include <vector>

#include "accord/scores/icc.h"
#include "check.h"
#include "data.h"

namespace {

using accord::IccAnova;
using accord::IccDesign;
using accord::IccStatus;
using Matrix = std::vector<std::vector<double>>;

struct Row {
  int item, rater, code;
};

struct Sample {
  std::vector<Row> rows;  // by item
  int n_items = 0, n_raters = 0;
};

// Up to 8 items and 5 raters with gaps; every item and rater that counts has a rating.
Sample random_sample(data::Random* random, bool complete) {
  Sample sample;
  const int n = 2 + random->below(7), k = 2 + random->below(4);
  std::vector<int> number(k, -1);
  for (int i = 0; i < n; ++i) {
    bool rated = false;
    for (int j = 0; j < k; ++j) {
      if (!complete && random->one_in(3)) continue;
      if (number[j] < 0) number[j] = sample.n_raters++;
      sample.rows.push_back({sample.n_items, number[j], random->below(10)});
      rated = true;
    }
    sample.n_items += rated;
  }
  return sample;
}

IccAnova core_anova(const Sample& sample, const std::vector<double>& value,
                    IccDesign design, bool named = true) {
  data::Ratings ratings(static_cast<int>(value.size()));
  data::Items items(sample.n_items);
  for (const Row& row : sample.rows) {
    items[row.item].push_back(row.code);
    if (named) ratings.rater.push_back(row.rater + 3);
  }
  ratings.add_group(items);
  ratings.n_raters = named ? sample.n_raters + 3 : 0;
  accord::IccGroup group(ratings.n_raters);
  group.read(ratings.view(), 0, value);
  return group.anova(design);
}

// A column for each item or rater.
Matrix indicators(const Sample& sample, bool items, bool raters) {
  Matrix x;
  for (const Row& row : sample.rows) {
    std::vector<double> line;
    for (int i = 0; items && i < sample.n_items; ++i) line.push_back(row.item == i);
    for (int j = 0; raters && j < sample.n_raters; ++j) line.push_back(row.rater == j);
    x.push_back(line);
  }
  return x;
}

// An orthonormal basis of the columns (Gram-Schmidt, twice for the digits).
Matrix basis(const Matrix& x) {
  Matrix result;
  for (std::size_t c = 0; !x.empty() && c < x[0].size(); ++c) {
    std::vector<double> v;
    for (const auto& line : x) v.push_back(line[c]);
    for (int twice = 0; twice < 2; ++twice) {
      for (const auto& b : result) {
        double dot = 0;
        for (std::size_t i = 0; i < v.size(); ++i) dot += b[i] * v[i];
        for (std::size_t i = 0; i < v.size(); ++i) v[i] -= dot * b[i];
      }
    }
    double norm = 0;
    for (double e : v) norm += e * e;
    if (norm < 1e-9) continue;
    for (double& e : v) e /= std::sqrt(norm);
    result.push_back(v);
  }
  return result;
}

// Returns the sum of squares of v after projecting out a space.
double left_over(std::vector<double> v, const Matrix& space) {
  for (const auto& b : space) {
    double dot = 0;
    for (std::size_t i = 0; i < v.size(); ++i) dot += b[i] * v[i];
    for (std::size_t i = 0; i < v.size(); ++i) v[i] -= dot * b[i];
  }
  double sum = 0;
  for (double e : v) sum += e * e;
  return sum;
}

double left_over(const Matrix& columns, const Matrix& space) {
  double sum = 0;
  for (std::size_t c = 0; c < columns[0].size(); ++c) {
    std::vector<double> v;
    for (const auto& line : columns) v.push_back(line[c]);
    sum += left_over(v, space);
  }
  return sum;
}

const std::vector<double> digits{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

std::vector<double> ratings_of(const Sample& sample) {
  std::vector<double> y;
  for (const Row& row : sample.rows) y.push_back(digits[row.code]);
  return y;
}

// The core scales the ratings, so mean squares are compared by their ratios.
void compare(const IccAnova& core, double items, double raters, double error) {
  const double scale = error / core.error;
  CHECK_NEAR(core.items * scale, items, 1e-9 * (1 + items));
  CHECK_NEAR(core.raters * scale, raters, 1e-9 * (1 + raters));
}

}  // namespace

TEST(icc_of_shrout_and_fleiss) {
  // Shrout & Fleiss 1979, table 3: BMS 11.24, WMS 6.26, JMS 32.49, EMS 1.02.
  const int table[6][4] = {{9, 2, 5, 8}, {6, 1, 3, 2},  {8, 4, 6, 8},
                           {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}};
  Sample sample;
  sample.n_items = 6;
  sample.n_raters = 4;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 4; ++j) sample.rows.push_back({i, j, table[i][j]});
  }
  for (double offset : {0.0, 1e9, -1e12}) {
    std::vector<double> value;
    for (int k = 0; k <= 10; ++k) value.push_back(k + offset);
    const IccAnova one = core_anova(sample, value, IccDesign::one_way);
    CHECK_NEAR(one.consistency(), 0.165741768405476, 1e-13);
    for (IccDesign design : {IccDesign::least_squares, IccDesign::rater_means}) {
      const IccAnova two = core_anova(sample, value, design);
      CHECK_NEAR(two.consistency(), 0.714840714840715, 1e-13);
      CHECK_NEAR(two.agreement(), 0.289763779527559, 1e-13);
      CHECK_NEAR(two.items / two.error, 11.0272479564033, 1e-11);
      CHECK(two.df_items == 5 && two.df_raters == 3 &&
            std::fabs(two.df_error - 15) < 1e-9);
    }
  }
}

TEST(icc_mean_squares_by_definition) {
  int defined = 0;
  for (int seed = 0; seed < 300; ++seed) {
    check::set_scene("icc, seed %d", seed);
    data::Random random(seed);
    const Sample sample = random_sample(&random, seed % 10 == 0);
    if (sample.rows.empty()) continue;
    const std::vector<double> y = ratings_of(sample);
    const Matrix x_items = indicators(sample, true, false);
    const Matrix x_raters = indicators(sample, false, true);
    const Matrix items = basis(x_items), raters = basis(x_raters);
    const Matrix both = basis(indicators(sample, true, true));
    const Matrix mean = basis(Matrix(y.size(), {1.0}));
    const double n = static_cast<double>(y.size());

    const IccAnova one = core_anova(sample, digits, IccDesign::one_way);
    if (one.status == IccStatus::ok && one.error > 0) {
      CHECK(one.df_items == sample.n_items - 1 && one.df_error == n - sample.n_items);
      const double error = left_over(y, items) / one.df_error;
      const double total = left_over(y, mean);
      compare(one, (total - left_over(y, items)) / one.df_items, 0, error);
      CHECK_NEAR(one.per_item, left_over(x_items, mean) / one.df_items, 1e-9);
    }

    const IccAnova two = core_anova(sample, digits, IccDesign::least_squares);
    const double df_items = static_cast<double>(both.size()) - sample.n_raters;
    const double df_raters = static_cast<double>(both.size()) - sample.n_items;
    const double df_error = n - static_cast<double>(both.size());
    if (one.status != IccStatus::ok || sample.n_raters == 1) {
      CHECK(two.status != IccStatus::ok);
      continue;
    }
    CHECK((two.status == IccStatus::ok) ==
          (df_items > 0 && df_raters > 0 && df_error > 0));
    CHECK(two.df_items == df_items && two.df_raters == df_raters);
    CHECK(two.df_error == df_error);
    if (two.status != IccStatus::ok) continue;
    const double rest = left_over(y, both);
    if (rest < 1e-9) {
      CHECK(two.error == 0);
      continue;
    }
    ++defined;
    compare(two, (left_over(y, raters) - rest) / df_items,
            (left_over(y, items) - rest) / df_raters, rest / df_error);
    CHECK_NEAR(two.per_item, left_over(x_items, raters) / df_items, 1e-9);
    CHECK_NEAR(two.per_rater, left_over(x_raters, items) / df_raters, 1e-9);
  }
  CHECK(defined > 200);
}

TEST(icc_of_a_chain_of_raters) {
  // Rater j rates items j and j + 1, the most difficult design for conjugate gradients.
  // Additive ratings have no residuals, and one more rating of item 0 has a known error.
  accord::TwoWayData data;
  data.n_items = 2001;
  data.n_raters = 2000;
  for (int j = 0; j < data.n_raters; ++j) {
    for (int i = j; i <= j + 1; ++i) {
      data.item.push_back(i);
      data.rater.push_back(j);
      data.y.push_back((i * 7) % 11 - (j * 5) % 13);
    }
  }
  accord::TwoWayFit fit = accord::fit_two_way(data);
  CHECK(fit.converged && fit.components == 1);
  CHECK_NEAR(fit.residual, 0, 1e-15 * 4000);

  // Rater 0 rates item 0 again, 3 higher: each of the two is 1.5 off.
  data.item.push_back(0);
  data.rater.push_back(0);
  data.y.push_back(data.y[0] + 3);
  fit = accord::fit_two_way(data);
  CHECK(fit.converged);
  CHECK_NEAR(fit.residual, 2 * 1.5 * 1.5, 1e-9);
}

TEST(icc_status) {
  const auto status = [](const Sample& sample, IccDesign design, bool named = true) {
    return core_anova(sample, digits, design, named).status;
  };
  const IccDesign one = IccDesign::one_way, two = IccDesign::least_squares;
  CHECK(status({{}, 0, 0}, one) == IccStatus::no_ratings);
  CHECK(status({{{0, 0, 1}, {0, 1, 2}}, 1, 2}, one) == IccStatus::one_item);
  CHECK(status({{{0, 0, 1}, {1, 1, 2}}, 2, 2}, one) == IccStatus::no_pairs);
  CHECK(status({{{0, 0, 1}, {0, 1, 1}, {1, 0, 1}}, 2, 2}, one) == IccStatus::all_equal);
  const Sample square{{{0, 0, 1}, {0, 1, 2}, {1, 0, 4}, {1, 1, 9}}, 2, 2};
  CHECK(status(square, two) == IccStatus::ok);
  CHECK(status(square, two, false) == IccStatus::anonymous_raters);
  CHECK(status(square, one, false) == IccStatus::ok);
  const Sample same_rater{{{0, 0, 1}, {0, 0, 2}, {1, 0, 4}}, 2, 1};
  CHECK(status(same_rater, one) == IccStatus::ok);
  CHECK(status(same_rater, two) == IccStatus::one_rater);
  const Sample apart{{{0, 0, 1}, {0, 1, 2}, {1, 2, 4}, {1, 3, 9}}, 2, 4};
  CHECK(status(apart, two) == IccStatus::confounded);
}

TEST(icc_groups_do_not_mix) {
  data::Ratings ratings(10);
  ratings.add_group({{1, 2}, {5, 9}});
  ratings.add_group({{3, 3}, {8, 7}, {0, 2}});
  ratings.rater = {4, 1, 4, 1, /**/ 1, 0, 0, 1, 4, 0};
  ratings.n_raters = 5;
  accord::IccGroup both(5), fresh(5);
  both.read(ratings.view(), 0, digits);
  both.read(ratings.view(), 1, digits);
  fresh.read(ratings.view(), 1, digits);
  const IccAnova after = both.anova(IccDesign::least_squares);
  const IccAnova alone = fresh.anova(IccDesign::least_squares);
  CHECK(after.items == alone.items && after.error == alone.error);
  CHECK(after.df_raters == 2 && alone.df_raters == 2);
}
