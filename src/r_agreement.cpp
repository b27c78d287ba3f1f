#include <Rcpp/Lightest>
#include <vector>

#include "accord/agreement/measure.h"
#include "accord/agreement/population.h"
#include "accord/change/cluster_variance.h"
#include "r_metric.h"
#include "r_sample.h"
#include "r_table.h"
#include "r_views.h"

using accord::Model;

namespace {

// The result has one row per group and coefficient, group by group.
class Estimates {
 public:
  explicit Estimates(int n)
      : estimate_(n),
        observed_(n),
        expected_(n),
        variance_(n, NA_REAL),
        null_variance_(n, NA_REAL),
        items_(n),
        undefined_(n),
        acceleration_(n),
        status_(n),
        complete_(n) {}

  void set(int row, const accord::Estimate& x) {
    estimate_[row] = x.value.estimate();
    observed_[row] = x.value.observed;
    expected_[row] = x.value.expected;
    variance_[row] = x.variance.variance;
    items_[row] = x.variance.items;
    undefined_[row] = x.variance.undefined;
    acceleration_[row] = x.variance.acceleration;
    status_[row] = static_cast<int>(x.value.status);
  }
  void set_null_variance(int row, double x) { null_variance_[row] = x; }
  void set_complete(int first, int n, bool x) {
    for (int row = first; row < first + n; ++row) complete_[row] = x;
  }

  Rcpp::List frame() const {
    return r::frame({{"estimate", estimate_},
                     {"observed", observed_},
                     {"expected", expected_},
                     {"variance", variance_},
                     {"null_variance", null_variance_},
                     {"variance_items", items_},
                     {"undefined", undefined_},
                     {"acceleration", acceleration_},
                     {"status", status_},
                     {"complete", complete_}});
  }

 private:
  Rcpp::NumericVector estimate_, observed_, expected_, variance_, null_variance_, items_,
      undefined_, acceleration_;
  Rcpp::IntegerVector status_;
  Rcpp::LogicalVector complete_;
};

// Returns whether all items of a group have the same number of ratings, equal to the
// number of raters if these are known.
bool complete(const accord::WeightedPatterns& sample, const accord::RatingsView& ratings,
              int group) {
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (sample.pattern(i).size != sample.pattern(0).size) return false;
  }
  if (ratings.rater.empty() || sample.size() == 0) return true;
  std::vector<char> seen(ratings.n_raters);
  int n = 0;
  for (int i = ratings.group_start[group]; i < ratings.group_start[group + 1]; ++i) {
    for (int rater : ratings.raters_of(i)) {
      n += !seen[rater];
      seen[rater] = 1;
    }
    if (n > sample.pattern(0).size) return false;
  }
  return true;
}

}  // namespace

// `models` are the places of the coefficients' models in the core's enum. `metric` is
// that of alpha, `weights` that of all others. `variance` is the place in the core's enum
// VarianceKind; `null_variance` asks for the variance under the hypothesis that a kappa
// is 0, if all raters rated all items. `cluster` has the cluster of each item within its
// group, from 0, for a linearised variance over clusters; it is empty if items are
// independent.
// [[Rcpp::export(rng = false)]]
Rcpp::List agreement_by_group(SEXP sample, Rcpp::IntegerVector models, Rcpp::List metric,
                              Rcpp::List weights, int variance, bool null_variance,
                              Rcpp::IntegerVector cluster) {
  const r::Sample& of = r::sample(sample);
  const accord::RatingsView& view = of.view;
  const accord::Tally& tally = of.tally;
  const auto kind = static_cast<accord::VarianceKind>(variance);
  const int groups = view.n_groups(), n = models.size();
  Estimates rows(groups * n);
  std::vector<char> is_complete;
  for (int g = 0; g < groups; ++g) {
    is_complete.push_back(complete(tally.group(g), view, g));
    rows.set_complete(g * n, n, is_complete[g]);
  }
  for (int i = 0; i < n; ++i) {
    accord::Asked asked;
    asked.poll = of.executor.poll;
    asked.model = r::model(models, i);
    asked.spec = r::metric_spec(asked.model == Model::alpha ? metric : weights);
    asked.per_item =
        cluster.size() ? accord::PerItem::influences : accord::per_item_of(kind);
    const auto set = [&](int g, accord::Coefficient* coefficient) {
      of.executor.poll();
      accord::Estimate estimate = accord::estimate_of(
          coefficient, cluster.size() ? accord::VarianceKind::none : kind);
      if (cluster.size() && estimate.value.defined()) {
        const auto rule = accord::linearization_of(kind);
        const auto clusters =
            r::span(cluster).slice(view.group_start[g], view.group_start[g + 1]);
        estimate.variance =
            accord::ClusterVariance(view, tally, g, coefficient->needs(), rule, clusters)
                .of(coefficient->influences(rule));
      }
      rows.set(g * n + i, estimate);
      const accord::WeightedPatterns patterns = tally.group(g);
      if (!null_variance || !is_complete[g] || patterns.size() == 0) return;
      double items = 0;
      for (double weight : patterns.weight) items += weight;
      const int raters = patterns.pattern(0).size;
      rows.set_null_variance(g * n + i, coefficient->null_variance(items, raters));
    };
    accord::each_group(asked, view, tally, set);
  }
  return rows.frame();
}

// Returns the value of each model in a population: `pairs` has the probability of each
// pair of ratings of an item, `shares` those of the categories, with a column for each
// rater.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector values_of_population(Rcpp::NumericMatrix pairs,
                                         Rcpp::NumericMatrix shares,
                                         Rcpp::IntegerVector models, Rcpp::List metric,
                                         Rcpp::List weights) {
  const accord::PopulationRows rows(r::span(pairs), r::span(shares), pairs.ncol());
  Rcpp::NumericVector result(models.size());
  for (int i = 0; i < models.size(); ++i) {
    const Model model = r::model(models, i);
    const bool alpha = model == Model::alpha;
    result[i] =
        accord::population_value({model, r::metric_spec(alpha ? metric : weights)}, rows);
  }
  return result;
}

// Returns the agreement of each item by a coefficient without correction for chance; NA
// for an item without a pair of ratings.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector agreement_of_items(SEXP sample, Rcpp::IntegerVector model,
                                       Rcpp::List weights) {
  const r::Sample& of = r::sample(sample);
  const accord::RatingsView& view = of.view;
  const accord::Tally& tally = of.tally;
  const accord::AnyDistance distance(r::metric_spec(weights));
  std::vector<double> agreement(tally.patterns.size(), NA_REAL);
  Rcpp::NumericVector result(view.n_items(), NA_REAL);
  for (int g = 0; g < view.n_groups(); ++g) {
    const auto chance = accord::new_chance(
        r::model(model, 0), accord::distance_of_group(distance, view, tally, g));
    const accord::WeightedPatterns patterns = tally.group(g);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      const accord::Pattern p = patterns.pattern(i);
      if (p.size > 1) agreement[patterns.which[i]] = 1 - chance->apart(p);
    }
    for (int i = view.group_start[g]; i < view.group_start[g + 1]; ++i) {
      result[i] = agreement[tally.of_item[i]];
    }
  }
  return result;
}
