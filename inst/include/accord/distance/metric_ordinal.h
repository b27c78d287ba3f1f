#pragma once
// Ordinal disagreement (Krippendorff 2019, section 12.3.4):
//   delta^2 = (sum of n_g from c to k - (n_c + n_k) / 2)^2 = (R_c - R_k)^2,
// where R is the mid-rank, the cumulative count less half the own count. So it is
// interval disagreement of mid-ranks, and the mid-ranks follow from the margin.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <vector>

#include "../ratings/margin.h"

namespace accord {

class OrdinalMetric {
 public:
  explicit OrdinalMetric(int n_categories)
      : margin(n_categories), rank_(n_categories), place_(n_categories) {}

  Margin margin;

  void close() {
    order_ = margin.used();
    std::sort(order_.begin(), order_.end());
    double below = 0;
    mode_ = -1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const int k = order_[i];
      place_[k] = static_cast<int>(i);
      rank_[k] = below + margin[k] / 2;
      below += margin[k];
      if (mode_ < 0 || margin[k] > margin[mode_]) mode_ = k;
    }
    most_ = mode_ < 0 ? 0 : margin[mode_];
    cubes_ = 0;
    for (int k : order_) {
      if (k != mode_) cubes_ += cube(margin[k]);
    }
  }

  double within(const Pattern& p) const {
    double mean = 0, squares = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      mean += rank_[p.code[j]] * p.count[j] / p.size;
    }
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const double d = rank_[p.code[j]] - mean;
      squares += p.count[j] * d * d;
    }
    return 2.0 * p.size / (p.size - 1) * squares;
  }

  // Mid-ranks have the variance of Kendall's tie correction:
  // sum over c, k of n_c n_k (R_c - R_k)^2 = n (n^3 - sum of n_c^3) / 6.
  // The most frequent category is taken out first, a^3 - b^3 = (a - b)(a^2 + ab + b^2):
  // else little would be left of the digits where nearly all ratings are alike.
  double all_pairs() const { return pairs_of_ranks(margin.total(), most_, cubes_); }

  double all_pairs_without(const Pattern& p) const {
    double cubes = cubes_, most = most_;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const double n = margin[p.code[j]];
      if (p.code[j] == mode_) {
        most -= p.count[j];
      } else {
        cubes += cube(n - p.count[j]) - cube(n);
      }
    }
    return pairs_of_ranks(margin.total() - p.size, most, cubes);
  }

  // With all_pairs = n rest / 6, its derivative with n_c is (rest + 3 n (n^2 - n_c^2))
  // / 6.
  double slope_of_pairs(const Pattern& p) const {
    const double n = margin.total(), rest = 6 * all_pairs() / n;
    double slope = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const double c = margin[p.code[j]];
      slope += p.count[j] * (rest + 3 * n * (n - c) * (n + c)) / 6;
    }
    return slope;
  }

  double rank(int code) const { return rank_[code]; }
  double rank_at(int place) const { return rank_[order_[place]]; }
  // The place of a category among those in use, and their number.
  int place(int code) const { return place_[code]; }
  int n_used() const { return static_cast<int>(order_.size()); }

 private:
  static double cube(double x) { return x * x * x; }
  // `cubes` without that of the category with `most`.
  static double pairs_of_ranks(double n, double most, double cubes) {
    return n * ((n - most) * (n * n + n * most + most * most) - cubes) / 6;
  }

  std::vector<double> rank_;
  std::vector<int> place_, order_;
  int mode_ = -1;  // the most frequent category, and its count
  double most_ = 0;
  double cubes_ = 0;  // of the counts of all others
};

}  // namespace accord
