#pragma once
// The posterior of ci_bayes() in its plain form, an oracle for posterior.h: gamma weights
// from a stream of random numbers for each row, the weights of the pseudo-item, and of
// the pseudo-ratings of each rater, broken into sticks (Sethuraman 1994), and limits as
// quantiles of the draws.

#include <algorithm>  // min, min_element, nth_element, remove_if, upper_bound
#include <cmath>      // NAN, floor, isfinite, log, pow, sqrt
#include <cstddef>    // ptrdiff_t, size_t
#include <cstdint>    // uint64_t
#include <vector>

#include "accord/base/split_mix.h"
#include "accord/posterior/figure_rows.h"
#include "accord/posterior/totals.h"

namespace plain {

using accord::Addend;
using accord::TotalRow;
using accord::TotalRows;

// Random numbers from a key: SplitMix (Steele, Lea & Flood 2014).
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t key) : state_(accord::split_mix(key)) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    return accord::split_mix(state_);
  }
  // Above 0 and below 1.
  double uniform() {
    return (static_cast<double>(next() >> 11) + 0.5) / 9007199254740992.0;  // 2^53
  }
  double exponential() { return -std::log(uniform()); }

  // The polar method (Marsaglia & Bray 1964).
  double normal() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    double x, y, s;
    do {
      x = 2 * uniform() - 1;
      y = 2 * uniform() - 1;
      s = x * x + y * y;
    } while (!(s < 1));
    const double factor = std::sqrt(-2 * std::log(s) / s);
    spare_ = y * factor;
    has_spare_ = true;
    return x * factor;
  }

  // Marsaglia & Tsang (2000); below a shape of 1 with their power of a uniform number.
  double gamma(double shape) {
    if (shape == 1) return exponential();
    if (shape < 1) return gamma(shape + 1) * std::pow(uniform(), 1 / shape);
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
      const double x = normal(), v = 1 + c * x;
      if (!(v > 0)) continue;
      const double v3 = v * v * v, u = uniform(), x2 = x * x;
      if (u < 1 - 0.0331 * x2 * x2) return d * v3;
      if (std::log(u) < x2 / 2 + d * (1 - v3 + std::log(v3))) return d * v3;
    }
  }

 private:
  std::uint64_t state_;
  double spare_ = 0;
  bool has_spare_ = false;
};

// The weights of pseudo-items whose part of a gamma weight of shape 1 is `times` each:
// sticks are broken off until this much is left, which the last one takes.
class Sticks {
 public:
  Sticks(const TotalRows& rows, std::uint64_t key) : stream_(key), weight_(rows.size()) {
    double sum = 0;
    for (const TotalRow& row : rows) upto_.push_back(sum += row.times);
  }

  // Calls use(i, weight) for the pseudo-items of one draw.
  template <class Use>
  void draw(const Use& use) {
    if (upto_.empty()) return;
    const double all = stream_.exponential();
    double left = all;
    hit_.clear();
    while (left > 0) {
      const bool last = left < least_left * all;
      const double part = last ? left : left * stream_.uniform();
      const double at = stream_.uniform() * upto_.back();
      const auto i = std::min<std::size_t>(
          upto_.size() - 1,
          std::upper_bound(upto_.begin(), upto_.end(), at) - upto_.begin());
      if (!(weight_[i] > 0)) hit_.push_back(i);
      weight_[i] += part;
      left = last ? 0 : left - part;
    }
    for (std::size_t i : hit_) {
      use(i, weight_[i]);
      weight_[i] = 0;
    }
  }

 private:
  static constexpr double least_left = 1e-4;
  RandomStream stream_;
  std::vector<double> weight_, upto_;
  std::vector<std::size_t> hit_;
};

struct Limits {
  double lower = NAN, upper = NAN, variance = NAN;
};

// The quantile at `part` of those draws that have a value; NaN where most have none.
inline double quantile_of(std::vector<double>* draws, double part) {
  std::vector<double>& x = *draws;
  const std::size_t all = x.size();
  x.erase(std::remove_if(x.begin(), x.end(), [](double y) { return !std::isfinite(y); }),
          x.end());
  if (x.size() < all / 2 || x.empty()) return NAN;
  const double at = part * static_cast<double>(x.size() - 1);
  const auto i = x.begin() + static_cast<std::ptrdiff_t>(at);
  std::nth_element(x.begin(), i, x.end());
  if (i + 1 == x.end()) return *i;
  return *i + (at - std::floor(at)) * (*std::min_element(i + 1, x.end()) - *i);
}

class Posterior {
 public:
  Posterior(const accord::Figure& figure, const accord::FigureRows& rows, unsigned seed,
            std::size_t draws)
      : figure_(figure), rows_(rows), n_(draws), seed_(accord::split_mix(seed)) {}

  Limits limits(double tail) const {
    std::vector<double> lower(n_), upper(n_), observed, one;
    std::vector<RandomStream> stream;
    for (std::size_t i = 0; i < rows_.observed.size(); ++i) {
      stream.emplace_back(seed_ + 3 + i);
    }
    // The pseudo-ratings of a rater have a mass of 1 together.
    std::vector<TotalRows> raters;
    std::vector<Sticks> of_raters;
    double mass = 0;
    for (const TotalRow& row : rows_.of_raters) {
      if (mass < 1e-9) raters.emplace_back();
      raters.back().push_back(row);
      mass += row.times;
      if (mass > 1 - 1e-9) mass = 0;
    }
    for (const TotalRows& x : raters) of_raters.emplace_back(x, stream.back().next());
    Sticks random(rows_.random, seed_ + 1), agreeing(rows_.agreeing, seed_ + 2);
    for (std::size_t d = 0; d < n_; ++d) {
      observed.assign(figure_.n_totals(), 0);
      for (std::size_t i = 0; i < stream.size(); ++i) {
        const TotalRow& row = rows_.observed[i];
        const double shape = row.lambda * row.times;
        // For n items with one weight, this is the share of pairs of an item with itself.
        const double own = row.times > 1 ? (row.lambda + 1) / (shape + 1) : 1;
        add(row, stream[i].gamma(shape), own, &observed);
      }
      for (std::size_t g = 0; g < raters.size(); ++g) {
        of_raters[g].draw(
            [&](std::size_t i, double w) { add(raters[g][i], w, 1, &observed); });
      }
      lower[d] = with(rows_.random, observed, &random, &one);
      upper[d] = with(rows_.agreeing, observed, &agreeing, &one);
    }
    Limits result;
    result.variance = (variance_of(lower) + variance_of(upper)) / 2;
    result.lower = quantile_of(&lower, tail);
    result.upper = quantile_of(&upper, 1 - tail);
    return result;
  }

 private:
  static void add(const TotalRow& row, double g, double own, std::vector<double>* to) {
    for (const Addend& x : row.linear) (*to)[x.place] += g * x.amount;
    for (const Addend& x : row.square) (*to)[x.place] += own * g * g * x.amount;
  }
  double with(const TotalRows& pseudo, const std::vector<double>& observed,
              Sticks* sticks, std::vector<double>* one) const {
    *one = observed;
    sticks->draw([&](std::size_t i, double g) { add(pseudo[i], g, 1, one); });
    return figure_.value(accord::Totals(one->data(), 1));
  }
  static double variance_of(const std::vector<double>& x) {
    double mean = 0, squares = 0;
    for (double y : x) mean += y / static_cast<double>(x.size());
    for (double y : x) squares += (y - mean) * (y - mean);
    return squares / static_cast<double>(x.size() - 1);
  }

  const accord::Figure& figure_;
  const accord::FigureRows& rows_;
  std::size_t n_;
  std::uint64_t seed_;
};

}  // namespace plain
