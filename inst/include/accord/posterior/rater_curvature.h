#pragma once
// The part of the third cumulant of Conger's kappa that comes from its second derivatives
// with respect to the shares of two raters. With v_g the change of the shares of rater g
// along the derivative u of kappa, it is
//
//   6 dkappa/dy per pair of raters (V' d V - sum of v_g' d v_g - 2 sum of a_g v_g' d P),
//
// where V is the sum of all v_g, P that of the shares, and a_g the sum of u over the
// ratings of g divided by their number.

#include <cstddef>  // size_t
#include <vector>

#include "../distance/delta.h"
#include "rater_moments.h"

namespace accord {

// Adds the contribution of products of the shares of two raters, and of their ratios, to
// the skewness.
inline void RaterMoments::add_curvature() {
  const RaterShares& shares = chance_.shares();
  std::vector<double> along(shares.n_entries());
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    if ((i & 0xFFFF) == 0) executor_.poll();
    for (int e : shares.entries_of(i)) along[e] += weight_[i] * u_[i];
  }
  std::vector<double> sum(distance_.n_codes());
  Amounts own;
  double within = 0, ratio = 0;
  for (int g = 0; g < shares.n_raters(); ++g) {
    const double n = shares.total(g);
    if (!(n > 0)) continue;
    double all = 0, move = 0;
    for (int e = shares.first_entry(g); e < shares.first_entry(g + 1); ++e) {
      all += along[e];
    }
    own.clear();
    for (int e = shares.first_entry(g); e < shares.first_entry(g + 1); ++e) {
      const double v =
          effective_[g] / (mass(g) + 1) * (along[e] - chance_.share(e) * all) / n;
      own.add(shares.code(e), v);
      sum[shares.code(e)] += v;
      move += v * chance_.toward(e);
    }
    within += distance_.pairs_within(own);
    ratio += all / n * move;
  }
  own.clear();
  for (int k : chance_.sum().code) own.add(k, sum[k]);
  third += 6 * by_y() * per_pair() * (distance_.pairs_within(own) - within - 2 * ratio);
}

}  // namespace accord
