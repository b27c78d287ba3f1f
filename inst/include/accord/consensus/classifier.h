#pragma once
// A classifier beside the raters: the majority of the votes, in which the classifier's
// probabilities break ties, and whether these probabilities fit the votes better than any
// classifier could that has not seen them.

#include <algorithm>  // max_element
#include <cmath>      // exp, log, sqrt
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"
#include "answers.h"
#include "item_votes.h"

namespace accord {

// Probabilities of the items of a group, those of an item one after the other.
class Classifier {
 public:
  Classifier(Span<double> probability, int n_categories)
      : probability_(probability), k_(n_categories) {}

  const double* of(int item) const {
    return probability_.begin() + static_cast<std::size_t>(item) * k_;
  }

  // Returns the most probable category, the first one of several.
  int best(int item) const {
    return static_cast<int>(std::max_element(of(item), of(item) + k_) - of(item));
  }

 private:
  Span<double> probability_;
  int k_;
};

// Returns the category with most votes; among tied ones the most probable, then the
// rarest among all ratings, then the first. -1 if the item has no ratings.
inline int majority_with(const ItemVotes& votes, const double* probability,
                         const std::vector<double>& rarity) {
  int best = -1;
  for (int k : votes.codes()) {
    if (best < 0 || votes.of(k) > votes.of(best)) {
      best = k;
    } else if (votes.of(k) == votes.of(best)) {
      const double more = probability[k] - probability[best];
      if (more > 0 || (more == 0 && rarity[k] < rarity[best])) best = k;
    }
  }
  return best;
}

// Returns how often each category was given.
inline std::vector<double> category_counts(const Answers& answers) {
  std::vector<double> n(answers.n_categories());
  for (int i = 0; i < answers.n_items(); ++i) {
    for (int cell : answers.of(i)) ++n[answers.code(cell)];
  }
  return n;
}

// Returns the accuracy a at which raters with independent errors agree with probability
// `agreement`: a^2 + (1 - a)^2 / (K - 1).
inline double accuracy_of_agreement(double agreement, int k) {
  const double wrong = 1.0 / (k - 1), square = 1 + wrong;
  const double root = wrong * wrong - square * (wrong - agreement);
  const double a = (wrong + std::sqrt(root > 0 ? root : 0)) / square;
  return a > 1.0 / k ? a : 1.0 / k;
}

// Returns the share of pairs of ratings of an item that agree; NaN without pairs.
inline double pair_agreement(const Answers& answers) {
  ItemVotes votes(answers);
  double agree = 0, pairs = 0;
  for (int i = 0; i < answers.n_items(); ++i) {
    votes.count(i);
    const double m = answers.size(i);
    pairs += m * (m - 1);
    for (int k : votes.codes()) {
      agree += static_cast<double>(votes.of(k)) * (votes.of(k) - 1);
    }
  }
  return agree / pairs;
}

// Returns by how many standard deviations the classifier agrees more often with the
// majority than the right labels would. These are the majority with the probability that
// the votes give it if errors are independent, and raters as accurate as their agreement
// says; where raters share errors this accuracy is too high, so that the figure is too
// low. 0 without pairs of ratings.
inline double surplus_of_fit(const Answers& answers, const Classifier& classifier) {
  const int k = answers.n_categories();
  const double a = accuracy_of_agreement(pair_agreement(answers), k);
  if (!(a < 1)) return 0;
  const double odds = std::log(a * (k - 1) / (1 - a));
  const std::vector<double> rarity = category_counts(answers);
  ItemVotes votes(answers);
  double surplus = 0, variance = 0;
  for (int i = 0; i < answers.n_items(); ++i) {
    if (answers.size(i) == 0) continue;
    votes.count(i);
    const int label = majority_with(votes, classifier.of(i), rarity);
    double total = 0;
    int most = votes.of(label), tied = 0;
    for (int c : votes.codes()) {
      total += std::exp(odds * (votes.of(c) - most));
      tied += votes.of(c) == most;
    }
    // A tie says nothing about the classifier, which has broken it.
    if (tied > 1) continue;
    total += (k - static_cast<double>(votes.codes().size())) * std::exp(-odds * most);
    surplus += (classifier.best(i) == label) - 1 / total;
    variance += (1 - 1 / total) / total;
  }
  return variance > 0 ? surplus / std::sqrt(variance) : 0;
}

}  // namespace accord
