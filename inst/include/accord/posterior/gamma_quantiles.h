#pragma once
// Quantiles of the gamma distribution at the midpoints (b + 1/2) / n of n equal parts: a
// sample of n values without random numbers.

#include <algorithm>  // max
#include <cmath>      // exp, lgamma, log, sqrt
#include <cstddef>    // size_t
#include <map>
#include <utility>  // pair
#include <vector>

#include "../base/parallel.h"

namespace accord {

// They are computed on the scale y = log x, where the density exp(shape y - e^y) /
// Gamma(shape) is smooth for any shape. Far to the left the distribution function is
// exp(shape y) / Gamma(shape + 1), whose quantiles have a closed form.
class GammaQuantiles {
 public:
  explicit GammaQuantiles(double shape)
      : shape_(shape),
        log_gamma_(std::lgamma(shape)),
        log_left_(log_gamma_ + std::log(shape)) {}

  std::vector<double> at_midpoints(std::size_t n) const {
    std::vector<double> result(n);
    double y = left_end(), p = large() ? 0 : std::exp(shape_ * y - log_left_);
    const int steps = large() ? 256 : 1024;
    const double step = (right_end() - y) / steps;
    double density_here = density(y);
    std::size_t b = 0;
    for (; b < n && (b + 0.5) / n <= p; ++b) {
      result[b] = std::exp((std::log((b + 0.5) / n) + log_left_) / shape_);
    }
    for (int i = 0; i < steps && b < n; ++i) {
      const double next = density(y + step);
      // Simpson's rule.
      const double grown =
          p + step / 6 * (density_here + 4 * density(y + step / 2) + next);
      for (; b < n && (b + 0.5) / n <= grown; ++b) {
        result[b] = std::exp(
            y + between((b + 0.5) / n - p, grown - p, step * density_here, step * next) *
                    step);
      }
      y += step;
      p = grown;
      density_here = next;
    }
    for (; b < n; ++b) result[b] = std::exp(y);
    return result;
  }

 private:
  // Returns the fraction of a step at which a share of the increase is reached: the cubic
  // Hermite polynomial of the inverse, from the slopes (increase per step) at both ends.
  static double between(double reached, double rise, double from, double to) {
    const double t = reached / rise, u = 1 - t;
    const double flat = 0.2;  // for smaller slopes the cubic may not be monotone
    if (!(from > flat * rise) || !(to > flat * rise)) return t;
    return t * t * (3 - 2 * t) + t * u * (u * rise / from - t * rise / to);
  }
  double density(double y) const {
    return std::exp(shape_ * y - std::exp(y) - log_gamma_);
  }
  // For a large shape the distribution is within nine standard deviations, and a narrower
  // grid is used.
  bool large() const { return shape_ > 100; }
  // The grid begins at a probability below all midpoints, but not at weights below
  // exp(-12), where the closed form has a relative error of at most 1e-5.
  static constexpr double no_probability = 1e-9, left_of_all = -12;
  double left_end() const {
    return large()
               ? std::log(shape_ - 9 * std::sqrt(shape_))
               : std::max(left_of_all, (std::log(no_probability) + log_left_) / shape_);
  }
  double right_end() const { return std::log(shape_ + 9 * std::sqrt(shape_) + 20); }

  double shape_, log_gamma_, log_left_;
};

// Quantiles of the gamma distributions in use, kept from one coefficient to the next.
class GammaTables {
  using Tables = std::map<std::pair<double, std::size_t>, std::vector<double>>;
  using Table = Tables::value_type;

 public:
  // Returns tables of `n` quantiles for these shapes. They remain valid until the next
  // call of trim().
  std::vector<const double*> of(const std::vector<double>& shapes, std::size_t n,
                                const Executor& executor) {
    std::vector<Table*> missing;
    std::vector<Table*> tables;
    for (const double shape : shapes) {
      const auto [table, is_new] = tables_.try_emplace({shape, n});
      tables.push_back(&*table);
      if (is_new) missing.push_back(&*table);
    }
    const int parts = parts_for(executor, missing.size(), 8);
    executor.run(parts, [&](int p) {
      const Range own = part(missing.size(), parts, p);
      for (std::size_t i = own.begin; i < own.end; ++i) {
        missing[i]->second = GammaQuantiles(missing[i]->first.first).at_midpoints(n);
      }
    });
    size_ += n * missing.size();
    std::vector<const double*> result;
    for (const Table* table : tables) result.push_back(table->second.data());
    return result;
  }
  void trim() {
    if (size_ < most) return;
    tables_.clear();
    size_ = 0;
  }

 private:
  static constexpr std::size_t most = 1 << 22;  // quantiles
  std::size_t size_ = 0;
  Tables tables_;
};

}  // namespace accord
