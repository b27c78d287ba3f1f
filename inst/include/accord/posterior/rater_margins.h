#pragma once
// The totals for the ratings of one rater, or of all, from which chance agreement is
// computed as a sum over pairs of raters: the number of ratings in each category or, if
// the distance is squared, their moments, whose number does not depend on that of the
// values.
//
// Both classes have a type Sum of such margins, which can be added and multiplied. An
// item has few ratings, so these are addends at increasing places of a margin.

#include <array>
#include <cstddef>  // size_t
#include <utility>  // move
#include <vector>

#include "../distance/any_distance.h"
#include "totals.h"

namespace accord {

class CategoryMargins {
 public:
  using Sum = std::vector<double>;

  CategoryMargins(const AnyDistance& distance, CategoryPlaces used)
      : distance_(distance), used_(std::move(used)) {}

  // Returns the number of totals of a margin.
  int size() const { return used_.size(); }

  // Adds a rating to the margin that begins at the place `first` of the totals.
  void rate(int code, double weight, int first, std::vector<Addend>* row) const {
    row->push_back({first + used_.place(code), weight});
  }

  // Reads a margin whose k-th total is entry(k).
  template <class Entry>
  void read(const Entry& entry, Sum* sum) const {
    sum->resize(used_.size());
    for (int k = 0; k < used_.size(); ++k) (*sum)[k] = entry(k);
  }
  void clear(Sum* sum) const { sum->assign(used_.size(), 0); }
  void add(double factor, const Sum& x, Sum* to) const {
    for (std::size_t k = 0; k < x.size(); ++k) (*to)[k] += factor * x[k];
  }

  double mass(const Sum& x) const {
    double sum = 0;
    for (double amount : x) sum += amount;
    return sum;
  }
  // Returns the disagreement of all ordered pairs of its ratings.
  double pairs_within(const Sum& x) const {
    thread_local Amounts amounts;
    amounts.clear();
    for (int k = 0; k < used_.size(); ++k) {
      if (x[k] > 0) amounts.add(used_.category(k), x[k]);
    }
    return distance_.pairs_within(amounts);
  }

  // Returns for how many ratings the k-th total of a margin counts.
  double mass_of(std::size_t) const { return 1; }
  // Returns the disagreement of the ratings of a margin with those of another; to_each()
  // gives it for each total.
  double pairs_between(const Sum& x, const Sum& y) const {
    if (distance_.identity()) {
      double of_x = 0, of_y = 0, same = 0;
      for (std::size_t k = 0; k < y.size(); ++k) {
        of_x += x[k];
        of_y += y[k];
        same += x[k] * y[k];
      }
      return of_x * of_y - same;
    }
    thread_local std::vector<double> from;
    to_each(x, &from);
    double sum = 0;
    for (std::size_t k = 0; k < y.size(); ++k) sum += y[k] * from[k];
    return sum;
  }
  bool identity() const { return distance_.identity(); }
  double apart(int place, int other) const {
    if (distance_.identity()) return place == other ? 0 : 1;
    return distance_(used_.category(place), used_.category(other));
  }
  void to_each(const Sum& x, std::vector<double>* sum) const {
    if (distance_.identity()) {
      const double all = mass(x);
      sum->resize(x.size());
      for (std::size_t k = 0; k < x.size(); ++k) (*sum)[k] = all - x[k];
      return;
    }
    thread_local Amounts amounts;
    amounts.clear();
    for (int k = 0; k < used_.size(); ++k) amounts.add(used_.category(k), x[k]);
    distance_.to_each(amounts, sum);
  }

  double mass(const std::vector<Addend>& few) const {
    double sum = 0;
    for (const Addend& x : few) sum += x.amount;
    return sum;
  }
  double pairs_within(const std::vector<Addend>& few) const {
    thread_local Amounts amounts;
    amounts.clear();
    for (const Addend& x : few) amounts.add(used_.category(x.place), x.amount);
    return distance_.pairs_within(amounts);
  }

 private:
  AnyDistance distance_;
  CategoryPlaces used_;
};

// The margins for a distance that has moments.
class MomentMargins {
 public:
  using Sum = Moments;

  // Points are taken relative to a category in the middle, so that they are near it.
  MomentMargins(const AnyDistance& distance, const CategoryPlaces& used)
      : distance_(distance), origin_(used.size() ? used.category(used.size() / 2) : 0) {
    for (int k = 0; k < used.size(); ++k) {
      if (distance.moments(used.category(k), origin_).point[1] != 0) size_ = 4;
    }
  }

  int size() const { return size_; }

  void rate(int code, double weight, int first, std::vector<Addend>* row) const {
    const Moments x = distance_.moments(code, origin_);
    row->push_back({first, weight * x.mass});
    row->push_back({first + 1, weight * x.point[0]});
    row->push_back({first + 2, weight * x.square});
    if (size_ == 4) row->push_back({first + 3, weight * x.point[1]});
  }

  template <class Entry>
  void read(const Entry& entry, Sum* sum) const {
    *sum = {entry(0), entry(2), {entry(1), size_ == 4 ? entry(3) : 0}};
  }
  void clear(Sum* sum) const { *sum = {}; }
  void add(double factor, const Sum& x, Sum* to) const { to->add(factor, x); }

  double mass(const Sum& x) const { return x.mass; }
  double pairs_within(const Sum& x) const { return distance_.between(x, x); }

  double mass_of(std::size_t k) const { return k == 0; }
  void to_each(const Sum& x, std::vector<double>* sum) const {
    sum->resize(size_);
    for (int k = 0; k < size_; ++k) {
      Sum one;
      read([k](int j) { return j == k ? 1.0 : 0.0; }, &one);
      (*sum)[k] = distance_.between(x, one);
    }
  }

  double mass(const std::vector<Addend>& few) const { return mass(sum_of(few)); }
  double pairs_within(const std::vector<Addend>& few) const {
    return pairs_within(sum_of(few));
  }

 private:
  Sum sum_of(const std::vector<Addend>& few) const {
    std::array<double, 4> entry{};
    for (const Addend& x : few) entry[x.place] = x.amount;
    Sum sum;
    read([&](int k) { return entry[k]; }, &sum);
    return sum;
  }

  AnyDistance distance_;
  int origin_, size_ = 3;
};

}  // namespace accord
