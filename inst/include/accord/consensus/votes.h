#pragma once
// Weighted votes, and the two methods that estimate the weights from the votes
// themselves: agreement with the aggregate (Wawa) and zero-based skill (ZBS), as in
// Toloka's crowd-kit.

#include <algorithm>  // sort, unique
#include <cmath>      // fabs, isnan
#include <cstddef>    // size_t
#include <vector>

#include "../base/blocks.h"
#include "../base/parallel.h"
#include "answers.h"
#include "winner.h"

namespace accord {

// Adds the weights of the raters to the categories they chose.
inline void add_votes(const Answers& answers, int item, Span<double> weight,
                      double* support) {
  for (int cell : answers.of(item)) {
    const double w = weight.empty() ? 1 : weight[answers.rater(cell)];
    if (w > 0) support[answers.code(cell)] += w;  // not if the skill is 0 or NaN
  }
}

class Votes {
 public:
  Votes(const Answers& answers, const Judge& judge, const Executor& executor)
      : answers_(answers),
        judge_(judge),
        executor_(executor),
        blocks_(blocks_for(answers.n_ratings(), 2 * answers.n_raters())) {}

  // Calls visit(item, support, winner) for every item, from several threads.
  template <class Visit>
  void each(Span<double> weight, Visit&& visit) const {
    each_in_block(weight, [&](int, int item, const double* support,
                              const Winner& winner) { visit(item, support, winner); });
  }

  // Returns the share of each rater's answers that are the label of the item; NaN for
  // raters none of whose items has a label.
  std::vector<double> agreement(Span<double> weight) const {
    const int n = answers_.n_raters();
    std::vector<std::vector<double>> right(blocks_), all(blocks_);
    for (int b = 0; b < blocks_; ++b) {
      right[b].assign(n, 0);
      all[b].assign(n, 0);
    }
    each_in_block(weight, [&](int b, int item, const double*, const Winner& winner) {
      if (winner.code < 0) return;
      for (int cell : answers_.of(item)) {
        const int rater = answers_.rater(cell);
        right[b][rater] += answers_.code(cell) == winner.code;
        ++all[b][rater];
      }
    });
    add_blocks(&right);
    add_blocks(&all);
    for (int r = 0; r < n; ++r) right[0][r] /= all[0][r];
    return right[0];
  }

 private:
  template <class Visit>
  void each_in_block(Span<double> weight, Visit&& visit) const {
    each_block(executor_, answers_.n_items(), blocks_, [&](int b, Range items) {
      std::vector<double> support(answers_.n_categories());
      std::vector<int> codes;  // those of the item alone, as there can be many categories
      for (std::size_t i = items.begin; i < items.end; ++i) {
        const int item = static_cast<int>(i);
        add_votes(answers_, item, weight, support.data());
        codes.clear();
        for (int cell : answers_.of(item)) codes.push_back(answers_.code(cell));
        std::sort(codes.begin(), codes.end());
        codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
        visit(b, item, support.data(), judge_.label(item, support.data(), codes));
        for (int code : codes) support[code] = 0;
      }
    });
  }

  const Answers& answers_;
  const Judge& judge_;
  Executor executor_;
  int blocks_;
};

// The skills are the agreement with one unweighted vote.
inline std::vector<double> wawa_skills(const Votes& votes) { return votes.agreement({}); }

struct SkillFit {
  std::vector<double> skill;
  int iterations = 0;
  double change = 0;  // the largest change of a skill in the last round
};

// Alternates votes by skills and skills by votes. All skills start slightly above chance;
// the step is 1, and is halved in every 20th round.
inline SkillFit zbs_skills(const Votes& votes, const Answers& answers, int rounds) {
  SkillFit fit;
  fit.skill.assign(answers.n_raters(), 1.0 / answers.n_categories() + 1e-5);
  double step = 1;
  while (fit.iterations < rounds) {
    ++fit.iterations;
    if (fit.iterations % 20 == 0) step /= 2;
    const std::vector<double> agreement = votes.agreement(fit.skill);
    fit.change = 0;
    for (std::size_t r = 0; r < fit.skill.size(); ++r) {
      if (std::isnan(agreement[r])) continue;
      const double move = step * (agreement[r] - fit.skill[r]);
      fit.skill[r] += move;
      if (std::fabs(move) > fit.change) fit.change = std::fabs(move);
    }
    if (fit.change == 0) break;  // no later round would differ
  }
  return fit;
}

}  // namespace accord
