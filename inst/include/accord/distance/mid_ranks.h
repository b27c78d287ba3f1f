#pragma once
// Ordinal disagreement (Krippendorff 2019, section 12.3.4):
//   delta^2 = (sum of n_g from c to k - (n_c + n_k) / 2)^2 = (R_c - R_k)^2,
// where R is the mid-rank, the cumulative count minus half the category's own count. So
// it is interval disagreement of mid-ranks, and these follow from the margin.

#include <cstddef>  // size_t
#include <vector>

#include "../ratings/margin.h"
#include "squares.h"

namespace accord {

class MidRanks {
 public:
  explicit MidRanks(int n_categories) : rank_(n_categories), place_(n_categories) {}

  // The categories in use of the margin must be in increasing order.
  void fit(const Margin& margin) {
    order_ = margin.used();
    double below = 0;
    mode_ = -1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const int k = order_[i];
      place_[k] = static_cast<int>(i);
      rank_[k] = below + margin[k] / 2;
      below += margin[k];
      if (mode_ < 0 || margin[k] > margin[mode_]) mode_ = k;
    }
    cubes_ = 0;
    for (int k : order_) {
      if (k != mode_) cubes_ += cube(margin[k]);
    }
    all_pairs_ = mode_ < 0 ? 0 : pairs_of_ranks(margin.total(), margin[mode_], cubes_);
  }

  double rank(int code) const { return rank_[code]; }
  double rank_at(int place) const { return rank_[order_[place]]; }
  // Return the place of a category among those in use, and their number.
  int place(int code) const { return place_[code]; }
  int n_used() const { return static_cast<int>(order_.size()); }

  // Return sums over ordered pairs of ratings: of one item, of all items, and of all
  // ratings except those of one item, which are removed from the margin and the ranks.
  double inside(const Pattern& p) const {
    return squared_pairs(p, [&](int k) { return rank_[k]; });
  }
  double all_pairs() const { return all_pairs_; }
  double all_pairs_without(const Pattern& p, const Margin& margin) const {
    double cubes = cubes_, most = margin[mode_];
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

  // With all_pairs = n rest / 6, its derivative with respect to n_c is
  // (rest + 3 n (n^2 - n_c^2)) / 6.
  double slope_of_pairs(const Pattern& p, const Margin& margin) const {
    const double n = margin.total(), rest = 6 * all_pairs_ / n;
    double slope = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const double c = margin[p.code[j]];
      slope += p.count[j] * (rest + 3 * n * (n - c) * (n + c)) / 6;
    }
    return slope;
  }

 private:
  static double cube(double x) { return x * x * x; }

  // Mid-ranks have the variance of Kendall's tie correction:
  // sum over c, k of n_c n_k (R_c - R_k)^2 = n (n^3 - sum of n_c^3) / 6.
  // The most frequent category is separated, a^3 - b^3 = (a - b)(a^2 + ab + b^2), because
  // otherwise most digits would cancel if nearly all ratings are in one category.
  static double pairs_of_ranks(double n, double most, double cubes) {
    return n * ((n - most) * (n * n + n * most + most * most) - cubes) / 6;
  }

  std::vector<double> rank_;
  std::vector<int> place_, order_;
  int mode_ = -1;     // the most frequent category
  double cubes_ = 0;  // of the counts of all others
  double all_pairs_ = 0;
};

}  // namespace accord
