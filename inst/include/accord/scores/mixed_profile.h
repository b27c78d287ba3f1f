#pragma once
// Limits from the profile of the likelihood: where the criterion, at the best values of
// all else, is higher than its lowest by a quantile of the chi-square distribution.

#include <algorithm>  // max, max_element, min, min_element
#include <cmath>      // exp, fabs, isfinite, isnan, log, sqrt
#include <limits>     // numeric_limits
#include <utility>    // move
#include <vector>

#include "eigen.h"
#include "mixed_fit.h"

namespace accord {

struct ProfileLimits {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

// A quantity above 0 that is followed: how variances take a given value of it, and the
// equation that this is. The search for a limit is compiled once for all of them.
class ProfiledQuantity {
 public:
  virtual ~ProfiledQuantity() = default;
  virtual double value(const Eigen::VectorXd& v) const = 0;
  virtual LinearEquation equation(double value, int n) const = 0;
  virtual Eigen::VectorXd move(Eigen::VectorXd v, double value) const = 0;
  virtual bool reaches_zero() const = 0;
};

class ProfiledVariance final : public ProfiledQuantity {
 public:
  explicit ProfiledVariance(int which) : which_(which) {}
  double value(const Eigen::VectorXd& v) const override { return v[which_]; }
  LinearEquation equation(double value, int n) const override {
    LinearEquation result{Eigen::VectorXd::Zero(n), value};
    result.a[which_] = 1;
    return result;
  }
  Eigen::VectorXd move(Eigen::VectorXd v, double value) const override {
    v[which_] = value;
    return v;
  }
  bool reaches_zero() const override { return which_ != 0; }

 private:
  int which_;
};

// signal'v / noise'v: the odds of a coefficient signal'v / (signal'v + noise'v).
class ProfiledRatio final : public ProfiledQuantity {
 public:
  ProfiledRatio(Eigen::VectorXd signal, Eigen::VectorXd noise)
      : signal_(std::move(signal)), noise_(std::move(noise)) {}
  double value(const Eigen::VectorXd& v) const override {
    return signal_.dot(v) / noise_.dot(v);
  }
  LinearEquation equation(double value, int) const override {
    return {signal_ - value * noise_, 0.0};
  }
  Eigen::VectorXd move(Eigen::VectorXd v, double value) const override {
    const double noise = noise_.dot(v), signal = signal_.dot(v);
    for (Eigen::Index j = 0; j < v.size(); ++j) {
      if (signal_[j] <= 0) continue;
      if (signal > 1e-8 * noise)
        v[j] *= value * noise / signal;
      else
        v[j] = value * noise / signal_.sum();
    }
    return v;
  }
  bool reaches_zero() const override { return signal_[0] == 0; }

 private:
  Eigen::VectorXd signal_, noise_;
};

class Profile {
 public:
  // `rise`: of the criterion. `places`: the best fit, and others where it is lowest
  // nearby. The quantity has to stay.
  Profile(MixedModel* model, const std::vector<MixedFit>& places,
          const ProfiledQuantity& quantity, double rise)
      : search_(model),
        best_(places.front()),
        quantity_(quantity),
        target_(std::sqrt(rise)) {
    places_.push_back(best_);
    for (const MixedFit& place : places) {
      const bool near = place.criterion < best_.criterion + rise;
      if (near && place.converged && !same_place(place, best_)) places_.push_back(place);
    }
  }

  // Beyond all places within them: between two the criterion may be higher.
  ProfileLimits limits() {
    const auto by_value = [this](const MixedFit& a, const MixedFit& b) {
      return quantity_.value(a.variance) < quantity_.value(b.variance);
    };
    ProfileLimits result;
    result.low = lower(*std::min_element(places_.begin(), places_.end(), by_value));
    result.high = upper(*std::max_element(places_.begin(), places_.end(), by_value));
    return result;
  }

 private:
  struct Known {
    double log_value, root;  // root of the rise of the criterion, less the target
  };

  double root_at(double value) {
    const int n = static_cast<int>(best_.variance.size());
    const LinearEquation equation = quantity_.equation(value, n);
    MixedFit fit = search_.run(quantity_.move(from_, value), equation, 1e-8);
    for (std::size_t i = 0; i < places_.size() && places_.size() > 1; ++i) {
      const MixedFit other =
          search_.run(quantity_.move(places_[i].variance, value), equation, 1e-8);
      if (other.converged && !(fit.converged && fit.criterion < other.criterion))
        fit = other;
    }
    // A search that did not end has still found that the target is not reached there.
    const double root = root_of(fit);
    if (!fit.converged && !(root < 0)) return std::numeric_limits<double>::quiet_NaN();
    from_ = fit.variance;
    return root;
  }

  double root_of(const MixedFit& fit) const {
    return std::sqrt(std::max(fit.criterion - best_.criterion, 0.0)) - target_;
  }

  Known at(double log_value) { return {log_value, root_at(std::exp(log_value))}; }

  // How far the target is in logarithms if the criterion is a parabola.
  double first_step(const MixedFit& place) const {
    const Eigen::VectorXd& v = place.variance;
    const double centre = quantity_.value(v);
    Eigen::VectorXd slope(v.size());
    for (Eigen::Index j = 0; j < v.size(); ++j) {
      const double step = 1e-6 * v.maxCoeff();
      Eigen::VectorXd moved = v;
      moved[j] += step;
      slope[j] = (quantity_.value(moved) - centre) / step / centre;
    }
    // The criterion is minus twice the log likelihood: its curvature is twice the inverse
    // of a variance.
    const Eigen::VectorXd solved = place.information.fullPivLu().solve(slope);
    const double step = target_ * std::sqrt(2 * std::fabs(slope.dot(solved)));
    return std::isfinite(step) ? std::min(std::max(step, 1e-4), 3.0) : 0.3;
  }

  double lower(const MixedFit& place) {
    const double centre = quantity_.value(place.variance);
    if (centre <= 0) return 0;
    from_ = place.variance;
    const double step = first_step(place);
    bool near_zero = !quantity_.reaches_zero();
    Known inside{std::log(centre), root_of(place)};
    for (double reach = step; reach < 60; reach *= 2) {
      if (reach > 4 && !near_zero) {
        near_zero = true;
        const Eigen::VectorXd here = from_;
        const double root = root_at(0);
        if (std::isnan(root) || root <= 0) return std::isnan(root) ? root : 0;
        from_ = here;
      }
      // As little of the error is not told from none.
      const double least = std::log(1e-9 * place.variance.maxCoeff());
      const bool last = !quantity_.reaches_zero() && std::log(centre) - reach < least;
      const Known outside = at(last ? least : std::log(centre) - reach);
      if (std::isnan(outside.root)) return outside.root;
      if (outside.root > 0) return between(inside, outside);
      if (last) break;
      inside = outside;
    }
    return 0;
  }

  double upper(const MixedFit& place) {
    const double centre = quantity_.value(place.variance);
    from_ = place.variance;
    double start = std::log(centre), step = centre > 0 ? first_step(place) : 4;
    Known inside{start, root_of(place)};
    if (centre <= 0) {
      start = std::log(1e-8 * best_.variance.sum());
      inside = at(start);
      if (!(inside.root < 0)) return std::numeric_limits<double>::quiet_NaN();
    }
    for (double reach = step; reach < 60; reach *= 1.6) {
      const Known outside = at(start + reach);
      if (std::isnan(outside.root)) return outside.root;
      if (outside.root > 0) return between(inside, outside);
      inside = outside;
    }
    return std::numeric_limits<double>::infinity();
  }

  // Where the root is 0, by false position with a weight that keeps no end for long (the
  // Illinois rule).
  double between(Known a, Known b) {
    int side = 0;
    for (int i = 0; i < 60; ++i) {
      const double middle =
          (a.log_value * b.root - b.log_value * a.root) / (b.root - a.root);
      const Known c = at(middle);
      if (std::isnan(c.root)) return c.root;
      if (std::fabs(c.root) < 1e-5 || std::fabs(b.log_value - a.log_value) < 1e-9) {
        return std::exp(middle);
      }
      if ((c.root > 0) == (b.root > 0)) {
        b = c;
        if (side == 1) a.root /= 2;
        side = 1;
      } else {
        a = c;
        if (side == -1) b.root /= 2;
        side = -1;
      }
    }
    return std::numeric_limits<double>::quiet_NaN();
  }

  MixedSearch search_;
  MixedFit best_;
  std::vector<MixedFit> places_;
  const ProfiledQuantity& quantity_;
  double target_;
  Eigen::VectorXd from_;
};

}  // namespace accord
