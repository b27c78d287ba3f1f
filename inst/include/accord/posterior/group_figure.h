#pragma once
// From a model of the registry and a group of ratings to a figure with its rows, for
// which posterior.h computes the limits.

#include <algorithm>  // sort, unique
#include <cstddef>    // size_t
#include <memory>     // make_unique, unique_ptr
#include <utility>    // move
#include <vector>

#include "../agreement/measure.h"
#include "../agreement/registry.h"
#include "../agreement/share_formulas.h"
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

namespace accord {

// Returns the categories that the group used or a pseudo-item can have, in increasing
// order.
inline std::vector<int> categories_of(const GroupSource& source,
                                      const PseudoPairs& pseudo) {
  std::vector<int> result = used_categories(source.tally, source.group);
  for (const auto* pairs : {&pseudo.random, &pseudo.agreeing}) {
    for (const CategoryPair& x : *pairs) result.insert(result.end(), {x.first, x.second});
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
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
  draft_rows(source, nullptr, std::move(figure), result);
}

inline void draft_light(const GroupSource& source, const AnyDistance& distance,
                        const CategoryPlaces& used, DraftedFigure* result) {
  const RatingsView& ratings = source.ratings;
  const RaterOrder order = canonical_raters(ratings, source.tally, source.group,
                                            source.unit, source.beside, 2);
  auto figure = std::make_unique<LightFigure>(distance, used);
  for (int i = source.first_item(); i < source.last_item(); ++i) {
    for (int g : order.of_item(ratings, i)) {
      for (int h : order.of_item(ratings, i)) figure->meet(g, h);
    }
  }
  figure->number_pairs();
  draft_rows(source, &order, std::move(figure), result);
}

template <class Margins>
void draft_by_margins(const GroupSource& source, const AnyDistance& distance,
                      Margins margins, DraftedFigure* result) {
  const RaterOrder order = canonical_raters(source.ratings, source.tally, source.group,
                                            source.unit, source.beside);
  auto figure =
      std::make_unique<RatersFigure<Margins>>(distance, std::move(margins), order.size);
  draft_rows(source, &order, std::move(figure), result);
}

// Alpha is treated as a kappa of shared chance (shares_figure.h).
inline void draft_by_shares(const GroupSource& source, Model model,
                            const AnyDistance& distance, const CategoryPlaces& used,
                            DraftedFigure* result) {
  const bool alpha = model == Model::alpha;
  const ItemsCount count = alpha ? ItemsCount::by_ratings : ItemsCount::alike;
  const SharesOf of(*share_formula(alpha ? Model::shared : model), distance);
  source.poll();
  double ratings = 0;
  for (double n : category_counts(source)) ratings += n;
  draft_rows(source, nullptr, std::make_unique<SharesFigure>(of, count, used, ratings),
             result);
}

// `all` is the distance over all categories.
inline DraftedFigure draft_figure(Model model, Level level, const AnyDistance& all,
                                  GroupSource source) {
  DraftedFigure result;
  PseudoCategories pseudo = pseudo_categories(source, model, level);
  const bool one_seen = pseudo.size() == 1 && !source.ratings.declared &&
                        (!corrects_for_chance(model) || model == Model::gwet);
  const AnyDistance distance =
      one_seen ? with_second_category(&source, &pseudo)
               : distance_of_group(all, source.ratings, source.tally, source.group);
  source.poll();
  const bool ranks = model == Model::alpha && level == Level::ordinal;
  result.pseudo =
      pairs_of(pseudo, ranks ? rank_distance(source) : group_distance(source, distance));
  source.poll();
  const CategoryPlaces used(categories_of(source, result.pseudo),
                            source.ratings.n_categories);
  if (ranks) {
    draft_ordinal(source, used, &result);
  } else if (model == Model::pairs) {
    draft_light(source, distance, used, &result);
  } else if (!goes_by(model, uses::raters)) {
    draft_by_shares(source, model, distance, used, &result);
  } else if (distance.has_moments()) {
    draft_by_margins(source, distance, MomentMargins(distance, used), &result);
  } else {
    draft_by_margins(source, distance, CategoryMargins(distance, used), &result);
  }
  return result;
}

}  // namespace accord
