#pragma once
// The weights of a row in many draws, which are added to totals: in all draws, or only in
// those in which the weight is not negligible.

#include <cstddef>  // size_t
#include <cstdint>  // uint32_t
#include <vector>

#include "shuffle.h"
#include "tilt.h"

namespace accord {

class RowWeights {
 public:
  explicit RowWeights(std::size_t most) : weight_(most), place_(most) {}

  // Computes the weights in `n` draws, beginning with `first`.
  void draw(const PosteriorRow& row, const Shuffle& shuffle, double scale,
            std::size_t first, std::size_t n) {
    size_ = n;
    all_ = row.from == 0;
    const auto part = [&](std::size_t j) {
      return shuffle(static_cast<std::uint32_t>(first + j));
    };
    if (all_) {
      for (std::size_t j = 0; j < n; ++j) weight_[j] = scale * row.quantiles[part(j)];
      return;
    }
    size_ = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint32_t i = part(j);
      if (i < row.from) continue;
      place_[size_] = static_cast<std::uint32_t>(j);
      weight_[size_++] = scale * row.quantiles[i];
    }
  }

  void square() {
    for (std::size_t j = 0; j < size_; ++j) weight_[j] *= weight_[j];
  }

  // Writes the weights, 0 where they are negligible, and `own` times their squares.
  void write(double own, Lanes* linear, Lanes* square) const {
    linear->fill(0);
    square->fill(0);
    for (std::size_t i = 0; i < size_; ++i) {
      const std::size_t j = all_ ? i : place_[i];
      (*linear)[j] = weight_[i];
      (*square)[j] = own * weight_[i] * weight_[i];
    }
  }

  // Adds `factor` times the weights, four at a time: all four are read before one is
  // written, so that the compiler can vectorize the step.
  void add_times(double factor, double* to) const {
    const double* from = weight_.data();
    if (!all_) {
      for (std::size_t j = 0; j < size_; ++j) to[place_[j]] += factor * from[j];
      return;
    }
    std::size_t j = 0;
    for (; j + 4 <= size_; j += 4) {
      const double a = to[j] + factor * from[j], b = to[j + 1] + factor * from[j + 1],
                   c = to[j + 2] + factor * from[j + 2],
                   d = to[j + 3] + factor * from[j + 3];
      to[j] = a;
      to[j + 1] = b;
      to[j + 2] = c;
      to[j + 3] = d;
    }
    for (; j < size_; ++j) to[j] += factor * from[j];
  }

 private:
  std::vector<double> weight_;
  std::vector<std::uint32_t> place_;  // of the draws, unless all are used
  std::size_t size_ = 0;
  bool all_ = true;
};

}  // namespace accord
