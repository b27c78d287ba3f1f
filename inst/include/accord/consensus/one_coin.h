#pragma once
// One coin for each rater: an answer is right with a probability of the rater's own, and
// if it is wrong, all other categories are equally likely (the homogeneous model of Dawid
// and Skene; Zhang et al. 2016).

#include <cmath>    // log
#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "answers.h"
#include "em.h"

namespace accord {

// Adds to the scores of an answer that is only right (`hit`) or wrong (`miss`).
inline void add_hit_or_miss(int code, int k, double hit, double miss, double* score) {
  const double right = score[code] + hit;
  for (int i = 0; i < k; ++i) score[i] += miss;
  score[code] = right;
}

class OneCoin final : public EmModel {
 public:
  // `smoothing` is added to the numbers of right and of wrong answers of a rater.
  OneCoin(const Answers& answers, double smoothing)
      : answers_(answers),
        k_(answers.n_categories()),
        smoothing_(smoothing),
        n_(answers.rater_counts()),
        skill_(n_.size()),
        hit_(n_.size()),
        miss_(n_.size()) {}

  std::size_t n_sums() const override { return n_.size(); }

  double score(int, Span<int> cells, double* score) const override {
    for (int cell : cells) {
      const int rater = answers_.rater(cell);
      add_hit_or_miss(answers_.code(cell), k_, hit_[rater], miss_[rater], score);
    }
    return 0;
  }

  void learn(int, Span<int> cells, const double* posterior, double* sums) override {
    for (int cell : cells) sums[answers_.rater(cell)] += posterior[answers_.code(cell)];
  }

  void update(const double* sums) override {
    for (std::size_t r = 0; r < n_.size(); ++r) {
      const double right = sums[r] + smoothing_, all = n_[r] + 2 * smoothing_;
      // A sum of shares can exceed their number by a rounding error.
      const double wrong = all - right > 0 ? all - right : 0;
      skill_[r] = right / all;
      hit_[r] = std::log(skill_[r]);
      miss_[r] = std::log(wrong / all / (k_ - 1));
    }
  }

  double log_prior() const override {
    if (smoothing_ == 0) return 0;
    double sum = 0;
    for (std::size_t r = 0; r < n_.size(); ++r) sum += smoothing_ * (hit_[r] + miss_[r]);
    return sum;
  }

  const std::vector<double>& skill() const { return skill_; }

 private:
  const Answers& answers_;
  int k_;
  double smoothing_;
  std::vector<double> n_, skill_, hit_, miss_;
};

}  // namespace accord
