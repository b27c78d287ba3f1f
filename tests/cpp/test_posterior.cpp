#include <cmath>    // sqrt
#include <cstddef>  // size_t
#include <vector>

#include "accord/posterior/difference_figure.h"
#include "accord/posterior/group_figure.h"
#include "accord/posterior/posterior.h"
#include "accord/posterior/prior.h"
#include "check.h"
#include "data.h"
#include "plain_posterior.h"

namespace {

using accord::Level;
using accord::Model;

// Four raters of most items, and one who rated a single item.
data::RatedItems some_items(int n_items, int n_categories, int seed) {
  data::Random random(seed);
  data::RatedItems items(n_items);
  for (int i = 0; i < n_items; ++i) {
    const int truth = random.below(n_categories);
    for (int g = 0; g < 4; ++g) {
      if (random.one_in(4)) continue;
      items[i].push_back({g, random.one_in(3) ? random.below(n_categories) : truth});
    }
  }
  items[0].push_back({4, 0});
  return items;
}

struct Drawn {
  Drawn(const data::RatedItems& items, int n_categories, Model model, Level level)
      : ratings(items, n_categories, 5),
        tally(accord::tally(ratings.view(), accord::Executor())) {
    accord::Scale scale;
    scale.level = level;
    scale.n_categories = n_categories;
    for (int k = 0; k < n_categories; ++k) values.push_back(k * k);
    if (level == Level::interval) scale.values = values;
    drafted = accord::draft_figure(model, level, accord::AnyDistance(scale),
                                   {ratings.view(), tally, 0, {}});
    accord::set_prior(*drafted.figure, {2, 1.96, 2.1}, &drafted.rows);
  }

  data::Ratings ratings;
  std::vector<double> values;
  accord::Tally tally;
  accord::DraftedFigure drafted;
};

// Limits and standard deviation are those of plain draws, whose limits have a standard
// error of .035 standard deviations.
void compare_with_plain_draws(const accord::Figure& figure,
                              const accord::FigureRows& rows, double reach) {
  const std::size_t draws = 6000;
  const plain::Limits wanted = plain::Posterior(figure, rows, 1, draws).limits(0.025);
  accord::GammaTables tables;
  accord::PosteriorTask task;
  task.reach = reach;
  const accord::Posterior posterior(figure, rows, task, &tables);
  const accord::Executor executor;
  const accord::PosteriorLimit lower = posterior.lower(rows.random, executor),
                               upper = posterior.upper(rows.agreeing, executor);
  const double sd = std::sqrt(wanted.variance);
  CHECK_NEAR(lower.limit, wanted.lower, 0.15 * sd);
  CHECK_NEAR(upper.limit, wanted.upper, 0.15 * sd);
  CHECK_NEAR(std::sqrt((lower.variance + upper.variance) / 2), sd, 0.06 * sd);
}

struct Case {
  Model model;
  Level level;
  int n_categories;
};

}  // namespace

TEST(posterior_has_the_limits_of_plain_draws) {
  for (const Case& x :
       {Case{Model::alpha, Level::nominal, 3}, Case{Model::alpha, Level::ordinal, 4},
        Case{Model::alpha, Level::interval, 4}, Case{Model::shared, Level::nominal, 3},
        Case{Model::gwet, Level::nominal, 3}, Case{Model::percent, Level::nominal, 3},
        Case{Model::raters, Level::nominal, 3}, Case{Model::raters, Level::interval, 4},
        Case{Model::pairs, Level::nominal, 2},
        Case{Model::specific, Level::nominal, 2}}) {
    check::set_scene("model %d, level %d", static_cast<int>(x.model),
                     static_cast<int>(x.level));
    const Drawn one(some_items(24, x.n_categories, 5), x.n_categories, x.model, x.level);
    compare_with_plain_draws(*one.drafted.figure, one.drafted.rows, 1);
  }
}

TEST(posterior_of_a_difference_has_the_limits_of_plain_draws) {
  for (const Model model : {Model::shared, Model::raters}) {
    check::set_scene("model %d", static_cast<int>(model));
    const Drawn one(some_items(24, 3, 5), 3, model, Level::nominal),
        other(some_items(30, 3, 6), 3, model, Level::nominal);
    const accord::DifferenceFigure figure(one.drafted.figure.get(),
                                          other.drafted.figure.get());
    accord::DraftedFigure first, second;
    first.drafts = one.drafted.drafts;
    second.drafts = other.drafted.drafts;
    first.rows = one.drafted.rows;
    second.rows = other.drafted.rows;
    int unit = 0;
    for (auto* of : {&first.drafts, &second.drafts}) {
      for (accord::RowDraft& draft : *of) draft.unit = unit++;
    }
    compare_with_plain_draws(
        figure,
        accord::rows_of_difference(first, second, figure, accord::PseudoItems::own), 2);
  }
}
