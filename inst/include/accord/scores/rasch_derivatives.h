#pragma once
// The log likelihood of the many-facet Rasch model (rasch.h) with its exact first and
// second derivatives. As the weights of the nodes are fixed, the second derivatives
// follow from the first ones at each node (Louis 1982): no array is larger than the
// number of ratings times nodes, or the square of the number of parameters.

#include <algorithm>  // min
#include <cmath>      // sqrt
#include <cstddef>    // size_t
#include <utility>    // move
#include <vector>

#include "../base/parallel.h"
#include "rasch.h"

namespace accord {

struct RaschPoint {
  double log_likelihood = 0;
  std::vector<double> gradient;
  std::vector<double> information;  // observed, square by columns; both halves
};

// Sums the derivatives of items.
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

  // Subtracts the information that is missing because the node is not observed.
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

// The parts are the same for any number of threads, and are summed in order.
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
        if (item % 64 == 0) executor.poll();
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
