#pragma once
// Pairs of categories of equal probability, represented by a few of them.
//
// To first order, a pair (c, k) of ratings affects a coefficient 1 - D_o / D_e through
// two numbers: its own disagreement d(c, k), and the mean disagreement delta_c + delta_k
// of its categories with the ratings of the group. The pairs are divided into boxes in
// the plane of these two by repeated halving, always of the box and the direction (these
// two or their difference) with the largest sum of squares about the mean. The pair
// nearest to the mean represents its box. So unusual pairs represent themselves, and the
// probabilities have few different values, whose gamma quantiles can be shared.

#include <algorithm>  // max_element, min_element, nth_element
#include <array>
#include <cmath>    // abs
#include <cstddef>  // ptrdiff_t, size_t
#include <vector>

#include "totals.h"

namespace accord {

template <class Pair>
bool in_order(const Pair& a, const Pair& b) {
  return a.second != b.second ? a.second < b.second : a.first < b.first;
}

class PairSample {
 public:
  // `apart` is d(c, k); `expected` is delta_c + delta_k.
  void add(int first, int second, double apart, double expected) {
    pairs_.push_back({first, second, {apart, expected, expected - apart}});
  }

  // Adds at most `most` pairs, whose probabilities sum to `mass`.
  void some(std::size_t most, double mass, std::vector<CategoryPair>* to) {
    const double one = mass / static_cast<double>(pairs_.size());
    if (pairs_.size() <= most) {
      for (const Pair& x : pairs_) to->push_back({x.first, x.second, one});
      return;
    }
    for (const Box& box : boxes(most)) {
      const Pair& x = nearest_to_mean(box);
      to->push_back({x.first, x.second, one * box.size()});
    }
  }

 private:
  struct Pair {
    int first, second;
    std::array<double, 3> at;  // in each direction
  };
  using Places = std::vector<Pair>::iterator;
  // A range of pairs, and the direction in which they differ most.
  struct Box {
    std::size_t begin, end;
    std::size_t direction = 0;
    double squares = 0;
    double size() const { return static_cast<double>(end - begin); }
  };

  double mean(const Box& box, std::size_t direction) const {
    double sum = 0;
    for (std::size_t i = box.begin; i < box.end; ++i) sum += pairs_[i].at[direction];
    return sum / box.size();
  }

  Box box(std::size_t begin, std::size_t end) const {
    Box result{begin, end};
    const std::array<double, 3> middle{mean(result, 0), mean(result, 1), mean(result, 2)};
    std::array<double, 3> squares{};
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        const double from = pairs_[i].at[k] - middle[k];
        squares[k] += from * from;
      }
    }
    const auto most = std::max_element(squares.begin(), squares.end());
    result.direction = static_cast<std::size_t>(most - squares.begin());
    result.squares = *most;
    return result;
  }

  std::vector<Box> boxes(std::size_t most) {
    std::vector<Box> result{box(0, pairs_.size())};
    const double none = 1e-9 * result[0].squares;  // equal except for rounding
    // The largest element is halved next; if all pairs in both boxes are equal, boxes are
    // compared by size.
    const auto before = [none](const Box& a, const Box& b) {
      const bool differ_a = a.end - a.begin > 1 && a.squares > none,
                 differ_b = b.end - b.begin > 1 && b.squares > none;
      if (differ_a != differ_b) return differ_b;
      return differ_a ? a.squares < b.squares : a.size() < b.size();
    };
    while (result.size() < most) {
      const auto x = std::max_element(result.begin(), result.end(), before);
      const std::size_t middle = (x->begin + x->end) / 2;
      divide(*x, middle);
      const Box upper = box(middle, x->end);
      *x = box(x->begin, middle);
      result.insert(x + 1, upper);
    }
    return result;
  }

  Places place(std::size_t i) { return pairs_.begin() + static_cast<std::ptrdiff_t>(i); }

  // Puts the lower half of a box first.
  void divide(const Box& box, std::size_t middle) {
    std::nth_element(place(box.begin), place(middle), place(box.end),
                     [&](const Pair& a, const Pair& b) {
                       const double at_a = a.at[box.direction],
                                    at_b = b.at[box.direction];
                       if (at_a != at_b) return at_a < at_b;
                       return a.at != b.at ? a.at < b.at : in_order(a, b);
                     });
  }

  const Pair& nearest_to_mean(const Box& box) {
    const double apart = mean(box, 0), expected = mean(box, 1);
    const auto from_mean = [&](const Pair& x) {
      return std::abs(x.at[0] - apart) + std::abs(x.at[1] - expected);
    };
    return *std::min_element(place(box.begin), place(box.end),
                             [&](const Pair& a, const Pair& b) {
                               const double far_a = from_mean(a), far_b = from_mean(b);
                               return far_a != far_b ? far_a < far_b : in_order(a, b);
                             });
  }

  std::vector<Pair> pairs_;
};

}  // namespace accord
