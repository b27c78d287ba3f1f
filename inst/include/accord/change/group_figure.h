#pragma once
// From a model of the registry and a group of ratings to a figure with its rows, of which
// posterior.h finds the limits.

#include <algorithm>  // sort, stable_sort
#include <cstddef>    // size_t
#include <memory>     // make_unique, unique_ptr
#include <vector>

#include "../agreement/kappa.h"
#include "../agreement/registry.h"
#include "../distance/any_distance.h"
#include "../distance/metric.h"
#include "../ratings/tally.h"
#include "canonical_raters.h"
#include "figure_rows.h"
#include "light_figure.h"
#include "ordinal_figure.h"
#include "raters_figure.h"
#include "shares_figure.h"
#include "specific_figure.h"

namespace accord {

// Where the figures of a group come from. `cluster` (by item; may be empty): items of the
// same cluster are one row.
struct GroupSource {
  RatingsView ratings;
  const Tally& tally;
  int group;
  Span<int> cluster;
  bool declared;  // whether the category set was declared
};

struct GroupFigure {
  std::unique_ptr<Figure> figure;
  FigureRows rows;
};

// The categories that a pseudo-item may have. Levels that calculate with values take
// those that the group used; the others take the category set if it was declared. Of more
// than twenty, twenty: evenly spread in their order or, where they have none, by how
// often they were used.
inline std::vector<int> pseudo_categories(const GroupSource& source, Level level) {
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
  std::vector<int> all;
  for (int k = 0; k < q; ++k) {
    if ((labels && source.declared) || count[k] > 0) all.push_back(k);
  }
  const std::size_t most = 20;
  if (all.size() <= most) return all;
  if (level == Level::nominal || level == Level::matrix) {
    std::stable_sort(all.begin(), all.end(),
                     [&](int a, int b) { return count[a] > count[b]; });
  }
  std::vector<int> some;
  for (std::size_t i = 0; i < most; ++i)
    some.push_back(all[all.size() * (2 * i + 1) / (2 * most)]);
  std::sort(some.begin(), some.end());
  return some;
}

namespace group_figure {

// Those of `some`, and those that the group used, rising.
inline std::vector<int> with_used(const GroupSource& source,
                                  const std::vector<int>& some) {
  std::vector<char> in(source.ratings.n_categories);
  for (int k : some) in[k] = 1;
  const WeightedPatterns sample = source.tally.group(source.group);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    for (int k : sample.pattern(i).code) in[k] = 1;
  }
  std::vector<int> result;
  for (std::size_t k = 0; k < in.size(); ++k) {
    if (in[k]) result.push_back(static_cast<int>(k));
  }
  return result;
}

// Drafts of items become rows, the items of a cluster one.
inline std::vector<RowDraft> by_cluster(const GroupSource& source,
                                        std::vector<RowDraft> items) {
  std::vector<RowDraft> drafts;
  if (!source.cluster.empty()) {
    const int first = source.ratings.group_start[source.group];
    std::vector<int> place;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::size_t cluster = source.cluster[first + i];
      if (place.size() <= cluster) place.resize(cluster + 1, -1);
      if (items[i].linear.empty()) continue;
      if (place[cluster] < 0) {
        place[cluster] = static_cast<int>(drafts.size());
        drafts.push_back({});
      }
      RowDraft& draft = drafts[place[cluster]];
      draft.linear.insert(draft.linear.end(), items[i].linear.begin(),
                          items[i].linear.end());
      draft.ratings += items[i].ratings;
    }
  } else {
    for (RowDraft& item : items) {
      if (!item.linear.empty()) drafts.push_back(std::move(item));
    }
  }
  for (RowDraft& draft : drafts) join(&draft.linear);
  return drafts;
}

// One draft for each pattern, or each item where clusters need them.
template <class Made>
std::vector<RowDraft> drafts_of_patterns(const GroupSource& source, Made* figure) {
  std::vector<RowDraft> drafts;
  if (source.cluster.empty()) {
    const WeightedPatterns sample = source.tally.group(source.group);
    for (std::size_t i = 0; i < sample.size(); ++i) {
      RowDraft draft;
      draft.times = sample.weight[i];
      figure->add_item(sample.pattern(i), 1, &draft);
      drafts.push_back(std::move(draft));
    }
  } else {
    const RatingsView& ratings = source.ratings;
    for (int i = ratings.group_start[source.group];
         i < ratings.group_start[source.group + 1]; ++i) {
      RowDraft draft;
      figure->add_item(source.tally.patterns[source.tally.of_item[i]], 1, &draft);
      drafts.push_back(std::move(draft));
    }
  }
  return by_cluster(source, std::move(drafts));
}

// `scale`: what a pseudo-item, or pseudo-cluster, counts as.
template <class Made>
void add_pseudo(const std::vector<int>& categories, double scale, Made* figure,
                FigureRows* rows) {
  const auto add = [&](const std::vector<CategoryPair>& pairs, TotalRows* to) {
    for (const CategoryPair& x : pairs) {
      const std::vector<Addend> linear = figure->pair(x, scale);
      std::vector<Addend> square;
      figure->add_squares(linear, &square);
      to->add(linear, square, x.probability);
    }
  };
  add(random_pairs(categories), &rows->random);
  add(agreeing_pairs(categories), &rows->agreeing);
}

// Items per row.
inline double items_per_unit(const GroupSource& source, const FigureRows& rows) {
  const WeightedPatterns sample = source.tally.group(source.group);
  double items = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (sample.pattern(i).size > 0) items += sample.weight[i];
  }
  return rows.units > 0 ? items / rows.units : 0;
}

}  // namespace group_figure

// `distance` has to stay as long as the figure.
inline GroupFigure make_figure(Model model, Level level, const AnyDistance& distance,
                               const GroupSource& source) {
  using namespace group_figure;
  GroupFigure result;
  const std::vector<int> some = pseudo_categories(source, level);
  const RatingsView& ratings = source.ratings;
  const auto finish = [&](auto figure, std::vector<RowDraft> drafts, bool by_ratings) {
    set_observed(*figure, std::move(drafts), &result.rows);
    const double scale =
        by_ratings ? result.rows.ratings : items_per_unit(source, result.rows);
    add_pseudo(some, scale, figure.get(), &result.rows);
    result.figure = std::move(figure);
  };
  const auto drafts_of_items = [&](auto add_item) {
    std::vector<RowDraft> drafts;
    for (int i = ratings.group_start[source.group];
         i < ratings.group_start[source.group + 1]; ++i) {
      drafts.push_back({});
      add_item(i, &drafts.back());
    }
    return by_cluster(source, std::move(drafts));
  };
  if (model == Model::alpha && level == Level::ordinal) {
    auto figure =
        std::make_unique<OrdinalFigure>(with_used(source, some), ratings.n_categories);
    auto drafts = drafts_of_patterns(source, figure.get());
    finish(std::move(figure), std::move(drafts), true);
  } else if (model == Model::specific) {
    auto figure = std::make_unique<SpecificFigure>();
    auto drafts = drafts_of_patterns(source, figure.get());
    set_observed(*figure, std::move(drafts), &result.rows);
    const double m = result.rows.ratings;
    add_pseudo({0, 1}, m * (m - 1) / 2, figure.get(), &result.rows);
    result.figure = std::move(figure);
  } else if (model == Model::raters || model == Model::pairs) {
    const RaterOrder order = canonical_raters(ratings, source.group);
    std::vector<int> raters;
    const auto in_order = [&](int i) {
      raters.clear();
      for (int g : ratings.raters_of(i)) raters.push_back(order.place[g]);
      return Span<int>(raters);
    };
    if (model == Model::raters) {
      auto figure = std::make_unique<RatersFigure>(distance, order.size);
      auto drafts = drafts_of_items([&](int i, RowDraft* draft) {
        const Pattern p = source.tally.patterns[source.tally.of_item[i]];
        figure->add_item(ratings.codes_of(i), in_order(i), apart_within(p, distance), 1,
                         1, draft);
      });
      finish(std::move(figure), std::move(drafts), false);
    } else {
      auto figure = std::make_unique<LightFigure>(distance);
      auto drafts = drafts_of_items([&](int i, RowDraft* draft) {
        figure->add_item(ratings.codes_of(i), in_order(i), 1, 1, draft);
      });
      finish(std::move(figure), std::move(drafts), false);
    }
  } else {
    const bool whole_set = model == Model::uniform || model == Model::gwet;
    auto figure = std::make_unique<SharesFigure>(model, distance, with_used(source, some),
                                                 whole_set ? distance.total() : 0);
    auto drafts = drafts_of_patterns(source, figure.get());
    finish(std::move(figure), std::move(drafts), model == Model::alpha);
  }
  return result;
}

}  // namespace accord
