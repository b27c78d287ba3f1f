#pragma once
// The difference of two coefficients as a figure: the totals of both, one after the
// other. It has no formula of a coefficient, since it calls both figures. What was
// observed for both, such as an item that is in both groups, is one row.

#include <algorithm>  // min
#include <cstddef>    // size_t
#include <unordered_map>
#include <utility>  // move
#include <vector>

#include "figure_rows.h"
#include "group_figure.h"
#include "totals.h"

namespace accord {

// The value is the second coefficient minus the first.
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

// Two coefficients of the same items share a pseudo-item. Two groups, or sets of raters,
// have one each: for the lower limit, a pseudo-item that agrees in the first group and
// one that is random in the second.
enum class PseudoItems { same, own };

// The rows of pseudo-items, of which there are none without a prior, and their
// categories.
struct PseudoRows {
  const TotalRows& rows;
  const std::vector<CategoryPair>& pairs;
};

// Returns the rows with their totals placed after `n` others.
inline TotalRows behind(int n, TotalRows rows) {
  for (TotalRow& row : rows) {
    for (Addend& x : row.linear) x.place += n;
    for (Addend& x : row.square) x.place += n;
  }
  return rows;
}

template <class T>
void append(const std::vector<T>& more, std::vector<T>* to) {
  to->insert(to->end(), more.begin(), more.end());
}

// Pseudo-items of two figures with the same categories are joined, with the smaller of
// their probabilities; the rest of the larger one stays a pseudo-item of its own.
inline TotalRows joined_by_category(const PseudoRows& first, const PseudoRows& second,
                                    int split) {
  TotalRows left = behind(split, second.rows), result;
  const double none = 1e-12;  // of a probability, by rounding
  for (std::size_t i = 0; i < first.rows.size(); ++i) {
    TotalRow own = first.rows[i];
    for (std::size_t j = 0; j < left.size(); ++j) {
      const CategoryPair &x = first.pairs[i], &y = second.pairs[j];
      if (x.first != y.first || x.second != y.second) continue;
      TotalRow common = own;
      append(left[j].linear, &common.linear);
      append(left[j].square, &common.square);
      common.times = std::min(own.times, left[j].times);
      own.times -= common.times;
      left[j].times -= common.times;
      result.push_back(std::move(common));
    }
    if (own.times > none) result.push_back(std::move(own));
  }
  for (const TotalRow& row : left) {
    if (row.times > none) result.push_back(row);
  }
  return result;
}

// Units are identified by their numbers in the drafts.
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
    return x.observed.empty() ? 1 : x.observed[0].lambda;
  };
  for (TotalRow& row : rows.observed) {
    if (row.linear.front().place < split) row.lambda = lambda_of(of_first);
    if (row.linear.back().place >= split) {
      row.lambda = std::min(row.lambda, lambda_of(of_second));
    }
  }
  rows.of_raters = of_first.of_raters;
  const TotalRows of_others = behind(split, of_second.of_raters);
  if (pseudo == PseudoItems::same && rows.of_raters.size() == of_others.size()) {
    // The raters are the same, and give the same pseudo-ratings.
    for (std::size_t i = 0; i < of_others.size(); ++i) {
      append(of_others[i].linear, &rows.of_raters[i].linear);
    }
  } else {
    append(of_others, &rows.of_raters);
  }
  if (pseudo == PseudoItems::own) {
    rows.random = of_first.agreeing;
    append(behind(split, of_second.random), &rows.random);
    rows.agreeing = of_first.random;
    append(behind(split, of_second.agreeing), &rows.agreeing);
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
