#pragma once
// The value of a coefficient without each rater in turn. Only the items of the rater are
// looked at, so all raters together cost about as much as all ratings. A model supplies:
//   fit(ratings, tally, group)      forms the totals of a group
//   whole()                         the value of all ratings
//   memory()                        working memory for one thread
//   without(rater, walk, memory)    the value without a rater, from what changes
//   refit(ratings)                  the value of other ratings from scratch
//   least                           an item takes part from this number of ratings on

#include <utility>  // move
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

// The jackknife over the raters who take part (Gwet 2014, chapter 6).
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

template <class Model>
class RaterDeletions {
 public:
  RaterDeletions(const RaterTask& task, Model model)
      : ratings_(task.ratings),
        tally_(task.tally),
        model_(std::move(model)),
        executor_(task.executor),
        raters_(task.ratings, task.tally),
        memory_(task.executor.threads, model_.memory()) {}

  // Where there is no value with all raters, there is none without one of them either.
  std::vector<RaterDeletion> of_group(int group) {
    model_.fit(ratings_, tally_, group);
    raters_.fill(group, model_.least);
    const Disagreement whole = model_.whole();
    std::vector<RaterDeletion> result;
    for (int i = 0; i < raters_.size(); ++i) {
      const double ratings = static_cast<double>(raters_.given(i).size());
      result.push_back({raters_.rater(i), ratings, raters_.takes_part(i), whole});
    }
    if (!whole.defined()) return result;
    const std::vector<Range> parts = raters_.split(executor_);
    executor_.run(static_cast<int>(parts.size()), [&](int p) {
      RaterWalk walk(tally_.patterns);
      for (std::size_t i = parts[p].begin; i < parts[p].end; ++i) {
        if (!result[i].takes_part) continue;
        walk.of(result[i].rater, raters_.given(static_cast<int>(i)));
        result[i].value = without(group, result[i].rater, &walk, &memory_[p]);
      }
    });
    return result;
  }

  Disagreement whole() const { return model_.whole(); }

 private:
  // Where a rater took nearly all of a sum along, the value is formed again from the
  // ratings. A disagreement is between two raters, so that few raters can do that.
  template <class Memory>
  Disagreement without(int group, int rater, RaterWalk* walk, Memory* memory) const {
    const Remaining rest = model_.without(rater, walk, memory);
    if (rest.exact) return rest.value;
    return model_.refit(RatingsWithout(ratings_, group, rater).view());
  }

  RatingsView ratings_;
  const Tally& tally_;
  Model model_;
  Executor executor_;
  RaterItems raters_;
  std::vector<typename Model::Memory> memory_;
};

}  // namespace accord
