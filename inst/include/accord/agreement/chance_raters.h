#pragma once
// Chance agreement of raters with separate shares of the categories: the expected
// disagreement of two ratings by different raters, averaged over all ordered pairs of the
// r raters (Cohen 1960 and 1968 for two; Conger 1980; for missing ratings Gwet 2014,
// section 2.4),
//
//   D_e = sum over g != h of p_g' d p_h / (r (r - 1)) = (P' d P - sum of p_g' d p_g) / (r
//   (r - 1)),
//
// where p_g are the shares of the categories among all ratings of rater g, and P is their
// sum. If rater g counts n_g times, P is the sum of n_g p_g, n_g^2 p_g' d p_g is
// subtracted, and only pairs of different raters are counted.

#include <algorithm>  // count_if, fill, sort
#include <cmath>      // NAN
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "chance.h"
#include "rater_pairs.h"
#include "rater_shares.h"

namespace accord {

class RaterChance final : public Chance {
 public:
  explicit RaterChance(const AnyDistance& distance)
      : Chance({true, true, false}, distance, apart_within),
        shares_(distance.n_codes()),
        place_(distance.n_codes(), -1) {}

  void fit(const Rows& rows) override {
    shares_.fit(rows);
    share_.assign(shares_.n_entries(), 0.0);
    list_categories();
  }
  void weigh(Span<double> weight) override;

  // For each rater g of the item, who chose category c,
  // d p_g / d weight = (e_c - p_g) / n_g.
  double slope(std::size_t row) override {
    if (toward_.empty()) look_at_others();
    double sum = 0;
    for (int e : shares_.entries_of(row)) {
      sum += 2 / (pairs_.pairs() * shares_.total(shares_.rater_of(e))) * toward_[e];
    }
    return shares_.items() * sum;
  }

  void prepare(Deleted what) override {
    if (toward_.empty()) look_at_others();
    if (what == Deleted::raters) return;
    if (distance_.has_moments()) {
      if (moments_.empty()) find_moments();
    } else if (toward_rater_.empty() && few_raters()) {
      look_at_raters();
    }
  }

  // Adds the ratings that are removed, by entry of the table.
  void take(std::size_t row, Change* change) const override {
    for (int entry : shares_.entries_of(row)) change->at.add(entry, 1);
  }
  void take(const Loss& loss, Change* change) const override {
    const int g = shares_.number(loss.rater);
    for (std::size_t j = 0; j < loss.own.code.size(); ++j) {
      change->at.add(shares_.entry(g, loss.own.code[j]), loss.own.count[j]);
    }
  }
  Expected after(Change* change) const override;

  // The formula holds for two raters (Fleiss, Cohen & Everitt 1969, equation 9).
  double null_variance(double n, double m) const override;

  // These serve an expansion in the shares (posterior/raters_normal.h). They return the
  // table; p_g by entry; P; d P by category of P; after prepare(), d (P - p_g) by entry
  // less its mean over p_g; and p_g' d p_g.
  const RaterShares& shares() const { return shares_; }
  double share(int entry) const { return share_[entry]; }
  const Amounts& sum() const { return sum_; }
  const std::vector<double>& to_sum() const { return to_; }
  double toward(int entry) const { return toward_[entry]; }
  double own_pairs_of(int rater) {
    own_shares(rater, &own_);
    return distance_.pairs_within(own_);
  }

 private:
  // Sets `own` to p_g of the categories in use.
  void own_shares(int g, Amounts* own) const {
    own->clear();
    for (int e = shares_.first_entry(g); e < shares_.first_entry(g + 1); ++e) {
      if (share_[e] > 0) own->add(shares_.code(e), share_[e]);
    }
  }

  void list_categories();
  void look_at_others();
  void find_moments();
  bool few_raters() const;
  void look_at_raters();
  double toward_rater(int g, int code) const {
    return toward_rater_[g * sum_.size() + place_[code]];
  }
  // A rater who loses ratings, with their entries in the table: c_g = of_shares p_g -
  // of_gone r_g.
  struct Loser {
    int rater;
    Span<int> gone;
    double of_shares, of_gone;
  };
  double among_by_moments(const std::vector<Loser>& losers, const Change& change) const;
  double among_by_rater(const std::vector<Loser>& losers, const Change& change) const;
  double among_by_category(const std::vector<Loser>& losers, Change* change) const;

  RaterShares shares_;
  std::vector<int> place_;     // of each category in P
  Amounts sum_;                // P
  std::vector<double> to_;     // d P
  std::vector<double> share_;  // p_g by entry of the table
  // The following are computed when they are first needed: d (P - p_g) by entry of the
  // table, less its mean over p_g; that mean; and the moments of p_g around the category
  // `origin_`.
  std::vector<double> toward_, mean_;
  std::vector<Moments> moments_;
  int origin_ = 0;
  // For few raters these replace them: d p_g for all categories in use, and p_g' d p_h.
  std::vector<double> toward_rater_, between_raters_;
  Amounts own_;
  std::vector<double> each_;
  double between_ = 0;  // P' d P
  RaterPairs pairs_;
};

inline void RaterChance::list_categories() {
  for (int k : sum_.code) place_[k] = -1;
  sum_.clear();
  for (int e = 0; e < shares_.n_entries(); ++e) {
    int& place = place_[shares_.code(e)];
    if (place < 0) sum_.add(shares_.code(e), 0);
    place = 0;
  }
  std::sort(sum_.code.begin(), sum_.code.end());
  for (std::size_t j = 0; j < sum_.size(); ++j) {
    place_[sum_.code[j]] = static_cast<int>(j);
  }
}

inline void RaterChance::weigh(Span<double> weight) {
  shares_.weigh(weight);
  toward_.clear();
  moments_.clear();
  toward_rater_.clear();
  std::fill(sum_.amount.begin(), sum_.amount.end(), 0.0);
  pairs_ = {};
  for (int g = 0; g < shares_.n_raters(); ++g) {
    const double n = shares_.times(g), ratings = shares_.total(g);
    own_.clear();
    for (int e = shares_.first_entry(g); e < shares_.first_entry(g + 1); ++e) {
      share_[e] = ratings > 0 ? shares_.count(e) / ratings : 0;
      if (!(share_[e] > 0)) continue;
      own_.add(shares_.code(e), share_[e]);
      sum_.amount[place_[shares_.code(e)]] += n * share_[e];
    }
    if (ratings > 0) pairs_.add(distance_.pairs_within(own_), n);
  }
  distance_.to_each(sum_, &to_);
  between_ = AnyDistance::between(sum_, to_);
  const auto in_use = [](double x) { return x > 0; };
  const auto used = std::count_if(sum_.amount.begin(), sum_.amount.end(), in_use);
  expected_ = {pairs_.expected(between_), pairs_.raters < 2 ? Status::no_pairs
                                          : used < 2        ? Status::one_category
                                                            : Status::ok};
}

inline void RaterChance::look_at_others() {
  toward_.assign(shares_.n_entries(), 0.0);
  mean_.assign(shares_.n_raters(), 0.0);
  for (int g = 0; g < shares_.n_raters(); ++g) {
    if (!(shares_.total(g) > 0)) continue;
    own_shares(g, &own_);
    distance_.to_each(own_, &each_);
    for (std::size_t j = 0; j < own_.size(); ++j) {
      each_[j] = to_[place_[own_.code[j]]] - each_[j];
    }
    mean_[g] = take_off_mean(
        own_.amount, [](std::size_t) { return 1; }, &each_);
    for (std::size_t j = 0; j < own_.size(); ++j) {
      toward_[shares_.entry(g, own_.code[j])] = each_[j];
    }
  }
}

inline double RaterChance::null_variance(double n, double m) const {
  if (m != 2 || shares_.n_raters() != 2) return NAN;
  const auto mean_weight = [&](int own, int k) {  // of k with the other's ratings
    double sum = 0;
    for (int e = shares_.first_entry(1 - own); e < shares_.first_entry(2 - own); ++e) {
      sum += shares_.count(e) / n * (1 - distance_(k, shares_.code(e)));
    }
    return sum;
  };
  const double chance = expected().expected, agreement = 1 - chance;
  double sum = -agreement * agreement;
  for (int e = 0; e < shares_.first_entry(1); ++e) {
    const int c = shares_.code(e);
    const double of_c = mean_weight(0, c);
    for (int f = shares_.first_entry(1); f < shares_.n_entries(); ++f) {
      const int k = shares_.code(f);
      const double part = 1 - distance_(c, k) - of_c - mean_weight(1, k);
      sum += shares_.count(e) / n * shares_.count(f) / n * part * part;
    }
  }
  // The sum, of terms of about 1, is 0 if one rater used only one category.
  const double rounding = 1e-12;
  return sum > rounding ? sum / (n * chance * chance) : NAN;
}

}  // namespace accord

#include "chance_raters_deletion.h"  // find_moments to after
