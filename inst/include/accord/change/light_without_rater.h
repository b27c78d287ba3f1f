#pragma once
// Light's kappa without one rater: the kappas of the rater's pairs leave the mean.

#include <cstddef>  // size_t
#include <memory>   // make_unique
#include <vector>

#include "../agreement/chance_raters.h"
#include "../agreement/kappa.h"
#include "../agreement/light.h"
#include "../agreement/pairs.h"
#include "../base/parallel.h"
#include "../distance/any_distance.h"
#include "rater_items.h"
#include "without_rater.h"

namespace accord {

class LightWithoutRater {
 public:
  LightWithoutRater(const RaterTask& task, const AnyDistance& distance)
      : ratings_(task.ratings),
        distance_(distance),
        executor_(task.executor),
        raters_(task.ratings, task.tally) {}

  std::vector<RaterDeletion> of_group(int group) {
    all_ = {};
    of_rater_.assign(ratings_.n_raters, {});
    const std::vector<std::size_t> n_meetings = count_meetings(ratings_, group);
    PairFinder finder(ratings_, group, n_meetings);
    Kappa kappa(std::make_unique<RaterChance>(distance_));
    const std::size_t n_raters = ratings_.n_raters;
    finder.each({0, n_raters}, [&](int g, int h, const PairRows& rows, const auto&) {
      executor_.poll();
      const Disagreement value = kappa.fit(rows).value();
      for (Kappas* kappas : {&all_, &of_rater_[g], &of_rater_[h]}) kappas->add(value);
    });
    raters_.fill(group, 2);
    std::vector<RaterDeletion> result;
    for (int i = 0; i < raters_.size(); ++i) {
      const int rater = raters_.rater(i);
      const double ratings = static_cast<double>(raters_.given(i).size());
      result.push_back({rater, ratings, raters_.takes_part(i),
                        whole().defined() ? without(of_rater_[rater]) : whole()});
    }
    return result;
  }

  Disagreement whole() const {
    return raters_.size() == 0 ? Disagreement{NAN, NAN, Status::no_ratings} : without({});
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

  RatingsView ratings_;
  AnyDistance distance_;
  Executor executor_;
  RaterItems raters_;
  Kappas all_;
  std::vector<Kappas> of_rater_;
};

}  // namespace accord
