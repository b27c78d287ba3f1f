#pragma once
// Krippendorff's alpha without one rater (see without_rater.h, and alpha.h for the
// totals). The margin loses the rater's ratings and, where they leave a single one, what
// is left of the item.

#include <cstddef>  // size_t
#include <vector>

#include "../agreement/alpha.h"
#include "../distance/metric.h"
#include "../ratings/tally.h"
#include "ranks_without_rater.h"
#include "rater_walk.h"
#include "without_rater.h"

namespace accord {

class AlphaWithoutRater final : public RaterModel {
 public:
  explicit AlphaWithoutRater(const MetricSpec& spec) : metric_(spec) {}

  int least() const override { return 2; }
  void fit(const RatingsView&, const Tally& tally, int group) override {
    const WeightedPatterns sample = tally.group(group);
    whole_ = Alpha(&metric_, sample).value();
    if (metric_.ordinal()) {
      ranks_.fit(metric_, sample);
    } else {
      within_ = 0;
      for (std::size_t i = 0; i < sample.size(); ++i) {
        const Pattern p = sample.pattern(i);
        within_ += sample.weight[i] * metric_.within(p);
      }
    }
  }

  Disagreement whole() const override { return whole_; }

  Remaining without(RaterWalk* walk) const override {
    thread_local Leaving memory;
    Leaving& leaving = memory;  // found once, not at each use
    leaving.clear();
    double lost = 0;
    (*walk)([&](const Loss& loss) {
      if (loss.before.size < 2) return;
      const bool pairable = loss.after.size > 1;
      leaving.add(pairable ? loss.own : loss.before);
      if (metric_.ordinal()) return;
      lost += metric_.within(loss.before) - metric_.within(loss.after);
    });
    const Pattern gone = leaving.pattern();
    double whole = within_, rest = within_ - lost;
    if (metric_.ordinal()) {
      const std::vector<double> rank = ranks_.without(gone);
      whole = ranks_.within(rank);
      rest = whole;
      (*walk)([&](const Loss& loss) {
        if (loss.before.size > 1) rest -= ranks_.within(loss.before, rank);
        if (loss.after.size > 1) rest += ranks_.within(loss.after, rank);
      });
    }
    const double n = metric_.margin.total() - gone.size;
    const double pairs = metric_.all_pairs_without(gone);
    return {
        alpha_of({n, rest, pairs, metric_.margin.categories_without(gone)}),
        n < 2 || (keeps_digits(rest, whole) && keeps_digits(pairs, metric_.all_pairs()))};
  }

 private:
  Metric metric_;  // holds the totals of the group
  Disagreement whole_;
  double within_ = 0;
  Ranks ranks_;
};

}  // namespace accord
