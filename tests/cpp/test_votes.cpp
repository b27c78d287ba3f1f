// Votes, ties and skills, and the mean by precision.

#include <cmath>
#include <limits>
#include <vector>

#include "accord/consensus/rater_bias.h"
#include "accord/consensus/votes.h"
#include "check.h"
#include "data.h"

namespace {

using accord::Answers;
using accord::Judge;
using accord::Ties;
using accord::Winner;

// Items: {a, a, b}, {a, b}, {}, {b, c, c, a}.
const data::RatedItems few{
    {{0, 0}, {1, 0}, {2, 1}}, {{1, 1}, {2, 0}}, {}, {{0, 1}, {1, 2}, {2, 2}, {3, 0}}};

std::vector<Winner> winners(const Answers& answers, const accord::TieRule& rule,
                            accord::Span<double> weight = {}) {
  const Judge judge(answers, rule, {});
  const accord::Votes votes(answers, judge, accord::Executor());
  std::vector<Winner> result(answers.n_items());
  votes.each(weight, [&](int item, const double*, const Winner& w) { result[item] = w; });
  return result;
}

TEST(votes_majority_and_ties) {
  const data::Ratings ratings(few, 3, 4);
  const Answers answers(ratings.view(), 0);
  std::vector<Winner> w = winners(answers, {});
  CHECK(w[0].code == 0 && !w[0].tie);
  CHECK_NEAR(w[0].share, 2.0 / 3, 1e-15);
  CHECK(w[1].code == -1 && w[1].tie);
  CHECK(w[2].code == -1 && !w[2].tie && std::isnan(w[2].share));
  CHECK(w[3].code == 2);
  CHECK(winners(answers, {Ties::first, {}, -1})[1].code == 0);
  CHECK(winners(answers, {Ties::none, {}, 1})[1].code == 1);
  CHECK(winners(answers, {Ties::none, {}, 0})[1].code == -1);
  const std::vector<double> low{0, 0.49, 0, 0}, high{0, 0.51, 0, 0};
  CHECK(winners(answers, {Ties::random, low, -1})[1].code == 0);
  CHECK(winners(answers, {Ties::random, high, -1})[1].code == 1);
  const std::vector<double> weight{1, 3, 1, 1};
  CHECK(winners(answers, {}, weight)[1].code == 1);
}

TEST(votes_agreement) {
  const data::Ratings ratings(few, 3, 4);
  const Answers answers(ratings.view(), 0);
  const Judge judge(answers, {}, {});
  const accord::Votes votes(answers, judge, accord::Executor());
  // Labels a, none, none, c.
  const std::vector<double> skill = accord::wawa_skills(votes);
  CHECK_NEAR(skill[0], 0.5, 1e-15);
  CHECK_NEAR(skill[1], 1, 1e-15);
  CHECK_NEAR(skill[2], 0.5, 1e-15);
  CHECK_NEAR(skill[3], 0, 1e-15);
  // A rater whose items have no label has no skill.
  const data::RatedItems tie{{{0, 0}, {1, 1}}};
  const data::Ratings tied(tie, 2, 2);
  const Answers two(tied.view(), 0);
  const Judge none(two, {}, {});
  CHECK(std::isnan(accord::wawa_skills(accord::Votes(two, none, accord::Executor()))[0]));
}

TEST(votes_of_the_second_group) {
  data::Ratings ratings(3);
  ratings.add_rated_group(few);
  ratings.add_rated_group({{{3, 2}, {1, 2}}});
  ratings.n_raters = 4;
  const Answers answers(ratings.view(), 1);
  CHECK(answers.n_items() == 1);
  CHECK(answers.raters() == std::vector<int>({1, 3}));
  CHECK(answers.rater_counts() == std::vector<double>({1, 1}));
  CHECK(winners(answers, {})[0].code == 2);
}

TEST(votes_without_raters) {
  const data::Ratings ratings(data::Items{{0, 0, 1}, {1}}, 2);
  const Answers answers(ratings.view(), 0);
  CHECK(answers.n_ratings() == 4);
  CHECK(winners(answers, {})[0].code == 0);
}

TEST(votes_median) {
  const data::Ratings ratings(data::Items{{2, 0, 1}, {3, 0, 1, 2}, {}, {1}}, 4);
  const Answers answers(ratings.view(), 0);
  std::vector<int> buffer;
  const auto check = [&](int item, int low, int high) {
    const accord::Middle found = accord::middle(answers, item, &buffer);
    CHECK(found.low == low && found.high == high);
  };
  check(0, 1, 1);
  check(1, 1, 2);
  check(2, -1, -1);
  check(3, 1, 1);
}

// Raters who always agree have no error, and there is no division by 0.
TEST(votes_mean_without_errors) {
  const std::vector<double> values{1, 5};
  const data::Ratings ratings(data::RatedItems{{{0, 0}, {1, 0}}, {{0, 1}, {1, 1}}, {}}, 2,
                              2);
  const Answers answers(ratings.view(), 0);
  accord::RaterBias model(answers, values, 1, accord::Executor());
  const accord::BiasFit fit = model.fit({});
  CHECK(fit.converged && fit.history.empty() && std::isnan(fit.log_likelihood));
  for (int r = 0; r < 2; ++r) CHECK(fit.bias[r] == 0 && fit.variance[r] == 0);
  CHECK(model.worth(0).value == 1 && model.worth(1).value == 5);
  CHECK(model.worth(0).error == 0 && model.worth(1).error == 0);
  CHECK(std::isnan(model.worth(2).value) && std::isnan(model.worth(2).error));
}

TEST(votes_mean_by_precision) {
  data::Random random(5);
  const std::vector<double> values{1, 2, 3, 5, 8};
  for (int seed = 0; seed < 40; ++seed) {
    check::set_scene("votes_mean_by_precision %d", seed);
    data::RatedItems items = data::rated_items(&random, 5, 4, false);
    items.push_back({{0, 1}, {1, 2}, {2, 4}, {3, 1}});
    items.push_back({{0, 3}, {1, 4}});
    const data::Ratings ratings(items, 5, 4);
    const Answers answers(ratings.view(), 0);
    accord::RaterBias model(answers, values, 1, accord::Executor());
    const accord::BiasFit fit = model.fit({});
    for (std::size_t i = 1; i < fit.history.size(); ++i) {
      CHECK(fit.history[i] >= fit.history[i - 1] - 1e-9);
    }
    const std::vector<double> n = answers.rater_counts();
    double sum = 0;
    for (std::size_t r = 0; r < n.size(); ++r) sum += n[r] * fit.bias[r];
    CHECK_NEAR(sum, 0, 1e-8);
  }
}

}  // namespace
