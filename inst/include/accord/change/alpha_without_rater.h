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
  explicit AlphaWithoutRater(const MetricSpec& spec) : alpha_(spec) {}

  int least() const override { return 2; }
  void fit(const RatingsView&, const Tally& tally, int group) override {
    const WeightedPatterns sample = tally.group(group);
    alpha_.fit(sample);
    if (metric().ordinal()) ranks_.fit(metric(), sample);
  }

  Disagreement whole() const override { return alpha_.value(); }

  Remaining without(RaterWalk* walk) const override {
    thread_local Leaving memory;
    Leaving& leaving = memory;  // found once, not at each use
    leaving.clear();
    double lost = 0;
    (*walk)([&](const Loss& loss) {
      if (loss.before.size < 2) return;
      const bool pairable = loss.after.size > 1;
      leaving.add(pairable ? loss.own : loss.before);
      if (metric().ordinal()) return;
      lost += metric().within(loss.before) - metric().within(loss.after);
    });
    const Pattern gone = leaving.pattern();
    double whole = alpha_.within(), rest = whole - lost;
    if (metric().ordinal()) {
      const std::vector<double> rank = ranks_.without(gone);
      whole = ranks_.within(rank);
      rest = whole;
      (*walk)([&](const Loss& loss) {
        if (loss.before.size > 1) rest -= ranks_.within(loss.before, rank);
        if (loss.after.size > 1) rest += ranks_.within(loss.after, rank);
      });
    }
    const double n = metric().margin.total() - gone.size;
    const double pairs = metric().all_pairs_without(gone);
    return {alpha_of({n, rest, pairs, metric().margin.categories_without(gone)}),
            n < 2 ||
                (keeps_digits(rest, whole) && keeps_digits(pairs, metric().all_pairs()))};
  }

 private:
  const Metric& metric() const { return alpha_.metric(); }

  Alpha alpha_;  // holds the totals of the group
  Ranks ranks_;
};

}  // namespace accord
