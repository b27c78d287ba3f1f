#pragma once
// Chance agreement by the shares of each rater (chance_raters.h) when the ratings of an
// item, or those of a rater on an item, are removed. The formula is that of
// rater_pairs.h; what is computed here is how its sums over pairs change, since to add up
// all raters again for each deletion would take deletions times raters. The change is
// computed from moments if the distance is squared, from tables of the raters if they are
// few, and otherwise from the categories.

#include <cstddef>  // size_t
#include <vector>

#include "chance_raters.h"

namespace accord {

// The moments are taken around a category in the middle, so that points are near it and
// few digits are lost.
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

// Returns whether the tables of raters by categories and of raters by raters take less
// work than the shares of every rater for each of them, and at most 64 MB.
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

// If p_g changes by c_g, the sum over g != h of p_g' d p_h grows by
//   2 sum of c_g' d (P - p_g) + sum over g != h of c_g' d c_h,
// where c_g = (n_g / m_g - 1) p_g - r_g / m_g if the ratings r_g are removed and m_g of
// n_g remain, and c_g = -p_g if none remains.
inline Expected RaterChance::after(Change* change) const {
  thread_local std::vector<Loser> losers;
  losers.clear();
  double raters = pairs_.raters;
  double linear = 0;
  const std::vector<int>& gone = change->at.sorted();
  for (std::size_t from = 0, to = 0; from < gone.size(); from = to) {
    const int g = shares_.rater_of(gone[from]);
    double total = shares_.total(g), toward = 0;
    for (; to < gone.size() && gone[to] < shares_.first_entry(g + 1); ++to) {
      total -= change->at[gone[to]];
      toward += change->at[gone[to]] * toward_[gone[to]];
    }
    const bool stays = total > 0;
    raters -= !stays;
    linear -= stays ? toward / total : mean_[g];
    losers.push_back({g, Span<int>(gone).slice(from, to),
                      stays ? shares_.total(g) / total - 1 : -1, stays ? 1 / total : 0});
  }
  if (raters < 2) return {0, Status::no_pairs};
  const double whole = between_ - pairs_.within;
  double rest = whole + 2 * linear;
  if (losers.size() > 1) {
    rest += !moments_.empty()        ? among_by_moments(losers, *change)
            : !toward_rater_.empty() ? among_by_rater(losers, *change)
                                     : among_by_category(losers, change);
  }
  const RaterPairs left{raters, raters, raters};
  return {left.expected(rest), Status::ok, rest > 0 && keeps_digits(rest, whole)};
}

// Returns the sum over g != h of c_g' d c_h: that over all pairs less those of each rater
// with itself.
inline double RaterChance::among_by_moments(const std::vector<Loser>& losers,
                                            const Change& change) const {
  double own = 0;
  Moments all;
  for (const Loser& loser : losers) {
    Moments changed;
    changed.add(loser.of_shares, moments_[loser.rater]);
    for (int e : loser.gone) {
      changed.add(-loser.of_gone * change.at[e],
                  distance_.moments(shares_.code(e), origin_));
    }
    if (loser.of_gone > 0) changed.mass = 0;
    own += distance_.between(changed, changed);
    all.add(1, changed);
  }
  return distance_.between(all, all) - own;
}

// Returns the same sum pair by pair from the removed ratings, since an item has few of
// them.
inline double RaterChance::among_by_rater(const std::vector<Loser>& losers,
                                          const Change& change) const {
  const auto toward = [&](int g, const Loser& loser) {
    double result = 0;
    for (int e : loser.gone) result += change.at[e] * toward_rater(g, shares_.code(e));
    return result;
  };
  double sum = 0;
  for (std::size_t i = 0; i < losers.size(); ++i) {
    const Loser& x = losers[i];
    for (std::size_t j = 0; j < i; ++j) {
      const Loser& y = losers[j];
      double apart = 0;
      for (int e : x.gone) {
        for (int f : y.gone) {
          apart +=
              change.at[e] * change.at[f] * distance_(shares_.code(e), shares_.code(f));
        }
      }
      sum += x.of_shares * y.of_shares *
                 between_raters_[x.rater * shares_.n_raters() + y.rater] -
             x.of_shares * y.of_gone * toward(x.rater, y) -
             y.of_shares * x.of_gone * toward(y.rater, x) + x.of_gone * y.of_gone * apart;
    }
  }
  return 2 * sum;
}

// Returns the same sum from the total of all c_g.
inline double RaterChance::among_by_category(const std::vector<Loser>& losers,
                                             Change* change) const {
  double own = 0;
  change->sums.clear();
  for (const Loser& loser : losers) {
    Amounts& changed = change->own;
    own_shares(loser.rater, &changed);
    for (double& share : changed.amount) share *= loser.of_shares;
    std::size_t j = 0;
    for (int e : loser.gone) {
      while (changed.code[j] != shares_.code(e)) ++j;
      changed.amount[j] -= loser.of_gone * change->at[e];
    }
    own += distance_.pairs_within(changed);
    for (std::size_t k = 0; k < changed.size(); ++k) {
      change->sums.add(place_[changed.code[k]], changed.amount[k]);
    }
  }
  change->amounts.clear();
  for (int j : change->sums.sorted()) {
    change->amounts.add(sum_.code[j], change->sums[j]);
  }
  return distance_.pairs_within(change->amounts) - own;
}

}  // namespace accord
