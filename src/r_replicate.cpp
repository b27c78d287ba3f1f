#include <Rcpp/Lightest>
#include <memory>
#include <vector>

#include "accord/change/replicate.h"
#include "accord/distance/any_distance.h"
#include "r_metric.h"
#include "r_sample.h"
#include "r_table.h"
#include "r_views.h"

using accord::Model;

namespace {

const accord::GroupSample& group_sample(r::Sample* of, int group) {
  if (!of->group || of->group_number != group) {
    of->group = std::make_shared<const accord::GroupSample>(of->view, of->tally, group);
    of->group_number = group;
  }
  return *of->group;
}

}  // namespace

// Returns for each row of a group, an item or a pattern, the mass of its items; if none
// is given, each item has 1. Items without a rating have mass 0.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector row_masses(SEXP sample, int group, Rcpp::NumericVector mass,
                               bool by_item) {
  r::Sample& of = r::sample(sample);
  const int first = of.view.group_start[group], last = of.view.group_start[group + 1];
  std::vector<double> by_items;
  for (int i = first; i < last; ++i) {
    const bool rated = !of.view.codes_of(i).empty();
    by_items.push_back(!rated ? 0 : mass.size() ? mass[i] : 1);
  }
  if (by_item) return Rcpp::wrap(by_items);
  std::vector<double> result;
  group_sample(&of, group).by_pattern(by_items, &result);
  return Rcpp::wrap(result);
}

// `weights` has a column per draw, with the weights of the rows that row_masses() lists.
// `times` has how often each rater counts, a column per draw; NULL if each counts once.
// `variance_over` is the cluster of each item, from 0; if empty, variances are over
// items; if NULL, there are none. Returns the estimates, a column per model, and their
// variances.
// [[Rcpp::export(rng = false)]]
Rcpp::List replicate_group(SEXP sample, int group, Rcpp::IntegerVector models,
                           Rcpp::List metric, Rcpp::List distance,
                           Rcpp::NumericMatrix weights,
                           Rcpp::Nullable<Rcpp::IntegerMatrix> times, bool by_item,
                           bool population,
                           Rcpp::Nullable<Rcpp::IntegerVector> variance_over) {
  r::Sample& of = r::sample(sample);
  accord::Replication what;
  what.population = population;
  if (variance_over.isNotNull()) {
    what.with_variance = true;
    what.cluster = r::integers(variance_over.get(), "variance_over");
  }
  bool kappas = false;
  for (int i = 0; i < models.size(); ++i) {
    what.models.push_back(r::model(models, i));
    if (what.models.back() == Model::alpha) {
      what.metric = r::metric_spec(metric);
      what.metric.tick = nullptr;  // threads do not call R
    } else {
      kappas = true;
    }
  }
  if (kappas) {
    what.distance = accord::distance_of_group(
        accord::AnyDistance(r::metric_spec(distance)), of.view, of.tally, group);
  }
  accord::Draws draws;
  draws.n = weights.ncol();
  draws.by_item = by_item;
  draws.weight = r::span(weights);
  if (times.isNotNull()) draws.times = r::integers(times.get(), "times");

  const std::vector<accord::Estimate> result =
      group_sample(&of, group).replicate(draws, what, of.executor);
  Rcpp::NumericMatrix estimate(draws.n, models.size()), variance(draws.n, models.size());
  for (int d = 0; d < draws.n; ++d) {
    for (int i = 0; i < models.size(); ++i) {
      const accord::Estimate& e = result[d * what.models.size() + i];
      estimate(d, i) = e.value.estimate();
      variance(d, i) = e.variance.variance;
    }
  }
  return r::list({{"estimate", estimate}, {"variance", variance}});
}
