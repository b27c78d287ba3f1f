#pragma once
// The value of a coefficient without each rater in turn. Only the items of the rater are
// looked at, so all raters together cost about as much as all ratings.

#include <cstddef>  // size_t
#include <memory>   // unique_ptr
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

class RaterModel {
 public:
  virtual ~RaterModel() = default;
  // An item takes part from this number of ratings on.
  virtual int least() const = 0;
  // Forms the totals of a group; the value of all ratings.
  virtual void fit(const RatingsView& ratings, const Tally& tally, int group) = 0;
  virtual Disagreement whole() const = 0;
  // The value without a rater, from what changes, with the memory of a thread.
  virtual Remaining without(int thread, int rater, RaterWalk* walk) = 0;
  // The value of other ratings from scratch.
  virtual Disagreement refit(const RatingsView& ratings) const = 0;
};

class RaterDeletions {
 public:
  RaterDeletions(const RaterTask& task, std::unique_ptr<RaterModel> model)
      : task_(task), model_(std::move(model)), raters_(task.ratings, task.tally) {}

  std::vector<RaterDeletion> of_group(int group);
  Disagreement whole() const { return model_->whole(); }

 private:
  // Where a rater took nearly all of a sum along, the value is formed again from the
  // ratings. A disagreement is between two raters, so that few raters can do that.
  Disagreement without(int group, int rater, const Remaining& rest) const {
    if (rest.exact) return rest.value;
    return model_->refit(RatingsWithout(task_.ratings, group, rater).view());
  }

  RaterTask task_;
  std::unique_ptr<RaterModel> model_;
  RaterItems raters_;
};

// Where there is no value with all raters, there is none without one of them either.
inline std::vector<RaterDeletion> RaterDeletions::of_group(int group) {
  model_->fit(task_.ratings, task_.tally, group);
  raters_.fill(group, model_->least());
  const Disagreement whole = model_->whole();
  std::vector<RaterDeletion> result;
  for (int i = 0; i < raters_.size(); ++i) {
    const double ratings = static_cast<double>(raters_.given(i).size());
    result.push_back({raters_.rater(i), ratings, raters_.takes_part(i), whole});
  }
  if (!whole.defined()) return result;
  const std::vector<Range> parts = raters_.split(task_.executor);
  task_.executor.run(static_cast<int>(parts.size()), [&](int p) {
    RaterWalk walk(task_.tally.patterns);
    for (std::size_t i = parts[p].begin; i < parts[p].end; ++i) {
      task_.executor.poll();
      const int rater = result[i].rater;
      if (!result[i].takes_part) continue;
      walk.of(rater, raters_.given(static_cast<int>(i)));
      result[i].value = without(group, rater, model_->without(p, rater, &walk));
    }
  });
  return result;
}

}  // namespace accord
