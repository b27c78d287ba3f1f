#pragma once
// A coefficient as a function of totals. What was observed once, an item or a cluster of
// items, is a row that adds its amounts to the totals; under other weights of the rows
// the totals are other ones and the function is the same.

#include <algorithm>  // sort
#include <cmath>      // isfinite
#include <cstddef>    // size_t
#include <utility>    // move, pair
#include <vector>

#include "../base/views.h"

namespace accord {

// The totals under one of many sets of weights, which lie beside each other.
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

// Sparse rows. Besides amounts that count by the weight of a row there are those that
// count by its square: what a row makes of pairs of ratings with itself.
class TotalRows {
 public:
  std::size_t size() const { return times_.size(); }
  Span<Addend> linear(std::size_t i) const {
    return Span<Addend>(linear_).slice(linear_start_[i], linear_start_[i + 1]);
  }
  Span<Addend> square(std::size_t i) const {
    return Span<Addend>(square_).slice(square_start_[i], square_start_[i + 1]);
  }
  // How often the row was observed, of pseudo-items their part; and as how many
  // observations each of these counts in a posterior.
  double times(std::size_t i) const { return times_[i]; }
  double lambda(std::size_t i) const { return lambda_[i]; }
  std::size_t n_addends() const { return linear_.size() + square_.size(); }

  void add(const std::vector<Addend>& linear, const std::vector<Addend>& square,
           double times) {
    linear_.insert(linear_.end(), linear.begin(), linear.end());
    square_.insert(square_.end(), square.begin(), square.end());
    linear_start_.push_back(linear_.size());
    square_start_.push_back(square_.size());
    times_.push_back(times);
    lambda_.push_back(1);
  }
  void count_each_as(double lambda) { lambda_.assign(lambda_.size(), lambda); }
  void count_as(std::size_t i, double lambda) { lambda_[i] = lambda; }

  // All rows weigh more or less.
  void scale(double factor) {
    for (Addend& x : linear_) x.amount *= factor;
    for (Addend& x : square_) x.amount *= factor * factor;
  }
  // The rows of another table, whose totals stand behind `first` others.
  void append(const TotalRows& other, int first) {
    for (std::size_t i = 0; i < other.size(); ++i) {
      append(other, i, first, other.times(i));
    }
  }
  // One of its rows.
  void append(const TotalRows& other, std::size_t i, int first, double times) {
    add(moved(other.linear(i), first), moved(other.square(i), first), times);
  }
  // Adds to the last row the totals of one of another table.
  void extend(const TotalRows& other, std::size_t i, int first) {
    for (const Addend& x : moved(other.linear(i), first)) linear_.push_back(x);
    for (const Addend& x : moved(other.square(i), first)) square_.push_back(x);
    linear_start_.back() = linear_.size();
    square_start_.back() = square_.size();
  }

 private:
  static std::vector<Addend> moved(Span<Addend> addends, int by) {
    std::vector<Addend> result;
    for (const Addend& x : addends) result.push_back({by + x.place, x.amount});
    return result;
  }

  std::vector<Addend> linear_, square_;
  std::vector<std::size_t> linear_start_{0}, square_start_{0};
  std::vector<double> times_, lambda_;
};

// Joins addends of the same place, by rising place, so that equal rows look equal. Sums
// are formed from the smallest amount on: the order of the items does not change a digit.
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

// The totals of rows as they were observed, squares left out.
inline std::vector<double> total_up(const TotalRows& rows, std::size_t n_totals) {
  std::vector<double> total(n_totals);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const Addend& x : rows.linear(i)) total[x.place] += rows.times(i) * x.amount;
  }
  return total;
}

// The categories that occur in a group or may occur, rising, and the place of each among
// them.
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

// A pair of categories and how probable it is.
struct CategoryPair {
  int first, second;
  double probability;
};

// What is observed once: the weight of its items and of their ratings, and how many
// items there are.
struct UnitSize {
  double items = 0, ratings = 0, count = 1;
};

// What an interval by new weights has to know of a coefficient. That of a group knows
// besides what an item adds to the totals, add_item(), and what a pseudo-item of two
// ratings adds if it counts as a unit, pair().
class Figure {
 public:
  virtual ~Figure() = default;
  virtual std::size_t n_totals() const = 0;
  // The coefficient of a population; NaN where there is none.
  virtual double value(const Totals& totals) const = 0;
  // What pairs of its ratings add to the squares, from the amounts of a row.
  virtual void add_squares(const std::vector<Addend>& linear,
                           std::vector<Addend>* square) const = 0;
};

// The derivatives of a coefficient with the weight of a row, at these totals, by a small
// step; 0 where there is none.
class Influences {
 public:
  Influences(const Figure& figure, std::vector<double> total, double step)
      : figure_(figure), total_(std::move(total)), moved_(total_), step_(step) {
    here_ = figure_.value(Totals(total_.data(), 1));
  }

  double of(Span<Addend> row) {
    for (const Addend& x : row) moved_[x.place] += step_ * x.amount;
    const double u = (figure_.value(Totals(moved_.data(), 1)) - here_) / step_;
    for (const Addend& x : row) moved_[x.place] = total_[x.place];
    return std::isfinite(u) ? u : 0;
  }

 private:
  const Figure& figure_;
  std::vector<double> total_, moved_;
  double step_, here_;
};

}  // namespace accord
