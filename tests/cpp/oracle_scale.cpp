#include "oracle_scale.h"

#include <algorithm>  // max, max_element, min, sort
#include <cmath>      // acos, fabs, pow, sin, sqrt
#include <set>
#include <vector>

#include "check.h"

namespace oracle {
namespace {

double square(double x) { return x * x; }

// Distinct values, in no order.
std::vector<double> distinct_values(data::Random* random, int n, double low,
                                    double high) {
  std::set<double> values;
  while (static_cast<int>(values.size()) < n) values.insert(random->between(low, high));
  std::vector<double> result(values.begin(), values.end());
  random->shuffle(&result);
  return result;
}

// Anywhere, far from 0, or with heavy tails.
std::vector<double> values_of_any_shape(data::Random* random, int n) {
  std::vector<double> values = distinct_values(random, n, -20, 20);
  const int shape = random->below(3);
  for (double& value : values) {
    if (shape == 1) value += 1e9;
    if (shape == 2) value *= std::pow(10, std::fabs(value) / 3 - 3);
  }
  return values;
}

}  // namespace

double delta(const Scale& scale, int c, int k, const std::vector<double>& n) {
  if (c == k) return 0;
  const auto value = [&](int i) { return scale.values[i]; };
  switch (scale.level) {
    case accord::Level::nominal:
      return 1;
    case accord::Level::ordinal: {
      double sum = 0;
      for (int g = std::min(c, k); g <= std::max(c, k); ++g) sum += n[g];
      return square(sum - (n[c] + n[k]) / 2.0);
    }
    case accord::Level::interval:
      return square(value(c) - value(k));
    case accord::Level::ratio:
      return square((value(c) - value(k)) / (value(c) + value(k)));
    case accord::Level::circular:
      return square(
          std::sin(std::acos(-1.0) * (value(c) - value(k)) / scale.circumference));
    case accord::Level::bipolar: {
      const double sum = value(c) + value(k);
      return square(value(c) - value(k)) /
             ((sum - 2 * scale.min) * (2 * scale.max - sum));
    }
    case accord::Level::linear:
      return std::fabs(value(c) - value(k));
    case accord::Level::radical:
      return std::sqrt(std::fabs(value(c) - value(k)));
    case accord::Level::steps: {
      double pairs = 0;  // of the categories from c to k
      for (int g = std::min(c, k); g <= std::max(c, k); ++g) pairs += g - std::min(c, k);
      return pairs;
    }
    case accord::Level::matrix:
      return scale.distance[c * scale.n_categories + k];
  }
  return NAN;
}

std::vector<double> distances(const Scale& scale) {
  const int n = scale.n_categories;
  std::vector<double> table;
  for (int c = 0; c < n; ++c) {
    for (int k = 0; k < n; ++k) table.push_back(delta(scale, c, k));
  }
  if (scale.level == accord::Level::nominal || scale.level == accord::Level::matrix) {
    return table;
  }
  const double widest = *std::max_element(table.begin(), table.end());
  for (double& d : table) d = widest > 0 ? d / widest : 0;
  return table;
}

accord::MetricSpec spec_of(const Scale& scale) {
  return accord::metric_spec({scale.level, scale.n_categories, scale.values,
                              scale.circumference, scale.min, scale.max, scale.distance});
}

Scale random_scale(accord::Level level, data::Random* random, int n) {
  using accord::Level;
  switch (level) {
    case Level::nominal:
      return {level, "nominal", n, {}};
    case Level::ordinal:
      return {level, "ordinal", n, {}};
    case Level::interval:
      return {level, "interval", n, values_of_any_shape(random, n)};
    case Level::ratio: {
      Scale scale{level, "ratio", n, distinct_values(random, n, 0, 50)};
      if (random->one_in(2)) scale.values[0] = 0;
      return scale;
    }
    case Level::circular:
      return {level, "circular", n, distinct_values(random, n, -180, 540), 360};
    case Level::bipolar: {
      Scale scale{level, "bipolar", n, distinct_values(random, n, -3, 3), 0, -3, 3};
      if (random->one_in(2)) scale.values[0] = -3;
      if (random->one_in(2)) scale.values[n - 1] = 3;
      return scale;
    }
    case Level::linear:  // whose closed form goes up the values, category by category
      return rising({level, "linear", n, values_of_any_shape(random, n)});
    case Level::radical:
      return {level, "radical", n, values_of_any_shape(random, n)};
    case Level::steps:
      return {level, "steps", n, {}};
    case Level::matrix:
      break;
  }
  Scale scale{Level::matrix, "matrix", n, {}, 0, 0, 0, std::vector<double>(n * n, 0.0)};
  for (int c = 0; c < n; ++c) {
    for (int k = 0; k < c; ++k) {
      const double distance = random->one_in(6) ? 0 : random->between(0, 4);
      scale.distance[c * n + k] = scale.distance[k * n + c] = distance;
    }
  }
  return scale;
}

Scale rising(Scale scale) {
  std::sort(scale.values.begin(), scale.values.end());
  return scale;
}

Scale among(const Scale& scale, const std::vector<int>& codes) {
  Scale few = scale;
  few.n_categories = static_cast<int>(codes.size());
  few.values.clear();
  few.distance.clear();
  for (int c : codes) {
    if (!scale.values.empty()) few.values.push_back(scale.values[c]);
    if (scale.distance.empty()) continue;
    for (int k : codes)
      few.distance.push_back(scale.distance[c * scale.n_categories + k]);
  }
  return few;
}

void for_random_data(accord::Level level, int times,
                     const std::function<void(const Items&, const Scale&)>& use) {
  for (int seed = 0; seed < 8 * times; ++seed) {
    data::Random random(seed);
    const int n_categories = 1 + seed % 8;
    const Scale scale = random_scale(level, &random, n_categories);
    const Items items = data::sparse_items(&random, n_categories);
    check::set_scene("%s, %d categories, seed %d", scale.name, n_categories, seed);
    use(items, scale);
  }
}

}  // namespace oracle
