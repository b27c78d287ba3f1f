#pragma once
// Correlations of residuals between levels, such as criteria or raters, over the items
// that have both: with a time and memory that depend on the ratings that there are.

#include <algorithm>  // max, min
#include <cmath>      // pow, sqrt
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

// Ratings are in the order of their items, those of item i from item_start[i] on.
struct ResidualLevels {
  Span<int> item_start;  // items + 1
  Span<int> level;       // of each rating, from 0
  Span<double> count;    // how often each rating was given
  int n_levels = 0;
};

// A cell has the ratings of an item at a level. Its value is the sum of their residuals,
// with the variance of one.
class ResidualCells {
 public:
  explicit ResidualCells(const ResidualLevels& ratings)
      : ratings_(ratings), cell_(ratings.level.size()), item_start_{0} {
    std::vector<int> seen(ratings.n_levels, -1);
    for (std::size_t i = 0; i + 1 < ratings.item_start.size(); ++i) {
      for (int r = ratings.item_start[i]; r < ratings.item_start[i + 1]; ++r) {
        const int level = ratings.level[r];
        if (seen[level] < item_start_.back()) {
          seen[level] = static_cast<int>(level_.size());
          level_.push_back(level);
          root_.push_back(0);
        }
        cell_[r] = seen[level];
        root_[cell_[r]] += ratings.count[r];
      }
      item_start_.push_back(static_cast<int>(level_.size()));
    }
    for (double& size : root_) size = std::sqrt(size);
  }

  // Returns levels × levels. Two levels with fewer than `fewest` items in common have a
  // correlation of 0, others one of NaN if a value does not vary. Values are centred at
  // the mean of all items of their level.
  std::vector<double> correlations(Span<double> residual, int fewest) const {
    const std::size_t n = ratings_.n_levels;
    const std::vector<double> value = centred(residual);
    // Of two levels a < b, row a has the sum of products, and the number of items.
    std::vector<double> result(n * n, 0), square(n * n, 0);
    std::vector<int> together(n * n, 0);
    for (std::size_t i = 0; i + 1 < item_start_.size(); ++i) {
      for (int c = item_start_[i]; c < item_start_[i + 1]; ++c) {
        for (int d = item_start_[i]; d < c; ++d) {
          const std::size_t cd = level_[c] * n + level_[d],
                            dc = level_[d] * n + level_[c];
          const std::size_t ab = std::min(cd, dc);
          result[ab] += value[c] * value[d];
          square[cd] += value[c] * value[c];
          square[dc] += value[d] * value[d];
          ++together[ab];
        }
      }
    }
    for (std::size_t a = 0; a < n; ++a) {
      result[a * n + a] = 1;
      for (std::size_t b = a + 1; b < n; ++b) {
        const std::size_t ab = a * n + b, ba = b * n + a;
        const double size = std::sqrt(square[ab] * square[ba]);
        result[ab] = together[ab] < fewest ? 0 : result[ab] / size;
        result[ba] = result[ab];
      }
    }
    return result;
  }

 private:
  std::vector<double> centred(Span<double> residual) const {
    std::vector<double> value(level_.size(), 0), mean(ratings_.n_levels, 0);
    for (std::size_t r = 0; r < cell_.size(); ++r) {
      value[cell_[r]] += ratings_.count[r] * residual[r];
    }
    std::vector<int> items(ratings_.n_levels, 0);
    for (std::size_t c = 0; c < value.size(); ++c) {
      value[c] /= root_[c];
      mean[level_[c]] += value[c];
      ++items[level_[c]];
    }
    for (std::size_t c = 0; c < value.size(); ++c) {
      value[c] -= mean[level_[c]] / items[level_[c]];
    }
    return value;
  }

  ResidualLevels ratings_;
  std::vector<int> cell_;        // of each rating
  std::vector<int> item_start_;  // items + 1 positions in the cells
  std::vector<int> level_;       // of each cell
  std::vector<double> root_;     // of the number of ratings of each cell
};

// The ratings of item i are those from item_start[i] on. `slope` is the derivative of a
// standardized rating.
struct ResidualErrors {
  Span<int> item_start;
  Span<double> count;
  Span<double> slope;
};

// Returns standardized residuals if the model holds. `error(r)` is the standard normal
// error of rating r, and of the location of item i for r = ratings + i. The posterior
// mean of a location is approximated as that of normal measurements, whose precision is
// the square of `slope`: residuals of an item share its error. A rating that counts
// several times has the mean of that many errors.
template <class Error>
std::vector<double> drawn_residuals(const ResidualErrors& ratings, double item_sd,
                                    Error error) {
  const int n = static_cast<int>(ratings.count.size());
  const double prior = std::pow(std::max(item_sd, 1e-6), -2);
  std::vector<double> residual(n);
  for (int i = 0; i + 1 < static_cast<int>(ratings.item_start.size()); ++i) {
    const int begin = ratings.item_start[i], end = ratings.item_start[i + 1];
    double sum = -prior * item_sd * error(n + i), precision = prior;
    for (int r = begin; r < end; ++r) {
      residual[r] = error(r) / std::sqrt(ratings.count[r]);
      sum += ratings.count[r] * ratings.slope[r] * residual[r];
      precision += ratings.count[r] * ratings.slope[r] * ratings.slope[r];
    }
    for (int r = begin; r < end; ++r) residual[r] -= ratings.slope[r] * sum / precision;
  }
  return residual;
}

}  // namespace accord
