#include <cmath>  // exp, log, sqrt
#include <set>
#include <vector>

#include "accord/posterior/gamma_quantiles.h"
#include "accord/posterior/posterior.h"
#include "accord/posterior/shuffle.h"
#include "accord/posterior/weighted_draws.h"
#include "check.h"

TEST(a_shuffle_has_every_place_once) {
  for (int bits : {6, 9, 12}) {
    std::set<std::uint32_t> seen;
    const accord::Shuffle shuffle(bits, 77);
    for (std::uint32_t i = 0; i < 1u << bits; ++i) seen.insert(shuffle(i));
    CHECK(seen.size() == std::size_t{1} << bits && *seen.rbegin() == (1u << bits) - 1);
  }
}

TEST(gamma_quantiles_of_closed_form) {
  // Shape 1 is the exponential distribution; of shape 2 the distribution function is
  // 1 - (1 + x) exp(-x).
  const std::vector<double> one = accord::GammaQuantiles(1).at_midpoints(512);
  const std::vector<double> two = accord::GammaQuantiles(2).at_midpoints(512);
  for (std::size_t i = 0; i < one.size(); ++i) {
    const double p = (i + 0.5) / 512;
    CHECK_NEAR(one[i], -std::log1p(-p), 1e-5);
    CHECK_NEAR(1 - (1 + two[i]) * std::exp(-two[i]), p, 1e-6);
  }
}

TEST(the_tail_of_weighted_draws) {
  // Values 0, 1, …, 99, each half of them counted with weights 1/2 and 3/2.
  std::vector<accord::Draw> draws;
  for (int i = 0; i < 100; ++i) {
    draws.push_back({static_cast<double>((37 * i) % 100), 1, 0});
  }
  CHECK_NEAR(accord::Tail(draws, -1, 0.1).limit(), 9.5, 1e-12);
  CHECK_NEAR(accord::Tail(draws, 1, 0.1).limit(), 89.5, 1e-12);
  for (accord::Draw& x : draws) x.weight = x.value < 50 ? 0.5 : 1.5;
  CHECK_NEAR(accord::Tail(draws, -1, 0.1).limit(), 19.5, 1e-12);
  for (accord::Draw& x : draws) {
    if (x.value < 80) x.value = NAN;
  }
  CHECK(std::isnan(accord::Tail(draws, -1, 0.1).limit()));
}

TEST(a_control_that_is_the_value_itself_corrects_the_limit) {
  // An exponential value with too few draws beyond the 97.5 % quantile.
  const double limit = -std::log(0.025);
  std::vector<accord::Draw> draws;
  for (int i = 0; i < 4000; ++i) {
    const double value = -0.98 * std::log((i + 0.5) / 4000);
    draws.push_back({value, 1, value - limit});
  }
  accord::Tail tail(draws, 1, 0.025);
  CHECK(std::abs(tail.limit() - limit) > 0.05);
  CHECK_NEAR(tail.limit_with_control(0.025), limit, 0.01);
  CHECK(tail.error() < 0.05);  // without the control it is .1
  CHECK(std::abs(tail.probability_from(limit, NAN) - 0.025) > 0.0015);
  CHECK_NEAR(tail.probability_from(limit, 0.025), 0.025, 1e-12);
  CHECK_NEAR(tail.probability_from(1e9, 0.025), 0, 0);
}

TEST(lugannani_rice_of_a_gamma_variable) {
  // For shape 1, the probability beyond x is exp(-x); K(t) = -log(1 - t), the saddlepoint
  // 1 - 1 / x.
  for (double x : {2.0, 4.0, 8.0}) {
    const double t = 1 - 1 / x;
    const double w = std::sqrt(2 * (t * x + std::log1p(-t))), u = t * x;
    CHECK_NEAR(accord::lugannani_rice(w, u) / std::exp(-x), 1, 0.02);
  }
}

TEST(the_tail_of_a_difference_of_gamma_variables) {
  // One with the tilt t > 0 against one with the tilt -u < 0: the share of the first is
  // Beta distributed, and larger than u / (t + u).
  const auto above = [](double a, double t, double b) {
    const double ratio = a * t / (1 - t) / b, u = ratio / (1 - ratio);  // K'(1) = 0
    const std::vector<accord::PosteriorRow> rows = {{{}, {}, a, 1, 0, t, 0, nullptr, 0},
                                                    {{}, {}, b, 1, 0, -u, 1, nullptr, 0}};
    return std::vector<double>{accord::above_zero(rows), u / (t + u)};
  };
  for (double a : {0.2, 1.0, 6.0}) {
    for (double share : {0.3, 0.9}) {  // of the mean that the other tilt may have
      const double t = share / (a + share);
      const std::vector<double> x = above(a, t, 1);
      CHECK_NEAR(x[0], 1 - std::pow(x[1], a), 1e-6);  // Beta(a, 1)
    }
  }
  for (double b : {4.0, 30.0}) {
    const std::vector<double> x = above(1, 0.6, b);
    CHECK_NEAR(x[0], std::pow(1 - x[1], b), 1e-6);  // Beta(1, b)
  }
}
