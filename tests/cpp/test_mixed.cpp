// Variance components: the criterion and its derivatives against dense matrices and
// finite differences, both ways of factoring against each other, and the search at its
// end.

#include <Eigen/QR>
#include <cmath>
#include <vector>

#include "accord/scores/mixed_fit.h"
#include "accord/scores/mixed_profile.h"
#include "accord/scores/mixed_rest.h"
#include "check.h"
#include "data.h"

namespace {

using accord::MixedDesign;
using accord::MixedMethod;
using accord::MixedModel;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Sample {
  std::vector<std::vector<int>> level;
  std::vector<int> n_levels;
  MatrixXd x;
  VectorXd y;

  MixedDesign design() const {
    return MixedDesign({level.begin(), level.end()}, n_levels, x);
  }
};

double uniform(data::Random* random) { return random->below(1000) / 1000.0 - 0.5; }

// Two or three terms, all of whose levels occur, an intercept and a covariate.
Sample random_sample(data::Random* random) {
  Sample sample;
  const int n = 20 + random->below(20), k = 2 + random->below(2);
  for (int j = 0; j < k; ++j) {
    const int levels = 3 + random->below(5);
    std::vector<int> level(n);
    for (int i = 0; i < n; ++i) level[i] = i < levels ? i : random->below(levels);
    sample.level.push_back(level);
    sample.n_levels.push_back(levels);
  }
  MatrixXd x = MatrixXd::Ones(n, 2);
  sample.y.resize(n);
  for (int i = 0; i < n; ++i) {
    x(i, 1) = uniform(random);
    sample.y[i] = 3 * uniform(random);
    for (int j = 0; j < k; ++j) sample.y[i] += std::sin(3.7 * sample.level[j][i] + j);
  }
  sample.x = x.householderQr().householderQ() * MatrixXd::Identity(n, 2);
  return sample;
}

double dense_criterion(const Sample& sample, const VectorXd& variance, bool reml) {
  const auto n = sample.y.size();
  MatrixXd v = variance[0] * MatrixXd::Identity(n, n);
  for (std::size_t j = 0; j < sample.level.size(); ++j) {
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < n; ++b) {
        if (sample.level[j][a] == sample.level[j][b]) v(a, b) += variance[j + 1];
      }
    }
  }
  const MatrixXd inverse = v.inverse(), inner = sample.x.transpose() * inverse * sample.x;
  const MatrixXd p =
      inverse - inverse * sample.x * inner.inverse() * sample.x.transpose() * inverse;
  const double free = static_cast<double>(n) - (reml ? 2 : 0);
  return std::log(v.determinant()) + (reml ? std::log(inner.determinant()) : 0) +
         sample.y.dot(p * sample.y) + free * std::log(2 * 3.14159265358979323846);
}

VectorXd random_variance(data::Random* random, int k) {
  VectorXd variance(k + 1);
  for (double* v = variance.data(); v != variance.data() + k + 1; ++v) {
    *v = 0.1 + random->below(100) / 50.0;
  }
  return variance;
}

}  // namespace

TEST(mixed_criterion_and_gradient_are_those_of_the_definition) {
  data::Random random(17);
  for (int set = 0; set < 20; ++set) {
    check::set_scene("mixed criterion, set %d", set);
    const Sample sample = random_sample(&random);
    const MixedDesign design = sample.design();
    const bool reml = set % 2 == 0;
    MixedModel model(design, reml ? MixedMethod::reml : MixedMethod::ml,
                     accord::Executor());
    model.set_scores(sample.y);
    const VectorXd at = random_variance(&random, design.n_terms());
    const accord::MixedPoint point = model.point(model.terms(at, true), at);
    CHECK_NEAR(point.criterion, dense_criterion(sample, at, reml), 1e-8);
    for (int j = 0; j <= design.n_terms(); ++j) {
      VectorXd up = at, down = at;
      up[j] += 1e-4;
      down[j] -= 1e-4;
      const double slope =
          (dense_criterion(sample, up, reml) - dense_criterion(sample, down, reml)) /
          2e-4;
      CHECK_NEAR(point.gradient[j], slope, 1e-4 * (1 + std::fabs(slope)));
    }
  }
}

TEST(mixed_factors_agree) {
  data::Random random(18);
  for (int set = 0; set < 20; ++set) {
    check::set_scene("mixed factors, set %d", set);
    const Sample sample = random_sample(&random);
    const MixedDesign design = sample.design();
    accord::BlockFactor dense(design, accord::Executor());
    accord::SparseFactor sparse(design);
    const VectorXd theta =
        random_variance(&random, design.n_terms()).tail(design.n_terms());
    CHECK(dense.factorize(theta) && sparse.factorize(theta));
    CHECK_NEAR(dense.log_determinant(), sparse.log_determinant(), 1e-10);
    const MatrixXd right = MatrixXd::Ones(design.n_all_levels(), 2);
    CHECK_NEAR((dense.solve(right) - sparse.solve(right)).norm(), 0, 1e-10);
    CHECK_NEAR((dense.inverse_traces() - sparse.inverse_traces()).norm(), 0, 1e-10);
  }
}

TEST(mixed_inverse_in_blocks_is_the_inverse) {
  const int n = 450;
  MatrixXd a(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) a(i, j) = std::exp(-0.1 * std::abs(i - j));
  }
  MatrixXd factor = a, inverse;
  accord::DenseInverse dense;
  CHECK(dense.factorize(&factor));
  dense.invert(factor, &inverse);
  const MatrixXd whole = inverse.selfadjointView<Eigen::Lower>();
  CHECK_NEAR((whole * a - MatrixXd::Identity(n, n)).norm(), 0, 1e-8);
}

TEST(mixed_search_ends_where_no_step_is_better) {
  data::Random random(19);
  for (int set = 0; set < 20; ++set) {
    check::set_scene("mixed search, set %d", set);
    const Sample sample = random_sample(&random);
    const MixedDesign design = sample.design();
    MixedModel model(design, MixedMethod::reml, accord::Executor());
    model.set_scores(sample.y);
    const accord::MixedFit fit =
        accord::MixedSearch(&model).run(starting_variances(model), 1e-16);
    CHECK(fit.converged);
    for (int j = 0; j <= design.n_terms(); ++j) {
      for (double change : {-0.01, 0.01}) {
        VectorXd moved = fit.variance;
        moved[j] += change;
        if (moved[j] <= 0) continue;
        CHECK(dense_criterion(sample, moved, true) > fit.criterion - 1e-9);
      }
    }
    const accord::ProfileLimits limits =
        accord::Profile(&model, {fit}, accord::ProfiledVariance(0), 2.7).limits();
    CHECK(limits.low < fit.variance[0] && fit.variance[0] < limits.high);
  }
}

TEST(mixed_rest_is_the_model_of_the_other_scores) {
  data::Random random(20);
  for (int set = 0; set < 20; ++set) {
    check::set_scene("mixed rest, set %d", set);
    const Sample all = random_sample(&random);
    const int n = static_cast<int>(all.y.size()), gone = n / 10;
    std::vector<int> unit(n, 1);
    for (int i = 0; i < gone; ++i) unit[i] = 0;
    Sample left;
    left.y = all.y.tail(n - gone);
    left.x = MatrixXd(all.x.bottomRows(n - gone)).householderQr().householderQ() *
             MatrixXd::Identity(n - gone, 2);
    for (const std::vector<int>& level : all.level) {
      left.level.emplace_back(level.begin() + gone, level.end());
    }
    const accord::MixedRest rest(all.design(), all.y, unit, 0);
    CHECK(rest.defined());
    const MixedDesign design = rest.design();
    CHECK(told_apart(design));
    MixedModel model(design, MixedMethod::reml, accord::Executor());
    model.set_scores(rest.y());
    const VectorXd at = random_variance(&random, design.n_terms());
    const accord::MixedPoint point = model.point(model.terms(at, true), at);
    CHECK_NEAR(point.criterion, dense_criterion(left, at, true), 1e-8);
    // Without the only unit no scores remain.
    const std::vector<int> one(n, 0);
    CHECK(!accord::MixedRest(all.design(), all.y, one, 0).defined());
  }
}
