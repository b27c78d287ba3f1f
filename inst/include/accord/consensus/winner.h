#pragma once
// From the support of each category for one item to its label, with the rule for ties.

#include <cstddef>  // size_t
#include <numeric>  // iota
#include <vector>

#include "../base/views.h"
#include "answers.h"

namespace accord {

enum class Ties { none, first, random };
inline constexpr const char* ties_names[] = {"none", "first", "random"};

// `draw` has a number from 0 to 1 for each item, for random ties. `breaker` is the number
// within the group of a rater whose answer decides if it is among the tied ones; -1 for
// none.
struct TieRule {
  Ties ties = Ties::none;
  Span<double> draw;
  int breaker = -1;
};

struct Winner {
  int code = -1;     // -1: no label
  double share = 0;  // of the support; NaN if there is none
  bool tie = false;
};

class Judge {
 public:
  // `gold` is the label of each item, or -1; it is empty if no label is given.
  Judge(const Answers& answers, const TieRule& rule, Span<int> gold)
      : answers_(answers), rule_(rule), gold_(gold), all_(answers.n_categories()) {
    std::iota(all_.begin(), all_.end(), 0);
  }

  int gold(int item) const { return gold_.empty() ? -1 : gold_[item]; }

  Winner label(int item, const double* support) const {
    return label(item, support, all_);
  }

  // `codes`: the categories that may have support, in order.
  Winner label(int item, const double* support, const std::vector<int>& codes) const {
    if (gold(item) >= 0) return {gold(item), 1, false};
    double best = 0, total = 0;
    for (int k : codes) {
      total += support[k];
      if (support[k] > best) best = support[k];
    }
    Winner winner{-1, best / total, false};
    int tied = 0;
    for (int k : codes) {
      if (!leads(support[k], best)) continue;
      if (tied++ == 0) winner.code = k;
    }
    if (tied <= 1 && best > 0) return winner;
    winner.tie = best > 0;
    winner.code = best > 0 ? settle(item, support, best, tied, codes) : -1;
    return winner;
  }

 private:
  // Sums of the same numbers in a different order differ in the last digits, and count as
  // tied.
  static bool leads(double support, double best) { return support >= best * (1 - 1e-10); }

  int settle(int item, const double* support, double best, int tied,
             const std::vector<int>& codes) const {
    if (rule_.breaker >= 0) {
      for (int cell : answers_.of(item)) {
        const int code = answers_.code(cell);
        if (answers_.rater(cell) == rule_.breaker && leads(support[code], best)) {
          return code;
        }
      }
    }
    if (rule_.ties == Ties::none) return -1;
    int place = rule_.ties == Ties::first ? 0 : static_cast<int>(rule_.draw[item] * tied);
    auto k = codes.begin();
    while (!leads(support[*k], best) || place-- > 0) ++k;
    return *k;
  }

  const Answers& answers_;
  TieRule rule_;
  Span<int> gold_;
  std::vector<int> all_;  // categories
};

}  // namespace accord
