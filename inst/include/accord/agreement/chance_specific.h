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

#include "../base/views.h"
#include "../ratings/tally.h"
#include "kappa.h"

namespace accord {

inline double ratings_in_category(const Pattern& p) {
  return p.code.empty() || p.code[p.code.size() - 1] != 1 ? 0
                                                          : p.count[p.count.size() - 1];
}

class SpecificChance {
 public:
  static constexpr bool names_raters = false, uses_single = false, by_ratio = true;

  struct Change {
    double others = 0, items = 0;
    void clear() { others = items = 0; }
  };

  // In place of the disagreement of all pairs of an item: that of the category's ratings.
  static double apart(const Pattern& p) {
    const double r = ratings_in_category(p);
    return r * (p.size - r);
  }

  template <class Rows>
  void fit(const Rows& rows) {
    row_.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) row_.push_back(of(rows.pattern(i)));
  }
  void weigh(Span<double> weight) {
    total_.clear();
    for (std::size_t i = 0; i < row_.size(); ++i) {
      if (!(weight[i] > 0)) continue;
      total_.items += weight[i] * row_[i].items;
      total_.others += weight[i] * row_[i].others;
    }
  }
  Expected expected() const { return at(total_.others, total_.items); }
  double slope(std::size_t row) const {
    return row_[row].others - total_.others / total_.items;
  }
  void take(std::size_t row, Change* change) const { add(row_[row], 1, change); }
  void take(const Loss& loss, Change* change) const {
    add(of(loss.before), 1, change);
    add(of(loss.after), -1, change);
  }
  Expected after(Change* change) const {
    const double others = total_.others - change->others;
    Expected rest = at(others, total_.items - change->items);
    rest.exact = keeps_digits(others, total_.others);
    return rest;
  }
  static double null_variance(double, double) { return NAN; }
  void prepare() {}

 private:
  static Change of(const Pattern& p) {
    if (p.size < 2) return {};
    return {ratings_in_category(p) * (p.size - 1), 1};
  }
  static void add(const Change& item, double sign, Change* change) {
    change->others += sign * item.others;
    change->items += sign * item.items;
  }
  static Expected at(double others, double items) {
    return {others / items, others > 0 ? Status::ok : Status::unused_category};
  }

  std::vector<Change> row_;  // what an item of each row has
  Change total_;
};

}  // namespace accord
