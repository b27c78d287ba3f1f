#pragma once
// The least-squares fit of y = level of the item + level of the rater, with any pattern
// of missing ratings: the two-way analysis of variance without interaction. The levels of
// the side with more of them are eliminated, so that the unknowns are those of the other
// side, which are found by conjugate gradients. Each step reads the ratings twice; no
// array of items × raters, or raters × raters, is made.

#include <algorithm>  // fill, min
#include <cstddef>    // size_t
#include <functional>
#include <utility>  // move, swap
#include <vector>

namespace accord {

// One entry per rating. Items and raters are numbered from 0, and each must have a
// rating.
struct TwoWayData {
  std::vector<int> item, rater;
  std::vector<double> y;
  int n_items = 0, n_raters = 0;
};

// The means of y by item or rater, and the sums of squares between and within.
struct Means {
  std::vector<double> size, mean;
  double between = 0, within = 0;

  Means(const std::vector<int>& of, int n, const std::vector<double>& y)
      : size(n), mean(n) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      size[of[j]] += 1;
      mean[of[j]] += y[j];
    }
    for (int i = 0; i < n; ++i) {
      mean[i] /= size[i];
      between += size[i] * mean[i] * mean[i];  // y has the mean 0
    }
    for (std::size_t j = 0; j < y.size(); ++j) {
      const double rest = y[j] - mean[of[j]];
      within += rest * rest;
    }
  }
};

struct TwoWayFit {
  double residual = 0;  // sum of squares
  int components = 0;   // parts of the design that share neither an item nor a rater
  bool converged = true;
};

// Items and raters are the two kinds of nodes, ratings the edges between them.
inline int count_components(const TwoWayData& data) {
  std::vector<int> parent(data.n_items + data.n_raters);
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = static_cast<int>(i);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  int components = data.n_items + data.n_raters;
  for (std::size_t j = 0; j < data.y.size(); ++j) {
    const int a = root(data.item[j]), b = root(data.n_items + data.rater[j]);
    if (a == b) continue;
    parent[a] = b;
    --components;
  }
  return components;
}

class TwoWay {
 public:
  // `poll` is called before each pass over the ratings.
  TwoWay(const TwoWayData& data, std::function<void()> poll)
      : poll_(std::move(poll)), y_(data.y), kept_(&data.rater), swept_(&data.item) {
    int n_kept = data.n_raters, n_swept = data.n_items;
    if (n_swept < n_kept) {
      std::swap(kept_, swept_);
      std::swap(n_kept, n_swept);
    }
    kept_size_ = sizes(*kept_, n_kept);
    swept_size_ = sizes(*swept_, n_swept);
    mean_.resize(n_swept);
  }

  // Makes rounds of conjugate gradients, each on the residuals of the rounds before,
  // which contain their rounding errors.
  TwoWayFit fit() {
    double rounding = 0;  // the precision of a sum of squares that should be 0
    for (double y : y_) rounding += 1e-26 * y * y;
    std::vector<double> level(kept_size_.size());
    TwoWayFit result;
    for (int round = 0;; ++round) {
      const std::vector<double> gradient = sweep();
      result.residual = 0;
      for (double residual : y_) result.residual += residual * residual;
      double left = 0;  // what a step along the gradient would still remove
      for (std::size_t k = 0; k < gradient.size(); ++k) {
        left += gradient[k] * gradient[k] / kept_size_[k];
      }
      if (left <= 1e-18 * result.residual || left <= rounding) return result;
      result.converged = round < max_rounds && solve(gradient, &level);
      if (!result.converged) return result;
      for (std::size_t j = 0; j < y_.size(); ++j) y_[j] -= level[(*kept_)[j]];
    }
  }

 private:
  static constexpr int max_rounds = 5, max_steps = 20000;

  static std::vector<double> sizes(const std::vector<int>& of, int n) {
    std::vector<double> result(n);
    for (int i : of) result[i] += 1;
    return result;
  }

  template <class Value>
  void find_means(const Value& value) {
    poll_();
    std::fill(mean_.begin(), mean_.end(), 0);
    for (std::size_t j = 0; j < y_.size(); ++j) mean_[(*swept_)[j]] += value(j);
    for (std::size_t s = 0; s < mean_.size(); ++s) mean_[s] /= swept_size_[s];
  }

  // Subtracts the means of the eliminated side from y and returns its sums by the other
  // side.
  std::vector<double> sweep() {
    find_means([&](std::size_t j) { return y_[j]; });
    std::vector<double> sum(kept_size_.size());
    for (std::size_t j = 0; j < y_.size(); ++j) {
      y_[j] -= mean_[(*swept_)[j]];
      sum[(*kept_)[j]] += y_[j];
    }
    return sum;
  }

  // Multiplies the matrix of the reduced normal equations by x.
  void multiply(const std::vector<double>& x, std::vector<double>* product) {
    find_means([&](std::size_t j) { return x[(*kept_)[j]]; });
    std::fill(product->begin(), product->end(), 0);
    for (std::size_t j = 0; j < y_.size(); ++j) {
      const int k = (*kept_)[j];
      (*product)[k] += x[k] - mean_[(*swept_)[j]];
    }
  }

  // Conjugate gradients (Hestenes & Stiefel 1952), preconditioned by the numbers of
  // ratings. The matrix is singular, with one dimension for each component, and the
  // right-hand side is in its range.
  bool solve(std::vector<double> rest, std::vector<double>* x) {
    const std::size_t n = rest.size();
    std::vector<double> scaled(n), direction(n), product(n);
    x->assign(n, 0);
    double before = 0, first = 0;
    const int steps = std::min<int>(max_steps, 100 + 10 * static_cast<int>(n));
    for (int step = 0; step < steps; ++step) {
      double size = 0;
      for (std::size_t i = 0; i < n; ++i) {
        scaled[i] = rest[i] / kept_size_[i];
        size += rest[i] * scaled[i];
      }
      if (step == 0) first = size;
      if (size <= 1e-26 * first) return true;
      const double turn = step == 0 ? 0 : size / before;
      before = size;
      for (std::size_t i = 0; i < n; ++i) direction[i] = scaled[i] + turn * direction[i];
      multiply(direction, &product);
      double curvature = 0;
      for (std::size_t i = 0; i < n; ++i) curvature += direction[i] * product[i];
      if (!(curvature > 0)) return true;  // only rounding errors remain
      for (std::size_t i = 0; i < n; ++i) {
        (*x)[i] += size / curvature * direction[i];
        rest[i] -= size / curvature * product[i];
      }
    }
    return false;
  }

  std::function<void()> poll_;
  std::vector<double> y_;  // becomes the residuals
  const std::vector<int>*kept_, *swept_;
  std::vector<double> kept_size_, swept_size_, mean_;
};

inline TwoWayFit fit_two_way(
    const TwoWayData& data, const std::function<void()>& poll = [] {}) {
  TwoWayFit result = TwoWay(data, poll).fit();
  result.components = count_components(data);
  return result;
}

}  // namespace accord
