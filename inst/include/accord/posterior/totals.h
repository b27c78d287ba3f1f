#pragma once
// A coefficient as a function of totals. An observation, which is an item or a cluster of
// items, is a row that adds its amounts to the totals. Other weights of the rows change
// the totals, while the function stays the same.

#include <algorithm>  // sort
#include <array>
#include <cmath>    // NAN, isfinite
#include <cstddef>  // size_t
#include <memory>   // unique_ptr
#include <utility>  // move
#include <vector>

#include "../agreement/disagreement.h"
#include "../base/views.h"

namespace accord {

// The totals under one of many sets of weights, which are stored side by side.
class Totals {
 public:
  Totals(const double* first, std::size_t stride) : first_(first), stride_(stride) {}
  double operator[](std::size_t place) const { return first_[place * stride_]; }
  Totals from(std::size_t place) const { return {first_ + place * stride_, stride_}; }

 private:
  const double* first_;
  std::size_t stride_;
};

// An amount that a row adds at a place of the totals.
struct Addend {
  int place;
  double amount;

  bool operator<(const Addend& x) const {
    return place != x.place ? place < x.place : amount < x.amount;
  }
  bool operator==(const Addend& x) const {
    return place == x.place && amount == x.amount;
  }
};

// A sparse row. Its linear amounts count by its weight, and its squares by the squared
// weight: they are from pairs of ratings of the row with itself.
struct TotalRow {
  std::vector<Addend> linear, square;
  double times = 1;   // that it was observed; for pseudo-items their part
  double lambda = 1;  // for how many observations each counts in a posterior
};

using TotalRows = std::vector<TotalRow>;

// Joins addends of the same place, in increasing order of place, so that equal rows are
// equal as data. Sums begin with the smallest amount, so that they do not depend on the
// order of the items, to the last digit.
inline void join(std::vector<Addend>* addends) {
  std::sort(addends->begin(), addends->end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < addends->size(); ++i) {
    if (kept > 0 && (*addends)[kept - 1].place == (*addends)[i].place) {
      (*addends)[kept - 1].amount += (*addends)[i].amount;
    } else {
      (*addends)[kept++] = (*addends)[i];
    }
  }
  addends->resize(kept);
}

// Returns the totals of rows as they were observed, without squares.
inline std::vector<double> total_up(const TotalRows& rows, std::size_t n_totals) {
  std::vector<double> total(n_totals);
  for (const TotalRow& row : rows) {
    for (const Addend& x : row.linear) total[x.place] += row.times * x.amount;
  }
  return total;
}

// Returns the mean over pairs of ratings of different items, D_e of a population: `sum`
// is over all pairs, `own` over those of an item with itself; `pairs` and `same` are the
// numbers of both.
inline double mean_between(double sum, double own, double pairs, double same) {
  return (sum - own) / (pairs - same);
}

// Returns the coefficient of a population; NaN if there is none.
inline double value_of(double observed, double expected) {
  return expected > 0 ? beyond_chance(observed, expected) : NAN;
}

// The categories that occur or can occur in a group, in increasing order, and the place
// of each among them.
class CategoryPlaces {
 public:
  CategoryPlaces(std::vector<int> categories, int n_categories)
      : category_(std::move(categories)), place_(n_categories, -1) {
    for (int k = 0; k < size(); ++k) place_[category_[k]] = k;
  }
  int size() const { return static_cast<int>(category_.size()); }
  int category(int place) const { return category_[place]; }
  int place(int category) const { return place_[category]; }

 private:
  std::vector<int> category_, place_;
};

// A pair of categories and its probability.
struct CategoryPair {
  int first, second;
  double probability;
};

// The size of one observation: the weight of its items and of their ratings, and the
// number of items.
struct UnitSize {
  double items = 0, ratings = 0, count = 1;
};

// A coefficient in several draws side by side, from the weights of the rows. It is for
// figures with more totals than a cache holds, and does not compute all of them at once.
inline constexpr std::size_t draws_at_once = 16;
using Lanes = std::array<double, draws_at_once>;

class FromWeights {
 public:
  struct Weights {
    std::vector<Lanes> linear, square;  // of the observed rows
    std::vector<Lanes> first;           // the totals of the first places
  };

  virtual ~FromWeights() = default;
  virtual void values(const Weights& weights, Lanes* to) const = 0;
};

// Says what an interval by random weights requires of a coefficient.
class Figure {
 public:
  virtual ~Figure() = default;
  virtual std::size_t n_totals() const = 0;
  // Returns the coefficient of a population; NaN if there is none.
  virtual double value(const Totals& totals) const = 0;
  // Computes the derivative with respect to each total, if there is a formula. Without
  // one, influences are found by a step for each row, which costs rows times totals.
  virtual bool gradient(const Totals&, std::vector<double>*) const { return false; }
  // Returns what computes draws from the weights of these rows, if it is faster than by
  // totals. Only places before `n_first` are then totalled.
  virtual std::unique_ptr<FromWeights> from_weights(const TotalRows&) const { return {}; }
  virtual std::size_t n_first() const { return 0; }
  // Adds the squares, from pairs of the row's ratings, given the linear amounts of a row.
  virtual void add_squares(const std::vector<Addend>& linear,
                           std::vector<Addend>* square) const = 0;
};

inline TotalRow row_of(const Figure& figure, std::vector<Addend> linear, double times) {
  TotalRow row{std::move(linear), {}, times};
  figure.add_squares(row.linear, &row.square);
  return row;
}

// Derivatives of a coefficient with respect to the weight of a row, at these totals, from
// the gradient or by a small step; 0 if there is none.
class Influences {
 public:
  Influences(const Figure& figure, std::vector<double> total, double step)
      : figure_(figure), total_(std::move(total)), moved_(total_), step_(step) {
    exact_ = figure_.gradient(Totals(total_.data(), 1), &gradient_);
    if (!exact_) here_ = figure_.value(Totals(total_.data(), 1));
  }

  double of(Span<Addend> row) {
    if (exact_) {
      double sum = 0;
      for (const Addend& x : row) sum += x.amount * gradient_[x.place];
      return std::isfinite(sum) ? sum : 0;
    }
    for (const Addend& x : row) moved_[x.place] += step_ * x.amount;
    const double u = (figure_.value(Totals(moved_.data(), 1)) - here_) / step_;
    for (const Addend& x : row) moved_[x.place] = total_[x.place];
    return std::isfinite(u) ? u : 0;
  }

 private:
  const Figure& figure_;
  std::vector<double> total_, moved_, gradient_;
  double step_, here_ = NAN;
  bool exact_ = false;
};

}  // namespace accord
