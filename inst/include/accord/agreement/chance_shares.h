#pragma once
// Models of chance agreement that depend on the shares pi_k of the categories
// (share_table.h).

#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "kappa.h"
#include "share_table.h"

namespace accord {

class ChanceByShares : public ChanceByDistance {
 public:
  void fit(const Rows& rows) override { table_.fit(rows); }
  void take(std::size_t row, Change* change) const override { table_.take(row, change); }
  void take(const Loss& loss, Change* change) const override {
    table_.take(loss, change);
  }

 protected:
  explicit ChanceByShares(const AnyDistance& distance)
      : ChanceByDistance({false, true, false}, distance), table_(distance.n_codes()) {}

  static double square(double x) { return x * x; }

  ShareTable table_;
};

// The expected disagreement of two ratings drawn from the same shares (Scott 1955; Fleiss
// 1971): D_e = sum of pi_k pi_l d(k, l).
class SharedChance final : public ChanceByShares {
 public:
  explicit SharedChance(const AnyDistance& distance) : ChanceByShares(distance) {}

  void weigh(Span<double> weight) override {
    table_.weigh(weight);
    distance_.to_each(table_.sums, &to_);
    between_ = AnyDistance::between(table_.sums, to_);
  }
  Expected expected() const override {
    return {between_ / square(table_.items),
            table_.n_used() < 2 ? Status::one_category : Status::ok};
  }
  double slope(std::size_t row) override {
    const double n = table_.items;
    return 2 * (table_.mean(row, to_) / n - between_ / square(n));
  }
  // If the sums S change by c, (S + c)' d (S + c) = S' d S + 2 c' d S + c' d c.
  Expected after(Change* change) const override {
    double between = between_;
    for (int j : table_.total(change)) between += 2 * change->at[j] * to_[j];
    between += distance_.pairs_within(change->amounts);
    return {between / square(table_.items - change->items), Status::ok,
            between > 0 && keeps_digits(between, between_)};
  }
  // These give the same from the sums of shares in a population, where the two ratings
  // are of different items: `pairs` is the number of pairs of items, without the pairs of
  // an item with itself.
  double own_pairs(const Amounts& shares) const override {
    return distance_.pairs_within(shares);
  }
  double between_items(const Amounts& sums, double own, double pairs) const override {
    return (distance_.pairs_within(sums) - own) / pairs;
  }
  bool mean_over_pairs() const override { return true; }
  // Returns the large-sample variance of kappa under the hypothesis that it is 0 (Fleiss,
  // Nee & Landis 1979, equation 12), without weights and for m ratings of each of n
  // items.
  double null_variance(double n, double m) const override {
    if (!distance_.identity()) return NAN;
    double pq = 0, skew = 0;
    for (double sum : table_.sums.amount) {
      const double p = sum / table_.items;
      pq += p * (1 - p);
      skew += p * (1 - p) * (1 - 2 * p);
    }
    return 2 * (pq * pq - skew) / (n * m * (m - 1) * pq * pq);
  }

 private:
  std::vector<double> to_;  // d S, by place in the table
  double between_ = 0;      // S' d S
};

// Gwet's AC1 and AC2 (Gwet 2008; 2014, equation 4.4): chance agreement is T / (q (q - 1))
// times the sum of pi_k (1 - pi_k), where T is the sum of all weights 1 - d.
class GwetChance final : public ChanceByShares {
 public:
  explicit GwetChance(const AnyDistance& distance) : ChanceByShares(distance) {
    const double q = distance.n_categories();
    if (q > 1) factor_ = (q * q - distance.total()) / (q * (q - 1));
  }

  void weigh(Span<double> weight) override {
    table_.weigh(weight);
    squares_ = 0;
    for (double x : table_.sums.amount) squares_ += x * x;
  }
  Expected expected() const override { return at(squares_, table_.items); }
  double slope(std::size_t row) override {
    const double n = table_.items;
    return 2 * factor_ *
           (table_.mean(row, table_.sums.amount) / n - squares_ / square(n));
  }
  Expected after(Change* change) const override {
    double squares = squares_;
    for (int j : table_.total(change)) {
      const double c = change->at[j];
      squares += c * (2 * table_.sums.amount[j] + c);
    }
    Expected rest = at(squares, table_.items - change->items);
    rest.exact = keeps_digits(squares, squares_);
    return rest;
  }
  double own_pairs(const Amounts& shares) const override {
    return sum_of_squares(shares);
  }
  double between_items(const Amounts& sums, double own, double pairs) const override {
    return 1 - factor_ * (1 - (sum_of_squares(sums) - own) / pairs);
  }

 private:
  static double sum_of_squares(const Amounts& x) {
    double sum = 0;
    for (double amount : x.amount) sum += amount * amount;
    return sum;
  }
  // Computes D_e from the sum over categories of the squared sums of shares of n items.
  Expected at(double squares, double n) const {
    return {1 - factor_ * (1 - squares / square(n)), Status::ok};
  }

  double factor_ = 0;
  double squares_ = 0;
};

}  // namespace accord
