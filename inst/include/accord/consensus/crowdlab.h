#pragma once
// CROWDLAB (Goh, Tkachenko & Mueller 2022): a mean of a classifier's probabilities and of
// the votes, weighted by how much better the classifier and each rater are than always
// giving the most frequent label.

#include <algorithm>  // max, max_element
#include <cmath>      // sqrt
#include <cstddef>    // size_t
#include <limits>
#include <vector>

#include "../base/views.h"
#include "answers.h"
#include "classifier.h"
#include "item_votes.h"

namespace accord {

class Crowdlab {
 public:
  // Some item must have two ratings.
  Crowdlab(const Answers& answers, const Classifier& classifier)
      : answers_(answers), classifier_(classifier), k_(answers.n_categories()) {
    learn_majority();
    learn_weights();
  }

  double agreement() const { return agreement_; }  // P of the paper
  double classifier_weight() const { return classifier_weight_; }
  const std::vector<double>& rater_weight() const { return weight_; }
  const std::vector<int>& majority() const { return majority_; }

  // Computes the probabilities of the labels of an item; those of the classifier alone if
  // it has no ratings.
  void posterior(int item, double* p) const {
    const double* given = classifier_.of(item);
    double total = classifier_weight_, wrong = 0;
    for (int k = 0; k < k_; ++k) p[k] = classifier_weight_ * given[k];
    const double miss = (1 - agreement_) / (k_ - 1);
    for (int cell : answers_.of(item)) {
      const double w = weight_[answers_.rater(cell)];
      p[answers_.code(cell)] += w * (agreement_ - miss);
      wrong += w * miss;
      total += w;
    }
    for (int k = 0; k < k_; ++k) p[k] = (p[k] + wrong) / total;
  }

  struct Quality {
    std::vector<double> rating, rater;
  };

  // Returns the probability of every rating, and a weighted mean of it and of the share
  // of ratings that are the majority label for every rater; raters who rated no item with
  // others have NaN.
  Quality quality() const {
    const int n = answers_.n_raters();
    Quality result;
    std::vector<double> sum(n), all(n), right(n), met(n), p(k_);
    for (int i = 0; i < answers_.n_items(); ++i) {
      posterior(i, p.data());
      for (int cell : answers_.of(i)) {
        const int r = answers_.rater(cell), code = answers_.code(cell);
        result.rating.push_back(p[code]);
        sum[r] += p[code];
        ++all[r];
        if (answers_.size(i) < 2) continue;
        right[r] += code == majority_[i];
        ++met[r];
      }
    }
    double weights = 0;
    for (double w : weight_) weights += w;
    const double ratings = static_cast<double>(answers_.n_ratings()) / n_rated_;
    const double w = classifier_weight_ / (classifier_weight_ + weights / n * ratings);
    for (int r = 0; r < n; ++r) {
      result.rater.push_back(w * sum[r] / all[r] + (1 - w) * right[r] / met[r]);
    }
    return result;
  }

 private:
  static constexpr double least = 1e-6;  // weight

  void learn_majority() {
    const std::vector<double> rarity = category_counts(answers_);
    ItemVotes votes(answers_);
    std::vector<double> labels(k_);
    double shares = 0, hits = 0, n = 0;
    agreed_.resize(answers_.n_raters());
    pairs_.resize(answers_.n_raters());
    for (int i = 0; i < answers_.n_items(); ++i) {
      votes.count(i);
      const int label = majority_with(votes, classifier_.of(i), rarity);
      majority_.push_back(label);
      const double m = answers_.size(i);
      n_rated_ += m > 0;
      if (m < 2) continue;
      ++n;
      ++labels[label];
      shares += votes.of(label) / m;
      hits += classifier_.best(i) == label;
      for (int cell : answers_.of(i)) {
        agreed_[answers_.rater(cell)] += votes.of(answers_.code(cell)) - 1;
        pairs_[answers_.rater(cell)] += m - 1;
      }
    }
    agreement_ = shares / n;
    classifier_hits_ = hits / n;
    const double frequent = *std::max_element(labels.begin(), labels.end()) / n;
    baseline_ = std::max(least, 1 - frequent);
  }

  void learn_weights() {
    double mean = 0, n = 0;
    for (std::size_t r = 0; r < pairs_.size(); ++r) {
      if (pairs_[r] == 0) continue;
      mean += agreed_[r] / pairs_[r];
      ++n;
    }
    mean /= n;
    for (std::size_t r = 0; r < pairs_.size(); ++r) {
      weight_.push_back(weight_of(pairs_[r] > 0 ? agreed_[r] / pairs_[r] : mean));
    }
    const double ratings = static_cast<double>(answers_.n_ratings()) / n_rated_;
    classifier_weight_ = weight_of(classifier_hits_) * std::sqrt(ratings);
  }

  double weight_of(double accuracy) const {
    return std::max(least, 1 - (1 - accuracy) / baseline_);
  }

  const Answers& answers_;
  const Classifier& classifier_;
  int k_;
  double agreement_ = 0, classifier_hits_ = 0, baseline_ = 0, classifier_weight_ = 0;
  double n_rated_ = 0;
  std::vector<int> majority_;
  std::vector<double> agreed_, pairs_, weight_;
};

}  // namespace accord
