// CROWDLAB by hand, and whether a classifier fits too well.

#include <cmath>
#include <vector>

#include "accord/consensus/crowdlab.h"
#include "check.h"
#include "data.h"

namespace {

using accord::Answers;
using accord::Classifier;

// Items: {a, a}, {b, b}, {a, b}, {} by two raters.
const data::RatedItems few{{{0, 0}, {1, 0}}, {{0, 1}, {1, 1}}, {{0, 0}, {1, 1}}, {}};

TEST(crowdlab_by_hand) {
  const data::Ratings ratings(few, 2, 2);
  const Answers answers(ratings.view(), 0);
  const std::vector<double> p{0.9, 0.1, 0.2, 0.8, 0.7, 0.3, 0.4, 0.6};
  const Classifier classifier(p, 2);
  const accord::Crowdlab model(answers, classifier);
  // The tie goes to the more probable category.
  CHECK(model.majority() == (std::vector<int>{0, 1, 0, -1}));
  CHECK_NEAR(model.agreement(), 5.0 / 6, 1e-15);
  // Both raters agree with the other in 2 of 3 pairs, as often as the most frequent
  // label.
  CHECK_NEAR(model.rater_weight()[0], 1e-6, 1e-15);
  CHECK_NEAR(model.classifier_weight(), std::sqrt(2.0), 1e-15);
  double q[2];
  model.posterior(0, q);
  const double total = std::sqrt(2.0) + 2e-6;
  CHECK_NEAR(q[0], (std::sqrt(2.0) * 0.9 + 2e-6 * 5 / 6) / total, 1e-15);
  model.posterior(2, q);
  CHECK_NEAR(q[0], (std::sqrt(2.0) * 0.7 + 1e-6) / total, 1e-15);
  model.posterior(3, q);
  CHECK_NEAR(q[1], 0.6, 1e-15);
  CHECK(model.quality().rating.size() == 6);
}

TEST(accuracy_from_agreement_of_pairs) {
  // .8^2 + .2^2 = .68; with three categories .7^2 + .3^2 / 2 = .535.
  CHECK_NEAR(accord::accuracy_of_agreement(0.68, 2), 0.8, 1e-12);
  CHECK_NEAR(accord::accuracy_of_agreement(0.535, 3), 0.7, 1e-12);
  CHECK_NEAR(accord::accuracy_of_agreement(0.2, 2), 0.5, 1e-12);
  CHECK_NEAR(accord::accuracy_of_agreement(1, 4), 1, 1e-12);
}

TEST(a_classifier_that_knows_the_votes_has_a_surplus) {
  // Items {a, a, b} of which the classifier knows the majority: with a = .8, say, this is
  // the label in .8 of such items only.
  data::RatedItems items;
  std::vector<double> p;
  for (int i = 0; i < 100; ++i) {
    const int k = i % 2;
    items.push_back({{0, k}, {1, k}, {2, i % 4 < 2 ? k : 1 - k}});
    p.push_back(k == 0 ? 1 : 0);
    p.push_back(k == 0 ? 0 : 1);
  }
  const data::Ratings ratings(items, 2, 3);
  const Answers answers(ratings.view(), 0);
  // Pairs agree in 2/3; a = (1 + sqrt(1/3)) / 2. Unanimous items are right with
  // probability 1 / (1 + (1/a - 1)^3), others with probability a.
  CHECK_NEAR(accord::pair_agreement(answers), 2.0 / 3, 1e-15);
  const double a = (1 + std::sqrt(1.0 / 3)) / 2;
  const double sure = 1 / (1 + std::pow(1 / a - 1, 3));
  const double surplus = 50 * (1 - sure) + 50 * (1 - a);
  const double variance = 50 * sure * (1 - sure) + 50 * a * (1 - a);
  CHECK_NEAR(accord::surplus_of_fit(answers, Classifier(p, 2)),
             surplus / std::sqrt(variance), 1e-9);
}

}  // namespace
