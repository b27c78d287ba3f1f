#pragma once
// Krippendorff's alpha as a function of totals (Krippendorff 2019, section 12.3):
//
//   alpha = 1 - D_o / D_e,   D_o = within / n,   D_e = all_pairs / (n (n - 1)),
//
// n         ratings in pairable items, that is, items with two ratings or more
// within    sum over items of delta^2 over their ordered pairs of ratings / (m - 1)
// all_pairs sum of delta^2 over all ordered pairs of ratings, whatever their items
//
// A metric (metric.h) knows these sums for every level of measurement. At the ordinal
// level the ratings of an item also move the ranks of all others.

#include <cmath>        // NAN, isfinite
#include <cstddef>      // size_t
#include <type_traits>  // conditional_t, is_same_v
#include <vector>

#include "../distance/metric.h"
#include "../ratings/tally.h"
#include "disagreement.h"
#include "ordinal_deletion.h"
#include "ordinal_slope.h"

namespace accord {

// From the totals, with the number of categories in use. `self`: how often a rating is
// left out of the n that it may be paired with.
struct AlphaTotals {
  double n, within, all_pairs;
  int categories;
  double self = 1;
};

inline Disagreement alpha_of(const AlphaTotals& t) {
  if (!(t.n > t.self)) return {NAN, NAN, Status::no_pairs};
  const double observed = t.within / t.n, expected = t.all_pairs / (t.n * (t.n - t.self));
  if (t.categories < 2) return {observed, 0, Status::one_category};
  if (!std::isfinite(t.within) || !std::isfinite(t.all_pairs)) {
    return {NAN, NAN, Status::overflow};
  }
  if (!(t.all_pairs > 0)) return {observed, 0, Status::no_distance};
  return {observed, expected, Status::ok};
}

template <class Rows = WeightedPatterns>
class Alpha {
 public:
  // `metric` is working memory: its margin is filled anew for every sample.
  Alpha(Metric* metric, const Rows& sample) : metric_(*metric), sample_(sample) {
    for (std::size_t i = 0; i < sample.size(); ++i) {
      if (pairable(i)) pairable_.push_back(i);
    }
    within_of_.resize(pairable_.size());
    total_up(none);
  }

  // `population`: the items are all there are, so that D_e = all_pairs / n^2.
  Disagreement value(bool population = false) const {
    if (sample_.size() == 0) return {NAN, NAN, Status::no_ratings};
    if (pairable_.empty()) return {NAN, NAN, Status::no_pairs};
    const int categories = static_cast<int>(metric_.margin.used().size());
    return alpha_of({metric_.margin.total(), within_, metric_.all_pairs(), categories,
                     population ? 0.0 : 1.0});
  }

  // One entry for each pairable pattern.
  std::vector<Deletion> leave_one_out();
  std::vector<Influence> influences(Linearization rule) const;

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  bool pairable(std::size_t i) const { return sample_.pattern(i).size > 1; }

  // Fills the totals, with one item less of the pattern at `left_out`.
  void total_up(std::size_t left_out) {
    const auto weight = [&](std::size_t i) {
      return sample_.weight[i] - (i == left_out);
    };
    metric_.margin.clear();
    for (std::size_t i : pairable_) {
      if (weight(i) > 0) metric_.margin.add(sample_.pattern(i), weight(i));
    }
    metric_.close();
    within_ = 0;
    for (std::size_t j = 0; j < pairable_.size(); ++j) {
      const std::size_t i = pairable_[j];
      within_of_[j] = metric_.within(sample_.pattern(i));
      if (weight(i) > 0) within_ += weight(i) * sample_.factor(i) * within_of_[j];
    }
  }

  std::vector<double> within_without_one() const;
  std::vector<double> slopes_of_within() const;

  Metric& metric_;
  // Weighted patterns are a view themselves.
  std::conditional_t<std::is_same_v<Rows, WeightedPatterns>, Rows, const Rows&> sample_;
  std::vector<std::size_t> pairable_;
  std::vector<double> within_of_;  // of each of these
  double within_ = 0;
};

// An item takes its own disagreement with it.
template <class Rows>
std::vector<double> Alpha<Rows>::within_without_one() const {
  if (metric_.ordinal()) {
    return OrdinalDeletion(metric_.ranks(), sample_, pairable_)
        .within_without_one(within_);
  }
  std::vector<double> rest;
  for (double own : within_of_) rest.push_back(within_ - own);
  return rest;
}

// The same for the derivative of `within` with an item's weight.
template <class Rows>
std::vector<double> Alpha<Rows>::slopes_of_within() const {
  std::vector<double> slopes = within_of_;
  if (metric_.ordinal()) {
    const OrdinalSlope of_ranks(metric_.ranks(), sample_, pairable_);
    for (std::size_t j = 0; j < pairable_.size(); ++j) {
      slopes[j] += of_ranks.within(sample_.pattern(pairable_[j]));
    }
  }
  return slopes;
}

// Of the large-sample form 1 - n within / all_pairs (Gwet 2014, section 5.4), which
// differs from alpha by the factor (n - 1) / n of the disagreement. The formula in use
// (that of R package irrCAC) has an item with more ratings than the mean take away p_a,
// the observed agreement with its small-sample term, where the derivative has p_a without
// that term.
template <class Rows>
auto Alpha<Rows>::influences(Linearization rule) const -> std::vector<Influence> {
  const double n = metric_.margin.total(), pairs = metric_.all_pairs();
  const std::vector<double> slopes = slopes_of_within();
  double items = 0;
  for (std::size_t i : pairable_) items += sample_.weight[i];
  std::vector<Influence> result;
  for (std::size_t j = 0; j < pairable_.size(); ++j) {
    const Pattern p = sample_.pattern(pairable_[j]);
    const double change = p.size * within_ + n * slopes[j] -
                          n * within_ * (metric_.slope_of_pairs(p) / pairs);
    double u = -items * change / pairs;
    if (rule == Linearization::gwet) u -= within_ / pairs * (p.size * items / n - 1);
    result.push_back({u, sample_.weight[pairable_[j]]});
  }
  return result;
}

template <class Rows>
auto Alpha<Rows>::leave_one_out() -> std::vector<Deletion> {
  // What is left of a sum is exact to about 1e-16 of the whole. Where an item took nearly
  // everything with it, the totals are formed again without it; few items can do that.
  const double digits = 1e-3;
  const double within = within_, all_pairs = metric_.all_pairs();
  const std::vector<double> rest = within_without_one();

  std::vector<Deletion> result;
  std::vector<std::size_t> again;
  for (std::size_t j = 0; j < pairable_.size(); ++j) {
    const Pattern p = sample_.pattern(pairable_[j]);
    const double rest_of_pairs = metric_.all_pairs_without(p, within_of_[j]);
    if (rest[j] < digits * within || rest_of_pairs < digits * all_pairs)
      again.push_back(j);
    result.push_back({alpha_of({metric_.margin.total() - p.size, rest[j], rest_of_pairs,
                                metric_.margin.categories_without(p)}),
                      sample_.weight[pairable_[j]]});
  }
  for (std::size_t j : again) {
    total_up(pairable_[j]);
    result[j].value = value();
  }
  if (!again.empty()) total_up(none);
  return result;
}

}  // namespace accord
