#pragma once
// The quantile of a value from weighted draws, and its precision.

#include <algorithm>  // max, min, nth_element, sort
#include <cmath>      // abs, isfinite, isnan, NAN, sqrt
#include <cstddef>    // ptrdiff_t, size_t
#include <utility>    // move
#include <vector>

namespace accord {

struct Draw {
  double value, weight;
  // The sum of the weights of the rows, each times its tilt: if it is above 0, a linear
  // approximation is beyond its own limit.
  double tangent;
};

// Draws in the order of their values, beginning at the far end of one side (-1 the lower,
// 1 the upper). The mean of their weights is 1.
class Tail {
 public:
  Tail(std::vector<Draw> draws, int side, double tail);

  // Return the limit, NaN if most draws have no value. If the probability of a tangent
  // above 0 is known, it is used as control variate, with the regression coefficient.
  double limit() const;
  double limit_with_control(double known);
  // Returns the standard error of the latter for independent draws.
  double error() const { return error_; }
  // Returns the probability of `value` and beyond on this side, with the same control
  // variate (NaN: none); 0 if no draw is there.
  double probability_from(double value, double known) const;

 private:
  // The weight of draws from a value on, and its regression on that of draws with a
  // tangent above 0.
  struct FromHere {
    double weight, slope, sd;
  };
  FromHere from(double value) const;
  // Returns the value at which the weights reach `wanted`, interpolated between the
  // middles of two draws.
  double value_at(double wanted) const;

  std::vector<Draw> draws_;  // values times side
  int side_;
  double all_ = 0, undefined_ = 0, wanted_ = 0, error_ = 0;
  double linear_ = 0, of_linear_ = 0;  // sums of weights and squares, of those tangents
};

inline Tail::Tail(std::vector<Draw> draws, int side, double tail)
    : draws_(std::move(draws)), side_(side), all_(static_cast<double>(draws_.size())) {
  std::size_t kept = 0;
  for (const Draw& x : draws_) {
    if (x.tangent > 0) {
      linear_ += x.weight;
      of_linear_ += x.weight * x.weight;
    }
    if (std::isfinite(x.value)) {
      draws_[kept++] = {side * x.value, x.weight, x.tangent};
    } else {
      undefined_ += x.weight;
    }
  }
  draws_.resize(kept);
  wanted_ = tail * (all_ - undefined_);
  const auto before = [](const Draw& a, const Draw& b) {
    return a.value != b.value ? a.value > b.value : a.weight < b.weight;
  };
  // Usually the tail ends before the middle, so that only the first half is sorted.
  const auto middle = draws_.begin() + static_cast<std::ptrdiff_t>(kept / 2);
  std::nth_element(draws_.begin(), middle, draws_.end(), before);
  std::sort(draws_.begin(), middle, before);
  double first_half = 0;
  for (auto x = draws_.begin(); x != middle; ++x) first_half += x->weight;
  if (first_half < 2 * wanted_) std::sort(middle, draws_.end(), before);
}

inline double Tail::limit() const {
  return undefined_ > all_ / 2 ? NAN : value_at(wanted_);
}

inline auto Tail::from(double value) const -> FromHere {
  double both = 0, here = 0, of_here = 0;
  for (const Draw& x : draws_) {
    if (x.value < side_ * value) continue;
    here += x.weight;
    of_here += x.weight * x.weight;
    if (x.tangent > 0) both += x.weight * x.weight;
  }
  const double of_linear = of_linear_ - linear_ * linear_ / all_;
  of_here -= here * here / all_;
  both -= linear_ * here / all_;
  const double slope = of_linear > 0 ? both / of_linear : 0;
  return {here, slope, std::sqrt(std::max(0.0, of_here - slope * both))};
}

inline double Tail::limit_with_control(double known) {
  const double plain = limit();
  if (std::isnan(plain)) return plain;
  const FromHere here = from(plain);
  const double step = wanted_ / 4;
  error_ = here.sd / (2 * step) *
           std::abs(value_at(wanted_ + step) - value_at(wanted_ - step));
  return value_at(wanted_ + here.slope * (linear_ - known * all_));
}

inline double Tail::probability_from(double value, double known) const {
  const double defined = all_ - undefined_;
  if (!(defined > 0)) return NAN;
  const FromHere here = from(value);
  const double control = std::isnan(known) ? 0 : here.slope * (linear_ - known * all_);
  const double corrected = here.weight - control;
  return std::min(corrected > 0 ? corrected : here.weight, defined) / defined;
}

inline double Tail::value_at(double wanted) const {
  double sum = 0, before = 0;
  for (std::size_t i = 0; i < draws_.size(); ++i) {
    const double here = sum + draws_[i].weight / 2;
    if (here >= wanted) {
      if (i == 0) return side_ * draws_[0].value;
      const double part = (wanted - before) / (here - before);
      const double from = draws_[i - 1].value;
      return side_ * (from + part * (draws_[i].value - from));
    }
    sum += draws_[i].weight;
    before = here;
  }
  return side_ * draws_.back().value;
}

}  // namespace accord
