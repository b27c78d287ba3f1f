#pragma once
// The rows of a figure: the observations, item by item or cluster by cluster, and the
// pseudo-items, which a posterior adds with a weight.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <utility>    // move
#include <vector>

#include "../base/views.h"
#include "../ratings/tally.h"
#include "totals.h"

namespace accord {

// One observation, an item or a cluster, before equal ones are joined.
struct RowDraft {
  std::vector<Addend> linear;
  double times = 1;
  double items = 0;    // their weights
  double ratings = 0;  // in pairs with others, each with the weight of its item
  double count = 1;    // items, whatever they weigh
  int unit = -1;       // that it was observed with, if there are any
};

// The ratings of an item, and the rater of each of them, from 0 within the group.
struct RatedItem {
  Pattern pattern;
  Span<int> codes, raters;
};

// A figure of a group.
class GroupFigure : public Figure {
 public:
  // Return what an item adds to the totals, and what a pseudo-item of two ratings adds if
  // it counts as a unit. Raters are only given if they matter.
  virtual void add_item(const RatedItem& item, double weight, RowDraft* draft) = 0;
  virtual std::vector<Addend> pair(const CategoryPair& x, const UnitSize& unit) const = 0;
  // Returns the pseudo-ratings of all raters, if these have separate shares
  // (rater_prior.h).
  virtual TotalRows pseudo_ratings(const UnitSize&) const { return {}; }
};

struct FigureRows {
  TotalRows observed;
  TotalRows random, agreeing;  // pseudo-items; their masses add up to 1 each
  TotalRows of_raters;         // pseudo-ratings, those of a rater with a mass of 1
  double units = 0;            // items or clusters
  // The number of units of equal size that would give a mean with the same precision:
  // (sum of sizes)^2 / sum of squared sizes (Kish 1965).
  double effective = 0;
  // The expected size of the unit of an item drawn at random. The mean over units would
  // hardly reflect a few large ones.
  UnitSize unit;
};

// Sorts drafts by their contents alone, the short ones first.
inline void sort_drafts(std::vector<RowDraft>* drafts) {
  const auto before = [](const RowDraft& a, const RowDraft& b) {
    if (a.linear.size() != b.linear.size()) return a.linear.size() < b.linear.size();
    return a.linear != b.linear ? a.linear < b.linear : a.times < b.times;
  };
  std::sort(drafts->begin(), drafts->end(), before);
}

// Joins equal rows into one that was observed several times.
inline void set_observed(const Figure& figure, std::vector<RowDraft> drafts,
                         FigureRows* rows) {
  sort_drafts(&drafts);
  double units = 0, in_pairs = 0, items = 0, squares = 0, count = 0, ratings = 0;
  for (std::size_t i = 0, end; i < drafts.size(); i = end) {
    double times = 0;
    for (end = i; end < drafts.size() && drafts[i].linear == drafts[end].linear; ++end) {
      const RowDraft& draft = drafts[end];
      times += draft.times;
      items += draft.times * draft.items;
      squares += draft.times * draft.items * draft.items;
      count += draft.times * draft.items * draft.count;
      if (draft.ratings > 0) {
        in_pairs += draft.times * draft.items;
        ratings += draft.times * draft.ratings;
      }
    }
    rows->observed.push_back(row_of(figure, std::move(drafts[i].linear), times));
    units += times;
  }
  rows->units = rows->effective = units;
  if (items > 0) {
    rows->effective = items * items / squares;
    rows->unit.items = squares / items;
    rows->unit.count = count / items;
  }
  if (in_pairs > 0) rows->unit.ratings = rows->unit.items * ratings / in_pairs;
}

}  // namespace accord
