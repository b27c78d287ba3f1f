#pragma once
// Chance agreement by the shares p_g of the categories among the ratings of each rater g,
// as a function of these shares (chance_raters.h says what it is). The estimate and what
// is made of it (chance_raters.h), and the posterior (posterior/raters_figure.h), add
// their raters one by one.

#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

// The sums over raters from which D_e is computed.
struct RaterPairs {
  double raters = 0, times = 0, squares = 0;
  double within = 0;  // sum of n_g^2 p_g' d p_g

  // Adds a rater who counts n times and whose p_g' d p_g is `own`.
  void add(double own, double n = 1) {
    raters += 1;
    times += n;
    squares += n * n;
    within += n * n * own;
  }
  // Returns the number of ordered pairs of different raters.
  double pairs() const { return times * times - squares; }
  // Returns D_e, where `between` is P' d P, with P the sum of n_g p_g.
  double expected(double between) const { return (between - within) / pairs(); }
};

// One more rating in category k, of a rater with m ratings, changes P' d P - sum of p_g'
// d p_g by 2 / m times a_k - (mean of a over p_g), where a = d (P - p_g). This function
// takes that mean off, and returns it. A category of the margin can stand for a moment;
// `mass(k)` is the number of ratings that it counts for.
template <class Mass>
double take_off_mean(Span<double> share, const Mass& mass, std::vector<double>* apart) {
  double mean = 0;
  for (std::size_t k = 0; k < share.size(); ++k) mean += share[k] * (*apart)[k];
  for (std::size_t k = 0; k < share.size(); ++k) (*apart)[k] -= mass(k) * mean;
  return mean;
}

}  // namespace accord
