#pragma once
// The value of a coefficient without each single rating, as the jackknife over items and
// raters needs it. Ratings of a pattern in the same category have the same value, so that
// the time is that of the patterns (rating_cells.h).

#include <cstddef>  // size_t
#include <vector>

#include "../agreement/coefficient.h"
#include "../agreement/disagreement.h"
#include "../agreement/loss.h"
#include "../agreement/measure.h"
#include "../agreement/registry.h"
#include "../agreement/variance.h"
#include "../base/parallel.h"
#include "../base/views.h"
#include "../ratings/rater_items.h"
#include "../ratings/rater_walk.h"
#include "rating_cells.h"
#include "without_rater.h"

namespace accord {

// The values without each cell, and those that must be computed again.
struct CellDeletions {
  struct Again {
    std::size_t entry, unit;
    int rater, code;
  };
  std::vector<Deletion> values;
  std::vector<Again> again;
};

inline CellDeletions delete_cells(const RatingCells& cells, const RaterTask& task,
                                  Coefficient* coefficient) {
  coefficient->prepare_cells();
  const int parts = parts_for(task.executor, cells.size(), 1 << 10);
  std::vector<CellDeletions> found(parts);
  task.executor.run(parts, [&](int p) {
    RaterWalk walk(task.tally.patterns);
    CellDeletions& own = found[p];
    const Range units = part(cells.size(), parts, p);
    for (std::size_t unit = units.begin; unit < units.end; ++unit) {
      if (unit % 1024 == 0) task.executor.poll();
      cells.each(unit, [&](const RatingCell& cell) {
        walk.of(cell.rater, cell.given);
        const Remaining rest = coefficient->without_cell(cell.row, &walk);
        if (!rest.exact) {
          own.again.push_back({own.values.size(), unit, cell.rater, cell.given[0].code});
        }
        own.values.push_back({rest.value, cell.times});
      });
    }
  });
  CellDeletions result;
  for (CellDeletions& own : found) {
    for (CellDeletions::Again x : own.again) {
      x.entry += result.values.size();
      result.again.push_back(x);
    }
    result.values.insert(result.values.end(), own.values.begin(), own.values.end());
  }
  return result;
}

// The sum of the squared deviations of the values, without a factor. A cell is a term of
// the interaction of items and raters, of which there are as many as cells.
inline Variance cell_variance(const std::vector<Deletion>& values) {
  Variance result = jackknife(values);
  result.variance *= result.items / (result.items - 1);
  return result;
}

// The jackknife of a group over raters, and over cells.
struct CrossedVariances {
  Variance raters, cells;
  DeletionBias bias;
};

// Returns both for each group, whose coefficients are used up. `cluster` is that of each
// item, from 0 in each group; empty if there are none.
inline std::vector<CrossedVariances> crossed_variances(Model model, MetricSpec spec,
                                                       const RaterTask& task,
                                                       Span<int> cluster) {
  spec.tick = nullptr;  // it must not be called from a thread
  std::vector<CrossedVariances> result;
  RaterItems raters(task.ratings, task.tally);
  const Asked asked{model, spec, PerItem::cells, task.executor.poll, cluster};
  each_group(asked, task.ratings, task.tally, [&](int group, Coefficient* coefficient) {
    result.emplace_back();
    if (!coefficient->value().defined()) return;
    const RatingCells cells(task.ratings, task.tally, group, coefficient->needs(),
                            items_of_group(cluster, task.ratings, group));
    CellDeletions deletions = delete_cells(cells, task, coefficient);
    const GroupRaters of_raters = delete_raters(task, group, coefficient, &raters);
    for (const CellDeletions::Again& x : deletions.again) {
      const std::vector<int> gone = cells.positions(x.unit, x.rater, x.code);
      std::size_t next = 0;  // positions are in increasing order, as the ratings are
      deletions.values[x.entry].value =
          refit(task.ratings, group, coefficient, [&](int at) {
            const bool stays = next == gone.size() || gone[next] != at;
            next += !stays;
            return stays;
          });
    }
    result.back() = {rater_jackknife(of_raters.raters), cell_variance(deletions.values),
                     deletion_bias(of_raters.whole, of_raters.raters)};
  });
  return result;
}

}  // namespace accord
