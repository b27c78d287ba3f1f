#pragma once
// Limits from the profile likelihood: values at which the criterion, minimized over
// everything else, exceeds its minimum by a quantile of the chi-square distribution.

#include <algorithm>  // max, max_element, min, min_element
#include <cmath>      // exp, fabs, isfinite, isnan, log, sqrt
#include <limits>     // numeric_limits
#include <vector>

#include "eigen.h"
#include "mixed_fit.h"
#include "mixed_quantity.h"

namespace accord {

struct ProfileLimits {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

class Profile {
 public:
  // `rise` is that of the criterion. `places` are the best fit, and other local minima.
  // The quantity must outlive the object.
  Profile(MixedModel* model, const std::vector<MixedFit>& places,
          const ProfiledQuantity& quantity, double rise)
      : search_(model),
        best_(places.front()),
        quantity_(quantity),
        target_(std::sqrt(rise)) {
    // The likelihood may allow a variance about which there is little information, such
    // as that of three raters, to be either large or small.
    constexpr int most = 30;
    const MixedDesign& design = model->design();
    const int n = design.n_terms() + 1;
    const Eigen::VectorXd a = quantity.equation(1, n).a;
    for (int j = 1; j < n; ++j) {
      if (a[j] < 0 && design.n_levels(j - 1) <= most) few_.push_back(j);
    }
    places_.push_back(best_);
    for (const MixedFit& place : places) {
      const bool near = place.criterion < best_.criterion + rise;
      if (near && place.converged && !same_place(place, best_)) places_.push_back(place);
    }
  }

  // Returns limits beyond all local minima within them, although the criterion can be
  // higher between two of these.
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
    const auto also_from = [&](const Eigen::VectorXd& variance) {
      const MixedFit other = search_.run(quantity_.move(variance, value), equation, 1e-8);
      if (other.converged && !(fit.converged && fit.criterion < other.criterion))
        fit = other;
    };
    // A search from outside can miss the minimum inside.
    if (!few_.empty() && from_ != inside_) also_from(inside_);
    for (std::size_t i = 0; i < places_.size() && places_.size() > 1; ++i) {
      also_from(places_[i].variance);
    }
    // A search that did not converge has nevertheless shown that the criterion is below
    // the target there.
    const double root = root_of(fit);
    if (!fit.converged && !(root < 0)) return std::numeric_limits<double>::quiet_NaN();
    from_ = fit.variance;
    if (root < 0) inside_ = from_;
    return root;
  }

  double root_of(const MixedFit& fit) const {
    return std::sqrt(std::max(fit.criterion - best_.criterion, 0.0)) - target_;
  }

  // Returns variances with most of the total in one of these terms, or as much as in the
  // error, or with little in each.
  std::vector<Eigen::VectorXd> elsewhere() const {
    if (few_.empty()) return {};
    Eigen::VectorXd none = from_;
    for (int j : few_) none[j] *= 0.02;
    std::vector<Eigen::VectorXd> result{none};
    for (int j : few_) {
      for (double variance : {from_.sum(), from_[0]}) {
        result.push_back(none);
        result.back()[j] = variance;
      }
    }
    return result;
  }

  // Also at a fixed value the criterion can have several minima: one with most of the
  // error variance due to raters, one with little of it. Returns whether a search from
  // elsewhere ends below the target; then the search for the limit continues from there.
  bool found_inside(Known* limit) {
    const double value = std::exp(limit->log_value);
    const LinearEquation equation =
        quantity_.equation(value, static_cast<int>(best_.variance.size()));
    MixedFit lowest;
    for (const Eigen::VectorXd& point : elsewhere()) {
      const MixedFit fit = search_.run(quantity_.move(point, value), equation, 1e-4);
      if (fit.converged && fit.criterion < lowest.criterion) lowest = fit;
    }
    limit->root = root_of(lowest);
    if (!(limit->root < -1e-3)) return false;
    from_ = inside_ = lowest.variance;
    return true;
  }

  Known at(double log_value) { return {log_value, root_at(std::exp(log_value))}; }

  // Returns the distance of the target on the log scale if the criterion is a parabola.
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
    from_ = inside_ = place.variance;
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
      // An error variance as small as this cannot be distinguished from 0.
      const double least = std::log(1e-9 * place.variance.maxCoeff());
      const bool last = !quantity_.reaches_zero() && std::log(centre) - reach < least;
      const Known outside = at(last ? least : std::log(centre) - reach);
      if (std::isnan(outside.root)) return outside.root;
      if (outside.root > 0) return limit_between(inside, outside, 0);
      if (last) break;
      inside = outside;
    }
    return 0;
  }

  double upper(const MixedFit& place) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double centre = quantity_.value(place.variance);
    from_ = inside_ = place.variance;
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
      if (outside.root > 0) return limit_between(inside, outside, infinity);
      inside = outside;
    }
    return infinity;
  }

  // Returns the limit between a place inside and one outside, or further out if another
  // minimum is inside there; `none` is the limit if the target is not reached.
  double limit_between(Known inside, Known outside, double none) {
    Known limit = between(inside, outside);
    for (int i = 0; i < 5 && !std::isnan(limit.root) && found_inside(&limit); ++i) {
      double reach = outside.log_value - limit.log_value;
      inside = limit;
      outside = at(inside.log_value + reach);
      while (outside.root <= 0 && std::fabs(reach) < 60) {
        inside = outside;
        reach *= 2;
        outside = at(inside.log_value + reach);
      }
      if (outside.root <= 0) return none;
      limit = std::isnan(outside.root) ? outside : between(inside, outside);
    }
    return std::isnan(limit.root) ? limit.root : std::exp(limit.log_value);
  }

  // Finds the root by false position, with weights that prevent one end from being kept
  // for long (the Illinois rule).
  Known between(Known a, Known b) {
    int side = 0;
    for (int i = 0; i < 60; ++i) {
      const double middle =
          (a.log_value * b.root - b.log_value * a.root) / (b.root - a.root);
      const Known c = at(middle);
      if (std::isnan(c.root)) return c;
      if (std::fabs(c.root) < 1e-5 || std::fabs(b.log_value - a.log_value) < 1e-9) {
        return c;
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
    return {a.log_value, std::numeric_limits<double>::quiet_NaN()};
  }

  MixedSearch search_;
  MixedFit best_;
  std::vector<MixedFit> places_;
  std::vector<int> few_;  // terms with few levels that the quantity falls with
  const ProfiledQuantity& quantity_;
  double target_;
  Eigen::VectorXd from_, inside_;  // of the last search, and of the last below the target
};

}  // namespace accord
