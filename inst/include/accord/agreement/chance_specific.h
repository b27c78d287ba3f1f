#pragma once
// Specific agreement on one category (Spitzer & Fleiss 1974; for two raters Dice 1945):
// the probability that another rating of an item is in the category, given that one is.
//
//   p = sum of r (r - 1) / sum of r (m - 1) = 1 - sum of r (m - r) / sum of r (m - 1),
//
// where r of the m ratings of an item are in the category. The code is 1 for the
// category, and 0 for all others.

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

// Returns the disagreement of pairs with a rating in the category, which replaces that of
// all pairs of an item.
inline double apart_from_category(const Pattern& p) {
  const double r = ratings_in_category(p);
  return r * (p.size - r);
}

class SpecificChance final : public Chance {
 public:
  SpecificChance() : Chance({false, false, true}) {}

  double apart(const Pattern& p) const override { return apart_from_category(p); }
  void fit(const Rows& rows) override {
    row_.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) row_.push_back(of(rows.pattern(i)));
  }
  void weigh(Span<double> weight) override {
    total_ = {};
    for (std::size_t i = 0; i < row_.size(); ++i) {
      if (!(weight[i] > 0)) continue;
      total_.items += weight[i] * row_[i].items;
      total_.others += weight[i] * row_[i].others;
    }
  }
  Expected expected() const override { return at(total_.others, total_.items); }
  double slope(std::size_t row) override {
    return row_[row].others - total_.others / total_.items;
  }
  void take(std::size_t row, Change* change) const override { add(row_[row], 1, change); }
  void take(const Loss& loss, Change* change) const override {
    add(of(loss.before), 1, change);
    add(of(loss.after), -1, change);
  }
  Expected after(Change* change) const override {
    const double others = total_.others - change->ratings;
    Expected rest = at(others, total_.items - change->items);
    rest.exact = keeps_digits(others, total_.others);
    return rest;
  }

 private:
  // For an item: its ratings in the category, each times the number of the other ratings.
  struct Own {
    double others = 0, items = 0;
  };

  static Own of(const Pattern& p) {
    if (p.size < 2) return {};
    return {ratings_in_category(p) * (p.size - 1), 1};
  }
  static void add(const Own& item, double sign, Change* change) {
    change->ratings += sign * item.others;
    change->items += sign * item.items;
  }
  static Expected at(double others, double items) {
    return {others / items, others > 0 ? Status::ok : Status::unused_category};
  }

  std::vector<Own> row_;  // values of an item of each row
  Own total_;
};

}  // namespace accord
