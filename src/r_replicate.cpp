#include <Rcpp/Lightest>
#include <memory>

#include "accord/change/replicate.h"
#include "accord/distance/metric.h"
#include "r_metric.h"
#include "r_parallel.h"
#include "r_views.h"

using accord::Model;

namespace {

// Ratings with their tally, kept between the calls for one block of draws and the next.
struct Sample {
  Sample(const Rcpp::List& ratings, int threads)
      : memory(ratings),
        view(r::ratings_view(ratings)),
        tally(accord::tally(view, r::executor(threads))) {}

  Rcpp::List memory;
  accord::RatingsView view;
  accord::Tally tally;

  // That of the last call is kept with what it found out.
  const accord::GroupSample& group(int g) {
    if (!group_ || number_ != g) {
      group_ = std::make_unique<const accord::GroupSample>(view, tally, g);
      number_ = g;
    }
    return *group_;
  }

 private:
  std::unique_ptr<const accord::GroupSample> group_;
  int number_ = -1;
};

}  // namespace

// [[Rcpp::export(rng = false)]]
SEXP new_sample(Rcpp::List ratings, int threads) {
  return Rcpp::XPtr<Sample>(new Sample(ratings, threads));
}

// Of each row of a group, an item or a pattern, the mass of its items; 1 each if none is
// given. Items without a rating have none.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector row_masses(SEXP sample, int group, Rcpp::NumericVector mass,
                               bool by_item) {
  Rcpp::XPtr<Sample> x(sample);
  const int first = x->view.group_start[group], last = x->view.group_start[group + 1];
  std::vector<double> by_items;
  for (int i = first; i < last; ++i) {
    const bool rated = !x->view.codes_of(i).empty();
    by_items.push_back(!rated ? 0 : mass.size() ? mass[i] : 1);
  }
  if (by_item) return Rcpp::wrap(by_items);
  std::vector<double> result;
  x->group(group).by_pattern(by_items, &result);
  return Rcpp::wrap(result);
}

// `weights`: a column per draw, with the weights of the rows that row_masses() lists.
// `times`: how often each rater counts, a column per draw; NULL when that is once.
// Returns the estimates, a column per model, and their variances where asked for.
// [[Rcpp::export(rng = false)]]
Rcpp::List replicate_group(SEXP sample, int group, Rcpp::IntegerVector models,
                           Rcpp::List metric, Rcpp::List distance,
                           Rcpp::NumericMatrix weights,
                           Rcpp::Nullable<Rcpp::IntegerMatrix> times, bool by_item,
                           bool population, bool with_variance, int threads) {
  Rcpp::XPtr<Sample> x(sample);
  accord::Replication what;
  what.population = population;
  if (with_variance) what.variance = accord::VarianceKind::ratio;
  bool alpha = false, kappas = false;
  for (int i = 0; i < models.size(); ++i) {
    what.models.push_back(r::model(models, i));
    (what.models.back() == Model::alpha ? alpha : kappas) = true;
  }
  accord::Draws draws;
  draws.n = weights.ncol();
  draws.by_item = by_item;
  draws.weight = r::span(weights);
  if (times.isNotNull()) draws.times = r::integers(times.get(), "times");

  const accord::GroupSample& group_sample = x->group(group);
  const accord::Executor executor = r::executor(threads);
  std::vector<accord::Estimate> result(draws.n * what.models.size());
  if (alpha) {
    accord::MetricSpec spec = r::metric_spec(metric);
    spec.tick = [](double) {};  // threads do not call R
    group_sample.replicate_alpha(accord::Metric(spec), draws, what, executor, &result);
  }
  if (kappas) {
    const accord::AnyDistance of_weights = accord::distance_of_group(
        accord::AnyDistance(r::metric_spec(distance)), x->view, x->tally, group);
    group_sample.replicate_kappas(of_weights, draws, what, executor, &result);
  }
  Rcpp::NumericMatrix estimate(draws.n, models.size()), variance(draws.n, models.size());
  for (int d = 0; d < draws.n; ++d) {
    for (int i = 0; i < models.size(); ++i) {
      const accord::Estimate& e = result[d * what.models.size() + i];
      estimate(d, i) = e.value.estimate();
      variance(d, i) = e.variance.variance;
    }
  }
  return Rcpp::List::create(Rcpp::_["estimate"] = estimate,
                            Rcpp::_["variance"] = variance);
}
