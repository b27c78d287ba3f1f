#pragma once
// Chance that lets every rater have shares of their own: two ratings by two different
// raters, averaged over all ordered pairs of the r raters (Cohen 1960 and 1968 for two;
// Conger 1980; for missing ratings Gwet 2014, section 2.4),
//
//   D_e = sum over g != h of p_g' d p_h / (r (r - 1)) = (P' d P - sum of p_g' d p_g) / (r
//   (r - 1)),
//
// with p_g the shares of the categories among all ratings of rater g, and P their sum.
// When rater g counts n_g times, P is the sum of n_g p_g, n_g^2 p_g' d p_g is taken off,
// and the pairs are those of different raters.

#include <algorithm>  // count_if, fill, sort
#include <cmath>      // NAN
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "kappa.h"
#include "rater_shares.h"

namespace accord {

class RaterChance final : public ChanceByDistance {
 public:
  explicit RaterChance(const AnyDistance& distance)
      : ChanceByDistance({true, true, false}, distance),
        shares_(distance.n_codes()),
        place_(distance.n_codes(), -1) {}

  void fit(const Rows& rows) override {
    shares_.fit(rows);
    share_.assign(shares_.n_entries(), 0.0);
    list_categories();
  }
  void weigh(Span<double> weight) override;

  Expected expected() const override {
    if (raters_ < 2) return {(between_ - within_) / pairs_, Status::no_pairs};
    const auto in_use = [](double x) { return x > 0; };
    const auto used = std::count_if(sum_.amount.begin(), sum_.amount.end(), in_use);
    return {(between_ - within_) / pairs_, used < 2 ? Status::one_category : Status::ok};
  }

  // d p_g / d weight = (e_c - p_g) / n_g for each rater g of the item, who chose c.
  double slope(std::size_t row) override {
    if (toward_.empty()) look_at_others();
    double sum = 0;
    for (int e : shares_.entries_of(row)) {
      sum += 2 / (pairs_ * shares_.total(shares_.rater_of(e))) * toward_[e];
    }
    return shares_.items() * sum;
  }

  void prepare() override {
    if (toward_.empty()) look_at_others();
    if (distance_.has_moments()) {
      if (moments_.empty()) find_moments();
    } else if (toward_rater_.empty() && few_raters()) {
      look_at_raters();
    }
  }

  // The ratings that leave, by entry of the table.
  void take(std::size_t row, Change* change) const override {
    for (int entry : shares_.entries_of(row)) change->at.add(entry, 1);
  }
  void take(const Loss& loss, Change* change) const override {
    const int g = shares_.number(loss.rater);
    for (std::size_t j = 0; j < loss.own.code.size(); ++j) {
      change->at.add(shares_.entry(g, loss.own.code[j]), loss.own.count[j]);
    }
  }
  Expected after(Change* change) const override {
    if (!moments_.empty()) return after_by_moments(change);
    return toward_rater_.empty() ? after_by_category(change) : after_by_rater(change);
  }

  // For two raters (Fleiss, Cohen & Everitt 1969, equation 9).
  double null_variance(double n, double m) const override;

 private:
  static double pairs(double raters) { return raters * (raters - 1); }

  // p_g of the categories in use.
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
  Expected after_by_category(Change* change) const;
  Expected after_by_moments(Change* change) const;
  Expected after_by_rater(Change* change) const;

  RaterShares shares_;
  std::vector<int> place_;     // of each category in P
  Amounts sum_;                // P
  std::vector<double> to_;     // d P
  std::vector<double> share_;  // p_g by entry of the table
  // Made when first asked for: d (P - p_g) by entry of the table, less its mean over p_g;
  // that mean; and the moments of p_g, as seen from one category.
  std::vector<double> toward_, mean_;
  std::vector<Moments> moments_;
  int origin_ = 0;
  // Or, of few raters, d p_g of all categories in use, and p_g' d p_h.
  std::vector<double> toward_rater_, between_raters_;
  Amounts own_;
  std::vector<double> each_;
  int raters_ = 0;
  double between_ = 0;  // P' d P
  double within_ = 0;   // sum of p_g' d p_g
  double pairs_ = 0;    // ordered pairs of different raters
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
  within_ = raters_ = 0;
  double all = 0, copies = 0;
  for (int g = 0; g < shares_.n_raters(); ++g) {
    const double n = shares_.times(g), ratings = shares_.total(g);
    own_.clear();
    for (int e = shares_.first_entry(g); e < shares_.first_entry(g + 1); ++e) {
      share_[e] = ratings > 0 ? shares_.count(e) / ratings : 0;
      if (!(share_[e] > 0)) continue;
      own_.add(shares_.code(e), share_[e]);
      sum_.amount[place_[shares_.code(e)]] += n * share_[e];
    }
    if (!(ratings > 0)) continue;
    ++raters_;
    all += n;
    copies += n * n;
    within_ += n * n * distance_.pairs_within(own_);
  }
  pairs_ = all * all - copies;
  distance_.to_each(sum_, &to_);
  between_ = AnyDistance::between(sum_, to_);
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
      mean_[g] += own_.amount[j] * each_[j];
    }
    for (std::size_t j = 0; j < own_.size(); ++j) {
      toward_[shares_.entry(g, own_.code[j])] = each_[j] - mean_[g];
    }
  }
}

// Seen from a category in the middle, where points are near.
inline void RaterChance::find_moments() {
  double below = 0;
  const double half = sum_.total() / 2;
  std::size_t middle = 0;
  while (middle + 1 < sum_.size() && (below += sum_.amount[middle]) < half) ++middle;
  origin_ = sum_.size() > 0 ? sum_.code[middle] : 0;
  moments_.assign(shares_.n_raters(), Moments{});
  for (int e = 0; e < shares_.n_entries(); ++e) {
    moments_[shares_.rater_of(e)].add(share_[e],
                                      distance_.moments(shares_.code(e), origin_));
  }
}

// Whether a table of raters and categories is less work than the shares of every rater
// are, once for each of them.
inline bool RaterChance::few_raters() const {
  const double raters = shares_.n_raters(), categories = static_cast<double>(sum_.size());
  double work = 0;
  for (int g = 0; g < shares_.n_raters(); ++g) {
    const double own = shares_.first_entry(g + 1) - shares_.first_entry(g);
    work += own * own;
  }
  return raters * (categories + raters) <= work && raters * categories <= 1 << 23;
}

inline void RaterChance::look_at_raters() {
  const std::size_t q = sum_.size();
  const int raters = shares_.n_raters();
  Amounts shares;
  shares.code = sum_.code;
  for (int g = 0; g < raters; ++g) {
    shares.amount.assign(q, 0.0);
    for (int e = shares_.first_entry(g); e < shares_.first_entry(g + 1); ++e) {
      shares.amount[place_[shares_.code(e)]] = share_[e];
    }
    distance_.to_each(shares, &each_);
    toward_rater_.insert(toward_rater_.end(), each_.begin(), each_.end());
  }
  between_raters_.assign(static_cast<std::size_t>(raters) * raters, 0.0);
  for (int g = 0; g < raters; ++g) {
    for (int e = 0; e < shares_.n_entries(); ++e) {
      between_raters_[g * raters + shares_.rater_of(e)] +=
          share_[e] * toward_rater(g, shares_.code(e));
    }
  }
}

// With c_g the change of p_g, the sum over g != h of p_g' d p_h grows by
//   2 sum of c_g' d (P - p_g) + (sum of c_g)' d (sum of c_g) - sum of c_g' d c_g,
// where c_g = (n_g / m_g - 1) p_g - r_g / m_g if the ratings r_g leave, and m_g of n_g
// stay; it is -p_g if none stays.
inline Expected RaterChance::after_by_moments(Change* change) const {
  int raters = raters_;
  double own = 0, linear = 0;
  Moments all;
  const std::vector<int>& gone = change->at.sorted();
  for (std::size_t from = 0, to = 0; from < gone.size(); from = to) {
    const int g = shares_.rater_of(gone[from]);
    double total = shares_.total(g), toward = 0;
    Moments left;
    for (; to < gone.size() && gone[to] < shares_.first_entry(g + 1); ++to) {
      const double n = change->at[gone[to]];
      total -= n;
      toward += n * toward_[gone[to]];
      left.add(n, distance_.moments(shares_.code(gone[to]), origin_));
    }
    Moments changed;
    if (total > 0) {
      changed.add(shares_.total(g) / total - 1, moments_[g]);
      changed.add(-1 / total, left);
      changed.mass = 0;
      linear -= toward / total;
    } else {
      --raters;
      changed.add(-1, moments_[g]);
      linear -= mean_[g];
    }
    own += distance_.between(changed, changed);
    all.add(1, changed);
  }
  if (raters < 2) return {0, Status::no_pairs};
  const double whole = between_ - within_;
  const double rest = whole + 2 * linear + distance_.between(all, all) - own;
  return {rest / pairs(raters), Status::ok, rest > 0 && keeps_digits(rest, whole)};
}

// The same with c_g' d c_h from the ratings that leave, of which an item has few.
inline Expected RaterChance::after_by_rater(Change* change) const {
  struct Part {
    int rater;
    std::size_t from, to;       // in `gone`
    double of_shares, of_gone;  // c_g = of_shares p_g - of_gone r_g
  };
  thread_local std::vector<Part> parts;
  parts.clear();
  int raters = raters_;
  double sum = 0;  // half of what it grows by
  const std::vector<int>& gone = change->at.sorted();
  const auto toward = [&](int g, const Part& part) {
    double result = 0;
    for (std::size_t i = part.from; i < part.to; ++i) {
      result += change->at[gone[i]] * toward_rater(g, shares_.code(gone[i]));
    }
    return result;
  };
  for (std::size_t from = 0, to = 0; from < gone.size(); from = to) {
    const int g = shares_.rater_of(gone[from]);
    double total = shares_.total(g), linear = 0;
    for (; to < gone.size() && gone[to] < shares_.first_entry(g + 1); ++to) {
      total -= change->at[gone[to]];
      linear += change->at[gone[to]] * toward_[gone[to]];
    }
    const bool stays = total > 0;
    raters -= !stays;
    sum -= stays ? linear / total : mean_[g];
    const Part own{g, from, to, stays ? shares_.total(g) / total - 1 : -1,
                   stays ? 1 / total : 0};
    for (const Part& part : parts) {
      const int h = part.rater;
      double apart = 0;
      for (std::size_t i = part.from; i < part.to; ++i) {
        for (std::size_t j = from; j < to; ++j) {
          apart += change->at[gone[i]] * change->at[gone[j]] *
                   distance_(shares_.code(gone[i]), shares_.code(gone[j]));
        }
      }
      sum +=
          own.of_shares * part.of_shares * between_raters_[g * shares_.n_raters() + h] -
          own.of_shares * part.of_gone * toward(g, part) -
          part.of_shares * own.of_gone * toward(h, own) +
          own.of_gone * part.of_gone * apart;
    }
    parts.push_back(own);
  }
  if (raters < 2) return {0, Status::no_pairs};
  const double whole = between_ - within_, rest = whole + 2 * sum;
  return {rest / pairs(raters), Status::ok, rest > 0 && keeps_digits(rest, whole)};
}

// With c the change of P: (P + c)' d (P + c) = P' d P + 2 c' d P + c' d c.
inline Expected RaterChance::after_by_category(Change* change) const {
  double within = within_;
  int raters = raters_;
  change->sums.clear();
  const auto move = [&](double sign) {
    within += sign * distance_.pairs_within(change->own);
    for (std::size_t j = 0; j < change->own.size(); ++j) {
      change->sums.add(place_[change->own.code[j]], sign * change->own.amount[j]);
    }
  };
  const std::vector<int>& gone = change->at.sorted();
  for (std::size_t from = 0, to = 0; from < gone.size(); from = to) {
    const int g = shares_.rater_of(gone[from]);
    double total = shares_.total(g);
    for (; to < gone.size() && gone[to] < shares_.first_entry(g + 1); ++to) {
      total -= change->at[gone[to]];
    }
    own_shares(g, &change->own);
    move(-1);
    if (!(total > 0)) {
      --raters;
      continue;
    }
    Amounts& own = change->own;
    for (double& share : own.amount) share *= shares_.total(g) / total;
    for (std::size_t i = from, j = 0; i < to; ++i) {
      while (own.code[j] != shares_.code(gone[i])) ++j;
      own.amount[j] -= change->at[gone[i]] / total;
    }
    move(1);
  }
  if (raters < 2) return {0, Status::no_pairs};
  double between = between_;
  change->amounts.clear();
  for (int j : change->sums.sorted()) {
    change->amounts.add(sum_.code[j], change->sums[j]);
    between += 2 * change->sums[j] * to_[j];
  }
  between += distance_.pairs_within(change->amounts);
  const double rest = between - within, whole = between_ - within_;
  return {rest / pairs(raters), Status::ok, rest > 0 && keeps_digits(rest, whole)};
}

inline double RaterChance::null_variance(double n, double m) const {
  if (m != 2 || shares_.n_raters() != 2) return NAN;
  const auto mean_weight = [&](int own, int k) {  // of k with the ratings of the other
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
  // It is 0 where one rater used one category; what is left then is rounding.
  return sum > 1e-12 ? sum / (n * chance * chance) : NAN;
}

}  // namespace accord
