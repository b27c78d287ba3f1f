#include <cmath>
#include <vector>

#include "accord/scores/worths.h"
#include "check.h"

namespace {

// Probabilities of the first, the second and a tie, as in the papers.
std::vector<double> plain_choices(accord::TieModel model, double s, double t) {
  const double a = std::exp(s / 2), b = std::exp(-s / 2);
  switch (model) {
    case accord::TieModel::half:
      return {1 / (1 + std::exp(-s)), 1 / (1 + std::exp(s)), 0};
    case accord::TieModel::davidson: {
      const double all = a + b + std::exp(t);
      return {a / all, b / all, std::exp(t) / all};
    }
    default: {
      const double first = 1 / (1 + std::exp(t - s)), second = 1 / (1 + std::exp(t + s));
      return {first, second, 1 - first - second};
    }
  }
}

}  // namespace

TEST(worths_probabilities_and_derivatives) {
  for (accord::TieModel model : {accord::TieModel::half, accord::TieModel::davidson,
                                 accord::TieModel::rao_kupper}) {
    accord::WorthSettings settings;
    settings.ties = model;
    for (double s : {-2.0, -0.3, 0.0, 1.1}) {
      for (double t : {0.2, 0.9}) {
        const accord::ChoiceModel found(settings, s, t);
        const std::vector<double> p = plain_choices(model, s, t);
        const double h = 1e-6;
        for (int k = 0; k < (model == accord::TieModel::half ? 2 : 3); ++k) {
          CHECK_NEAR(found.p[k], p[k], 1e-12);
          const auto slope = [&](double by_s, double by_t) {
            return (std::log(plain_choices(model, s + by_s, t + by_t)[k]) -
                    std::log(plain_choices(model, s - by_s, t - by_t)[k])) /
                   (2 * h);
          };
          CHECK_NEAR(found.by_s[k], slope(h, 0), 1e-7);
          CHECK_NEAR(found.by_t[k], slope(0, h), 1e-7);
        }
      }
    }
  }
}

// At the maximum of Bradley and Terry's model each object has as many wins as expected.
TEST(worths_maximum_has_the_wins_that_it_expects) {
  const std::vector<int> first{0, 1, 2, 0, 1, 2, 0, 2, 3, 3};
  const std::vector<int> second{1, 2, 0, 1, 2, 3, 2, 1, 0, 1};
  const std::vector<int> choice{0, 0, 0, 1, 1, 0, 2, 2, 0, 1};
  accord::Judgements x;
  x.first = {first.data(), first.size()};
  x.second = {second.data(), second.size()};
  x.choice = {choice.data(), choice.size()};
  x.n_objects = 4;
  accord::WorthSettings settings;
  settings.ties = accord::TieModel::half;
  const accord::WorthFit fit = accord::WorthModel(x, settings).fit([] {});
  CHECK(fit.converged);
  std::vector<double> surplus(4, 0);
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double p = 1 / (1 + std::exp(fit.worth[second[i]] - fit.worth[first[i]]));
    const double won = choice[i] == 0 ? 1 : choice[i] == 1 ? 0 : 0.5;
    surplus[first[i]] += won - p;
    surplus[second[i]] -= won - p;
  }
  for (double s : surplus) CHECK_NEAR(s, 0, 1e-9);
}
