#pragma once
// Chance by the shares of each rater (chance_raters.h) when ratings leave: an item, or
// those of a rater. By moments where the distance is squared, by tables of the raters
// where these are few, and otherwise by categories.

#include <cstddef>  // size_t
#include <vector>

#include "chance_raters.h"

namespace accord {

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

// Whether the tables of raters with categories, and with each other, are less work than
// the shares of every rater are, once for each of them, and at most 64 MB.
inline bool RaterChance::few_raters() const {
  const double raters = shares_.n_raters(), categories = static_cast<double>(sum_.size());
  double work = 0;
  for (int g = 0; g < shares_.n_raters(); ++g) {
    const double own = shares_.first_entry(g + 1) - shares_.first_entry(g);
    work += own * own;
  }
  const double tables = raters * (categories + raters);
  return tables <= work && tables <= 1 << 23;
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
  const double whole = between_ - within_;
  return of_rest(whole + 2 * linear + distance_.between(all, all) - own, raters);
}

// D_e from the sum over the pairs of the raters who stay.
inline Expected RaterChance::of_rest(double rest, int raters) const {
  if (raters < 2) return {0, Status::no_pairs};
  return {rest / pairs(raters), Status::ok,
          rest > 0 && keeps_digits(rest, between_ - within_)};
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
  return of_rest(between_ - within_ + 2 * sum, raters);
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
  double between = between_;
  change->amounts.clear();
  for (int j : change->sums.sorted()) {
    change->amounts.add(sum_.code[j], change->sums[j]);
    between += 2 * change->sums[j] * to_[j];
  }
  between += distance_.pairs_within(change->amounts);
  return of_rest(between - within, raters);
}

}  // namespace accord
