#pragma once
// At the ordinal level an item's ratings change the mid-ranks of all categories: a rating
// in category c raises those above c by 1 and c itself by 1/2. So the derivative of the
// disagreement within items has a term for each category,
//
//   G_c = H_c / 2 + sum over k above c of H_k,  H_k = d within / d R_k,
//   within of an item = 2 / (m - 1) (m sum of r_k R_k^2 - (sum of r_k R_k)^2).

#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "../distance/mid_ranks.h"
#include "../ratings/tally.h"
#include "pairable_row.h"

namespace accord {

class OrdinalSlope {
 public:
  OrdinalSlope(const MidRanks& ranks, Span<PairableRow> rows)
      : ranks_(ranks), of_place_(ranks.n_used()) {
    std::vector<double> of_rank(ranks.n_used());
    for (const PairableRow& row : rows) {
      const Pattern& p = row.pattern;
      double mean = 0;
      for (std::size_t j = 0; j < p.code.size(); ++j) {
        mean += p.count[j] * ranks.rank(p.code[j]) / p.size;
      }
      const double factor = 4 * row.weight * p.size / (p.size - 1.0);
      for (std::size_t j = 0; j < p.code.size(); ++j) {
        of_rank[ranks.place(p.code[j])] +=
            factor * p.count[j] * (ranks.rank(p.code[j]) - mean);
      }
    }
    double above = 0;
    for (std::size_t k = of_rank.size(); k-- > 0;) {
      of_place_[k] = above + of_rank[k] / 2;
      above += of_rank[k];
    }
  }

  double within(const Pattern& p) const {
    double sum = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      sum += p.count[j] * of_place_[ranks_.place(p.code[j])];
    }
    return sum;
  }

 private:
  const MidRanks& ranks_;
  std::vector<double> of_place_;
};

}  // namespace accord
