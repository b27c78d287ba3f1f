#pragma once
// Unitary alignments: at most one unit of each annotator, which are treated as the same
// unit.
//
// With n annotators and N = n (n - 1) / 2 pairs of them, the cost of a unitary alignment
// is the mean over the pairs of the dissimilarity of their units, which is 1 if one or
// both have none. So a single unit costs 1, and joining two disjoint sets A and B,
// instead of keeping them apart, gains (N + |A| |B| - sum of d over A x B) / N. A set
// with a better partition is in no optimum. If joining and keeping apart cost the same,
// sets are joined, so that the alignment does not depend on the order of the search.

#include <vector>

#include "continuum.h"

namespace accord {

// Gains are compared up to the rounding error of sums of doubles.
constexpr double least_gain = 1e-12;

// A small bonus for joining two sets, which breaks ties.
constexpr double joined = 1e-9;

// Returns the largest dissimilarity of two units in a set that can be part of an optimum.
inline double admissible(const Continuum& x) {
  return x.n_pairs() + x.n_annotators() - 1 + joined;
}

// Sets of two units or more, with the gain of each over keeping its units apart, plus the
// bonus for joining.
struct UnitSets {
  std::vector<int> start{0}, member;
  std::vector<double> gain;

  int size() const { return static_cast<int>(gain.size()); }
  Span<int> of(int s) const { return Span<int>(member).slice(start[s], start[s + 1]); }
  void add(const std::vector<int>& units, double value) {
    member.insert(member.end(), units.begin(), units.end());
    start.push_back(static_cast<int>(member.size()));
    gain.push_back(value);
  }
};

// Enumerates all sets that can be part of an optimum.
class Enumeration {
 public:
  Enumeration(const Continuum& x, const Dissimilarity& d, const Neighbours& near)
      : x_(x), d_(d), near_(near), annotator_(x.annotators()) {}

  // Returns false if there are more than `most`.
  bool run(std::size_t most) {
    most_ = most;
    for (int u = 0; u < x_.n_units(); ++u) {
      set_ = {u};
      apart_ = {{0}};
      sum_ = {0};
      if (!extend(near_.of(u))) return false;
    }
    return true;
  }
  UnitSets found;

 private:
  const Continuum& x_;
  const Dissimilarity& d_;
  const Neighbours& near_;
  std::vector<int> annotator_;
  std::vector<int> set_;
  std::vector<std::vector<double>> apart_;   // dissimilarities within the set
  std::vector<double> sum_;                  // of each of its units to the others
  std::vector<std::vector<double>> before_;  // these sums without the last units
  std::size_t most_ = 0, looked_at_ = 0;
  std::vector<double> within_;

  bool extend(Span<int> candidates) {
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const int v = candidates[c];
      if (annotator_[v] <= annotator_[set_.back()]) continue;
      // Rejected sets count too, but less.
      if (++looked_at_ > 30 * most_) return false;
      if (!push(v)) continue;
      if (needed())
        found.add(set_, gain() + joined * static_cast<double>(set_.size() - 1));
      const bool ok =
          static_cast<std::size_t>(found.size()) <= most_ && extend(candidates);
      pop();
      if (!ok) return false;
    }
    return true;
  }

  // Sums can only increase, so a sum that is too large ends the branch.
  bool push(int v) {
    const double bound = admissible(x_);
    std::vector<double> apart;
    double own = 0;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      apart.push_back(d_(x_, set_[i], v));
      own += apart.back();
      if (sum_[i] + apart.back() > bound) return false;
    }
    if (own > bound) return false;
    before_.push_back(sum_);
    for (std::size_t i = 0; i < set_.size(); ++i) {
      sum_[i] += apart[i];
      apart_[i].push_back(apart[i]);
    }
    apart.push_back(0);
    apart_.push_back(apart);
    set_.push_back(v);
    sum_.push_back(own);
    return true;
  }

  void pop() {
    set_.pop_back();
    sum_ = before_.back();
    before_.pop_back();
    apart_.pop_back();
    for (auto& row : apart_) row.pop_back();
  }

  double gain() const {
    const double k = static_cast<double>(set_.size());
    double within = 0;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) within += apart_[i][j];
    }
    return k - 1 - (within - k * (k - 1) / 2) / x_.n_pairs();
  }

  // Returns whether the set is as good as all its partitions into two or, if it is large,
  // as all simple ones.
  bool needed() {
    const int k = static_cast<int>(set_.size());
    const double n_pairs = x_.n_pairs(), least = -least_gain * n_pairs;
    for (int i = 0; i < k; ++i) {
      if (n_pairs + k - 1 - sum_[i] < least) return false;
    }
    if (k > 10) return gain() > -least_gain;
    // The first unit stays in A, so that each partition is visited once. The sum within B
    // is that of B without its last unit plus what this unit adds.
    within_.assign(std::size_t{1} << (k - 1), 0);
    for (int b = 1; b < 1 << (k - 1); ++b) {
      int last = k - 1;
      while (!(b >> (last - 1) & 1)) --last;
      const int rest = b & ~(1 << (last - 1));
      double own = within_[rest], sums = 0;
      int size = 0;
      for (int i = 1; i <= last; ++i) {
        if (!(b >> (i - 1) & 1)) continue;
        ++size;
        sums += sum_[i];
        if (i < last) own += apart_[last][i];
      }
      within_[b] = own;
      const double across = sums - 2 * own;
      if (n_pairs + size * (k - size) - across < least) return false;
    }
    return true;
  }
};

}  // namespace accord
