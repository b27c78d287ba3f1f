#pragma once
// The value of a coefficient without each rater in turn. Only the items of the rater are
// looked at, so all raters together cost about as much as all ratings.

#include <cstddef>     // size_t
#include <functional>  // function
#include <memory>      // unique_ptr
#include <utility>     // move
#include <vector>

#include "../agreement/disagreement.h"
#include "../agreement/loss.h"
#include "../agreement/variance.h"
#include "../base/parallel.h"
#include "../base/views.h"
#include "../ratings/tally.h"
#include "rater_items.h"
#include "rater_walk.h"

namespace accord {

struct RaterDeletion {
  int rater;
  double ratings;   // that the rater gave
  bool takes_part;  // in an item that the coefficient uses
  Disagreement value;
};

// The jackknife over the raters who take part (Gwet 2014, chapter 5).
inline Variance rater_jackknife(const std::vector<RaterDeletion>& raters) {
  std::vector<Deletion> deletions;
  for (const RaterDeletion& rater : raters) {
    if (rater.takes_part) deletions.push_back({rater.value, 1});
  }
  return jackknife(deletions);
}

// All groups of ratings, and how the work is split.
struct RaterTask {
  RatingsView ratings;
  const Tally& tally;
  Executor executor;
};

// Of a group the value of all ratings, and an entry for each rater.
struct GroupRaters {
  Disagreement whole;
  std::vector<RaterDeletion> raters;
};

class RaterModel {
 public:
  virtual ~RaterModel() = default;
  // An item takes part from this number of ratings on.
  virtual int least() const = 0;
  // Forms the totals of a group.
  virtual void fit(const RatingsView& ratings, const Tally& tally, int group) = 0;
  // The value of all ratings, and of those without a rater, from what changes.
  virtual Disagreement whole() const = 0;
  virtual Remaining without(RaterWalk* walk) const = 0;
};
using NewRaterModel = std::function<std::unique_ptr<RaterModel>()>;

// The value of the ratings of a group but those of one rater, formed from scratch.
inline Disagreement refit_without(int rater, const RaterTask& task, int group,
                                  const NewRaterModel& make) {
  const RatingsView& all = task.ratings;
  std::vector<int> item_start{0}, code, who;
  for (int i = all.group_start[group]; i < all.group_start[group + 1]; ++i) {
    const Span<int> raters = all.raters_of(i), codes = all.codes_of(i);
    for (std::size_t j = 0; j < raters.size(); ++j) {
      if (raters[j] == rater) continue;
      code.push_back(codes[j]);
      who.push_back(raters[j]);
    }
    item_start.push_back(static_cast<int>(code.size()));
  }
  const std::vector<int> groups{0, static_cast<int>(item_start.size()) - 1};
  const RatingsView rest{groups, item_start, code, who, all.n_categories, all.n_raters};
  const Tally patterns = tally(rest, Executor());
  const std::unique_ptr<RaterModel> model = make();
  model->fit(rest, patterns, 0);
  return model->whole();
}

// Adds the entries of some groups. Where a rater took nearly all of a sum along, the
// value is formed again: a disagreement is between two raters, so that few raters can do
// that. Where there is no value with all raters, there is none without one of them
// either.
inline void delete_raters(const RaterTask& task, Range groups, const NewRaterModel& make,
                          std::vector<GroupRaters>* result) {
  const std::unique_ptr<RaterModel> model = make();
  RaterItems raters(task.ratings, task.tally);
  for (std::size_t g = groups.begin; g < groups.end; ++g) {
    task.executor.poll();
    const int group = static_cast<int>(g);
    model->fit(task.ratings, task.tally, group);
    raters.fill(group, model->least());
    const Disagreement whole = model->whole();
    std::vector<RaterDeletion> own;
    for (int i = 0; i < raters.size(); ++i) {
      const double ratings = static_cast<double>(raters.given(i).size());
      own.push_back({raters.rater(i), ratings, raters.takes_part(i), whole});
    }
    const auto delete_each = [&](Range part) {
      RaterWalk walk(task.tally.patterns);
      for (std::size_t i = part.begin; i < part.end; ++i) {
        task.executor.poll();
        if (!own[i].takes_part) continue;
        walk.of(own[i].rater, raters.given(static_cast<int>(i)));
        const Remaining rest = model->without(&walk);
        own[i].value =
            rest.exact ? rest.value : refit_without(own[i].rater, task, group, make);
      }
    };
    if (whole.defined()) {
      const std::vector<Range> parts = raters.split(task.executor);
      task.executor.run(static_cast<int>(parts.size()),
                        [&](int p) { delete_each(parts[p]); });
    }
    result->push_back({whole, std::move(own)});
  }
}

}  // namespace accord
