#include "oracle.h"

#include <algorithm>  // max, min, sort
#include <cmath>      // acos, fabs, pow, sin
#include <cstddef>    // size_t
#include <set>
#include <vector>

#include "check.h"

namespace oracle {
namespace {

double square(double x) { return x * x; }

// delta^2 of categories c and k; n[g] is how often category g was used in pairable items.
double delta2(const Scale& scale, int c, int k, const std::vector<int>& n) {
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
    case accord::Level::matrix:
      return scale.distance[c * scale.n_categories + k];
  }
  return NAN;
}

// The items less one that shows the pattern.
Items without_one(Items items, const accord::Pattern& pattern) {
  std::vector<int> wanted;
  for (std::size_t j = 0; j < pattern.code.size(); ++j) {
    wanted.insert(wanted.end(), pattern.count[j], pattern.code[j]);
  }
  for (auto item = items.begin(); item != items.end(); ++item) {
    std::vector<int> sorted = *item;
    std::sort(sorted.begin(), sorted.end());
    if (sorted == wanted) {
      items.erase(item);
      return items;
    }
  }
  CHECK(!"some item shows every pattern");
  return items;
}

// Distinct values, in no order.
std::vector<double> distinct_values(data::Random* random, int n, double low,
                                    double high) {
  std::set<double> values;
  while (static_cast<int>(values.size()) < n) values.insert(random->between(low, high));
  std::vector<double> result(values.begin(), values.end());
  random->shuffle(&result);
  return result;
}

}  // namespace

Value alpha(const Items& items, const Scale& scale) {
  if (items.empty()) return {accord::Status::no_ratings};
  std::vector<int> n(scale.n_categories, 0), all;
  for (const auto& item : items) {
    if (item.size() < 2) continue;
    for (int k : item) ++n[k];
    all.insert(all.end(), item.begin(), item.end());
  }
  if (all.empty()) return {accord::Status::no_pairs};
  if (std::set<int>(all.begin(), all.end()).size() < 2)
    return {accord::Status::one_category};

  const auto sum_of_pairs = [&](const std::vector<int>& ratings) {
    double sum = 0;
    for (std::size_t i = 0; i < ratings.size(); ++i) {
      for (std::size_t j = 0; j < ratings.size(); ++j) {
        if (i != j) sum += delta2(scale, ratings[i], ratings[j], n);
      }
    }
    return sum;
  };
  const double size = static_cast<double>(all.size());
  Value value{accord::Status::ok, 0, sum_of_pairs(all) / (size * (size - 1))};
  if (value.expected == 0) return {accord::Status::no_distance};
  for (const auto& item : items) {
    if (item.size() < 2) continue;
    value.observed += sum_of_pairs(item) / static_cast<double>(item.size() - 1) / size;
  }
  value.alpha = 1 - value.observed / value.expected;
  return value;
}

void compare(const accord::Disagreement& core, const Value& truth) {
  CHECK(core.status == truth.status);
  CHECK(core.defined() == (truth.status == accord::Status::ok));
  CHECK_NEAR(core.alpha(), truth.alpha, 1e-10);
  if (truth.status != accord::Status::ok) return;
  CHECK_NEAR(core.observed, truth.observed, 1e-10 * truth.expected);
  CHECK_NEAR(core.expected, truth.expected, 1e-10 * truth.expected);
}

void compare_all(const Items& items, const Scale& scale) {
  const accord::Tally tally = data::tally(items, scale.n_categories);
  const accord::WeightedPatterns sample = tally.group(0);
  const CoreValues core = core_values(scale, sample);
  const Value whole = alpha(items, scale);
  compare(core.value, whole);
  compare(core.value_again, whole);

  std::size_t j = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (sample.pattern(i).size < 2) continue;
    if (!CHECK(j < core.deletions.size())) return;
    CHECK(core.deletions[j].items == sample.weight[i]);
    const Items rest = without_one(items, sample.pattern(i));
    Value truth = alpha(rest, scale);
    // A sample without its only item is not one that never had a rating.
    if (rest.empty()) truth.status = accord::Status::no_pairs;
    compare(core.deletions[j].value, truth);
    ++j;
  }
  CHECK(j == core.deletions.size());
}

CoreValues core_values(const Scale& scale, const accord::WeightedPatterns& sample) {
  const accord::MetricSpec spec{
      scale.level, scale.n_categories, scale.values,   scale.circumference,
      scale.min,   scale.max,          scale.distance, nullptr};
  return accord::with_metric(spec, [&](auto& metric) {
    accord::Alpha alpha(&metric, sample);
    CoreValues core{alpha.value(), {}, {}};
    for (const auto& d : alpha.leave_one_out())
      core.deletions.push_back({d.value, d.items});
    core.value_again = alpha.value();
    return core;
  });
}

Scale random_scale(accord::Level level, data::Random* random, int n) {
  using accord::Level;
  switch (level) {
    case Level::nominal:
      return {level, "nominal", n, {}};
    case Level::ordinal:
      return {level, "ordinal", n, {}};
    case Level::interval: {
      Scale scale{level, "interval", n, distinct_values(random, n, -20, 20)};
      const int shape = random->below(3);
      for (double& value : scale.values) {
        if (shape == 1) value += 1e9;
        if (shape == 2) value *= std::pow(10, std::fabs(value) / 3 - 3);  // heavy tails
      }
      return scale;
    }
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
