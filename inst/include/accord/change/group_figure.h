#pragma once
// From a model of the registry and a group of ratings to a figure with its rows, of which
// posterior.h finds the limits.

#include <algorithm>  // set_union
#include <cstddef>    // size_t
#include <iterator>   // back_inserter
#include <memory>     // make_shared, make_unique, unique_ptr
#include <utility>    // move
#include <vector>

#include "../agreement/kappa.h"
#include "../agreement/measure.h"
#include "../agreement/new_chance.h"
#include "../agreement/registry.h"
#include "../distance/any_distance.h"
#include "../distance/metric.h"
#include "../ratings/tally.h"
#include "canonical_raters.h"
#include "drafts.h"
#include "figure_rows.h"
#include "group_pseudo.h"
#include "light_figure.h"
#include "ordinal_figure.h"
#include "rater_margins.h"
#include "raters_figure.h"
#include "shares_figure.h"
#include "specific_figure.h"

namespace accord {

namespace group_figure {

// Those of `some`, which rise, and those that the group used, rising.
inline std::vector<int> with_used(const GroupSource& source,
                                  const std::vector<int>& some) {
  const std::vector<int> used = used_categories(source.tally, source.group);
  std::vector<int> result;
  std::set_union(used.begin(), used.end(), some.begin(), some.end(),
                 std::back_inserter(result));
  return result;
}

template <class ByPattern>
void draft_by_patterns(const GroupSource& source, std::unique_ptr<ByPattern> figure,
                       DraftedFigure* result) {
  const auto add_item = [&](const Pattern& p, double weight, RowDraft* draft) {
    figure->add_item(p, weight, draft);
  };
  draft_patterns(source, add_item, result);
  result->figure = std::move(figure);
}

inline void draft_ordinal(const GroupSource& source, const CategoryPlaces& used,
                          DraftedFigure* result) {
  auto figure = std::make_unique<OrdinalFigure>(used);
  const WeightedPatterns sample = source.tally.group(source.group);
  for (std::size_t i = 0; i < sample.size(); ++i) figure->meet(sample.pattern(i).code);
  for (const CategoryPair& x : result->pseudo.random) {
    if (x.first != x.second) figure->meet(std::vector<int>{x.first, x.second});
  }
  figure->number_cells();
  draft_by_patterns(source, std::move(figure), result);
}

inline void draft_light(const GroupSource& source, const CategoryPlaces& used,
                        DraftedFigure* result) {
  const RatingsView& ratings = source.ratings;
  const RaterOrder order = canonical_raters(ratings, source.tally, source.group, 2);
  auto figure = std::make_unique<LightFigure>(*result->distance, used);
  for (int i = source.first_item(); i < source.last_item(); ++i) {
    for (int g : ratings.raters_of(i)) {
      for (int h : ratings.raters_of(i)) figure->meet(order.place[g], order.place[h]);
    }
  }
  figure->number_pairs();
  const auto add_item = [&](int i, Span<int> raters, double weight, RowDraft* draft) {
    figure->add_item(ratings.codes_of(i), raters, weight, draft);
  };
  draft_items(source, order, add_item, result);
  result->figure = std::move(figure);
}

template <class Margins>
void draft_by_raters(const GroupSource& source, Margins margins, DraftedFigure* result) {
  const RatingsView& ratings = source.ratings;
  const AnyDistance& distance = *result->distance;
  const RaterOrder order = canonical_raters(ratings, source.tally, source.group);
  auto figure =
      std::make_unique<RatersFigure<Margins>>(distance, std::move(margins), order.size);
  const auto add_item = [&](int i, Span<int> raters, double weight, RowDraft* draft) {
    const Pattern p = source.tally.patterns[source.tally.of_item[i]];
    const double apart = apart_within(p, distance);
    figure->add_item(ratings.codes_of(i), raters, apart, weight, draft);
  };
  draft_items(source, order, add_item, result);
  result->figure = std::move(figure);
}

inline void draft_by_shares(const GroupSource& source, const CategoryPlaces& used,
                            std::unique_ptr<Chance> chance, DraftedFigure* result) {
  const WeightedPatterns sample = source.tally.group(source.group);
  chance->fit(sample);
  chance->weigh(sample.weight);
  auto figure = std::make_unique<SharesFigure>(std::move(chance), ItemsCount::alike,
                                               *result->distance, used);
  draft_by_patterns(source, std::move(figure), result);
}

}  // namespace group_figure

// `all`: the distance over all categories.
inline DraftedFigure draft_figure(Model model, Level level, const AnyDistance& all,
                                  GroupSource source) {
  using namespace group_figure;
  DraftedFigure result;
  PseudoCategories pseudo = pseudo_categories(source, model, level);
  const bool one_seen = pseudo.size() == 1 && !source.ratings.declared &&
                        (model == Model::percent || model == Model::gwet);
  result.distance = std::make_shared<const AnyDistance>(
      one_seen ? with_second_category(&source, &pseudo)
               : distance_of_group(all, source.ratings, source.tally, source.group));
  const AnyDistance& distance = *result.distance;
  const bool ranks = model == Model::alpha && level == Level::ordinal;
  std::vector<double> rank;
  result.pseudo = pairs_of(pseudo, [&] {
    return ranks ? rank_distance(source, &rank) : group_distance(source, distance);
  });
  const CategoryPlaces used(with_used(source, result.pseudo.categories()),
                            source.ratings.n_categories);
  auto chance = new_chance(model, distance);
  if (ranks) {
    draft_ordinal(source, used, &result);
  } else if (model == Model::alpha) {
    auto figure = std::make_unique<SharesFigure>(std::make_unique<SharedChance>(distance),
                                                 ItemsCount::by_ratings, distance, used);
    draft_by_patterns(source, std::move(figure), &result);
  } else if (model == Model::pairs) {
    draft_light(source, used, &result);
  } else if (model == Model::specific) {
    result.pseudo = pairs_of({0, 1}, nullptr);
    draft_by_patterns(source, std::make_unique<SpecificFigure>(), &result);
  } else if (chance && chance->needs.names_raters) {
    if (distance.has_moments()) {
      draft_by_raters(source, MomentMargins(distance, used), &result);
    } else {
      draft_by_raters(source, CategoryMargins(distance, used), &result);
    }
  } else if (chance) {
    draft_by_shares(source, used, std::move(chance), &result);
  }
  join_units(&result);
  return result;
}

inline FigureRows rows_of(const DraftedFigure& drafted) {
  FigureRows rows;
  set_observed(*drafted.figure, drafted.drafts, &rows);
  add_pseudo(drafted.pseudo.random, rows.unit, drafted.figure.get(), &rows.random);
  add_pseudo(drafted.pseudo.agreeing, rows.unit, drafted.figure.get(), &rows.agreeing);
  return rows;
}

}  // namespace accord
