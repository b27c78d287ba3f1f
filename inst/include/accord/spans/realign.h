#pragma once
// A good alignment in short time: annotators are added one by one, each assigned to the
// existing sets with the largest gain; then each is removed and assigned again until the
// gain does not increase. For two annotators this is the best alignment. There is also a
// bound from pairs.

#include <algorithm>  // find, max, sort, unique
#include <vector>

#include "../base/assignment.h"
#include "unitary.h"

namespace accord {

class Realignment {
 public:
  Realignment(const Continuum& x, const Dissimilarity& d, const Neighbours& near)
      : x_(x), d_(d), near_(near), annotator_(x.annotators()), set_of_(x.n_units(), -1) {}

  // Returns sets of units, some of which can be empty.
  std::vector<std::vector<int>> run() {
    const int n = x_.n_annotators();
    for (int a = 0; a < n; ++a) join(a);
    double before = -1, now = gain();
    for (int turn = 0; n > 2 && turn < 50 && now > before + least_gain; ++turn) {
      before = now;
      for (int a = 0; a < n; ++a) {
        for (int u = x_.first[a]; u < x_.first[a + 1]; ++u) leave(u);
        join(a);
      }
      now = gain();
    }
    return sets_;
  }

  // Returns the gain of joining these units.
  double gain(const std::vector<int>& set) const {
    const double k = static_cast<double>(set.size());
    double within = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) within += d_(x_, set[i], set[j]);
    }
    return k - 1 - (within - k * (k - 1) / 2) / x_.n_pairs();
  }

 private:
  const Continuum& x_;
  const Dissimilarity& d_;
  const Neighbours& near_;
  std::vector<int> annotator_, set_of_;
  std::vector<std::vector<int>> sets_;
  std::vector<int> empty_;  // of these

  double gain() const {
    double total = 0;
    for (const auto& set : sets_) {
      if (!set.empty()) total += gain(set);
    }
    return total;
  }

  void leave(int u) {
    auto& set = sets_[set_of_[u]];
    set.erase(std::find(set.begin(), set.end(), u));
    if (set.empty()) empty_.push_back(set_of_[u]);
    set_of_[u] = -1;
  }

  void join(int a) {
    SparseGains gains;
    gains.start.push_back(0);
    gains.n_columns = static_cast<int>(sets_.size());
    const double n_pairs = x_.n_pairs();
    std::vector<int> reached;
    for (int u = x_.first[a]; u < x_.first[a + 1]; ++u) {
      reached.clear();
      for (const int v : near_.of(u)) {
        if (set_of_[v] >= 0) reached.push_back(set_of_[v]);
      }
      std::sort(reached.begin(), reached.end());
      reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
      for (const int s : reached) {
        double own = n_pairs + static_cast<double>(sets_[s].size());
        for (const int v : sets_[s]) own -= d_(x_, u, v);
        if (own < -least_gain * n_pairs) continue;
        gains.column.push_back(s);
        gains.gain.push_back({own / n_pairs, 1});
      }
      gains.start.push_back(static_cast<int>(gains.column.size()));
    }
    const Assignment made = best_assignment(gains);
    for (int u = x_.first[a]; u < x_.first[a + 1]; ++u) {
      int s = made.column_of[u - x_.first[a]];
      if (s < 0) s = empty_set();
      sets_[s].push_back(u);
      set_of_[u] = s;
    }
  }

  int empty_set() {
    if (empty_.empty()) {
      sets_.push_back({});
      return static_cast<int>(sets_.size()) - 1;
    }
    const int s = empty_.back();
    empty_.pop_back();
    return s;
  }
};

// Returns a lower bound of the cost of any alignment: each pair of annotators costs at
// least as much as its own best alignment.
inline double bound_of_pairs(const Continuum& x, const Dissimilarity& d,
                             const Neighbours& near) {
  const std::vector<int> annotator = x.annotators();
  double total = 0;
  for (int a = 0; a < x.n_annotators(); ++a) {
    for (int b = a + 1; b < x.n_annotators(); ++b) {
      SparseGains gains;
      gains.start.push_back(0);
      gains.n_columns = x.first[b + 1] - x.first[b];
      for (int u = x.first[a]; u < x.first[a + 1]; ++u) {
        for (const int v : near.of(u)) {
          if (annotator[v] != b) continue;
          const double own = 2 - d(x, u, v);
          if (own <= 0) continue;
          gains.column.push_back(v - x.first[b]);
          gains.gain.push_back({own, 0});
        }
        gains.start.push_back(static_cast<int>(gains.column.size()));
      }
      total += gains.n_rows() + gains.n_columns;
      each_made(gains, best_assignment(gains), [&](double gain) { total -= gain; });
    }
  }
  return total / std::max(x.n_pairs(), 1);
}

}  // namespace accord
