#include <Rcpp.h>

#include <memory>
#include <vector>

#include "accord/change/group_figure.h"
#include "accord/change/posterior.h"
#include "accord/change/prior.h"
#include "r_metric.h"
#include "r_parallel.h"
#include "r_views.h"

using accord::Model;

namespace {

struct Task {
  int row;
  accord::GroupFigure figure;
  accord::PosteriorTask task;
};

}  // namespace

// Limits under an imprecise Dirichlet posterior, a row for each group and model; NA where
// there is none. `prior`: ratings of the pseudo-item; `bits`: of the number of draws.
// `cluster`: by item, from 1, or empty. Groups in `skip` (from 1) are left out.
// [[Rcpp::export]]
Rcpp::DataFrame posterior_limits(Rcpp::List ratings, Rcpp::IntegerVector models,
                                 Rcpp::List metric, Rcpp::List weights,
                                 Rcpp::IntegerVector cluster, Rcpp::LogicalVector skip,
                                 bool declared, double prior, double conf_level, int seed,
                                 int bits, int threads) {
  const accord::RatingsView view = r::ratings_view(ratings);
  const accord::Executor executor = r::executor(threads);
  const accord::Tally tally = accord::tally(view, executor);
  const accord::MetricSpec of_alpha = r::metric_spec(metric),
                           of_kappa = r::metric_spec(weights);
  const accord::AnyDistance alpha_distance(of_alpha), kappa_distance(of_kappa);
  const int groups = view.n_groups(), n = models.size();
  Rcpp::NumericVector low(groups * n, NA_REAL), high(groups * n, NA_REAL),
      variance(groups * n, NA_REAL);
  double* const lows = low.begin();
  double* const highs = high.begin();
  double* const variances = variance.begin();
  std::vector<Task> tasks;
  std::vector<accord::GammaTables> tables(executor.threads);

  const auto run = [&](const Task& x, const accord::Executor& inside,
                       accord::GammaTables* memory) {
    accord::Posterior posterior(*x.figure.figure, x.figure.rows, x.task, memory);
    const accord::PosteriorLimit lower = posterior.lower(inside),
                                 upper = posterior.upper(inside);
    lows[x.row] = lower.limit;
    highs[x.row] = upper.limit;
    variances[x.row] = (lower.variance + upper.variance) / 2;
  };
  const auto run_all = [&] {
    if (static_cast<int>(tasks.size()) < 2 * executor.threads) {
      for (const Task& x : tasks) run(x, executor, &tables[0]);
    } else {
      executor.run(executor.threads, [&](int p) {
        for (std::size_t i = p; i < tasks.size(); i += executor.threads) {
          run(tasks[i], accord::Executor(), &tables[p]);
        }
      });
    }
    tasks.clear();
  };
  for (int g = 0; g < groups; ++g) {
    if (skip[g]) continue;
    Rcpp::checkUserInterrupt();
    const accord::GroupSource source{view, tally, g, r::span(cluster), declared};
    for (int i = 0; i < n; ++i) {
      const Model model = r::model(models, i);
      if (view.rater.empty() && (model == Model::raters || model == Model::pairs))
        continue;
      const bool alpha = model == Model::alpha;
      Task x{g * n + i,
             accord::make_figure(model, alpha ? of_alpha.level : of_kappa.level,
                                 alpha ? alpha_distance : kappa_distance, source),
             {}};
      const double units = x.figure.rows.units;
      if (!(units > 0)) continue;
      x.task.tail = (1 - conf_level) / 2;
      x.task.z = R::qnorm(x.task.tail, 0, 1, 0, 0);
      x.task.seed = seed;
      x.task.bits = bits;
      const double t = units > 1 ? R::qt(x.task.tail, units - 1, 0, 0) : x.task.z;
      accord::set_prior(*x.figure.figure, {prior, x.task.z, t}, &x.figure.rows);
      tasks.push_back(std::move(x));
    }
    if (tasks.size() >= 64) run_all();
  }
  run_all();
  return Rcpp::DataFrame::create(Rcpp::_["posterior_low"] = low,
                                 Rcpp::_["posterior_high"] = high,
                                 Rcpp::_["posterior_variance"] = variance);
}
