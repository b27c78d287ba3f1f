#pragma once
// The log likelihood of the many-facet Rasch model (rasch.h) with its exact first and
// second derivatives. As the weights of the nodes are fixed, the second derivatives
// follow from the first ones at each node (Louis 1982): no array is larger than the
// number of ratings of an item times nodes, or the square of the number of parameters.

#include <algorithm>  // min
#include <cmath>      // sqrt
#include <cstddef>    // size_t
#include <utility>    // move
#include <vector>

#include "../base/parallel.h"
#include "rasch.h"
#include "rasch_item.h"

namespace accord {

struct RaschPoint {
  double log_likelihood = 0;
  std::vector<double> gradient;
  std::vector<double> information;  // observed, square by columns; both halves
};

// Sums the derivatives of items.
class RaschSums {
 public:
  RaschSums(const RaschData& data, const RaschGrids& grids)
      : data_(data), grids_(grids), item_(data), local_(data.n_parameters, -1) {
    point_.gradient.resize(data.n_parameters);
    point_.information.resize(static_cast<std::size_t>(data.n_parameters) *
                              data.n_parameters);
  }

  void add(int item, const std::vector<double>& parameter,
           const std::vector<double>& odds) {
    point_.log_likelihood += item_.read(item, grids_.of(item), parameter, odds);
    parameter_ = parameter.data();
    find_touched();
    const std::size_t m = touched_.size();
    score_.assign(m * item_.width(), 0);
    square_.assign(m * m, 0);
    for (int j = 0; j < item_.n_ratings(); ++j) {
      add_rating(j);
      if (data_.slope_at(item_.row(j)) >= 0) add_slope(j);
    }
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
      touch(data_.slope_at(row));
    }
  }

  // The derivative for a parameter that was touched, at a node.
  double& score_at(int local, int q) {
    return score_[static_cast<std::size_t>(local) * item_.width() + q - item_.begin()];
  }

  int threshold(std::size_t row, int x) const {
    return data_
        .threshold[static_cast<std::size_t>(data_.steps[row]) * (data_.top - 1) + x - 1];
  }

  // The derivative of the linear part of category x is a x z for s, -a x for a location
  // and -a [x = h] for T_h; the information given the node is their covariance.
  void add_rating(int j) {
    const std::size_t row = item_.row(j);
    own_.clear();
    for (int f = 0; f < data_.n_facets; ++f) {
      const int at = data_.location[row * data_.n_facets + f];
      if (at >= 0) own_.push_back(local_[at]);
    }
    const int top = data_.top;
    covariance_.assign(static_cast<std::size_t>(top + 1) * (top + 1), 0);
    const double a = item_.slope(j), count = item_.count(j);
    double v = 0, vz = 0, vzz = 0;
    std::vector<double>&c = with_location_, &cz = with_spread_;
    c.assign(top + 1, 0);
    cz.assign(top + 1, 0);
    for (int q = item_.begin(); q < item_.end(); ++q) {
      const double weight = count * item_.posterior(q) * a * a, z = item_.z(q);
      const RaschMoments moments = item_.moments(j, q);
      const double rest = count * a * moments.rest(data_.score[row]);
      const double variance = moments.variance;
      for (const int at : own_) score_at(at, q) -= rest;
      score_at(0, q) += z * rest;  // s is touched first
      v += weight * variance;
      vz += weight * z * variance;
      vzz += weight * z * z * variance;
      const double* const p = item_.categories(j, q);
      for (int x = 1; x < top; ++x) {
        const int at = threshold(row, x);
        if (at < 0) continue;
        score_at(local_[at], q) -= count * a * ((data_.score[row] == x) - p[x]);
        const double shared = weight * p[x] * moments.rest(x);
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

  // The derivative of the linear part L of category x for l is L itself, and that of the
  // other derivatives for l are these. So the information of l and another parameter
  // given the node is the covariance of L and that derivative, minus the score of the
  // latter.
  void add_slope(int j) {
    const std::size_t row = item_.row(j);
    const int top = data_.top;
    const int own = local_[data_.slope_at(row)];
    const double a = item_.slope(j), place = item_.place(j), count = item_.count(j);
    const double spread = parameter_[data_.spread()];
    double with_own = 0, with_place = 0, with_spread = 0;
    std::vector<double>& with_step = with_location_;
    with_step.assign(top + 1, 0);
    linear_.assign(top + 1, 0);
    for (int q = item_.begin(); q < item_.end(); ++q) {
      const double weight = count * item_.posterior(q), z = item_.z(q);
      const double* const p = item_.categories(j, q);
      double mean = 0, mean_linear = 0, square = 0, product = 0;
      for (int x = 0; x <= top; ++x) {
        const bool inner = x > 0 && x < top;
        const int at = inner ? threshold(row, x) : -1;
        // A category that does not occur has no T, and the probability 0.
        if (inner && at < 0) continue;
        linear_[x] = a * (x * (spread * z - place) - (inner ? parameter_[at] : 0));
        mean += x * p[x];
        mean_linear += linear_[x] * p[x];
        square += linear_[x] * linear_[x] * p[x];
        product += linear_[x] * x * p[x];
      }
      const double score = linear_[data_.score[row]] - mean_linear;
      score_at(own, q) += count * score;
      with_own += weight * (square - mean_linear * mean_linear - score);
      const double by_place =
          weight * a * (product - mean_linear * mean - (data_.score[row] - mean));
      with_place -= by_place;
      with_spread += z * by_place;
      for (int x = 1; x < top; ++x) {
        with_step[x] -=
            weight * a *
            (p[x] * (linear_[x] - mean_linear) - ((data_.score[row] == x) - p[x]));
      }
    }
    square_[own * touched_.size() + own] += with_own;
    add_pair(0, own, with_spread);
    for (const int b : own_) add_pair(own, b, with_place);
    for (int x = 1; x < top; ++x) {
      if (threshold(row, x) >= 0) add_pair(own, local_[threshold(row, x)], with_step[x]);
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
    const int width = item_.width();
    for (std::size_t a = 0; a < m; ++a) {
      double* const own = score_.data() + a * width;
      double mean = 0;
      for (int i = 0; i < width; ++i) mean += item_.posterior(item_.begin() + i) * own[i];
      point_.gradient[touched_[a]] += mean;
      for (int i = 0; i < width; ++i) {
        own[i] = std::sqrt(item_.posterior(item_.begin() + i)) * (own[i] - mean);
      }
    }
    for (std::size_t a = 0; a < m; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        const double* const one = score_.data() + a * width;
        const double* const two = score_.data() + b * width;
        double sum = 0;
        for (int i = 0; i < width; ++i) sum += one[i] * two[i];
        square_[a * m + b] -= sum;
        if (a != b) square_[b * m + a] -= sum;
      }
    }
  }

  const RaschData& data_;
  const RaschGrids& grids_;
  RaschItem item_;
  RaschPoint point_;
  std::vector<int> local_, touched_, own_;
  std::vector<double> score_, square_, covariance_, with_location_, with_spread_;
  std::vector<double> linear_;
  const double* parameter_ = nullptr;
};

// The likelihood does not change if all locations, T and s are divided by a number with
// which all slopes are multiplied. So half the squared sum of all l, times this weight,
// is subtracted from it: it is 0 at the maximum, and the information is regular.
inline double slope_sum_weight(const RaschData& data) {
  return data.n_ratings() / data.n_slopes / data.n_slopes;
}

inline void hold_slope_sum(const RaschData& data, const std::vector<double>& parameter,
                           RaschPoint* point) {
  if (data.n_slopes == 0) return;
  const double weight = slope_sum_weight(data);
  const int begin = data.first_slope, end = begin + data.n_slopes;
  double sum = 0;
  for (int a = begin; a < end; ++a) sum += parameter[a];
  point->log_likelihood -= weight * sum * sum / 2;
  for (int a = begin; a < end; ++a) {
    point->gradient[a] -= weight * sum;
    for (int b = begin; b < end; ++b) {
      point->information[static_cast<std::size_t>(a) * data.n_parameters + b] += weight;
    }
  }
}

// The parts are the same for any number of threads, and are summed in order.
inline RaschPoint rasch_point(const RaschData& data, const RaschGrids& grids,
                              const std::vector<double>& parameter,
                              const Executor& executor) {
  const std::vector<double> odds = rasch_odds(data, parameter);
  const int parts = data.n_parameters > 500 ? 2 : 8;
  std::vector<RaschPoint> found(parts);
  const int threads = std::min(executor.threads, parts);
  executor.run(threads, [&](int thread) {
    for (int i = thread; i < parts; i += threads) {
      RaschSums sums(data, grids);
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
  hold_slope_sum(data, parameter, &result);
  return result;
}

}  // namespace accord
