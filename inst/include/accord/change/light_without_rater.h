#pragma once
// Light's kappa without one rater: the kappas of the rater's pairs leave the mean.

#include <cmath>       // NAN
#include <cstddef>     // size_t
#include <functional>  // function
#include <memory>      // make_unique
#include <utility>     // move
#include <vector>

#include "../agreement/chance_raters.h"
#include "../agreement/kappa.h"
#include "../agreement/light.h"
#include "../agreement/pairs.h"
#include "../distance/any_distance.h"
#include "../ratings/tally.h"
#include "rater_walk.h"
#include "without_rater.h"

namespace accord {

class LightWithoutRater final : public RaterModel {
 public:
  // `poll` is called for each pair of raters.
  LightWithoutRater(const AnyDistance& distance, std::function<void()> poll)
      : kappa_(std::make_unique<RaterChance>(distance)), poll_(std::move(poll)) {}

  int least() const override { return 2; }
  void fit(const RatingsView& ratings, const Tally&, int group) override {
    const int from = ratings.group_start[group], to = ratings.group_start[group + 1];
    rated_ = ratings.item_start[from] < ratings.item_start[to];
    all_ = {};
    of_rater_.assign(ratings.n_raters, {});
    each_pair(ratings, group, [&](int g, int h, const PairRows& rows, const auto&) {
      poll_();
      const Disagreement value = kappa_.fit(rows).value();
      for (Kappas* kappas : {&all_, &of_rater_[g], &of_rater_[h]}) kappas->add(value);
    });
  }
  Disagreement whole() const override {
    return rated_ ? without(Kappas()) : Disagreement{NAN, NAN, Status::no_ratings};
  }
  Remaining without(RaterWalk* walk) const override {
    return {without(of_rater_[walk->rater()]), true};
  }

 private:
  struct Kappas {
    double sum = 0, defined = 0, met = 0;
    void add(const Disagreement& value) {
      met += 1;
      if (!value.defined()) return;
      defined += 1;
      sum += value.estimate();
    }
  };

  Disagreement without(const Kappas& own) const {
    if (!(all_.met > own.met)) return {NAN, NAN, Status::no_pairs};
    return Light::of(all_.sum - own.sum, all_.defined - own.defined);
  }

  Kappa kappa_;
  std::function<void()> poll_;
  bool rated_ = false;
  Kappas all_;
  std::vector<Kappas> of_rater_;
};

}  // namespace accord
