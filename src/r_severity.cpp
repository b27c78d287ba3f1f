#include <Rcpp/Lightest>
#include <algorithm>
#include <vector>

#include "accord/scores/rasch_checks.h"
#include "accord/scores/rasch_fair.h"
#include "accord/scores/rasch_fit.h"
#include "accord/scores/rasch_inverse.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

namespace {

// `problem` has the parts of RaschData by name.
accord::RaschData rasch_data(const Rcpp::List& problem) {
  accord::RaschData data;
  data.item_start = r::integers(problem, "item_start");
  data.score = r::integers(problem, "score");
  data.count = r::numbers(problem, "count");
  data.location = r::integers(problem, "location");
  data.steps = r::integers(problem, "steps");
  data.threshold = r::integers(problem, "threshold");
  data.n_facets = problem["n_facets"];
  data.top = problem["top"];
  data.n_parameters = problem["n_parameters"];
  data.n_slopes = problem["n_slopes"];
  data.first_slope = problem["first_slope"];
  if (data.n_slopes > 0) data.slope = r::integers(problem, "slope");
  return data;
}

Rcpp::NumericMatrix square(const std::vector<double>& values, int n) {
  Rcpp::NumericMatrix matrix(n, n);
  std::copy_n(values.begin(), matrix.size(), matrix.begin());
  return matrix;
}

}  // namespace

// Returns the fit from `start`, with statistics by rating and by item, and the inverse of
// the information (without rows if it is not invertible).
// [[Rcpp::export(rng = false)]]
Rcpp::List severity_fit(Rcpp::List problem, Rcpp::NumericVector start, int threads) {
  const accord::RaschData data = rasch_data(problem);
  const accord::Executor executor = r::executor(threads);
  const accord::RaschSearch search(data, executor);
  accord::RaschFit fit = search.run({start.begin(), start.end()});
  // Squares of residuals change more from node to node than the likelihood does.
  const accord::RaschGrids closer = fit.grids.closer(2);
  const accord::RaschFigures figures =
      accord::rasch_figures(data, closer, fit.parameter, executor);
  const accord::RaschChecks checks =
      accord::rasch_checks(data, closer, fit.parameter, executor);
  const int n = data.n_parameters;
  const Rcpp::NumericMatrix information = square(fit.point.information, n);
  std::vector<double>& covariance = fit.point.information;
  const bool regular = accord::rasch_covariance(data, fit.parameter, &covariance);
  return r::list({{"parameter", fit.parameter},
                  {"log_likelihood", fit.point.log_likelihood},
                  {"decrement", fit.decrement},
                  {"iterations", fit.iterations},
                  {"n_nodes", fit.grids.most_nodes()},
                  {"converged", fit.converged},
                  {"information", information},
                  {"covariance", square(covariance, regular ? n : 0)},
                  {"expected", figures.expected},
                  {"square", figures.square},
                  {"variance", figures.variance},
                  {"standardized", figures.standardized},
                  {"predicted", checks.predicted},
                  {"outfit_variance", checks.outfit},
                  {"infit_variance", checks.infit},
                  {"squared", checks.squared},
                  {"squared_mean", checks.squared_mean},
                  {"place", figures.place},
                  {"sd", figures.sd}});
}

// Returns matrices of items × marks for the ratings in `scored`, from the fit of
// `problem`: its covariance is computed again, as it may be larger than the data.
// [[Rcpp::export(rng = false)]]
Rcpp::List severity_fair(Rcpp::List problem, Rcpp::List scored, Rcpp::List marks,
                         Rcpp::NumericVector estimates, int threads) {
  const accord::RaschData data = rasch_data(problem);
  const std::vector<double> parameter(estimates.begin(), estimates.end());
  const accord::Executor executor = r::executor(threads);
  accord::RaschGrids grids(data.n_items());
  grids.refine(data, parameter, executor);
  std::vector<double> covariance =
      accord::rasch_point(data, grids, parameter, executor).information;
  accord::rasch_covariance(data, parameter, &covariance);
  const accord::RaschData rated = rasch_data(scored);
  accord::RaschMarks target;
  target.location = r::numbers(marks, "location");
  target.steps = r::numbers(marks, "steps");
  target.weight = r::numbers(marks, "weight");
  target.cut = r::numbers(marks, "cut");
  target.level = marks["level"];
  target.normal = marks["normal"];
  target.n_cells = marks["n_cells"];
  target.n_groups = marks["n_groups"];
  // Quantiles of the posterior need closer nodes than its mean.
  accord::RaschGrids closer(rated.n_items(), 4);
  closer.refine(rated, parameter, executor);
  const accord::RaschFair fair =
      accord::RaschMarker(rated, target, parameter, covariance).run(closer);
  return r::list({{"mean", fair.mean},
                  {"error", fair.error},
                  {"low", fair.low},
                  {"high", fair.high},
                  {"above", fair.above}});
}
