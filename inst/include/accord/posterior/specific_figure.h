#pragma once
// Specific agreement on one category (chance_specific.h) as a figure of totals.

#include <cmath>    // NAN
#include <cstddef>  // size_t
#include <vector>

#include "../agreement/chance_specific.h"
#include "../ratings/tally.h"
#include "figure_rows.h"
#include "totals.h"

namespace accord {

class SpecificFigure final : public GroupFigure {
 public:
  std::size_t n_totals() const override { return 2; }

  void add_item(const RatedItem& item, double weight, RowDraft* draft) override {
    const Pattern& p = item.pattern;
    if (p.size < 2) return;
    draft->linear.push_back({apart, weight * apart_from_category(p)});
    draft->linear.push_back({others, weight * ratings_in_category(p) * (p.size - 1)});
  }

  std::vector<Addend> pair(const CategoryPair& x, const UnitSize& unit) const override {
    const double m = unit.ratings / unit.items, pairs = unit.items * m * (m - 1) / 2;
    const int in_category = x.first + x.second;
    return {{apart, pairs * (in_category == 1)}, {others, pairs * in_category}};
  }

  void add_squares(const std::vector<Addend>&, std::vector<Addend>*) const override {}

  double value(const Totals& t) const override {
    return t[others] > 0 ? 1 - t[apart] / t[others] : NAN;
  }

 private:
  enum { apart, others };
};

}  // namespace accord
