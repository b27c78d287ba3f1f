#pragma once
// The many-facet Rasch model, marginal over items (those who are rated): the log
// likelihood of an item, and the posterior of the item's value given its ratings.
//
// With z standard normal by item, a rating is x = 0 … K with
//   log P(x) = a (x (s z - sum of the locations) - T_x) - log of the sum of these,
// T_0 = T_K = 0. The slope a is 1 or, in the generalized model, exp(l) with a parameter
// l by rater; the sum of all l is 0. The integral over z is a sum over nodes with fixed
// weights.

#include <algorithm>  // max, max_element
#include <cmath>      // abs, exp, log
#include <cstddef>    // size_t
#include <numeric>    // accumulate
#include <vector>

#include "../base/views.h"

namespace accord {

// Ratings are stored item by item. A rating that stands for several is as many equal ones
// of the item by the same rater. All parameters are in one vector: locations (raters,
// levels of further facets), l of each rater if there are slopes, the T of each group of
// steps, and last s. An index of -1 means that there is no parameter: then a location is
// 0, and the category of a T does not occur.
struct RaschData {
  Span<int> item_start;  // items + 1
  Span<int> score;
  Span<double> count;   // by rating, how many ratings it stands for
  Span<int> location;   // by rating, one for each facet
  Span<int> steps;      // the group of steps of each rating
  Span<int> threshold;  // the parameter of T_1 … T_{K-1}, group by group
  Span<int> slope;      // the parameter l of each rating; empty without slopes
  int n_facets = 1;
  int top = 1;  // K
  int n_parameters = 0;
  int first_slope = 0;
  int n_slopes = 0;

  double n_ratings() const { return std::accumulate(count.begin(), count.end(), 0.0); }
  int n_items() const { return static_cast<int>(item_start.size()) - 1; }
  int spread() const { return n_parameters - 1; }
  int slope_at(std::size_t row) const { return n_slopes > 0 ? slope[row] : -1; }
};

// Equally spaced nodes: for a smooth integrand that is small at both ends the trapezoid
// rule is exact to exp(-2 pi^2 d^2 / h^2), with the step h and the standard deviation d
// of the posterior.
class RaschNodes {
 public:
  explicit RaschNodes(int n) : n_(n) {
    double sum = 0;
    for (int q = 0; q < n; ++q) sum += std::exp(-z(q) * z(q) / 2);
    log_sum_ = std::log(sum);
  }
  int size() const { return n_; }
  double z(int q) const { return LIMIT * (2.0 * q / (n_ - 1) - 1); }
  double log_weight(int q) const { return -z(q) * z(q) / 2 - log_sum_; }

  // With many ratings at one end of the scale the posterior may lie far out.
  static constexpr double LIMIT = 10;

 private:
  int n_;
  double log_sum_ = 0;
};

// Computes the probabilities p of the categories 0 … top at a place, with `odd` =
// exp(-T). Uses powers of a number below 1, beginning at the more likely end, so that
// nothing overflows.
inline void rasch_categories(double eta, const double* odd, int top, double* p) {
  const double u = std::exp(-std::abs(eta));
  double power = 1, sum = 0;
  for (int i = 0; i <= top; ++i) {
    const int x = eta > 0 ? top - i : i;
    p[x] = std::max(power, 1e-290) * odd[x];
    sum += p[x];
    power *= u;
  }
  for (int x = 0; x <= top; ++x) p[x] /= sum;
}

// The mean of a rating, as its distance `off` from the most probable category, and its
// variance. Taken around this category both are exact where nearly all ratings are equal,
// where the ratio of (x - E)^2 to the variance would otherwise be that of rounding
// errors.
struct RaschMoments {
  int mode = 0;
  double off = 0, variance = 0;
  double mean() const { return mode + off; }
  double rest(int score) const { return score - mode - off; }
};

inline std::vector<double> rasch_odds(const RaschData& data,
                                      const std::vector<double>& parameter) {
  const std::size_t n_groups =
      data.top > 1 ? data.threshold.size() / (data.top - 1)
                   : *std::max_element(data.steps.begin(), data.steps.end()) + 1;
  std::vector<double> odds(n_groups * (data.top + 1), 1.0);
  for (std::size_t g = 0; g < n_groups; ++g) {
    for (int x = 1; x < data.top; ++x) {
      const int at = data.threshold[g * (data.top - 1) + x - 1];
      odds[g * (data.top + 1) + x] = at >= 0 ? std::exp(-parameter[at]) : 0;
    }
  }
  return odds;
}

}  // namespace accord
