#pragma once
// Votes in groups, such as items: the code that most votes of a group have, how far two
// of them agree, and, for each vote, the code that most others have.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <limits>
#include <utility>  // pair
#include <vector>

#include "../base/views.h"

namespace accord {

// 0 stands for no majority: no vote, or a tie.
struct GroupVotes {
  std::vector<int> majority;      // of each group
  std::vector<double> agreement;  // of each group: the share of equal pairs of its votes
  std::vector<int> of_others;     // for each vote
};

// `group` and `code` count from 1; votes with other numbers are left out.
inline GroupVotes group_votes(Span<int> group, Span<int> code, int n_groups) {
  const std::size_t n = group.size();
  const auto counts = [&](std::size_t i) {
    return group[i] >= 1 && group[i] <= n_groups && code[i] >= 1;
  };
  std::vector<std::size_t> start(static_cast<std::size_t>(n_groups) + 2);
  for (std::size_t i = 0; i < n; ++i) {
    if (counts(i)) ++start[group[i] + 1];
  }
  for (int g = 1; g <= n_groups; ++g) start[g + 1] += start[g];
  std::vector<std::pair<int, std::size_t>> vote(start[n_groups + 1]);
  std::vector<std::size_t> next(start);
  for (std::size_t i = 0; i < n; ++i) {
    if (counts(i)) vote[next[group[i]]++] = {code[i], i};
  }
  GroupVotes found{
      std::vector<int>(n_groups),
      std::vector<double>(n_groups, std::numeric_limits<double>::quiet_NaN()),
      std::vector<int>(n)};
  struct Cell {
    int code, votes;
  };
  std::vector<Cell> cells;
  for (int g = 1; g <= n_groups; ++g) {
    const std::size_t begin = start[g], end = start[g + 1], size = end - begin;
    if (size == 0) continue;
    std::sort(vote.begin() + begin, vote.begin() + end);
    cells.clear();
    double equal = 0;
    for (std::size_t k = begin; k < end; ++k) {
      if (cells.empty() || cells.back().code != vote[k].first) {
        cells.push_back({vote[k].first, 0});
      }
      equal += cells.back().votes++;
    }
    // The most votes, those just below, and which codes have them.
    int most = 0, tops = 0, top = 0, other_top = 0, near = 0;
    for (const Cell& cell : cells) {
      if (cell.votes > most) most = cell.votes, tops = 0;
      if (cell.votes < most) continue;
      other_top = top;
      top = cell.code;
      ++tops;
    }
    for (const Cell& cell : cells) near += cell.votes == most - 1;
    if (tops == 1) found.majority[g - 1] = top;
    if (size > 1) {
      found.agreement[g - 1] = equal / (static_cast<double>(size) * (size - 1) / 2);
    }
    std::size_t k = begin;
    for (const Cell& cell : cells) {
      int rest = 0;
      if (cell.votes < most) {
        if (tops == 1) rest = top;
      } else if (tops == 2) {
        rest = cell.code == top ? other_top : top;
      } else if (tops == 1 && near == 0 && cell.votes > 1) {
        // Without the vote it is still ahead of all others.
        rest = top;
      }
      for (int v = 0; v < cell.votes; ++v, ++k) found.of_others[vote[k].second] = rest;
    }
  }
  return found;
}

}  // namespace accord
