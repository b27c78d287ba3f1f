#include <Rcpp/Lightest>
#include <memory>
#include <utility>
#include <vector>

#include "accord/scores/mixed_fit.h"
#include "accord/scores/mixed_profile.h"
#include "accord/scores/mixed_rest.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

using accord::MixedDesign;
using accord::MixedFit;
using accord::MixedModel;

namespace {

Eigen::VectorXd vector_of(const Rcpp::NumericVector& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.begin(), x.size());
}

Rcpp::NumericVector numbers_of(const Eigen::VectorXd& x) {
  return Rcpp::NumericVector(x.data(), x.data() + x.size());
}

Rcpp::NumericMatrix matrix_of(const Eigen::MatrixXd& x) {
  Rcpp::NumericMatrix result(static_cast<int>(x.rows()), static_cast<int>(x.cols()));
  Eigen::Map<Eigen::MatrixXd>(result.begin(), x.rows(), x.cols()) = x;
  return result;
}

// `problem` has `level`, a list of integers from 0 by term, `n_levels`, `x` with
// orthonormal columns, `y` and `reml`.
class Problem {
 public:
  explicit Problem(const Rcpp::List& problem)
      : x_(problem["x"]), y_(problem["y"]), n_levels_(problem["n_levels"]) {
    const Rcpp::List level = problem["level"];
    for (R_xlen_t j = 0; j < level.size(); ++j) {
      kept_.push_back(level[j]);
      level_.push_back(r::span(kept_.back()));
    }
    const bool reml = problem["reml"];
    method_ = reml ? accord::MixedMethod::reml : accord::MixedMethod::ml;
  }

  MixedDesign design() const {
    const Eigen::Map<const Eigen::MatrixXd> x(x_.begin(), x_.nrow(), x_.ncol());
    return MixedDesign(level_, {n_levels_.begin(), n_levels_.end()}, x);
  }
  accord::MixedMethod method() const { return method_; }
  Eigen::VectorXd y() const { return vector_of(y_); }

 private:
  Rcpp::NumericMatrix x_;
  Rcpp::NumericVector y_;
  Rcpp::IntegerVector n_levels_;
  std::vector<Rcpp::IntegerVector> kept_;
  std::vector<accord::Span<int>> level_;
  accord::MixedMethod method_;
};

}  // namespace

// Returns how similar the covariance patterns of the terms and, last, of the error are.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix mixed_patterns(Rcpp::List problem) {
  return matrix_of(Problem(problem).design().pattern_products());
}

// [[Rcpp::export(rng = false)]]
Rcpp::List mixed_fit(Rcpp::List problem, int threads) {
  const Problem given(problem);
  const MixedDesign design = given.design();
  MixedModel model(design, given.method(), r::executor(threads));
  model.set_scores(given.y());
  // Further steps take little time in a small design.
  const double tolerance = design.n_all_levels() < 500 ? 1e-22 : 1e-16;
  const MixedFit fit = local_fits(&model, starting_points(model), tolerance).front();
  const accord::MixedTerms terms = model.terms(fit.variance, false);
  Eigen::VectorXd fixed = Eigen::VectorXd::Constant(design.n_fixed(), NA_REAL);
  if (terms.defined) fixed = design.x().transpose() * given.y() + terms.fixed;
  return r::list({{"variance", numbers_of(fit.variance)},
                  {"criterion", fit.criterion},
                  {"decrement", fit.decrement},
                  {"error_share", fit.error_share},
                  {"evaluations", fit.evaluations},
                  {"converged", fit.converged},
                  {"information", matrix_of(fit.information)},
                  {"fixed", numbers_of(fixed)}});
}

// Returns limits of quantities at which the criterion has increased by `rise`: of
// variances (a position from 0 in `which`), and of the odds of coefficients (one column
// of `signal` and `noise` each).
// [[Rcpp::export(rng = false)]]
Rcpp::List mixed_limits(Rcpp::List problem, Rcpp::List best, Rcpp::IntegerVector which,
                        Rcpp::NumericMatrix signal, Rcpp::NumericMatrix noise,
                        double rise, int threads) {
  const Problem given(problem);
  const MixedDesign design = given.design();
  MixedModel model(design, given.method(), r::executor(threads));
  model.set_scores(given.y());
  MixedFit fit;
  fit.variance = vector_of(best["variance"]);
  fit.criterion = best["criterion"];
  const Rcpp::NumericMatrix information = best["information"];
  fit.information = Eigen::Map<const Eigen::MatrixXd>(
      information.begin(), information.nrow(), information.ncol());
  // Other maxima of the likelihood, which only small designs can have.
  std::vector<MixedFit> places{fit};
  const std::vector<Eigen::VectorXd> starts = starting_points(model);
  if (starts.size() > 1) {
    const std::vector<MixedFit> others = local_fits(&model, starts, 1e-8);
    places.insert(places.end(), others.begin(), others.end());
  }
  const R_xlen_t n = which.size() + signal.ncol();
  Rcpp::NumericVector low(n), high(n);
  for (R_xlen_t i = 0; i < n; ++i) {
    Rcpp::checkUserInterrupt();
    std::unique_ptr<accord::ProfiledQuantity> quantity;
    if (i < which.size()) {
      quantity = std::make_unique<accord::ProfiledVariance>(which[i]);
    } else {
      const int column = static_cast<int>(i - which.size());
      quantity = std::make_unique<accord::ProfiledRatio>(
          vector_of(Rcpp::NumericVector(signal(Rcpp::_, column))),
          vector_of(Rcpp::NumericVector(noise(Rcpp::_, column))));
    }
    const accord::ProfileLimits limits =
        accord::Profile(&model, places, *quantity, rise).limits();
    low[i] = limits.low;
    high[i] = limits.high;
  }
  return r::list({{"low", low}, {"high", high}});
}

// Returns the variances for other scores with the same design, a column each; those that
// were not found are NaN. The first column of `found` is that of the error.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix mixed_refits(Rcpp::List problem, Rcpp::NumericVector start,
                                 Rcpp::NumericMatrix scores, int threads) {
  const Problem given(problem);
  const MixedDesign design = given.design();
  const Eigen::Map<const Eigen::MatrixXd> y(scores.begin(), scores.nrow(), scores.ncol());
  const Eigen::VectorXd from = vector_of(start);
  Eigen::MatrixXd found(y.cols(), from.size());
  const accord::Executor executor = r::executor(threads);
  executor.run(executor.threads, [&](int part) {
    MixedModel model(design, given.method(), accord::Executor());
    for (Eigen::Index i = part; i < y.cols(); i += executor.threads) {
      model.set_scores(y.col(i));
      std::vector<Eigen::VectorXd> starts = starting_points(model);
      if (starts.size() > 1)
        starts.push_back(from);
      else
        starts = {from};
      const MixedFit fit = local_fits(&model, starts, 1e-8).front();
      found.row(i) = fit.variance;
      if (!fit.converged) found.row(i).setConstant(NA_REAL);
    }
  });
  return matrix_of(found);
}

// Returns the variances without the scores of one unit, a row for each of `without`; NaN
// if the remaining scores do not determine them. `unit` has the unit of each score.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix mixed_deletions(Rcpp::List problem, Rcpp::NumericVector start,
                                    Rcpp::IntegerVector unit, Rcpp::IntegerVector without,
                                    int threads) {
  const Problem given(problem);
  const MixedDesign design = given.design();
  const Eigen::VectorXd from = vector_of(start), y = given.y();
  const accord::Span<int> units = r::span(unit), gone = r::span(without);
  Eigen::MatrixXd found = Eigen::MatrixXd::Constant(without.size(), from.size(), NA_REAL);
  const accord::Executor executor = r::executor(threads);
  executor.run(executor.threads, [&](int part) {
    for (Eigen::Index i = part; i < found.rows(); i += executor.threads) {
      const accord::MixedRest rest(design, y, units, gone[i]);
      if (!rest.defined()) continue;
      const MixedDesign left = rest.design();
      if (!accord::told_apart(left)) continue;
      MixedModel model(left, given.method(), accord::Executor());
      model.set_scores(rest.y());
      // The search begins at the full estimate: deleting one unit moves the maximum only
      // a little, and moving to a different maximum would not be its effect.
      const MixedFit fit = accord::MixedSearch(&model).run(from, 1e-16);
      if (fit.converged) found.row(i) = fit.variance;
    }
  });
  return matrix_of(found);
}
