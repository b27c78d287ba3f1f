#pragma once
// Specific agreement on one category (Spitzer & Fleiss 1974; for two raters Dice 1945):
// given one rating of an item in the category, how probable is it that another is too?
//
//   p = sum of r (r - 1) / sum of r (m - 1) = 1 - sum of r (m - r) / sum of r (m - 1),
//
// with r of the m ratings of an item in the category. Codes are 1 for it, 0 for all
// others.

#include <cstddef>  // size_t
#include <vector>

#include "../ratings/tally.h"
#include "kappa.h"

namespace accord {

inline double ratings_in_category(const Pattern& p) {
  return p.code.empty() || p.code[p.code.size() - 1] != 1 ? 0
                                                          : p.count[p.count.size() - 1];
}

class SpecificChance {
 public:
  static constexpr bool uses_single = false, by_ratio = true;

  template <class Rows>
  void fit(const Rows& rows, std::size_t left_out) {
    items_ = sum_ = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Pattern p = rows.pattern(i);
      const double weight = rows.weight[i] - (i == left_out);
      if (!(weight > 0) || p.size < 2) continue;
      items_ += weight;
      sum_ += weight * others(p);
    }
  }
  double expected() const { return sum_ / items_; }
  Status status() const { return sum_ > 0 ? Status::ok : Status::unused_category; }
  template <class Rows>
  double slope(const Rows& rows, std::size_t i) const {
    return others(rows.pattern(i)) - expected();
  }
  template <class Rows>
  Expected without(const Rows& rows, std::size_t i) const {
    const double rest = sum_ - others(rows.pattern(i));
    return {rest / (items_ - 1), rest > 0 ? Status::ok : Status::unused_category};
  }

  // In place of the disagreement of all pairs of an item: that of the category's ratings.
  template <class Rows>
  static std::vector<double> apart(const Rows& rows) {
    std::vector<double> result(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) result[i] = apart(rows.pattern(i));
    return result;
  }
  static double apart(const Pattern& p) {
    const double r = ratings_in_category(p);
    return r * (p.size - r);
  }
  static double others(const Pattern& p) { return ratings_in_category(p) * (p.size - 1); }

 private:
  double items_ = 0, sum_ = 0;
};

}  // namespace accord
