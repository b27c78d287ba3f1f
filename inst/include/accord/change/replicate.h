#pragma once
// The estimates of one group under many sets of weights: bootstrap, posterior, and
// whatever else only changes weights. Who draws them is the caller's business.

#include <cstddef>     // size_t
#include <functional>  // function
#include <memory>      // make_shared, make_unique, shared_ptr, unique_ptr
#include <utility>     // move
#include <vector>

#include "../agreement/measure.h"
#include "../agreement/registry.h"
#include "../base/parallel.h"
#include "../ratings/rows.h"
#include "../ratings/tally.h"
#include "cluster_variance.h"
#include "reweighted.h"
#include "reweighted_light.h"

namespace accord {

// Weights of rows, one draw after the other, and how often each rater counts.
struct Draws {
  int n = 0;
  bool by_item = false;  // rows are the items of the group, else its patterns
  Span<double> weight;   // n times the number of rows
  Span<int> times;  // n times the number of raters; empty when every rater counts once
};

// Alpha may be read off its large-sample form, 1 - n within / all_pairs, in which the
// sample is the population.
// With `cluster` (from 0, by item; rows of draws are items) a variance is over clusters.
struct Replication {
  std::vector<Model> models;
  VarianceKind variance = VarianceKind::none;
  bool population = false;
  Span<int> cluster;
};

class GroupSample {
 public:
  GroupSample(const RatingsView& ratings, const Tally& tally, int group)
      : ratings_(ratings), tally_(tally), group_(group), patterns_(tally.group(group)) {}

  std::size_t n_items() const {
    return ratings_.group_start[group_ + 1] - ratings_.group_start[group_];
  }
  std::size_t n_patterns() const { return patterns_.size(); }
  const WeightedPatterns& patterns() const { return patterns_; }

  // The sum of something over the items that show each pattern.
  void by_pattern(Span<double> by_item, std::vector<double>* result) const {
    result->assign(n_patterns(), 0.0);
    if (row_.empty()) find_rows();
    const int first = ratings_.group_start[group_];
    for (std::size_t i = 0; i < n_items(); ++i) {
      (*result)[row_[tally_.of_item[first + i]]] += by_item[i];
    }
  }

  // Fills result[draw * models + model], for alpha alone.
  void replicate_alpha(const Metric& metric, const Draws& draws, const Replication& what,
                       const Executor& executor, std::vector<Estimate>* result) const;
  // The same for all other models.
  void replicate_kappas(const AnyDistance& distance, const Draws& draws,
                        const Replication& what, const Executor& executor,
                        std::vector<Estimate>* result) const;

 private:
  // The estimate from a draw: by rows that the raters of the draw changed, or else by the
  // weights of the patterns or, where it matters who rated, of the items.
  using OfDraw = std::function<Estimate(const ReweightedItems*, Span<double> patterns,
                                        Span<double> items)>;
  OfDraw estimator(Model model, const AnyDistance& distance, bool by_draw,
                   const Replication& what) const;
  // Null where items are no clusters, or no variance is asked for.
  std::shared_ptr<const ClusterVariance> over_clusters(const Replication& what,
                                                       RowKind kind) const {
    if (what.cluster.empty() || what.variance == VarianceKind::none) return nullptr;
    return std::make_shared<ClusterVariance>(
        ratings_, tally_, group_, kind, linearization_of(what.variance), what.cluster);
  }
  // What serves all draws is found once, when first needed.
  void find_sorted(const Draws& draws) const {
    if (draws.times.empty() || sorted_) return;
    sorted_ = std::make_unique<SortedItems>(ratings_, group_);
  }
  void find_rows() const {
    row_.resize(tally_.patterns.size());
    for (std::size_t i = 0; i < n_patterns(); ++i)
      row_[patterns_.which[i]] = static_cast<int>(i);
  }

  static Span<double> weights_of(const Draws& draws, int d) {
    const std::size_t rows = draws.weight.size() / draws.n;
    return draws.weight.slice(rows * d, rows * (d + 1));
  }
  static Span<int> times_of(const Draws& draws, int d) {
    const std::size_t raters = draws.times.size() / draws.n;
    return draws.times.slice(raters * d, raters * (d + 1));
  }

  // Calls use(first, last) for the draws of each part.
  template <class Use>
  static void in_parts(const Draws& draws, const Executor& executor, Use&& use) {
    const int parts = parts_for(executor, draws.n, 1);
    executor.run(parts, [&](int p) {
      const Range range = part(draws.n, parts, p);
      use(static_cast<int>(range.begin), static_cast<int>(range.end));
    });
  }

  // Calls use(weighted patterns) with the weights of a draw.
  template <class Use>
  void with_patterns(const Draws& draws, int d, std::vector<double>* memory,
                     Use&& use) const {
    WeightedPatterns rows = patterns_;
    rows.weight = weights_of(draws, d);
    if (draws.by_item) {
      by_pattern(rows.weight, memory);
      rows.weight = *memory;
    }
    use(rows);
  }

  RatingsView ratings_;
  const Tally& tally_;
  int group_;
  WeightedPatterns patterns_;
  mutable std::vector<int> row_;  // of each pattern of the tally
  mutable std::unique_ptr<const SortedItems> sorted_;
  mutable std::unique_ptr<const ReweightedLight> light_;
};

inline Estimate replicated_alpha(Metric* metric, const WeightedPatterns& rows,
                                 const Replication& what, const ClusterVariance* clusters,
                                 Span<double> items) {
  const Alpha<> alpha(metric, rows);
  Estimate result{alpha.value(what.population), {}};
  if (result.value.defined() && what.variance != VarianceKind::none) {
    const std::vector<Influence> influences =
        alpha.influences(linearization_of(what.variance));
    result.variance = clusters ? clusters->of(influences, items) : linearized(influences);
  }
  return result;
}

inline void GroupSample::replicate_alpha(const Metric& metric, const Draws& draws,
                                         const Replication& what,
                                         const Executor& executor,
                                         std::vector<Estimate>* result) const {
  if (draws.by_item && row_.empty()) find_rows();
  find_sorted(draws);
  in_parts(draws, executor, [&](int first, int last) {
    Metric working = metric;
    std::vector<double> memory;
    const auto clusters = over_clusters(what, RowKind(false));
    std::unique_ptr<ReweightedItems> items;
    if (!draws.times.empty()) {
      items = std::make_unique<ReweightedItems>(sorted_.get(), false);
    }
    for (int d = first; d < last; ++d) {
      Estimate estimate;
      if (items) {
        items->set(weights_of(draws, d), times_of(draws, d));
        estimate = {Alpha<ReweightedItems>(&working, *items).value(what.population), {}};
      } else {
        with_patterns(draws, d, &memory, [&](const WeightedPatterns& rows) {
          estimate = replicated_alpha(&working, rows, what, clusters.get(),
                                      weights_of(draws, d));
        });
      }
      for (std::size_t i = 0; i < what.models.size(); ++i) {
        if (what.models[i] == Model::alpha)
          (*result)[d * what.models.size() + i] = estimate;
      }
    }
  });
}

inline auto GroupSample::estimator(Model model, const AnyDistance& distance, bool by_draw,
                                   const Replication& what) const -> OfDraw {
  auto chance = new_chance(model, distance);
  if (!chance) return nullptr;
  const bool by_item = chance->needs.names_raters;
  const auto clusters = over_clusters(what, RowKind(chance->needs));
  const VarianceKind kind = clusters ? VarianceKind::none : what.variance;
  const Linearization rule = linearization_of(what.variance);
  const auto kappa = std::make_shared<Kappa>(std::move(chance));
  if (!by_draw) kappa->fit(*rows_for(kappa->chance(), ratings_, tally_, group_));
  return [=](const ReweightedItems* rows, Span<double> patterns, Span<double> items) {
    if (rows) {
      kappa->fit(*rows);
    } else {
      kappa->weigh(by_item ? items : patterns);
    }
    Estimate result = estimate_of(kappa.get(), kind);
    if (clusters && result.value.defined()) {
      result.variance = clusters->of(kappa->influences(rule), items);
    }
    return result;
  };
}

inline void GroupSample::replicate_kappas(const AnyDistance& distance, const Draws& draws,
                                          const Replication& what,
                                          const Executor& executor,
                                          std::vector<Estimate>* result) const {
  if (draws.by_item && row_.empty()) find_rows();
  find_sorted(draws);
  const bool by_draw = !draws.times.empty();
  bool by_rater = false, by_pattern = false, light = false;
  for (Model model : what.models) {
    if (model == Model::alpha) continue;
    (goes_by(model, uses::raters) ? by_rater : by_pattern) = true;
    light = light || model == Model::pairs;
  }
  if (light && !light_) light_ = std::make_unique<ReweightedLight>(ratings_, group_);
  const std::size_t n = what.models.size();
  in_parts(draws, executor, [&](int first, int last) {
    std::vector<OfDraw> of_draw;
    std::vector<Span<double>> weight;
    std::vector<Span<int>> times;
    for (Model model : what.models) {
      of_draw.push_back(estimator(model, distance, by_draw, what));
    }
    std::unique_ptr<ReweightedItems> rows;
    if (by_draw) rows = std::make_unique<ReweightedItems>(sorted_.get(), by_rater);
    std::vector<double> memory;
    for (int d = first; d < last; ++d) {
      weight.push_back(weights_of(draws, d));
      times.push_back(times_of(draws, d));
      Span<double> patterns = weight.back();
      if (rows) {
        rows->set(weight.back(), times.back());
      } else if (draws.by_item && by_pattern) {
        this->by_pattern(weight.back(), &memory);
        patterns = memory;
      }
      for (std::size_t i = 0; i < n; ++i) {
        if (of_draw[i])
          (*result)[d * n + i] = of_draw[i](rows.get(), patterns, weight.back());
      }
    }
    if (!light) return;
    const std::vector<Disagreement> values = light_->values(distance, weight, times);
    for (std::size_t i = 0; i < n; ++i) {
      if (what.models[i] != Model::pairs) continue;
      for (int d = first; d < last; ++d) (*result)[d * n + i].value = values[d - first];
    }
  });
}

}  // namespace accord
