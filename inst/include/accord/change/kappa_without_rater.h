#pragma once
// Every kappa without one rater (see without_rater.h).

#include "../agreement/kappa.h"
#include "../ratings/tally.h"
#include "rater_walk.h"
#include "without_rater.h"

namespace accord {

template <class Chance>
class KappaWithoutRater {
 public:
  static constexpr int least = Chance::uses_single ? 1 : 2;
  using Memory = typename Chance::Change;

  explicit KappaWithoutRater(const Chance& chance) : chance_(chance), kappa_(chance) {}

  void fit(const RatingsView& ratings, const Tally& tally, int group) {
    kappa_.fit(rows_of<Chance>(ratings, tally, group));
  }

  Disagreement whole() const { return kappa_.value(); }
  Memory memory() const { return {}; }
  Remaining without(int, RaterWalk* walk, Memory* memory) const {
    return kappa_.without(*walk, memory);
  }
  Disagreement refit(const RatingsView& ratings) const {
    const Tally all = tally(ratings, Executor());
    return Kappa(chance_).fit(rows_of<Chance>(ratings, all, 0)).value();
  }

 private:
  Chance chance_;  // as it was before it saw ratings
  Kappa<Chance> kappa_;
};

}  // namespace accord
