#pragma once
// Krippendorff's alpha at the ordinal level as a figure of totals: the ranks and their
// sum over all pairs follow from the margin as for the estimate (mid_ranks.h), and for
// each two categories that occur together on an item the totals hold how often they do.

#include <cstddef>  // size_t
#include <map>
#include <utility>  // move, pair
#include <vector>

#include "../distance/mid_ranks.h"
#include "../ratings/tally.h"
#include "figure_rows.h"
#include "totals.h"

namespace accord {

class OrdinalFigure final : public GroupFigure {
 public:
  explicit OrdinalFigure(CategoryPlaces used) : used_(std::move(used)) {}

  // Categories that occur together, in increasing order, must be announced first. Their
  // cells are numbered in order.
  void meet(Span<int> categories) {
    for (std::size_t h = 0; h < categories.size(); ++h) {
      for (std::size_t i = 0; i < h; ++i) {
        number_[{used_.place(categories[i]), used_.place(categories[h])}] = 0;
      }
    }
  }
  void number_cells() {
    for (auto& [cell, number] : number_) {
      number = static_cast<int>(cells_.size());
      cells_.push_back(cell);
    }
  }

  std::size_t n_totals() const override { return first_cell() + 2 * cells_.size(); }

  void add_item(const RatedItem& item, double weight, RowDraft* draft) override {
    const Pattern& p = item.pattern;
    if (p.size < 2) return;
    draft->linear.push_back({ratings, weight * p.size});
    for (std::size_t h = 0; h < p.code.size(); ++h) {
      draft->linear.push_back(
          {first_count + used_.place(p.code[h]), weight * p.count[h]});
      for (std::size_t i = 0; i < h; ++i) {
        const double both = 2.0 * p.count[i] * p.count[h] / (p.size - 1);
        draft->linear.push_back(
            {cell(used_.place(p.code[i]), used_.place(p.code[h])), weight * both});
      }
    }
  }

  std::vector<Addend> pair(const CategoryPair& x, const UnitSize& unit) const override {
    const double weight = unit.ratings;
    std::vector<Addend> row{{ratings, weight},
                            {first_count + used_.place(x.first), weight / 2},
                            {first_count + used_.place(x.second), weight / 2}};
    if (x.first != x.second) {
      row.push_back({cell(used_.place(x.first), used_.place(x.second)), weight});
    }
    join(&row);
    return row;
  }

  // Adds all pairs of the row's own ratings, also of different items.
  void add_squares(const std::vector<Addend>& linear,
                   std::vector<Addend>* square) const override {
    const int end = static_cast<int>(first_cell());
    for (const Addend& x : linear) {
      if (x.place == ratings) square->push_back({squared, x.amount * x.amount});
      if (x.place < first_count || x.place >= end) continue;
      for (const Addend& y : linear) {
        if (y.place < first_count || y.place >= x.place) continue;
        const auto found = number_.find({y.place - first_count, x.place - first_count});
        if (found == number_.end()) continue;
        square->push_back({end + 2 * found->second + 1, 2 * x.amount * y.amount});
      }
    }
  }

  double value(const Totals& t) const override {
    const double n = t[ratings];
    thread_local std::vector<double> rank;
    rank.resize(used_.size());
    const auto count = [&](std::size_t k) { return t[first_count + k]; };
    each_mid_rank(rank.size(), count, [&](std::size_t k, double x) { rank[k] = x; });
    const double all = rank_sums(rank.size(), count).all_pairs();
    double within = 0, own = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const double d = rank[cells_[i].second] - rank[cells_[i].first];
      within += t[first_cell() + 2 * i] * d * d;
      own += t[first_cell() + 2 * i + 1] * d * d;
    }
    return value_of(within / n, mean_between(all, own, n * n, t[squared]));
  }

 private:
  enum { ratings, squared, first_count };

  std::size_t first_cell() const { return first_count + used_.size(); }

  // Returns the cell of two categories, the lower one first.
  int cell(int first, int second) const {
    return static_cast<int>(first_cell()) + 2 * number_.at({first, second});
  }

  CategoryPlaces used_;
  std::map<std::pair<int, int>, int> number_;
  std::vector<std::pair<int, int>> cells_;
};

}  // namespace accord
