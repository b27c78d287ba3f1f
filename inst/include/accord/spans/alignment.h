#pragma once
// The best alignment of a continuum: every unit is in one unitary alignment, and the
// total cost is minimal.

#include <algorithm>  // all_of, min, sort
#include <cstddef>    // size_t
#include <functional>
#include <numeric>  // iota
#include <vector>

#include "packing.h"
#include "realign.h"

namespace accord {

// How much work is done before a bound is used instead.
struct AlignmentLimits {
  std::size_t sets = 200000;  // unitary alignments
  std::size_t states = 5000;  // branches at a time
  std::function<void()> poll = [] {};
};

struct Alignment {
  std::vector<int> set_of;  // the unitary alignment of each unit, from 0
  int n_sets = 0;
  double cost = 0;   // the sum over unitary alignments
  double bound = 0;  // no alignment costs less; equal to `cost` if this is the best
};

// Finds the best alignment, separately for each part connected by admissible sets.
class Aligner {
 public:
  Aligner(const Continuum& x, const Dissimilarity& d, const AlignmentLimits& limits)
      : x_(x),
        d_(d),
        limits_(limits),
        near_(neighbours(x, d, admissible(x))),
        quick_(x, d, near_) {}

  Alignment run() {
    limits_.poll();
    const auto quick = quick_.run();
    Alignment result = alignment(quick);
    result.bound = result.cost;
    // For two annotators this is an assignment problem, whose solution is already
    // optimal.
    if (x_.n_annotators() < 3) return result;
    limits_.poll();
    Enumeration all(x_, d_, near_);
    if (!all.run(limits_.sets)) {
      result.bound = std::min(result.cost, bound_of_pairs(x_, d_, near_));
      return result;
    }
    const double open = pack(all.found, quick);
    const Alignment packed = alignment(sets_);
    if (packed.cost <= result.cost + joined * x_.n_units()) result = packed;
    result.bound = result.cost - open;
    return result;
  }

 private:
  const Continuum& x_;
  const Dissimilarity& d_;
  const AlignmentLimits& limits_;
  Neighbours near_;
  Realignment quick_;
  std::vector<std::vector<int>> sets_;  // of the best alignment

  // Numbers the sets in the order of their first units.
  Alignment alignment(const std::vector<std::vector<int>>& sets) const {
    const int n = x_.n_units();
    Alignment result;
    result.set_of.assign(n, -1);
    result.cost = n;
    for (std::size_t s = 0; s < sets.size(); ++s) {
      for (const int u : sets[s]) result.set_of[u] = static_cast<int>(s);
      if (!sets[s].empty()) result.cost -= quick_.gain(sets[s]);
    }
    std::vector<int> number(sets.size(), -1);
    for (int& s : result.set_of) {
      if (number[s] < 0) number[s] = result.n_sets++;
      s = number[s];
    }
    return result;
  }

  // Fills sets_; returns the most by which the gain of any alignment can be larger.
  double pack(const UnitSets& all, const std::vector<std::vector<int>>& quick) {
    const int n = x_.n_units();
    std::vector<int> part_of(n), place(n);
    const auto parts = connected(all);
    for (int p = 0; p < n; ++p) {
      for (std::size_t i = 0; i < parts[p].size(); ++i) {
        part_of[parts[p][i]] = p;
        place[parts[p][i]] = static_cast<int>(i);
      }
    }
    const std::vector<bool> in_quick = found_in(all, quick);
    std::vector<std::vector<int>> of_part(n);
    for (int s = 0; s < all.size(); ++s) of_part[part_of[all.of(s)[0]]].push_back(s);
    double open = 0;
    for (int p = 0; p < n; ++p) {
      UnitSets own;
      Packed known;
      for (const int s : of_part[p]) {
        std::vector<int> units;
        for (const int u : all.of(s)) units.push_back(place[u]);
        std::sort(units.begin(), units.end());
        if (in_quick[s]) {
          known.chosen.push_back(own.size());
          known.gain += all.gain[s];
        }
        own.add(units, all.gain[s]);
      }
      const int n_own = static_cast<int>(parts[p].size());
      const Packed best = Packing(own, n_own, limits_.states).run(known, limits_.poll);
      open += best.bound - best.gain;
      take(own, best.chosen, parts[p]);
    }
    return open;
  }

  // Returns the parts of units that are connected by sets, each in the order of the
  // continuum.
  std::vector<std::vector<int>> connected(const UnitSets& sets) const {
    const int n = x_.n_units();
    std::vector<int> root(n);
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int u) {
      while (root[u] != u) u = root[u] = root[root[u]];
      return u;
    };
    for (int s = 0; s < sets.size(); ++s) {
      for (const int u : sets.of(s)) root[find(u)] = find(sets.of(s)[0]);
    }
    std::vector<std::vector<int>> parts(n);
    for (int u = 0; u < n; ++u) parts[find(u)].push_back(u);
    for (auto& units : parts) {
      std::sort(units.begin(), units.end(), [&](int u, int v) {
        return x_.middle(u) != x_.middle(v) ? x_.middle(u) < x_.middle(v) : u < v;
      });
    }
    return parts;
  }

  // Returns which of the sets are in the quick alignment.
  std::vector<bool> found_in(const UnitSets& all,
                             const std::vector<std::vector<int>>& quick) const {
    std::vector<int> set_of(x_.n_units());
    for (std::size_t s = 0; s < quick.size(); ++s) {
      for (const int u : quick[s]) set_of[u] = static_cast<int>(s);
    }
    std::vector<bool> found(all.size());
    for (int s = 0; s < all.size(); ++s) {
      const Span<int> units = all.of(s);
      const int one = set_of[units[0]];
      found[s] = units.size() == quick[one].size() &&
                 std::all_of(units.begin(), units.end(),
                             [&](int u) { return set_of[u] == one; });
    }
    return found;
  }

  // Adds the chosen sets of a part, and its other units as single ones.
  void take(const UnitSets& own, const std::vector<int>& chosen,
            const std::vector<int>& units) {
    std::vector<bool> taken(units.size());
    for (const int s : chosen) {
      sets_.push_back({});
      for (const int i : own.of(s)) {
        sets_.back().push_back(units[i]);
        taken[i] = true;
      }
    }
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!taken[i]) sets_.push_back({units[i]});
    }
  }
};

inline Alignment best_alignment(const Continuum& x, const Dissimilarity& d,
                                const AlignmentLimits& limits) {
  return Aligner(x, d, limits).run();
}

}  // namespace accord
