#pragma once
// Judgements of pairs of objects, and which objects they connect.

#include <algorithm>  // min, sort
#include <cstddef>    // size_t
#include <cstdint>
#include <utility>  // pair
#include <vector>

#include "../base/views.h"

namespace accord {

// The choice is the first object, the second, or neither.
enum class Choice { first, second, tie };

struct Judgements {
  Span<int> first, second;  // objects, from 0
  Span<int> choice;         // of the enum Choice
  Span<double> weight;      // empty if all are 1
  Span<int> cluster;        // from 0; empty for none
  int n_objects = 0, n_clusters = 0;

  double weight_of(std::size_t i) const { return weight.empty() ? 1 : weight[i]; }
};

// Judgements of the same objects, in the same order if that matters.
struct JudgedCell {
  int first, second;
  double count[3];
};

// Whether a table with a place for each two objects is not larger than the data.
inline bool has_few_pairs(const Judgements& x) {
  const auto n = static_cast<std::size_t>(x.n_objects);
  return n * n <= x.first.size();
}

// The cells sorted by their objects.
inline std::vector<JudgedCell> judged_cells(const Judgements& x, bool by_order) {
  const auto turned = [&](std::size_t i) {
    return !by_order && x.first[i] > x.second[i];
  };
  if (has_few_pairs(x)) {
    std::vector<JudgedCell> all, cells;
    for (int i = 0; i < x.n_objects; ++i) {
      for (int j = 0; j < x.n_objects; ++j) all.push_back({i, j, {0, 0, 0}});
    }
    std::vector<char> seen(all.size());
    for (std::size_t i = 0; i < x.first.size(); ++i) {
      const bool turn = turned(i);
      const std::size_t first = turn ? x.second[i] : x.first[i];
      const std::size_t at = first * x.n_objects + (turn ? x.first[i] : x.second[i]);
      const int choice = x.choice[i];
      seen[at] = 1;
      all[at].count[turn && choice < 2 ? 1 - choice : choice] += x.weight_of(i);
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (seen[k]) cells.push_back(all[k]);
    }
    return cells;
  }
  std::vector<std::pair<std::int64_t, std::size_t>> key(x.first.size());
  for (std::size_t i = 0; i < key.size(); ++i) {
    const bool turn = turned(i);
    const auto first = static_cast<std::int64_t>(turn ? x.second[i] : x.first[i]);
    key[i] = {first * x.n_objects + (turn ? x.first[i] : x.second[i]), i};
  }
  std::sort(key.begin(), key.end());
  std::vector<JudgedCell> cells;
  for (std::size_t k = 0; k < key.size(); ++k) {
    const std::size_t i = key[k].second;
    const bool turn = turned(i);
    if (k == 0 || key[k].first != key[k - 1].first) {
      const int first = turn ? x.second[i] : x.first[i];
      cells.push_back({first, turn ? x.first[i] : x.second[i], {0, 0, 0}});
    }
    const int choice = x.choice[i];
    cells.back().count[turn && choice < 2 ? 1 - choice : choice] += x.weight_of(i);
  }
  return cells;
}

// Numbers the parts of a directed graph within which each object can be reached from each
// other (Tarjan 1972), so that no part reaches one with a higher number. An object beats
// those that it was preferred to or tied with: worths are finite if and only if there is
// one part (Ford 1957).
inline std::vector<int> strong_parts(const Judgements& x) {
  std::vector<std::vector<int>> beats(x.n_objects);
  for (const JudgedCell& cell : judged_cells(x, false)) {
    if (cell.count[0] + cell.count[2] > 0) beats[cell.first].push_back(cell.second);
    if (cell.count[1] + cell.count[2] > 0) beats[cell.second].push_back(cell.first);
  }
  const int n = x.n_objects;
  std::vector<int> part(n, -1), index(n, -1), low(n, 0), stack;
  std::vector<std::size_t> next(n, 0);
  std::vector<int> path;
  int count = 0, parts = 0;
  for (int root = 0; root < n; ++root) {
    if (index[root] >= 0) continue;
    path.push_back(root);
    while (!path.empty()) {
      const int v = path.back();
      if (next[v] == 0 && index[v] < 0) {
        index[v] = low[v] = count++;
        stack.push_back(v);
      }
      if (next[v] < beats[v].size()) {
        const int w = beats[v][next[v]++];
        if (index[w] < 0) {
          path.push_back(w);
        } else if (part[w] < 0) {
          low[v] = std::min(low[v], index[w]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[v]);
      if (low[v] == index[v]) {
        for (int w = -1; w != v;) {
          w = stack.back();
          stack.pop_back();
          part[w] = parts;
        }
        ++parts;
      }
    }
  }
  return part;
}

}  // namespace accord
