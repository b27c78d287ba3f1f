#pragma once
// Limits from the profile of the likelihood: where the criterion, at the best values of
// all else, is higher than its lowest by a quantile of the chi-square distribution.

#include <Eigen/Dense>
#include <cmath>    // exp, fabs, log, sqrt
#include <limits>   // numeric_limits
#include <utility>  // move

#include "mixed_fit.h"

namespace accord {

struct ProfileLimits {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

// A quantity above 0 that is followed: how variances take a given value of it, and the
// equation that this is.
class ProfiledVariance {
 public:
  explicit ProfiledVariance(int which) : which_(which) {}
  double value(const Eigen::VectorXd& v) const { return v[which_]; }
  LinearEquation equation(double value, int n) const {
    LinearEquation result{Eigen::VectorXd::Zero(n), value};
    result.a[which_] = 1;
    return result;
  }
  Eigen::VectorXd move(Eigen::VectorXd v, double value) const {
    v[which_] = value;
    return v;
  }
  bool reaches_zero() const { return which_ != 0; }

 private:
  int which_;
};

// signal'v / noise'v: the odds of a coefficient signal'v / (signal'v + noise'v).
class ProfiledRatio {
 public:
  ProfiledRatio(Eigen::VectorXd signal, Eigen::VectorXd noise)
      : signal_(std::move(signal)), noise_(std::move(noise)) {}
  double value(const Eigen::VectorXd& v) const { return signal_.dot(v) / noise_.dot(v); }
  LinearEquation equation(double value, int) const {
    return {signal_ - value * noise_, 0.0};
  }
  Eigen::VectorXd move(Eigen::VectorXd v, double value) const {
    const double noise = noise_.dot(v), signal = signal_.dot(v);
    for (Eigen::Index j = 0; j < v.size(); ++j) {
      if (signal_[j] <= 0) continue;
      if (signal > 1e-8 * noise) v[j] *= value * noise / signal;
      else v[j] = value * noise / signal_.sum();
    }
    return v;
  }
  bool reaches_zero() const { return signal_[0] == 0; }

 private:
  Eigen::VectorXd signal_, noise_;
};

template <class Quantity>
class Profile {
 public:
  // `rise`: of the criterion.
  Profile(MixedModel* model, const MixedFit& best, const Quantity& quantity, double rise)
      : search_(model), best_(best), quantity_(quantity), target_(std::sqrt(rise)) {}

  ProfileLimits limits() {
    const double centre = quantity_.value(best_.variance);
    ProfileLimits result;
    result.low = lower(centre);
    result.high = upper(centre);
    return result;
  }

 private:
  // Root of the rise of the criterion at a value of the quantity.
  double root_at(double value) {
    const int n = static_cast<int>(best_.variance.size());
    const MixedFit fit = search_.run(quantity_.move(from_, value),
                                     quantity_.equation(value, n), 1e-9);
    if (!fit.converged) return std::numeric_limits<double>::quiet_NaN();
    from_ = fit.variance;
    return std::sqrt(std::max(fit.criterion - best_.criterion, 0.0));
  }

  double lower(double centre) {
    from_ = best_.variance;
    if (centre <= 0) return 0;
    if (quantity_.reaches_zero() && root_at(0) <= target_) return 0;
    from_ = best_.variance;
    double near = centre;
    for (double step = 0.3; step < 60; step *= 1.7) {
      const double value = near * std::exp(-step), root = root_at(value);
      if (std::isnan(root)) return root;
      if (root > target_) return between(near, value);
      near = value;
    }
    return 0;
  }

  double upper(double centre) {
    from_ = best_.variance;
    double near = centre;
    if (centre <= 0) {
      near = 1e-8 * best_.variance.sum();
      if (!(root_at(near) < target_)) return std::numeric_limits<double>::quiet_NaN();
    }
    for (double step = centre > 0 ? 0.3 : 3; step < 60; step *= 1.7) {
      const double value = near * std::exp(step), root = root_at(value);
      if (std::isnan(root)) return root;
      if (root > target_) return between(near, value);
      near = value;
    }
    return std::numeric_limits<double>::infinity();
  }

  // The value with the root `target_` between two that lie on its sides, in logarithms:
  // false position with a weight that keeps no end for long (the Illinois rule).
  double between(double inside, double outside) {
    double a = std::log(inside), b = std::log(outside);
    double at_a = root_at(inside) - target_, at_b = root_at(outside) - target_;
    int side = 0;
    for (int i = 0; i < 60 && std::fabs(b - a) > 1e-9; ++i) {
      const double c = (a * at_b - b * at_a) / (at_b - at_a);
      const double at_c = root_at(std::exp(c)) - target_;
      if (std::isnan(at_c)) return at_c;
      if (std::fabs(at_c) < 1e-6) return std::exp(c);
      if (at_c > 0) {
        b = c;
        at_b = at_c;
        if (side == 1) at_a /= 2;
        side = 1;
      } else {
        a = c;
        at_a = at_c;
        if (side == -1) at_b /= 2;
        side = -1;
      }
    }
    return std::exp((a + b) / 2);
  }

  MixedSearch search_;
  const MixedFit& best_;
  Quantity quantity_;
  double target_;
  Eigen::VectorXd from_;
};

}  // namespace accord
