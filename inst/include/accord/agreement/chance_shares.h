#pragma once
// Chance agreement by the shares pi_k of the categories, under any weights of the items,
// for all formulas of share_formulas.h. With S = N pi the sums over N items, the means
// are pi' d pi = S' d S / N^2, and pi' mark = S' mark / N.

#include <cmath>    // NAN, abs
#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "chance.h"
#include "share_formulas.h"
#include "share_table.h"

namespace accord {

class ChanceByShares final : public Chance {
 public:
  ChanceByShares(const ShareFormula& formula, const AnyDistance& distance)
      : Chance(formula.needs, distance, formula.within),
        of_(formula, distance),
        table_(formula, distance.n_codes()) {}

  void fit(const Rows& rows) override {
    if (!formula().by_shares()) return;
    table_.fit(rows);
    mark_.clear();
    for (int k : table_.sums.code) mark_.push_back(of_.mark(k));
  }
  void weigh(Span<double> weight) override {
    if (formula().by_shares()) {
      table_.weigh(weight);
      of_.between().to_each(table_.sums, &to_);
      between_ = AnyDistance::between(table_.sums, to_);
      with_mark_ = AnyDistance::between(table_.sums, mark_);
    }
    ShareMeans x = means(between_, with_mark_, table_.items, table_.ratings);
    x.several = table_.n_used() > 1;
    now_ = of_.chance(x);
    expected_ = {now_.expected, now_.status};
  }
  double slope(std::size_t row) override {
    if (!formula().by_shares()) return 0;
    const double n = table_.items;
    return now_.by_apart * 2 * (table_.mean(row, to_) / n - between_ / square(n)) +
           now_.by_mark * (table_.mean(row, mark_) - with_mark_ / n) +
           now_.by_ratings * n * table_.size(row);
  }

  void take(std::size_t row, Change* change) const override {
    if (formula().by_shares()) table_.take(row, change);
  }
  void take(const Loss& loss, Change* change) const override {
    if (formula().by_shares()) table_.take(loss, change);
  }
  // If the sums S change by c, (S + c)' d (S + c) = S' d S + 2 c' d S + c' d c. The error
  // of what is left is that of the whole.
  Expected after(Change* change) const override {
    if (!formula().by_shares()) return expected_;
    double between = between_, with_mark = with_mark_;
    for (int j : table_.total(change)) {
      between += 2 * change->at[j] * to_[j];
      with_mark += change->at[j] * mark_[j];
    }
    between += of_.between().pairs_within(change->amounts);
    const double items = table_.items - change->items;
    const ShareChance left =
        of_.chance(means(between, with_mark, items, table_.ratings - change->ratings));
    const double whole = std::abs(left.by_apart) * between_ / square(items) +
                         std::abs(left.by_mark * with_mark_ / items);
    const bool exact = left.expected > 0 && keeps_digits(left.expected, whole);
    return {left.expected, left.status, exact};
  }

  double null_variance(double n, double m) const override {
    if (!formula().null_variance || !distance_.identity()) return NAN;
    std::vector<double> shares;
    for (double sum : table_.sums.amount) shares.push_back(sum / table_.items);
    return formula().null_variance(shares, n, m);
  }

 private:
  const ShareFormula& formula() const { return of_.formula(); }
  static double square(double x) { return x * x; }

  static ShareMeans means(double between, double with_mark, double items,
                          double ratings) {
    return {between / square(items), with_mark / items, ratings};
  }

  SharesOf of_;
  ShareTable table_;
  std::vector<double> to_;    // d S, by place in the table
  std::vector<double> mark_;  // by place
  double between_ = 0;        // S' d S
  double with_mark_ = 0;      // S' mark
  ShareChance now_{NAN};      // of the whole sample
};

}  // namespace accord
