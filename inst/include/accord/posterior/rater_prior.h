#pragma once
// What a posterior does not know of a rater who gave few ratings: with a single one the
// gamma weight of its item would change nothing in the rater's shares. So each rater has
// one pseudo-rating besides, whose weight is divided among the categories by the mean
// shares of the raters. The shares of a rater with n ratings then have a Dirichlet
// distribution of mass n + 1, whose mean lies 1 / (n + 1) of the way towards the mean
// rater.

#include <cstddef>  // size_t
#include <vector>

#include "../distance/delta.h"

namespace accord {

// As many ratings as a rater has besides its own.
inline constexpr double ratings_besides = 1;

// The categories that a pseudo-rating may have, and their probabilities, from the mean
// shares of the raters. Of more than ten categories ten stand for all, such that each has
// a tenth of the shares about it: the rows of a posterior are as many for each rater.
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
