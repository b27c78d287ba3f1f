// EM and its models against the definitions: products of probabilities over dense arrays.

#include <cmath>
#include <functional>
#include <vector>

#include "accord/consensus/dawid_skene.h"
#include "accord/consensus/em.h"
#include "accord/consensus/glad.h"
#include "accord/consensus/mace.h"
#include "accord/consensus/one_coin.h"
#include "check.h"
#include "data.h"

namespace {

using accord::Answers;
using Chance = std::function<double(int rater, int label, int answer)>;

const int K = 3, RATERS = 5;

// The log likelihood of one item, and the posterior of its labels.
double of_item(const std::vector<data::Rating>& item, const std::vector<double>& prior,
               const std::vector<int>& raters, const Chance& chance,
               std::vector<double>* posterior) {
  double total = 0;
  for (int k = 0; k < K; ++k) {
    double p = prior[k];
    for (const data::Rating& rating : item) {
      for (std::size_t r = 0; r < raters.size(); ++r) {
        if (raters[r] == rating.rater) p *= chance(static_cast<int>(r), k, rating.code);
      }
    }
    (*posterior)[k] = p;
    total += p;
  }
  for (double& p : *posterior) p /= total;
  return std::log(total);
}

// Runs EM and checks its results against the parameters that it returns. No iteration may
// lower the objective.
accord::EmFit check_em(const data::RatedItems& items, const Answers& answers,
                       accord::EmModel* model, const std::vector<double>& prior,
                       const Chance& chance) {
  accord::EmSettings settings;
  settings.prior = prior;
  settings.max_iterations = 200;
  std::vector<double> found(items.size() * K);
  accord::Em em(answers, {}, settings, accord::Executor());
  const accord::EmFit fit = em.fit({}, model, [&](int item, const double* p) {
    for (int k = 0; k < K; ++k) found[item * K + k] = p[k];
  });
  for (std::size_t i = 1; i < fit.history.size(); ++i) {
    CHECK(fit.history[i] >= fit.history[i - 1] - 1e-9);
  }
  if (!chance) return fit;
  double log_likelihood = 0;
  std::vector<double> posterior(K);
  for (std::size_t i = 0; i < items.size(); ++i) {
    log_likelihood += of_item(items[i], fit.prior, answers.raters(), chance, &posterior);
    for (int k = 0; k < K; ++k) CHECK_NEAR(found[i * K + k], posterior[k], 1e-9);
  }
  CHECK_NEAR(fit.log_likelihood, log_likelihood, 1e-9);
  return fit;
}

const std::vector<double> uniform(K, 1.0 / K);

TEST(em_dawid_skene) {
  for (int seed = 0; seed < 60; ++seed) {
    const data::RatedItems items = data::answered_items(seed, K, RATERS);
    const data::Ratings ratings(items, K, RATERS);
    const Answers answers(ratings.view(), 0);
    for (double smoothing : {0.0, 0.2}) {
      check::set_scene("em_dawid_skene %d %g", seed, smoothing);
      accord::DawidSkene model(answers, smoothing);
      check_em(items, answers, &model, {},
               [&](int r, int k, int c) { return model.probability(r, k, c); });
      for (int r = 0; r < answers.n_raters(); ++r) {
        for (int k = 0; k < K; ++k) {
          double sum = 0;
          for (int c = 0; c < K; ++c) sum += model.probability(r, k, c);
          CHECK(sum == 0 || std::fabs(sum - 1) < 1e-9);
        }
      }
    }
  }
}

TEST(em_one_coin_and_mace) {
  for (int seed = 0; seed < 60; ++seed) {
    check::set_scene("em_one_coin_and_mace %d", seed);
    const data::RatedItems items = data::answered_items(seed, K, RATERS);
    const data::Ratings ratings(items, K, RATERS);
    const Answers answers(ratings.view(), 0);
    accord::OneCoin coin(answers, 0.3);
    check_em(items, answers, &coin, {}, [&](int r, int k, int c) {
      return k == c ? coin.skill()[r] : (1 - coin.skill()[r]) / (K - 1);
    });
    accord::Mace mace(answers, {0.1, 0.1, 0.1, false});
    check_em(items, answers, &mace, uniform, [&](int r, int k, int c) {
      return (k == c ? mace.competence(r) : 0) +
             (1 - mace.competence(r)) * mace.strategy(r, c);
    });
    accord::Mace bayes(answers, {0.5, 0.5, 10, true});
    check_em(items, answers, &bayes, uniform, nullptr);
  }
}

TEST(em_glad) {
  for (int seed = 0; seed < 60; ++seed) {
    check::set_scene("em_glad %d", seed);
    const data::RatedItems items = data::answered_items(seed, K, RATERS);
    const data::Ratings ratings(items, K, RATERS);
    const Answers answers(ratings.view(), 0);
    accord::Glad model(answers);
    const accord::EmFit fit = check_em(items, answers, &model, uniform, nullptr);
    double log_likelihood = 0;
    std::vector<double> posterior(K);
    for (std::size_t i = 0; i < items.size(); ++i) {
      log_likelihood += of_item(
          items[i], uniform, answers.raters(),
          [&](int r, int k, int c) {
            const double x =
                model.ability()[r] * std::exp(model.ease(static_cast<int>(i)));
            const double right = 1 / (1 + std::exp(-x));
            return k == c ? right : (1 - right) / (K - 1);
          },
          &posterior);
    }
    CHECK_NEAR(fit.log_likelihood, log_likelihood, 1e-9);
  }
}

TEST(em_clamps_gold) {
  const data::RatedItems items = data::answered_items(3, K, RATERS);
  const data::Ratings ratings(items, K, RATERS);
  const Answers answers(ratings.view(), 0);
  std::vector<int> gold(items.size(), -1);
  gold[0] = 2;
  accord::DawidSkene model(answers, 0.1);
  accord::Em em(answers, gold, {}, accord::Executor());
  em.fit({}, &model, [&](int item, const double* p) {
    if (item == 0) CHECK(p[0] == 0 && p[1] == 0 && p[2] == 1);
  });
}

TEST(em_stops_when_told) {
  const data::RatedItems items = data::answered_items(3, K, RATERS);
  const data::Ratings ratings(items, K, RATERS);
  const Answers answers(ratings.view(), 0);
  accord::EmSettings settings;
  settings.max_iterations = 1;
  int polls = 0;
  accord::Executor executor;
  executor.poll = [&] { ++polls; };
  accord::OneCoin model(answers, 0);
  accord::Em em(answers, {}, settings, executor);
  const accord::EmFit fit = em.fit({}, &model, [](int, const double*) {});
  CHECK(!fit.converged);
  CHECK(fit.history.size() == 1);
  CHECK(polls == 1);
}

// digamma(1) = -Euler's constant, digamma(1/2) = that - 2 log 2, and the recurrence.
TEST(em_digamma) {
  const double euler = 0.57721566490153286;
  CHECK_NEAR(accord::digamma(1), -euler, 1e-13);
  CHECK_NEAR(accord::digamma(0.5), -euler - 2 * std::log(2.0), 1e-13);
  for (double x : {0.01, 0.7, 3.2, 9.9, 150.0}) {
    CHECK_NEAR(accord::digamma(x + 1), accord::digamma(x) + 1 / x, 1e-12 / x);
  }
}

}  // namespace
