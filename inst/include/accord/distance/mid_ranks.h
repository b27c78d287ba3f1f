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

// Calls use(i, rank) with the mid-rank of each of n categories, in increasing order,
// where count(i) is the number of ratings in one.
template <class Count, class Use>
void each_mid_rank(std::size_t n, const Count& count, const Use& use) {
  double below = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double own = count(i);
    use(i, below + own / 2);
    below += own;
  }
}

// The sums from which (R_c - R_k)^2 is summed over all pairs of ratings. Mid-ranks have
// the variance of Kendall's tie correction:
// sum over c, k of n_c n_k (R_c - R_k)^2 = n (n^3 - sum of n_c^3) / 6.
// The most frequent category is separated, a^3 - b^3 = (a - b)(a^2 + ab + b^2), because
// otherwise most digits would cancel if nearly all ratings are in one category.
struct RankSums {
  std::size_t mode = 0;               // the most frequent category
  double n = 0, most = 0, cubes = 0;  // of all; in the mode; of the counts of all others

  double all_pairs() const {
    return n * ((n - most) * (n * n + n * most + most * most) - cubes) / 6;
  }
};

template <class Count>
RankSums rank_sums(std::size_t n, const Count& count) {
  RankSums sums;
  for (std::size_t i = 0; i < n; ++i) {
    sums.n += count(i);
    if (count(i) > count(sums.mode)) sums.mode = i;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double own = count(i);
    (i == sums.mode ? sums.most : sums.cubes) += i == sums.mode ? own : own * own * own;
  }
  return sums;
}

class MidRanks {
 public:
  explicit MidRanks(int n_categories) : rank_(n_categories), place_(n_categories) {}

  // The categories in use of the margin must be in increasing order.
  void fit(const Margin& margin) {
    order_ = margin.used();
    const auto count = [&](std::size_t i) { return margin[order_[i]]; };
    each_mid_rank(order_.size(), count, [&](std::size_t i, double rank) {
      place_[order_[i]] = static_cast<int>(i);
      rank_[order_[i]] = rank;
    });
    sums_ = rank_sums(order_.size(), count);
    all_pairs_ = sums_.all_pairs();
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
    RankSums left = sums_;
    left.n -= p.size;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const double n = margin[p.code[j]];
      if (p.code[j] == order_[sums_.mode]) {
        left.most -= p.count[j];
      } else {
        left.cubes += cube(n - p.count[j]) - cube(n);
      }
    }
    return left.all_pairs();
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

  std::vector<double> rank_;
  std::vector<int> place_, order_;
  RankSums sums_;
  double all_pairs_ = 0;
};

}  // namespace accord
