#pragma once
// From a model of the registry and a group of ratings to a figure with its rows, of which
// posterior.h finds the limits.

#include <algorithm>  // max, set_union, sort, stable_sort
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
#include "light_figure.h"
#include "ordinal_figure.h"
#include "rater_margins.h"
#include "raters_figure.h"
#include "shares_figure.h"
#include "specific_figure.h"

namespace accord {

// The categories that a pseudo-item may have: the declared set for labels, and for
// coefficients that are relative to it; those that the group used where a level
// calculates with values, or nothing was declared. Of more than ten, ten: evenly
// spread in their order or, where they have none, by how often they were used.
inline CategorySample pseudo_categories(const GroupSource& source, Model model,
                                        Level level) {
  const int q = source.ratings.n_categories;
  std::vector<double> count(q);
  const WeightedPatterns sample = source.tally.group(source.group);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const Pattern p = sample.pattern(i);
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      count[p.code[j]] += sample.weight[i] * p.count[j];
    }
  }
  const bool labels = level == Level::nominal || level == Level::ordinal ||
                      level == Level::steps || level == Level::matrix;
  const bool relative = model == Model::percent || by_category_set(model);
  std::vector<int> all;
  for (int k = 0; k < q; ++k) {
    if (((labels || relative) && source.ratings.declared) || count[k] > 0)
      all.push_back(k);
  }
  const std::size_t most = 10;
  const double of = static_cast<double>(all.size());
  if (all.size() <= most) return {all, of};
  if (level == Level::nominal || level == Level::matrix) {
    std::stable_sort(all.begin(), all.end(),
                     [&](int a, int b) { return count[a] > count[b]; });
  }
  std::vector<int> some;
  for (std::size_t i = 0; i < most; ++i)
    some.push_back(all[all.size() * (2 * i + 1) / (2 * most)]);
  std::sort(some.begin(), some.end());
  return {some, of};
}

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

}  // namespace group_figure

// Percent agreement and AC1 have a value where all ratings are of one category. If it was
// not declared that there is no other, ratings may differ that have not been seen to:
// there is a second category, as if both had been declared: behind the one that was seen,
// whatever its number.
inline AnyDistance with_second_category(GroupSource* source, CategorySample* pseudo) {
  const int other = pseudo->categories[0] + 1;
  pseudo->categories.push_back(other);
  pseudo->of = 2;
  Scale scale;
  scale.level = Level::nominal;
  scale.n_categories = source->ratings.n_categories =
      std::max(other + 1, source->ratings.n_categories);
  return AnyDistance(scale).over(pseudo->categories);
}

namespace group_figure {

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
  figure->meet(result->pseudo.categories);
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
  result.pseudo = pseudo_categories(source, model, level);
  const bool one_seen = result.pseudo.of == 1 && !source.ratings.declared &&
                        (model == Model::percent || model == Model::gwet);
  result.distance = std::make_shared<const AnyDistance>(
      one_seen ? with_second_category(&source, &result.pseudo)
               : distance_of_group(all, source.ratings, source.tally, source.group));
  const AnyDistance& distance = *result.distance;
  const CategoryPlaces used(with_used(source, result.pseudo.categories),
                            source.ratings.n_categories);
  auto chance = new_chance(model, distance);
  if (model == Model::alpha && level == Level::ordinal) {
    draft_ordinal(source, used, &result);
  } else if (model == Model::alpha) {
    auto figure = std::make_unique<SharesFigure>(std::make_unique<SharedChance>(distance),
                                                 ItemsCount::by_ratings, distance, used);
    draft_by_patterns(source, std::move(figure), &result);
  } else if (model == Model::pairs) {
    draft_light(source, used, &result);
  } else if (model == Model::specific) {
    result.pseudo = {{0, 1}, 2};
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
  add_pseudo(random_pairs(drafted.pseudo), rows.unit, drafted.figure.get(), &rows.random);
  add_pseudo(agreeing_pairs(drafted.pseudo), rows.unit, drafted.figure.get(),
             &rows.agreeing);
  return rows;
}

}  // namespace accord
