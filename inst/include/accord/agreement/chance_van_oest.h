#pragma once
// Chance agreement by shares that are shrunk towards uniform ones, as if each of the q
// categories had one more rating (van Oest 2019; van Oest & Girard 2022). For n ratings,
//
//   pi*_k = (n pi_k + 1) / (n + q),  D_e = sum of pi*_k pi*_l d(k, l)
//         = (n^2 pi' d pi + 2 n pi' d 1 + 1' d 1) / (n + q)^2.

#include <vector>

#include "chance_shares.h"

namespace accord {

class VanOestChance final : public ChanceByShares {
 public:
  explicit VanOestChance(const AnyDistance& distance)
      : ChanceByShares(distance), q_(distance.n_categories()), once_(distance.n_codes()) {
    const Amounts set{distance.categories(), std::vector<double>(q_, 1)};
    if (q_ > 0) distance.to_each(set, &each_);
    for (int j = 0; j < q_; ++j) once_[set.code[j]] = each_[j];
    all_ = AnyDistance::between(set, each_);
  }

  void fit(const Rows& rows) override {
    ChanceByShares::fit(rows);
    size_.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) size_.push_back(rows.pattern(i).size);
    each_.clear();
    for (int k : table_.sums.code) each_.push_back(once_[k]);
  }
  void weigh(Span<double> weight) override {
    table_.weigh(weight);
    ratings_ = 0;
    for (std::size_t i = 0; i < weight.size(); ++i)
      ratings_ += std::max(weight[i], 0.0) * size_[i];
    distance_.to_each(table_.sums, &to_);
    between_ = AnyDistance::between(table_.sums, to_);
    with_one_ = AnyDistance::between(table_.sums, each_);
  }
  Expected expected() const override {
    return at(between_, with_one_, table_.items, ratings_);
  }
  // The weight of an item affects the shares and the number of ratings.
  double slope(std::size_t row) override {
    const double items = table_.items, n = ratings_, all = n + q_;
    const double both = between_ / square(items), one = with_one_ / items;
    const double of_both = 2 * (table_.mean(row, to_) / items - both);
    const double of_one = table_.mean(row, each_) - one;
    const double of_n = items * size_[row];
    return (n * n * of_both + 2 * n * of_one + 2 * of_n * (n * both + one)) /
               square(all) -
           2 * of_n * expected().expected / all;
  }

  void take(std::size_t row, Change* change) const override {
    table_.take(row, change);
    change->ratings -= size_[row];
  }
  void take(const Loss& loss, Change* change) const override {
    table_.take(loss, change);
    change->ratings += loss.after.size - loss.before.size;
  }
  Expected after(Change* change) const override {
    double between = between_, with_one = with_one_;
    for (int j : table_.total(change)) {
      between += 2 * change->at[j] * to_[j];
      with_one += change->at[j] * each_[j];
    }
    between += distance_.pairs_within(change->amounts);
    return at(between, with_one, table_.items - change->items,
              ratings_ + change->ratings);
  }

  // These assume a population from which as many ratings are drawn as the sample has.
  double own_pairs(const Amounts& shares) const override {
    return distance_.pairs_within(shares);
  }
  double between_items(const Amounts& sums, double own, double pairs) const override {
    double items = 0, with_one = 0;
    for (std::size_t j = 0; j < sums.size(); ++j) {
      items += sums.amount[j];
      with_one += sums.amount[j] * once_[sums.code[j]];
    }
    const double both = (distance_.pairs_within(sums) - own) / pairs;
    return at(both, with_one / items, 1, ratings_).expected;
  }

 private:
  // Computes D_e from S' d S and S' d 1, where S are the sums of shares of `items` items
  // with n ratings.
  Expected at(double between, double with_one, double items, double n) const {
    const double sum = n * n * between / square(items) + 2 * n * with_one / items + all_;
    return {sum / square(n + q_), q_ < 2 ? Status::one_category : Status::ok};
  }

  int q_;
  std::vector<double> once_;  // d 1 by category
  std::vector<double> each_;  // d 1 by place in the table
  std::vector<double> to_;    // d S by place
  std::vector<int> size_;     // ratings of an item of each row
  double all_ = 0, between_ = 0, with_one_ = 0, ratings_ = 0;
};

}  // namespace accord
