#pragma once
// The observations of a figure: a draft of a row for each pattern, item or unit.

#include <algorithm>  // any_of
#include <cmath>      // frexp, isfinite, ldexp, round
#include <cstddef>    // size_t
#include <memory>     // unique_ptr
#include <unordered_map>
#include <utility>  // move
#include <vector>

#include "../base/parallel.h"
#include "../base/views.h"
#include "../ratings/tally.h"
#include "canonical_raters.h"
#include "figure_rows.h"
#include "pseudo_pairs.h"
#include "totals.h"

namespace accord {

// The data from which the figures of a group are made. `unit` (by item; can be empty):
// items of the same unit, such as a cluster, were observed together. `beside`: the group
// with which it is compared, or -1. `executor`: that of the caller, who can interrupt the
// computation.
struct GroupSource {
  RatingsView ratings;
  const Tally& tally;
  int group;
  Span<int> unit;
  int beside = -1;
  const Executor* executor = nullptr;
  bool keeps_drafts = true;  // which a comparison needs

  // Each step over the items of a large group takes seconds.
  void poll() const {
    if (executor) executor->poll();
  }
  int first_item() const { return ratings.group_start[group]; }
  int last_item() const { return ratings.group_start[group + 1]; }
  Pattern pattern_of(int item) const { return tally.patterns[tally.of_item[item]]; }
};

// A figure and its observations, which are items or, if equal items need not be
// distinguished, patterns; its pseudo-items; and the rows of both.
struct DraftedFigure {
  std::unique_ptr<Figure> figure;
  std::vector<RowDraft> drafts;
  PseudoPairs pseudo;
  FigureRows rows;
};

// Returns a draft, still without totals, of an item, or of all items with a pattern,
// whose weight is `weight`. All items of a unit were observed at once.
inline RowDraft draft_of(const GroupSource& source, const Pattern& p, double weight) {
  const bool often = source.ratings.frequencies && source.unit.empty();
  RowDraft draft;
  draft.times = often ? weight : 1;
  draft.items = often ? 1 : weight;
  draft.ratings = p.size > 1 ? draft.items * p.size : 0;
  if (source.ratings.frequencies) draft.count = draft.items;
  return draft;
}

inline RowDraft draft_of_item(const GroupSource& source, int item) {
  RowDraft draft =
      draft_of(source, source.pattern_of(item), source.ratings.weight_of(item));
  if (!source.unit.empty()) draft.unit = source.unit[item];
  return draft;
}

// Rounds to 44 bits, so that sums that differ only in the order of their terms are equal.
inline double without_last_bits(double x) {
  int power;
  const double part = std::frexp(x, &power);
  return std::ldexp(std::round(std::ldexp(part, 44)), power - 44);
}

// Joins the items of a unit into one draft, and removes those without totals, which are
// not used. The sizes of a unit are summed together with its other amounts, so that none
// depends on the order of the items. No draft remains if values are too large to square:
// an amount is then not a number, and drafts could not be sorted.
inline void join_units(std::vector<RowDraft>* drafts) {
  enum { items = -2, ratings = -1 };
  std::vector<RowDraft> joined;
  std::unordered_map<int, std::size_t> place;
  for (RowDraft& draft : *drafts) {
    if (draft.linear.empty()) continue;
    if (draft.unit >= 0) {
      draft.linear.push_back({items, draft.items});
      draft.linear.push_back({ratings, draft.ratings});
      const auto [found, added] = place.insert({draft.unit, joined.size()});
      if (!added) {
        RowDraft& to = joined[found->second];
        to.linear.insert(to.linear.end(), draft.linear.begin(), draft.linear.end());
        to.count += draft.count;
        continue;
      }
    }
    joined.push_back(std::move(draft));
  }
  for (RowDraft& draft : joined) {
    std::vector<Addend>& linear = draft.linear;
    join(&linear);
    if (draft.unit >= 0) {
      draft.items = linear[0].amount;
      draft.ratings = linear[1].amount;
      linear.erase(linear.begin(), linear.begin() + 2);
      for (Addend& x : linear) x.amount = without_last_bits(x.amount);
    }
    const auto endless = [](const Addend& x) { return !std::isfinite(x.amount); };
    if (std::any_of(linear.begin(), linear.end(), endless)) {
      drafts->clear();
      return;
    }
  }
  *drafts = std::move(joined);
}

// Adds the drafts and the rows. Drafts are of patterns, unless equal items have different
// weights or belong to units, or raters matter: then there is an `order` of the raters,
// and drafts are of items.
inline void draft_rows(const GroupSource& source, const RaterOrder* order,
                       std::unique_ptr<GroupFigure> figure, DraftedFigure* result) {
  const auto add = [&](const RatedItem& item, RowDraft draft) {
    figure->add_item(item, draft.items, &draft);
    result->drafts.push_back(std::move(draft));
  };
  if (!order && source.unit.empty() && source.ratings.frequencies) {
    const WeightedPatterns sample = source.tally.group(source.group);
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const Pattern p = sample.pattern(i);
      add({p, {}, {}}, draft_of(source, p, sample.weight[i]));
      if (i % 1024 == 0) source.poll();
    }
  } else {
    for (int i = source.first_item(); i < source.last_item(); ++i) {
      add({source.pattern_of(i), source.ratings.codes_of(i),
           order ? order->of_item(source.ratings, i) : Span<int>()},
          draft_of_item(source, i));
      if (i % 1024 == 0) source.poll();
    }
  }
  FigureRows& rows = result->rows;
  join_units(&result->drafts);
  source.poll();
  if (!source.keeps_drafts) {
    set_observed(*figure, std::move(result->drafts), &rows);
    result->drafts.clear();
  } else {
    set_observed(*figure, result->drafts, &rows);
  }
  const auto add_pseudo = [&](const std::vector<CategoryPair>& pairs, TotalRows* to) {
    for (const CategoryPair& x : pairs) {
      to->push_back(row_of(*figure, figure->pair(x, rows.unit), x.probability));
    }
  };
  add_pseudo(result->pseudo.random, &rows.random);
  add_pseudo(result->pseudo.agreeing, &rows.agreeing);
  rows.of_raters = figure->pseudo_ratings(rows.unit);
  result->figure = std::move(figure);
  source.poll();
}

}  // namespace accord
