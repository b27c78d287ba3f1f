#include "oracle.h"

#include <algorithm>  // count, sort
#include <cmath>      // fabs
#include <cstddef>    // size_t
#include <set>
#include <vector>

#include "check.h"

namespace oracle {
namespace {

// Returns the items without one that has the pattern.
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

// Entries of the core are patterns in the order of their first item.
void compare_influences(const Items& items, const Scale& scale, const CoreValues& core) {
  Items pairable;
  for (const auto& item : items) {
    if (item.size() > 1) pairable.push_back(item);
  }
  for (auto& item : pairable) std::sort(item.begin(), item.end());
  const bool ordinal = scale.level == accord::Level::ordinal;
  const std::vector<double> ratio = alpha_derivatives(pairable, scale);
  const std::vector<double> gwet =
      ordinal ? std::vector<double>() : gwet_influences_of_alpha(pairable, scale);

  std::set<std::vector<int>> seen;
  std::size_t j = 0;
  for (std::size_t i = 0; i < pairable.size(); ++i) {
    if (!seen.insert(pairable[i]).second) continue;
    if (!CHECK(j < core.ratio.size() && j < core.gwet.size())) return;
    const double count =
        static_cast<double>(std::count(pairable.begin(), pairable.end(), pairable[i]));
    CHECK(core.ratio[j].items == count && core.gwet[j].items == count);
    CHECK_NEAR(core.ratio[j].value, ratio[i], 1e-6 * (1 + std::fabs(ratio[i])));
    if (!ordinal) {
      CHECK_NEAR(core.gwet[j].value, gwet[i], 1e-10 * (1 + std::fabs(gwet[i])));
    }
    ++j;
  }
  CHECK(j == core.ratio.size() && j == core.gwet.size());
}

}  // namespace

Value alpha(const Items& items, const Scale& scale) {
  if (items.empty()) return {accord::Status::no_ratings};
  std::vector<double> n(scale.n_categories, 0);
  std::vector<int> all;
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
        if (i != j) sum += delta(scale, ratings[i], ratings[j], n);
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
  CHECK_NEAR(core.estimate(), truth.alpha, 1e-10);
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
  if (core.value.defined()) compare_influences(items, scale, core);
}

CoreValues core_values(const Scale& scale, const accord::WeightedPatterns& sample) {
  accord::Alpha alpha(spec_of(scale));
  alpha.fit(sample);
  CoreValues core{alpha.value(), alpha.leave_one_out(), {}, {}, {}};
  if (core.value.defined()) {
    core.ratio = alpha.influences(accord::Linearization::ratio);
    core.gwet = alpha.influences(accord::Linearization::gwet);
  }
  core.value_again = alpha.value();
  return core;
}

double large_sample_alpha(const Items& items, const std::vector<double>& weight,
                          const Scale& scale) {
  std::vector<double> used(scale.n_categories, 0);
  double n = 0, within = 0, all_pairs = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (int k : items[i]) {
      used[k] += weight[i];
      n += weight[i];
    }
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    double pairs = 0;
    for (int c : items[i]) {
      for (int k : items[i]) pairs += delta(scale, c, k, used);
    }
    within += weight[i] * pairs / (static_cast<double>(items[i].size()) - 1);
  }
  for (int c = 0; c < scale.n_categories; ++c) {
    for (int k = 0; k < scale.n_categories; ++k) {
      all_pairs += used[c] * used[k] * delta(scale, c, k, used);
    }
  }
  return 1 - (within / n) / (all_pairs / (n * n));
}

std::vector<double> alpha_derivatives(const Items& items, const Scale& scale) {
  const double step = 3e-5;
  std::vector<double> result, weight(items.size(), 1);
  for (double& w : weight) {
    w = 1 + step;
    const double more = large_sample_alpha(items, weight, scale);
    w = 1 - step;
    const double less = large_sample_alpha(items, weight, scale);
    w = 1;
    result.push_back(static_cast<double>(items.size()) * (more - less) / (2 * step));
  }
  return result;
}

// Uses disagreements: p_a - p_e is D_e - D_o.
std::vector<double> gwet_influences_of_alpha(const Items& items, const Scale& scale) {
  const double size = static_cast<double>(items.size());
  double ratings = 0, observed = 0, expected = 0;
  for (const auto& item : items) ratings += static_cast<double>(item.size());
  const double mean_size = ratings / size;
  std::vector<double> pi(scale.n_categories, 0), apart_of_item, to(scale.n_categories, 0);
  for (const auto& item : items) {
    double pairs = 0;
    for (int c : item) {
      pi[c] += 1 / ratings;
      for (int k : item) pairs += delta(scale, c, k);
    }
    // r_i / r less p_a|i, whose pairs are divided by r (r_i - 1).
    apart_of_item.push_back(pairs / (mean_size * (static_cast<double>(item.size()) - 1)));
    observed += apart_of_item.back() / size;
  }
  for (int c = 0; c < scale.n_categories; ++c) {
    for (int k = 0; k < scale.n_categories; ++k) to[c] += pi[k] * delta(scale, c, k);
    expected += pi[c] * to[c];
  }
  const double large_sample = 1 - observed / expected;
  const double small_sample = observed * (1 - 1 / ratings);  // 1 - p_a
  std::vector<double> result;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double share = static_cast<double>(items[i].size()) / mean_size;  // r_i / r
    double chance = 0;  // r_i / r less the weighted sum that p_e|i begins with
    for (int k : items[i]) chance += to[k] / mean_size;
    // p_a|i - p_a (r_i - r) / r - p_e and p_e|i - p_e (r_i - r) / r - p_e.
    const double agrees = expected - apart_of_item[i] + small_sample * (share - 1);
    const double by_chance = expected * share - chance;
    const double alpha_i = agrees / expected;
    result.push_back(alpha_i - 2 * (1 - large_sample) * by_chance / expected -
                     large_sample);
  }
  return result;
}

}  // namespace oracle
