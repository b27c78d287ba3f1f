#pragma once
// The many-facet Rasch model, marginal over items (those who are rated): its log
// likelihood with exact first and second derivatives.
//
// With z standard normal by item, a rating is x = 0 … K with
//   log P(x) = x (s z - sum of the locations) - T_x - log of the sum of these,
// T_0 = T_K = 0. The integral over z is a sum over nodes with fixed weights, so that the
// second derivatives follow from the first of each node (Louis 1982): nothing is larger
// than the number of ratings times nodes, and the square of the number of parameters.

#include <algorithm>  // max, max_element, min
#include <cmath>      // abs, exp, log, sqrt
#include <cstddef>    // size_t
#include <utility>    // move
#include <vector>

#include "../base/parallel.h"
#include "../base/views.h"

namespace accord {

// Ratings lie item by item. Parameters stand in one vector: locations (raters, levels of
// further facets), the T of each group of steps, and last s. What is -1 is no parameter:
// a location is then 0, and the category of a T never occurs.
struct RaschData {
  Span<int> item_start;  // items + 1
  Span<int> score;
  Span<int> location;   // by rating, one for each facet
  Span<int> steps;      // the group of steps of each rating
  Span<int> threshold;  // the parameter of T_1 … T_{K-1}, group by group
  int n_facets = 1;
  int top = 1;  // K
  int n_parameters = 0;

  int n_items() const { return static_cast<int>(item_start.size()) - 1; }
  int spread() const { return n_parameters - 1; }
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
  // How many are needed for posteriors of this standard deviation.
  static int needed(double sd) {
    return static_cast<int>(std::min(2 * LIMIT / sd, 2000.0)) / 2 * 2 + 3;
  }

 private:
  static constexpr double LIMIT = 6.5;
  std::vector<double> z_, log_weight_;
};

struct RaschPoint {
  double log_likelihood = 0;
  std::vector<double> gradient;
  std::vector<double> information;  // observed, square by columns; both halves
};

// The nodes of one item: probabilities of the categories for each rating, and how
// likely the node is given the ratings.
class RaschItem {
 public:
  RaschItem(const RaschData& data, const RaschNodes& nodes)
      : data_(data), nodes_(nodes), posterior_(nodes.size()) {}

  // The log likelihood of the item. `odds`: exp(-T), K + 1 for each group of steps.
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
      const double* const odd =
          odds.data() + static_cast<std::size_t>(data_.steps[row]) * k;
      for (int q = 0; q < n_nodes; ++q) {
        double* const p = cell(j, q);
        fill_categories(spread * nodes_.z(q) - place, odd, p);
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
  // Nodes outside have no part that a double could hold.
  int begin() const { return begin_; }
  int end() const { return end_; }

  // Mean and variance of a rating at a node.
  void moments(int j, int q, double* mean, double* variance) const {
    const double* const p = categories(j, q);
    double first = 0, second = 0;
    for (int x = 1; x <= data_.top; ++x) {
      first += x * p[x];
      second += x * x * p[x];
    }
    *mean = first;
    *variance = std::max(second - first * first, 1e-300);
  }

 private:
  double* cell(int j, int q) {
    return probability_.data() +
           (static_cast<std::size_t>(j) * nodes_.size() + q) * (data_.top + 1);
  }

  // Powers of a number below 1, from the end that is more likely.
  void fill_categories(double eta, const double* odd, double* p) const {
    const int top = data_.top;
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
  std::vector<double> posterior_, probability_;
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

// Adds up the derivatives of items.
class RaschSums {
 public:
  RaschSums(const RaschData& data, const RaschNodes& nodes)
      : data_(data), nodes_(nodes), item_(data, nodes), local_(data.n_parameters, -1) {
    point_.gradient.resize(data.n_parameters);
    point_.information.resize(static_cast<std::size_t>(data.n_parameters) *
                              data.n_parameters);
  }

  void add(int item, const std::vector<double>& parameter,
           const std::vector<double>& odds) {
    point_.log_likelihood += item_.read(item, parameter, odds);
    find_touched();
    const std::size_t m = touched_.size();
    score_.assign(m * nodes_.size(), 0);
    square_.assign(m * m, 0);
    for (int j = 0; j < item_.n_ratings(); ++j) add_rating(j);
    subtract_scores();
    for (std::size_t a = 0; a < m; ++a) {
      double* const column = point_.information.data() +
                             static_cast<std::size_t>(touched_[a]) * data_.n_parameters;
      for (std::size_t b = 0; b < m; ++b) column[touched_[b]] += square_[a * m + b];
      local_[touched_[a]] = -1;
    }
  }

  RaschPoint take() { return std::move(point_); }

 private:
  void touch(int parameter) {
    if (parameter < 0 || local_[parameter] >= 0) return;
    local_[parameter] = static_cast<int>(touched_.size());
    touched_.push_back(parameter);
  }

  void find_touched() {
    touched_.clear();
    touch(data_.spread());
    for (int j = 0; j < item_.n_ratings(); ++j) {
      const std::size_t row = item_.row(j);
      for (int f = 0; f < data_.n_facets; ++f) {
        touch(data_.location[row * data_.n_facets + f]);
      }
      for (int x = 1; x < data_.top; ++x) touch(threshold(row, x));
    }
  }

  int threshold(std::size_t row, int x) const {
    return data_
        .threshold[static_cast<std::size_t>(data_.steps[row]) * (data_.top - 1) + x - 1];
  }

  // The derivative of the linear part of category x is x z for s, -x for a location and
  // -[x = h] for T_h; the information given the node is their covariance.
  void add_rating(int j) {
    const std::size_t row = item_.row(j);
    own_.clear();
    for (int f = 0; f < data_.n_facets; ++f) {
      const int at = data_.location[row * data_.n_facets + f];
      if (at >= 0) own_.push_back(local_[at]);
    }
    const int top = data_.top;
    covariance_.assign(static_cast<std::size_t>(top + 1) * (top + 1), 0);
    double v = 0, vz = 0, vzz = 0;
    std::vector<double>&c = with_location_, &cz = with_spread_;
    c.assign(top + 1, 0);
    cz.assign(top + 1, 0);
    const int nodes = nodes_.size();
    for (int q = item_.begin(); q < item_.end(); ++q) {
      const double weight = item_.posterior(q), z = nodes_.z(q);
      double mean, variance;
      item_.moments(j, q, &mean, &variance);
      const double rest = data_.score[row] - mean;
      for (const int at : own_) score_[static_cast<std::size_t>(at) * nodes + q] -= rest;
      score_[q] += z * rest;  // s is touched first
      v += weight * variance;
      vz += weight * z * variance;
      vzz += weight * z * z * variance;
      const double* const p = item_.categories(j, q);
      for (int x = 1; x < top; ++x) {
        const int at = threshold(row, x);
        if (at < 0) continue;
        score_[static_cast<std::size_t>(local_[at]) * nodes + q] -=
            (data_.score[row] == x) - p[x];
        const double shared = weight * p[x] * (x - mean);
        c[x] += shared;
        cz[x] -= z * shared;
        for (int y = 1; y <= x; ++y) {
          covariance_[x * (top + 1) + y] += weight * p[x] * ((x == y) - p[y]);
        }
      }
    }
    const std::size_t m = touched_.size();
    square_[0] += vzz;
    for (const int a : own_) {
      add_pair(0, a, -vz);
      for (const int b : own_) square_[a * m + b] += v;
    }
    for (int x = 1; x < top; ++x) {
      if (threshold(row, x) < 0) continue;
      const int a = local_[threshold(row, x)];
      add_pair(0, a, cz[x]);
      for (const int b : own_) add_pair(a, b, c[x]);
      square_[a * m + a] += covariance_[x * (top + 1) + x];
      for (int y = 1; y < x; ++y) {
        if (threshold(row, y) < 0) continue;
        add_pair(a, local_[threshold(row, y)], covariance_[x * (top + 1) + y]);
      }
    }
  }

  void add_pair(int a, int b, double value) {
    const std::size_t m = touched_.size();
    square_[a * m + b] += value;
    square_[b * m + a] += value;
  }

  // What the ratings leave open about the node takes away from the information.
  void subtract_scores() {
    const std::size_t m = touched_.size();
    const int nodes = nodes_.size();
    mean_.assign(m, 0);
    for (std::size_t a = 0; a < m; ++a) {
      double* const own = score_.data() + a * nodes;
      for (int q = item_.begin(); q < item_.end(); ++q) {
        mean_[a] += item_.posterior(q) * own[q];
      }
      point_.gradient[touched_[a]] += mean_[a];
      for (int q = item_.begin(); q < item_.end(); ++q) {
        own[q] = std::sqrt(item_.posterior(q)) * (own[q] - mean_[a]);
      }
    }
    for (std::size_t a = 0; a < m; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        const double* const one = score_.data() + a * nodes;
        const double* const two = score_.data() + b * nodes;
        double sum = 0;
        for (int q = item_.begin(); q < item_.end(); ++q) sum += one[q] * two[q];
        square_[a * m + b] -= sum;
        if (a != b) square_[b * m + a] -= sum;
      }
    }
  }

  const RaschData& data_;
  const RaschNodes& nodes_;
  RaschItem item_;
  RaschPoint point_;
  std::vector<int> local_, touched_, own_;
  std::vector<double> score_, square_, mean_, covariance_, with_location_, with_spread_;
};

// The parts are the same whatever the number of threads, and are added up in order.
inline RaschPoint rasch_point(const RaschData& data, const RaschNodes& nodes,
                              const std::vector<double>& parameter,
                              const Executor& executor) {
  const std::vector<double> odds = rasch_odds(data, parameter);
  const int parts = data.n_parameters > 500 ? 2 : 8;
  std::vector<RaschPoint> found(parts);
  const int threads = std::min(executor.threads, parts);
  executor.run(threads, [&](int thread) {
    for (int i = thread; i < parts; i += threads) {
      RaschSums sums(data, nodes);
      const Range range = part(data.n_items(), parts, i);
      for (std::size_t item = range.begin; item < range.end; ++item) {
        sums.add(static_cast<int>(item), parameter, odds);
      }
      found[i] = sums.take();
    }
  });
  RaschPoint result = std::move(found[0]);
  for (int i = 1; i < parts; ++i) {
    result.log_likelihood += found[i].log_likelihood;
    for (std::size_t a = 0; a < result.gradient.size(); ++a) {
      result.gradient[a] += found[i].gradient[a];
    }
    for (std::size_t a = 0; a < result.information.size(); ++a) {
      result.information[a] += found[i].information[a];
    }
  }
  return result;
}

}  // namespace accord
