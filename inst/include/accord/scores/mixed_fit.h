#pragma once
// Variances with the highest likelihood: Newton-type steps with the average information.
// Variances that would become negative are held at 0, and steps are shortened until the
// criterion decreases. Far from the optimum, if such steps fail, steps are used that
// never increase it (Zhou, Hu, Qiao, Lange 2019).

#include <algorithm>  // max, min, stable_sort
#include <cmath>      // fabs, sqrt
#include <limits>     // numeric_limits
#include <utility>    // move
#include <vector>

#include "active_set.h"
#include "eigen.h"
#include "mixed_model.h"

namespace accord {

struct MixedFit {
  Eigen::VectorXd variance;  // element 0 is the error
  // The criterion is minus twice the log likelihood.
  double criterion = std::numeric_limits<double>::infinity();
  // The approximate decrease of the criterion by a further step: a squared distance from
  // the optimum in standard errors.
  double decrement = 0;
  // The squared residuals relative to their expectation under the error variance: 1 at
  // the minimum of the criterion, and close to 0 if the terms leave no error.
  double error_share = 1;
  int evaluations = 0;
  bool converged = false;
  Eigen::MatrixXd information;
};

class MixedSearch {
 public:
  explicit MixedSearch(MixedModel* model) : model_(*model) {}

  // `start` must satisfy the equation. `tolerance` is that of the decrement.
  MixedFit run(const Eigen::VectorXd& start, const LinearEquation& equation,
               double tolerance);
  MixedFit run(const Eigen::VectorXd& start, double tolerance) {
    return run(start, LinearEquation(), tolerance);
  }

 private:
  static constexpr int kMost = 200;  // evaluations
  // If it is below this share of the largest variance, the error variance cannot be
  // distinguished from 0.
  static constexpr double kLeastError = 1e-10;
  // If a step would have to be shortened more, the other kind of step is taken.
  static constexpr double kLeastShare = 0.1;

  struct Place {
    Eigen::VectorXd variance;
    MixedTerms terms;
    MixedPoint point;
  };

  Place place(const Eigen::VectorXd& variance, bool scale) {
    Place result;
    result.variance = variance;
    result.terms = model_.terms(variance, true);
    if (scale && result.terms.defined && result.terms.square > 0) {
      result.variance *= model_.best_scale(result.terms, variance);
    }
    result.point = model_.point(result.terms, result.variance);
    ++evaluations_;
    return result;
  }

  // Returns v times the root of y'P G P y over tr P G, equation (3) of that paper, for
  // the variances that are not part of the equation.
  static Eigen::VectorXd safe_step(const Place& here, const LinearEquation& equation) {
    Eigen::VectorXd result = here.variance;
    for (Eigen::Index j = 0; j < result.size(); ++j) {
      if (equation.a.size() > 0 && equation.a[j] != 0) continue;
      const double expected = here.terms.trace[j] * here.variance[0];
      if (expected > 0) result[j] *= std::sqrt(here.terms.squares[j] / expected);
    }
    return result;
  }

  MixedModel& model_;
  int evaluations_ = 0;
};

inline MixedFit MixedSearch::run(const Eigen::VectorXd& start,
                                 const LinearEquation& equation, double tolerance) {
  // Multiples of a solution of a'v = 0 are also solutions.
  const bool scale = equation.a.size() == 0 || equation.b == 0;
  evaluations_ = 0;
  Place here = place(start, scale);
  MixedFit fit;
  fit.variance = here.variance;
  if (!here.point.defined) return fit;
  double last = std::numeric_limits<double>::infinity();
  int idle = 0;
  while (true) {
    QuadraticProblem problem{here.point.gradient, here.point.information, here.variance,
                             Eigen::VectorXd::Zero(here.variance.size())};
    // The error variance can fall to a tenth in each step, so that the search does not
    // jump to a place where ratios to the error have no limit.
    problem.lowest[0] =
        std::max(kLeastError * here.variance.maxCoeff(), here.variance[0] / 10);
    problem.lowest[0] = std::min(problem.lowest[0], here.variance[0]);
    Eigen::VectorXd step;
    if (!ActiveSet(problem, equation).solve(&step)) break;
    fit.decrement = std::max(-here.point.gradient.dot(step), 0.0);
    // Near the optimum, differences of the criterion are rounding errors.
    const double noise = 1e-13 * (std::fabs(here.point.criterion) + model_.n_free());
    idle = fit.decrement > last / 2 && fit.decrement < 100 * noise ? idle + 1 : 0;
    fit.converged = fit.decrement < tolerance || idle > 1;
    if (fit.converged || evaluations_ >= kMost) break;
    last = fit.decrement;
    Place next;
    bool better = false;
    for (double share = 1; share > kLeastShare && !better; share /= 2) {
      const Eigen::VectorXd variance = (here.variance + share * step).cwiseMax(0);
      next = place(variance, scale);
      better = next.point.defined &&
               next.point.criterion <
                   here.point.criterion - 1e-4 * share * fit.decrement + 10 * noise;
    }
    if (!better) {
      next = place(safe_step(here, equation), scale);
      better = next.point.defined && next.point.criterion < here.point.criterion - noise;
    }
    if (!better) break;
    here = std::move(next);
  }
  fit.converged = fit.converged || fit.decrement < 1e-6;
  fit.variance = here.variance;
  fit.evaluations = evaluations_;
  fit.information = here.point.information;
  const double expected = here.terms.trace[0] * here.variance[0];
  if (expected > 0) fit.error_share = here.terms.squares[0] / expected;
  // The criterion is computed at 0 itself, since derivatives were taken slightly above
  // it.
  fit.criterion = model_.point(model_.terms(fit.variance, false), fit.variance).criterion;
  return fit;
}

// Returns the starting point: for each term the variance between its levels minus the
// part due to the scores within them, as if it were the only term; at least a fraction of
// the total.
inline Eigen::VectorXd starting_variances(const MixedModel& model) {
  const MixedDesign& design = model.design();
  const Eigen::VectorXd& y = model.scores();
  const double n = design.n_scores(), all = y.squaredNorm(), total = all / model.n_free();
  const Eigen::VectorXd sums = design.times_z(y);
  Eigen::VectorXd result(design.n_terms() + 1);
  for (int j = 0; j < design.n_terms(); ++j) {
    const int levels = design.n_levels(j), start = design.start(j);
    double between = 0, sizes = 0;
    for (int a = start; a < start + levels; ++a) {
      const double size = design.crossings().coeff(a, a);
      between += sums[a] * sums[a] / size;
      sizes += size * size;
    }
    const double inside = (all - between) / std::max(n - levels, 1.0);
    const double per_level = (n - sizes / n) / std::max(levels - 1, 1);
    const double variance = (between / std::max(levels - 1, 1) - inside) / per_level;
    result[j + 1] = std::min(std::max(variance, 0.02 * total), total);
  }
  result[0] = std::max(total - result.tail(design.n_terms()).sum(), 0.1 * total);
  return result;
}

// The likelihood of a small design can have several maxima. For these, further starting
// points have most of the variance in one term, in the error, or in all terms but the
// error.
inline std::vector<Eigen::VectorXd> starting_points(const MixedModel& model) {
  const int n = model.design().n_terms() + 1;
  std::vector<Eigen::VectorXd> result{starting_variances(model)};
  if (model.design().n_all_levels() > 100) return result;
  const double total = model.scores().squaredNorm() / model.n_free();
  for (int j = 0; j < n; ++j) {
    result.push_back(Eigen::VectorXd::Constant(n, 0.02 * total));
    result.back()[j] = total;
  }
  result.push_back(Eigen::VectorXd::Constant(n, total / n));
  result.back()[0] = 0.01 * total;
  return result;
}

inline bool same_place(const MixedFit& a, const MixedFit& b) {
  const double size = a.variance.norm() + b.variance.norm();
  return (a.variance - b.variance).norm() < 1e-3 * size &&
         std::fabs(a.criterion - b.criterion) < 1e-5;
}

// Returns the distinct end points of the searches, the best one first.
inline std::vector<MixedFit> local_fits(MixedModel* model,
                                        const std::vector<Eigen::VectorXd>& starts,
                                        double tolerance) {
  std::vector<MixedFit> result;
  MixedSearch search(model);
  for (const Eigen::VectorXd& start : starts) {
    const MixedFit fit = search.run(start, tolerance);
    bool known = false;
    for (MixedFit& other : result) {
      if (!same_place(fit, other)) continue;
      known = true;
      if (fit.converged && !other.converged) other = fit;
    }
    if (!known) result.push_back(fit);
  }
  std::stable_sort(
      result.begin(), result.end(),
      [](const MixedFit& a, const MixedFit& b) { return a.criterion < b.criterion; });
  return result;
}

}  // namespace accord
