#pragma once
// The estimates of one group under many sets of weights, as for the bootstrap or a
// posterior. The weights are drawn by the caller.

#include <cstddef>     // size_t
#include <cstdint>     // uint32_t
#include <functional>  // function
#include <memory>      // make_shared, make_unique, shared_ptr, unique_ptr
#include <utility>     // move
#include <vector>

#include "../agreement/coefficient.h"
#include "../agreement/measure.h"
#include "../agreement/registry.h"
#include "../base/parallel.h"
#include "../distance/any_distance.h"
#include "../distance/metric.h"
#include "../ratings/number_table.h"
#include "../ratings/rows.h"
#include "../ratings/tally.h"
#include "cluster_variance.h"
#include "reweighted.h"
#include "reweighted_light.h"

namespace accord {

// Weights of rows for one draw after the other, and the number of times that each rater
// counts.
struct Draws {
  int n = 0;
  bool by_item = false;  // rows are the items of the group, else its patterns
  Span<double> weight;   // n times the number of rows
  Span<int> times;  // n times the number of raters; empty when every rater counts once
};

// Alpha can be computed in its large-sample form, 1 - n within / all_pairs, which treats
// the sample as the population. The variance is that of the linearised estimate over
// items or, if there is a `cluster` (from 0, by item; then rows of draws are items), over
// clusters.
struct Replication {
  std::vector<Model> models;
  MetricSpec metric;                   // of alpha, if it is among them
  AnyDistance distance{MetricSpec()};  // of all others
  bool population = false;
  bool with_variance = false;
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

  // Computes for each pattern the sum of a quantity over its items.
  void by_pattern(Span<double> by_item, std::vector<double>* result) const {
    if (row_.empty()) find_rows();
    result->assign(n_patterns(), 0.0);
    for (std::size_t i = 0; i < n_items(); ++i) (*result)[row_[i]] += by_item[i];
  }

  // Returns the estimates as result[draw * models + model].
  std::vector<Estimate> replicate(const Draws& draws, const Replication& what,
                                  const Executor& executor) const;

 private:
  static constexpr Linearization rule = Linearization::ratio;

  // Computes the estimate for a draw: from the rows as changed by the raters of the draw
  // or, without these, from the weights of the patterns, or of the items if raters
  // matter.
  using OfDraw = std::function<Estimate(const ReweightedItems*, Span<double> patterns,
                                        Span<double> items)>;
  OfDraw of_draw(Model model, const Replication& what, bool by_draw) const;
  // Returns null if items are not in clusters.
  std::shared_ptr<const ClusterVariance> clusters_of(const Replication& what,
                                                     Needs needs) const {
    if (what.cluster.empty()) return nullptr;
    return std::make_shared<ClusterVariance>(ratings_, tally_, group_, needs, rule,
                                             what.cluster);
  }
  static Variance variance(const std::vector<Influence>& influences,
                           const ClusterVariance* clusters, Span<double> items) {
    return clusters ? clusters->of(influences, items) : linearized(influences);
  }

  void find_rows() const {
    NumberTable<std::uint32_t> row;
    for (int pattern : patterns_.which) row.number(pattern);
    const int first = ratings_.group_start[group_];
    for (std::size_t i = 0; i < n_items(); ++i) {
      row_.push_back(row.number(tally_.of_item[first + i]));
    }
  }

  static Span<double> weights_of(const Draws& draws, int d) {
    const std::size_t rows = draws.weight.size() / draws.n;
    return draws.weight.slice(rows * d, rows * (d + 1));
  }
  static Span<int> times_of(const Draws& draws, int d) {
    const std::size_t raters = draws.times.size() / draws.n;
    return draws.times.slice(raters * d, raters * (d + 1));
  }

  RatingsView ratings_;
  const Tally& tally_;
  int group_;
  WeightedPatterns patterns_;
  // Values that are the same for all draws are computed once, when they are first needed.
  mutable std::vector<int> row_;  // of each item, among the patterns
  mutable std::unique_ptr<const SortedItems> sorted_;
  mutable std::unique_ptr<const ReweightedLight> light_;
};

inline auto GroupSample::of_draw(Model model, const Replication& what, bool by_draw) const
    -> OfDraw {
  const std::shared_ptr<CoefficientOfRows> coefficient =
      new_coefficient(model, what.metric, what.distance, what.population);
  if (!coefficient) return nullptr;
  const Needs needs = coefficient->needs();
  const auto clusters = clusters_of(what, needs);
  const bool with_variance = what.with_variance;
  if (!by_draw) coefficient->fit(*rows_for(needs, ratings_, tally_, group_));
  return [=](const ReweightedItems* rows, Span<double> patterns, Span<double> items) {
    if (rows) {
      coefficient->fit(*rows);
    } else {
      coefficient->weigh(needs.names_raters ? items : patterns);
    }
    Estimate result{coefficient->value(), {}};
    if (with_variance && result.value.defined())
      result.variance = variance(coefficient->influences(rule), clusters.get(), items);
    return result;
  };
}

inline std::vector<Estimate> GroupSample::replicate(const Draws& draws,
                                                    const Replication& what,
                                                    const Executor& executor) const {
  const bool by_draw = !draws.times.empty();
  bool by_pattern = false, light = false;
  for (Model model : what.models) {
    by_pattern = by_pattern || !goes_by(model, uses::raters);
    light = light || model == Model::pairs;
  }
  if (draws.by_item && row_.empty()) find_rows();
  if (by_draw && !sorted_) sorted_ = std::make_unique<SortedItems>(ratings_, group_);
  if (light && !light_) light_ = std::make_unique<ReweightedLight>(ratings_, group_);
  const std::size_t n = what.models.size();
  std::vector<Estimate> result(draws.n * n);
  const int parts = parts_for(executor, draws.n, 1);
  executor.run(parts, [&](int p) {
    const Range range = part(draws.n, parts, p);
    const int first = static_cast<int>(range.begin), last = static_cast<int>(range.end);
    std::vector<OfDraw> of_draws;
    std::vector<Span<double>> weight;
    std::vector<Span<int>> times;
    for (Model model : what.models) of_draws.push_back(of_draw(model, what, by_draw));
    std::unique_ptr<ReweightedItems> rows;
    if (by_draw) rows = std::make_unique<ReweightedItems>(sorted_.get());
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
        if (of_draws[i])
          result[d * n + i] = of_draws[i](rows.get(), patterns, weight.back());
      }
    }
    if (!light) return;
    const std::vector<Disagreement> values = light_->values(what.distance, weight, times);
    for (std::size_t i = 0; i < n; ++i) {
      if (what.models[i] != Model::pairs) continue;
      for (int d = first; d < last; ++d) result[d * n + i].value = values[d - first];
    }
  });
  return result;
}

}  // namespace accord
