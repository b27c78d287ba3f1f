#pragma once
// What was observed for a figure: a draft of a row for each pattern, item or unit.

#include <cmath>    // frexp, isfinite, ldexp, round
#include <cstddef>  // size_t
#include <functional>
#include <memory>  // shared_ptr, unique_ptr
#include <unordered_map>
#include <utility>  // move
#include <vector>

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "../ratings/tally.h"
#include "canonical_raters.h"
#include "figure_rows.h"
#include "pseudo_pairs.h"
#include "totals.h"

namespace accord {

// Where the figures of a group come from. `unit` (by item; may be empty): items of the
// same unit, such as a cluster, were observed together.
struct GroupSource {
  RatingsView ratings;
  const Tally& tally;
  int group;
  Span<int> unit;

  int first_item() const { return ratings.group_start[group]; }
  int last_item() const { return ratings.group_start[group + 1]; }
};

// A figure and what was observed for it: an item (`unit` its number) or, where equal
// items need not be told apart, a pattern.
struct DraftedFigure {
  std::shared_ptr<const AnyDistance> distance;
  std::unique_ptr<Figure> figure;
  std::vector<RowDraft> drafts;
  std::vector<int> unit;
  PseudoPairs pseudo;
};

// How often an item was observed, and how much it counts each time. Of a unit all items
// were observed at once.
struct ItemWeight {
  double times, amount;
};
inline ItemWeight weight_of(const GroupSource& source, int item) {
  const double weight = source.ratings.weight_of(item);
  const bool often = source.ratings.frequencies && source.unit.empty();
  return often ? ItemWeight{weight, 1} : ItemWeight{1, weight};
}

// A draft for each pattern, or each item if they are told apart.
inline void draft_patterns(
    const GroupSource& source,
    const std::function<void(const Pattern&, double weight, RowDraft*)>& add_item,
    DraftedFigure* result) {
  const auto add = [&](const Pattern& p, const ItemWeight& weight) {
    RowDraft draft;
    draft.times = weight.times;
    if (source.ratings.frequencies) draft.count = weight.amount;
    add_item(p, weight.amount, &draft);
    result->drafts.push_back(std::move(draft));
  };
  if (source.unit.empty() && source.ratings.frequencies) {
    const WeightedPatterns sample = source.tally.group(source.group);
    for (std::size_t i = 0; i < sample.size(); ++i)
      add(sample.pattern(i), {sample.weight[i], 1});
  } else {
    for (int i = source.first_item(); i < source.last_item(); ++i) {
      add(source.tally.patterns[source.tally.of_item[i]], weight_of(source, i));
      if (!source.unit.empty()) result->unit.push_back(source.unit[i]);
    }
  }
}

// A draft for each item, with its raters in canonical order.
inline void draft_items(const GroupSource& source, const RaterOrder& order,
                        const std::function<void(int item, Span<int> raters,
                                                 double weight, RowDraft*)>& add_item,
                        DraftedFigure* result) {
  std::vector<int> raters;
  for (int i = source.first_item(); i < source.last_item(); ++i) {
    raters.clear();
    for (int g : source.ratings.raters_of(i)) raters.push_back(order.place[g]);
    const ItemWeight weight = weight_of(source, i);
    RowDraft draft;
    draft.times = weight.times;
    if (source.ratings.frequencies) draft.count = weight.amount;
    add_item(i, Span<int>(raters), weight.amount, &draft);
    result->drafts.push_back(std::move(draft));
    if (!source.unit.empty()) result->unit.push_back(source.unit[i]);
  }
}

// To 44 bits, so that three times a third and a third thrice are the same.
inline double without_last_bits(double x) {
  int power;
  const double part = std::frexp(x, &power);
  return std::ldexp(std::round(std::ldexp(part, 44)), power - 44);
}

// Values too large to square have infinite disagreements, or none.
inline bool finite_amounts(const std::vector<RowDraft>& drafts) {
  for (const RowDraft& draft : drafts) {
    for (const Addend& x : draft.linear) {
      if (!std::isfinite(x.amount)) return false;
    }
  }
  return true;
}

// The items of a unit become one draft; empty ones go. As all of its amounts, the sizes
// of a unit do not depend on the order of its items. No draft is left where an amount is
// no number, by which they cannot be sorted.
inline void join_units(DraftedFigure* figure) {
  std::vector<RowDraft> joined;
  std::vector<int> unit;
  std::vector<std::vector<Addend>> sizes;  // of units: items, ratings
  std::unordered_map<int, std::size_t> place;
  for (std::size_t i = 0; i < figure->drafts.size(); ++i) {
    RowDraft& draft = figure->drafts[i];
    if (draft.linear.empty()) continue;
    if (!figure->unit.empty()) {
      const std::vector<Addend> size{{0, draft.items}, {1, draft.ratings}};
      const auto [found, added] = place.insert({figure->unit[i], joined.size()});
      if (!added) {
        RowDraft& to = joined[found->second];
        to.linear.insert(to.linear.end(), draft.linear.begin(), draft.linear.end());
        std::vector<Addend>& of = sizes[found->second];
        of.insert(of.end(), size.begin(), size.end());
        to.count += draft.count;
        continue;
      }
      unit.push_back(figure->unit[i]);
      sizes.push_back(size);
    }
    joined.push_back(std::move(draft));
  }
  for (RowDraft& draft : joined) join(&draft.linear);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    join(&sizes[i]);
    joined[i].items = sizes[i][0].amount;
    joined[i].ratings = sizes[i][1].amount;
    for (Addend& x : joined[i].linear) x.amount = without_last_bits(x.amount);
  }
  if (!finite_amounts(joined)) {
    joined.clear();
    unit.clear();
  }
  figure->drafts = std::move(joined);
  figure->unit = std::move(unit);
}

}  // namespace accord
