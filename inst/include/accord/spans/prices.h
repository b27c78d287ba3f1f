#pragma once
// Prices of units, which give an upper bound for the gain of disjoint sets: if the prices
// of the units of every set sum to its gain or more, no choice of sets gains more than
// the total of the prices.
//
// The gain of each set is divided among its units, and the price of a unit is the largest
// share in any set, or 0. The shares are changed along the subgradient of the total
// (Komodakis, Paragios and Tziritas 2011, doi:10.1109/TPAMI.2010.108), with Polyak's step
// length.

#include <functional>  // function
#include <vector>

#include "unitary.h"

namespace accord {

struct Prices {
  std::vector<double> of;  // by unit
  double total = 0;
};

class Pricing {
 public:
  // `sets` have units from 0 to n_units - 1.
  Pricing(const UnitSets& sets, int n_units) : sets_(sets), n_units_(n_units) {
    for (int s = 0; s < sets.size(); ++s) {
      const auto k = sets.of(s).size();
      share_.insert(share_.end(), k, sets.gain[s] / static_cast<double>(k));
    }
  }

  // `known` is the gain of a known choice. Stops when the prices prove that no choice
  // gains more, or when they no longer decrease.
  Prices run(double known, const std::function<void()>& poll) {
    Prices best = price();
    double pace = 1;
    // This limits the total number of shares that are visited.
    const double turns = 3e8 / (1 + static_cast<double>(share_.size()));
    for (int turn = 0, stuck = 0; turn < 3000 && turn < turns; ++turn) {
      poll();
      if (best.total - known <= least_gain * (1 + known) || pace < 1e-3) break;
      const double norm = direction();
      if (norm == 0) break;
      const double step = pace * (now_.total - known) / norm;
      for (std::size_t i = 0; i < share_.size(); ++i) share_[i] -= step * slope_[i];
      price();
      if (now_.total < best.total - 1e-4 * (best.total - known)) {
        best = now_;
        stuck = 0;
      } else {
        if (now_.total < best.total) best = now_;
        if (++stuck == 15) {
          pace /= 2;
          stuck = 0;
        }
      }
    }
    return best;
  }

 private:
  const UnitSets& sets_;
  int n_units_;
  std::vector<double> share_, slope_;  // by set and unit in it
  std::vector<int> taken_;             // the place of the largest share of each unit
  Prices now_;

  const Prices& price() {
    now_.of.assign(n_units_, 0);
    taken_.assign(n_units_, -1);
    for (std::size_t i = 0; i < share_.size(); ++i) {
      const int u = sets_.member[i];
      if (share_[i] <= now_.of[u]) continue;
      now_.of[u] = share_[i];
      taken_[u] = static_cast<int>(i);
    }
    now_.total = 0;
    for (const double p : now_.of) now_.total += p;
    return now_;
  }

  // Within each set the sum of the shares stays the same.
  double direction() {
    slope_.assign(share_.size(), 0);
    double norm = 0;
    for (int s = 0; s < sets_.size(); ++s) {
      const int from = sets_.start[s], to = sets_.start[s + 1];
      int taken = 0;
      for (int i = from; i < to; ++i) taken += taken_[sets_.member[i]] == i;
      if (taken == 0 || taken == to - from) continue;
      const double mean = static_cast<double>(taken) / (to - from);
      for (int i = from; i < to; ++i) {
        slope_[i] = (taken_[sets_.member[i]] == i) - mean;
        norm += slope_[i] * slope_[i];
      }
    }
    return norm;
  }
};

}  // namespace accord
