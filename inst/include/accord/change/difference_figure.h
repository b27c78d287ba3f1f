#pragma once
// The difference of two coefficients as a figure: the totals of both, one behind the
// other. What was observed for both, as an item that is in both groups, is one row.

#include <algorithm>  // min
#include <cstddef>    // size_t
#include <memory>     // make_unique
#include <unordered_map>
#include <utility>  // move
#include <vector>

#include "figure_rows.h"
#include "group_figure.h"
#include "totals.h"

namespace accord {

// The second less the first.
class DifferenceFigure : public Figure {
 public:
  DifferenceFigure(const Figure* first, const Figure* second)
      : first_(*first), second_(*second), split_(first->n_totals()) {}

  int split() const { return static_cast<int>(split_); }
  std::size_t n_totals() const override { return split_ + second_.n_totals(); }

  double value(const Totals& t) const override {
    return second_.value(t.from(split_)) - first_.value(t);
  }

  void add_squares(const std::vector<Addend>& linear,
                   std::vector<Addend>* square) const override {
    std::vector<Addend> first, second, of_second;
    for (const Addend& x : linear) {
      if (x.place < split()) {
        first.push_back(x);
      } else {
        second.push_back({x.place - split(), x.amount});
      }
    }
    if (!first.empty()) first_.add_squares(first, square);
    if (!second.empty()) second_.add_squares(second, &of_second);
    for (const Addend& x : of_second) square->push_back({split() + x.place, x.amount});
  }

 private:
  const Figure& first_;
  const Figure& second_;
  std::size_t split_;
};

// Two coefficients of the same items meet the same pseudo-item. Of two groups, or sets of
// raters, each has a pseudo-item of its own: for the lower limit one that agrees in the
// first and is random in the second.
enum class PseudoItems { same, own };

// The rows of pseudo-items, none where there is no prior, and their categories.
struct PseudoRows {
  const TotalRows& rows;
  const std::vector<CategoryPair>& pairs;
};

// Of the same categories the pseudo-items of two figures are the same, as far as both
// have them; what one has more of is its own.
inline TotalRows joined_by_category(const PseudoRows& first, const PseudoRows& second,
                                    int split) {
  const TotalRows &a = first.rows, &b = second.rows;
  TotalRows result;
  std::vector<double> left;
  for (std::size_t j = 0; j < b.size(); ++j) left.push_back(b.times(j));
  const double none = 1e-12;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double own = a.times(i);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const CategoryPair &x = first.pairs[i], &y = second.pairs[j];
      if (x.first != y.first || x.second != y.second) continue;
      const double common = std::min(own, left[j]);
      result.append(a, i, 0, common);
      result.extend(b, j, split);
      own -= common;
      left[j] -= common;
    }
    if (own > none) result.append(a, i, 0, own);
  }
  for (std::size_t j = 0; j < b.size(); ++j) {
    if (left[j] > none) result.append(b, j, split, left[j]);
  }
  return result;
}

// Units are told apart by their numbers, as their drafts have them.
inline FigureRows rows_of_difference(const DraftedFigure& first,
                                     const DraftedFigure& second,
                                     const DifferenceFigure& figure, PseudoItems pseudo) {
  const FigureRows &of_first = first.rows, &of_second = second.rows;
  FigureRows rows;
  const int split = figure.split();
  std::vector<RowDraft> drafts;
  std::unordered_map<int, std::size_t> place;
  for (std::size_t i = 0; i < first.drafts.size(); ++i) {
    place.insert({first.drafts[i].unit, drafts.size()});
    drafts.push_back(first.drafts[i]);
  }
  for (std::size_t i = 0; i < second.drafts.size(); ++i) {
    const auto [found, added] = place.insert({second.drafts[i].unit, drafts.size()});
    if (added) drafts.push_back({});
    for (const Addend& x : second.drafts[i].linear) {
      drafts[found->second].linear.push_back({split + x.place, x.amount});
    }
  }
  set_observed(figure, std::move(drafts), &rows);
  const auto lambda_of = [](const FigureRows& x) {
    return x.observed.size() > 0 ? x.observed.lambda(0) : 1;
  };
  for (std::size_t i = 0; i < rows.observed.size(); ++i) {
    const Span<Addend> linear = rows.observed.linear(i);
    double lambda = 1;
    if (linear[0].place < split) lambda = lambda_of(of_first);
    if (linear[linear.size() - 1].place >= split) {
      lambda = std::min(lambda, lambda_of(of_second));
    }
    rows.observed.count_as(i, lambda);
  }
  if (pseudo == PseudoItems::own) {
    rows.random = of_first.agreeing;
    rows.random.append(of_second.random, split);
    rows.agreeing = of_first.random;
    rows.agreeing.append(of_second.agreeing, split);
  } else {
    rows.random = joined_by_category({of_first.random, first.pseudo.random},
                                     {of_second.random, second.pseudo.random}, split);
    rows.agreeing =
        joined_by_category({of_first.agreeing, first.pseudo.agreeing},
                           {of_second.agreeing, second.pseudo.agreeing}, split);
  }
  return rows;
}

}  // namespace accord
