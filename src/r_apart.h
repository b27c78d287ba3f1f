#pragma once
#include <Rcpp/Lightest>

#include "accord/agreement/alpha.h"
#include "accord/agreement/kappa.h"
#include "accord/ratings/tally.h"
#include "r_metric.h"

namespace r {

// Calls use(group, apart) for every group, where `apart` is on the scale from 0 to 1 for
// weights, or by a level of measurement.
template <class Use>
void each_group_apart(const accord::Tally& tally, const Rcpp::List& metric,
                      bool by_weights, Use&& use) {
  const int groups = static_cast<int>(tally.group_start.size()) - 1;
  if (by_weights) {
    const accord::AnyDistance distance = r::distance(metric);
    for (int g = 0; g < groups; ++g) {
      Rcpp::checkUserInterrupt();
      use(g, [&](const accord::Pattern& p) { return accord::apart_within(p, distance); });
    }
  } else {
    accord::Alpha alpha(r::metric_spec(metric));
    for (int g = 0; g < groups; ++g) {
      Rcpp::checkUserInterrupt();
      alpha.fit(tally.group(g));  // this fills the margin
      use(g, [&](const accord::Pattern& p) { return alpha.metric().apart(p); });
    }
  }
}

}  // namespace r
