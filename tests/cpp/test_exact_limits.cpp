#include <cmath>  // exp, fabs, lgamma, log

#include "accord/agreement/exact_limits.h"
#include "check.h"

namespace {

using accord::ExactLimits;
using accord::Model;

double binomial(int n, int k, double p) {
  return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                  k * std::log(p) + (n - k) * std::log(1 - p));
}

}  // namespace

// The limits of Clopper and Pearson: at the lower one, at least as many items agree with
// the probability of the tail, at the upper one at most as many.
TEST(exact_limits_of_a_share_have_the_probability_of_the_tail) {
  const int n = 9;
  const ExactLimits limits(n, Model::percent, 0.025, 1.96);
  for (int k : {1, 5, 8}) {
    const accord::TwoByTwo x{double(k / 2), double((n - k) / 3),
                             double(n - k - (n - k) / 3), double(k - k / 2)};
    double at_least = 0, at_most = 0;
    for (int i = 0; i <= n; ++i) {
      if (i >= k) at_least += binomial(n, i, limits.lower(x, {0, 1}));
      if (i <= k) at_most += binomial(n, i, limits.upper(x, {0, 1}));
    }
    CHECK(std::fabs(at_least - 0.025) < 1e-9);
    CHECK(std::fabs(at_most - 0.025) < 1e-9);
  }
}

TEST(exact_limits_of_kappa_contain_it_and_do_not_depend_on_names) {
  const int n = 6;
  for (Model model : {Model::raters, Model::shared, Model::gwet}) {
    const ExactLimits limits(n, model, 0.025, 1.96);
    for (int a = 0; a <= n; a += 3) {
      for (int b = 0; a + b < n; b += 3) {
        const int c = (n - a - b) / 2, d = n - a - b - c;
        const accord::TwoByTwo x{double(a), double(b), double(c), double(d)};
        const double estimate = limits.estimate(x);
        if (!std::isfinite(estimate)) continue;
        const double low = limits.lower(x, {0, 1}), high = limits.upper(x, {0, 1});
        CHECK(low <= estimate && estimate <= high && low >= -1 - 1e-9 && high <= 1);
        const accord::TwoByTwo raters{x[0], x[2], x[1], x[3]};
        const accord::TwoByTwo categories{x[3], x[2], x[1], x[0]};
        CHECK(std::fabs(limits.lower(raters, {0, 1}) - low) < 1e-12);
        CHECK(std::fabs(limits.upper(categories, {0, 1}) - high) < 1e-12);
      }
    }
  }
}
