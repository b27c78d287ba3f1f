#pragma once
// Every kappa without one rater (see without_rater.h).

#include <memory>   // unique_ptr
#include <utility>  // move

#include "../agreement/kappa.h"
#include "../ratings/tally.h"
#include "rater_walk.h"
#include "without_rater.h"

namespace accord {

class KappaWithoutRater final : public RaterModel {
 public:
  explicit KappaWithoutRater(std::unique_ptr<Chance> chance)
      : kappa_(std::move(chance)) {}

  int least() const override { return kappa_.needs().least(); }
  void fit(const RatingsView& ratings, const Tally& tally, int group) override {
    kappa_.fit(*rows_for(kappa_.needs(), ratings, tally, group));
    kappa_.prepare_raters();
  }
  Disagreement whole() const override { return kappa_.value(); }
  Remaining without(RaterWalk* walk) const override {
    thread_local Change change;
    return kappa_.without(*walk, &change);
  }

 private:
  Kappa kappa_;
};

}  // namespace accord
