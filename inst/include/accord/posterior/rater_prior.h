#pragma once
// The prior for a rater with few ratings: with a single rating the gamma weight of its
// item would not change the rater's shares. So each rater has one pseudo-rating in
// addition, whose weight is divided among the categories by the mean shares of the
// raters. The shares of a rater with n ratings then have a Dirichlet distribution with
// the mass n + 1, whose mean is shrunk by 1 / (n + 1) towards the mean shares.

#include <cstddef>  // size_t
#include <vector>

#include "../distance/delta.h"

namespace accord {

// The number of pseudo-ratings of each rater.
inline constexpr double ratings_besides = 1;

// Returns the categories that a pseudo-rating can have, and their probabilities, from the
// mean shares of the raters. More than ten categories are represented by ten of them,
// such that each has a tenth of the shares around it, because each rater adds that many
// rows to a posterior.
inline Amounts pseudo_rating(const Amounts& mean_shares) {
  const std::size_t most = 10;
  Amounts used;
  for (std::size_t i = 0; i < mean_shares.size(); ++i) {
    if (mean_shares.amount[i] > 0) used.add(mean_shares.code[i], mean_shares.amount[i]);
  }
  if (used.size() <= most) return used;
  Amounts result;
  double upto = 0;
  const double all = used.total();
  std::size_t next = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    upto += used.amount[i] / all;
    std::size_t tenths = 0;
    for (; next < most && (next + 0.5) / most < upto; ++next) ++tenths;
    if (tenths > 0) result.add(used.code[i], static_cast<double>(tenths) / most);
  }
  return result;
}

}  // namespace accord
