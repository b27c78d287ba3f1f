#pragma once
// The many-facet Rasch model, marginal over items (those who are rated): the log
// likelihood of an item, and the posterior of the item's value given its ratings.
//
// With z standard normal by item, a rating is x = 0 … K with
//   log P(x) = a (x (s z - sum of the locations) - T_x) - log of the sum of these,
// T_0 = T_K = 0. The slope a is 1 or, in the generalized model, exp(l) with a parameter
// l by rater; the sum of all l is 0. The integral over z is a sum over nodes with fixed
// weights.

#include <algorithm>  // max, max_element, min
#include <cmath>      // abs, exp, log, pow
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

// Ratings are stored item by item. All parameters are in one vector: locations (raters,
// levels of further facets), l of each rater if there are slopes, the T of each group of
// steps, and last s. An index of -1 means that there is no parameter: then a location is
// 0, and the category of a T does not occur.
struct RaschData {
  Span<int> item_start;  // items + 1
  Span<int> score;
  Span<int> location;   // by rating, one for each facet
  Span<int> steps;      // the group of steps of each rating
  Span<int> threshold;  // the parameter of T_1 … T_{K-1}, group by group
  Span<int> slope;      // the parameter l of each rating; empty without slopes
  int n_facets = 1;
  int top = 1;  // K
  int n_parameters = 0;
  int first_slope = 0;
  int n_slopes = 0;

  int n_items() const { return static_cast<int>(item_start.size()) - 1; }
  int spread() const { return n_parameters - 1; }
  int slope_at(std::size_t row) const { return n_slopes > 0 ? slope[row] : -1; }
};

// Equally spaced nodes: for a smooth integrand that is small at both ends the trapezoid
// rule is exact to exp(-2 pi^2 d^2 / h^2), with the step h and the standard deviation d
// of the narrowest posterior.
class RaschNodes {
 public:
  explicit RaschNodes(int n) : z_(n), log_weight_(n) {
    double sum = 0;
    for (int q = 0; q < n; ++q) {
      z_[q] = LIMIT * (2.0 * q / (n - 1) - 1);
      sum += std::exp(-z_[q] * z_[q] / 2);
    }
    for (int q = 0; q < n; ++q) log_weight_[q] = -z_[q] * z_[q] / 2 - std::log(sum);
  }
  int size() const { return static_cast<int>(z_.size()); }
  double z(int q) const { return z_[q]; }
  double log_weight(int q) const { return log_weight_[q]; }
  // Returns how many nodes are needed for posteriors with this standard deviation.
  static int needed(double sd) {
    return static_cast<int>(std::min(2 * LIMIT / sd, 2000.0)) / 2 * 2 + 3;
  }

 private:
  static constexpr double LIMIT = 6.5;
  std::vector<double> z_, log_weight_;
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

// The nodes of one item: probabilities of the categories for each rating, and the
// posterior of the node given the ratings.
class RaschItem {
 public:
  RaschItem(const RaschData& data, const RaschNodes& nodes)
      : data_(data), nodes_(nodes), posterior_(nodes.size()) {}

  // Returns the log likelihood of the item. `odds` has exp(-T), K + 1 for each group of
  // steps.
  double read(int item, const std::vector<double>& parameter,
              const std::vector<double>& odds) {
    first_ = data_.item_start[item];
    n_ = data_.item_start[item + 1] - first_;
    const int k = data_.top + 1;
    const int n_nodes = nodes_.size();
    probability_.resize(static_cast<std::size_t>(n_) * n_nodes * k);
    for (int q = 0; q < n_nodes; ++q) posterior_[q] = nodes_.log_weight(q);
    const double spread = parameter[data_.spread()];
    for (int j = 0; j < n_; ++j) {
      const std::size_t row = first_ + j;
      double place = 0;
      for (int f = 0; f < data_.n_facets; ++f) {
        const int at = data_.location[row * data_.n_facets + f];
        if (at >= 0) place += parameter[at];
      }
      const double* odd = odds.data() + static_cast<std::size_t>(data_.steps[row]) * k;
      double slope = 1;
      if (const int at = data_.slope_at(row); at >= 0) {
        slope = std::exp(parameter[at]);
        own_odds_.resize(k);
        for (int x = 0; x < k; ++x) own_odds_[x] = std::pow(odd[x], slope);
        odd = own_odds_.data();
      }
      for (int q = 0; q < n_nodes; ++q) {
        double* const p = cell(j, q);
        rasch_categories(slope * (spread * nodes_.z(q) - place), odd, data_.top, p);
        posterior_[q] += std::log(p[data_.score[row]]);
      }
    }
    return normalize();
  }

  int n_ratings() const { return n_; }
  std::size_t row(int j) const { return first_ + j; }
  double posterior(int q) const { return posterior_[q]; }
  const double* categories(int j, int q) const {
    return probability_.data() +
           (static_cast<std::size_t>(j) * nodes_.size() + q) * (data_.top + 1);
  }
  // Nodes outside this range have a posterior below the precision of a double.
  int begin() const { return begin_; }
  int end() const { return end_; }

  // The moments of a rating at a node.
  RaschMoments moments(int j, int q) const {
    const double* const p = categories(j, q);
    RaschMoments result;
    result.mode = static_cast<int>(std::max_element(p, p + data_.top + 1) - p);
    for (int x = 0; x <= data_.top; ++x) {
      const double from = x - result.mode;
      result.off += from * p[x];
      result.variance += from * from * p[x];
    }
    result.variance = std::max(result.variance - result.off * result.off, 1e-300);
    return result;
  }

 private:
  double* cell(int j, int q) {
    return probability_.data() +
           (static_cast<std::size_t>(j) * nodes_.size() + q) * (data_.top + 1);
  }

  double normalize() {
    const double most = *std::max_element(posterior_.begin(), posterior_.end());
    double sum = 0;
    for (double& x : posterior_) {
      x = std::exp(x - most);
      sum += x;
    }
    begin_ = nodes_.size();
    end_ = 0;
    for (int q = 0; q < nodes_.size(); ++q) {
      posterior_[q] /= sum;
      if (posterior_[q] < 1e-17) continue;
      begin_ = std::min(begin_, q);
      end_ = q + 1;
    }
    return most + std::log(sum);
  }

  const RaschData& data_;
  const RaschNodes& nodes_;
  std::vector<double> posterior_, probability_, own_odds_;
  int first_ = 0, n_ = 0, begin_ = 0, end_ = 0;
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
