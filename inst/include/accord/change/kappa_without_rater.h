#pragma once
// Every kappa without one rater (see without_rater.h).

#include <vector>

#include "../agreement/kappa.h"
#include "../agreement/new_chance.h"
#include "../distance/any_distance.h"
#include "../ratings/tally.h"
#include "rater_walk.h"
#include "without_rater.h"

namespace accord {

class KappaWithoutRater final : public RaterModel {
 public:
  KappaWithoutRater(Model model, const AnyDistance& distance, int threads)
      : model_(model),
        distance_(distance),
        kappa_(new_chance(model, distance)),
        change_(threads) {}

  int least() const override { return kappa_.chance().needs.uses_single ? 1 : 2; }
  void fit(const RatingsView& ratings, const Tally& tally, int group) override {
    kappa_.fit(*rows_for(kappa_.chance(), ratings, tally, group));
    kappa_.prepare_raters();
  }
  Disagreement whole() const override { return kappa_.value(); }
  Remaining without(int thread, int, RaterWalk* walk) override {
    return kappa_.without(*walk, &change_[thread]);
  }
  Disagreement refit(const RatingsView& ratings) const override {
    const Tally all = tally(ratings, Executor());
    Kappa kappa(new_chance(model_, distance_));
    return kappa.fit(*rows_for(kappa.chance(), ratings, all, 0)).value();
  }

 private:
  Model model_;
  AnyDistance distance_;
  Kappa kappa_;
  std::vector<Change> change_;  // by thread
};

}  // namespace accord
