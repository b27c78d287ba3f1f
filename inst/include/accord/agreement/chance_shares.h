#pragma once
// Chance that depends on how often each category is used, whoever used it: pi_k, the mean
// over items of the share of their ratings in category k (Gwet 2014, chapter 2.2.2).

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <vector>

#include "../distance/any_distance.h"
#include "../ratings/margin.h"
#include "kappa.h"

namespace accord {

// The sums of shares over items, N pi_k.
class ShareTotals {
 public:
  explicit ShareTotals(int n_categories) : margin(n_categories), share_(n_categories) {}

  Margin margin;  // tells how many categories are in use
  Amounts sums;
  double items = 0;

  template <class Rows>
  void fit(const Rows& rows, std::size_t left_out) {
    for (int k : margin.used()) share_[k] = 0;
    margin.clear();
    sums.clear();
    items = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Pattern p = rows.pattern(i);
      const double weight = rows.weight[i] - (i == left_out);
      if (!(weight > 0) || p.size == 0) continue;
      margin.add(p, weight);
      items += weight;
      for (std::size_t j = 0; j < p.code.size(); ++j) {
        share_[p.code[j]] += weight * p.count[j] / p.size;
      }
    }
    order_ = margin.used();
    std::sort(order_.begin(), order_.end());
    for (int k : order_) sums.add(k, share_[k]);
  }

  // What an item's shares, times a quantity of each category, add up to.
  static double weigh(const Pattern& p, const std::vector<double>& of_category) {
    double sum = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      sum += p.count[j] * of_category[p.code[j]];
    }
    return sum / p.size;
  }
  double weigh(const Pattern& p) const { return weigh(p, share_); }

 private:
  std::vector<double> share_;
  std::vector<int> order_;
};

// Two ratings drawn from the same shares (Scott 1955; Fleiss 1971):
// D_e = sum of pi_k pi_l d(k, l).
template <class Distance>
class SharedChance {
 public:
  static constexpr bool uses_single = true, by_ratio = false;

  explicit SharedChance(const Distance& distance)
      : distance_(distance),
        totals_(distance.n_categories()),
        to_(distance.n_categories()) {}

  template <class Rows>
  void fit(const Rows& rows, std::size_t left_out) {
    totals_.fit(rows, left_out);
    distance_.to_each(totals_.sums, &each_);
    for (std::size_t j = 0; j < each_.size(); ++j) to_[totals_.sums.code[j]] = each_[j];
    between_ = Distance::between(totals_.sums, each_);
  }
  double expected() const { return between_ / square(totals_.items); }
  Status status() const {
    return totals_.sums.size() < 2 ? Status::one_category : Status::ok;
  }
  template <class Rows>
  double slope(const Rows& rows, std::size_t i) const {
    return 2 * (ShareTotals::weigh(rows.pattern(i), to_) / totals_.items - expected());
  }
  // The large-sample variance of kappa if it were 0 (Fleiss, Nee & Landis 1979, equation
  // 12), without weights and for m ratings of every item.
  double null_variance(double m) const {
    double pq = 0, skew = 0;
    for (double sum : totals_.sums.amount) {
      const double p = sum / totals_.items;
      pq += p * (1 - p);
      skew += p * (1 - p) * (1 - 2 * p);
    }
    return 2 * (pq * pq - skew) / (totals_.items * m * (m - 1) * pq * pq);
  }
  template <class Rows>
  Expected without(const Rows& rows, std::size_t i) const {
    const Pattern p = rows.pattern(i);
    const double own = distance_.inside(p) / square(p.size);
    const double rest = between_ - 2 * ShareTotals::weigh(p, to_) + own;
    const bool one = totals_.margin.categories_without(p) < 2;
    return {rest / square(totals_.items - 1), one ? Status::one_category : Status::ok};
  }

 private:
  static double square(double x) { return x * x; }

  const Distance& distance_;
  ShareTotals totals_;
  std::vector<double> each_, to_;
  double between_ = 0;
};

// Gwet's AC1 and AC2 (Gwet 2008; 2014, equation 4.4): chance agreement is
// T / (q (q - 1)) times the sum of pi_k (1 - pi_k), with T the sum of all weights 1 - d.
class GwetChance {
 public:
  static constexpr bool uses_single = true, by_ratio = false;

  // `total`: the sum of disagreements over all ordered pairs of the q categories.
  GwetChance(double total, int q)
      : totals_(q), factor_(q > 1 ? (1.0 * q * q - total) / (1.0 * q * (q - 1)) : 0) {}

  template <class Rows>
  void fit(const Rows& rows, std::size_t left_out) {
    totals_.fit(rows, left_out);
    squares_ = 0;
    for (double x : totals_.sums.amount) squares_ += x * x;
  }
  double expected() const { return at(squares_, totals_.items); }
  Status status() const { return Status::ok; }
  template <class Rows>
  double slope(const Rows& rows, std::size_t i) const {
    const double n = totals_.items;
    return 2 * factor_ * (totals_.weigh(rows.pattern(i)) / n - squares_ / (n * n));
  }
  template <class Rows>
  Expected without(const Rows& rows, std::size_t i) const {
    const Pattern p = rows.pattern(i);
    double own = 0;
    for (int c : p.count) own += static_cast<double>(c) * c;
    own /= static_cast<double>(p.size) * p.size;
    return {at(squares_ - 2 * totals_.weigh(p) + own, totals_.items - 1), Status::ok};
  }

  // From the sum of the squared sums of shares of n items.
  double at(double squares, double n) const {
    return 1 - factor_ * (1 - squares / (n * n));
  }

 private:
  ShareTotals totals_;
  double factor_;
  double squares_ = 0;
};

}  // namespace accord
