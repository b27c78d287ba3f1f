#pragma once
// Finds the pairs of an optimal assignment that another optimum does without.
//
// Every optimum uses only pairs whose prices add up to their gain, and leaves out only
// rows and columns of price 0. So the way to another optimum is a closed walk in a graph
// of moves: from row to column along a pair that is not in the assignment, from column to
// the row that has it now, and through a node that stands for "without a pair". A pair
// can be replaced if its move from column to row lies on a cycle, that is, within a
// strongly connected component. Only the values of gains matter here, not what breaks
// their ties.

#include <algorithm>  // min
#include <vector>

#include "../base/assignment.h"

namespace accord {

class MoveGraph {
 public:
  explicit MoveGraph(int n_nodes) : to_(n_nodes) {}

  void add(int from, int to) { to_[from].push_back(to); }

  // Returns the component of each node (Tarjan 1972), without recursion.
  std::vector<int> components() const {
    const int n = static_cast<int>(to_.size());
    std::vector<int> component(n, -1), order(n, -1), low(n), next(n), stack, path;
    int clock = 0, found = 0;
    for (int root = 0; root < n; ++root) {
      if (order[root] >= 0) continue;
      path.push_back(root);
      while (!path.empty()) {
        const int node = path.back();
        if (order[node] < 0) {
          order[node] = low[node] = clock++;
          stack.push_back(node);
        }
        if (next[node] < static_cast<int>(to_[node].size())) {
          const int target = to_[node][next[node]++];
          if (order[target] < 0) {
            path.push_back(target);
          } else if (component[target] < 0) {
            low[node] = std::min(low[node], order[target]);
          }
          continue;
        }
        path.pop_back();
        if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[node]);
        if (low[node] < order[node]) continue;
        for (int member = -1; member != node;) {
          member = stack.back();
          stack.pop_back();
          component[member] = found;
        }
        ++found;
      }
    }
    return component;
  }

 private:
  std::vector<std::vector<int>> to_;
};

// Returns the moves of rows and columns along the stored pairs. Nodes are the rows, the
// columns, and then any others.
inline MoveGraph moves_between_pairs(const SparseGains& gains, const Assignment& made,
                                     int n_others) {
  const int rows = gains.n_rows();
  MoveGraph graph(rows + gains.n_columns + n_others);
  for (int row = 0; row < rows; ++row) {
    for (int e = gains.start[row]; e < gains.start[row + 1]; ++e) {
      const int column = gains.column[e];
      const Gain price = made.row_price[row] + made.column_price[column];
      if (!Gain::same_value(price, gains.gain[e])) continue;
      if (made.column_of[row] == column) {
        graph.add(rows + column, row);
      } else {
        graph.add(row, rows + column);
      }
    }
  }
  return graph;
}

inline std::vector<bool> pairs_on_cycles(const MoveGraph& graph, const Assignment& made) {
  const std::vector<int> component = graph.components();
  const int rows = static_cast<int>(made.column_of.size());
  std::vector<bool> result(rows);
  for (int row = 0; row < rows; ++row) {
    const int column = made.column_of[row];
    result[row] = column >= 0 && component[row] == component[rows + column];
  }
  return result;
}

// Returns for each row whether another assignment of the same value does without its
// pair.
inline std::vector<bool> replaceable_pairs(const SparseGains& gains,
                                           const Assignment& made) {
  MoveGraph graph = moves_between_pairs(gains, made, 1);
  const int rows = gains.n_rows(), none = rows + gains.n_columns;
  for (int row = 0; row < rows; ++row) {
    if (made.column_of[row] < 0) {
      graph.add(none, row);
    } else if (Gain::same_value(made.row_price[row], {})) {
      graph.add(row, none);
    }
  }
  for (int column = 0; column < gains.n_columns; ++column) {
    if (made.row_of[column] < 0) {
      graph.add(rows + column, none);
    } else if (Gain::same_value(made.column_price[column], {})) {
      graph.add(none, rows + column);
    }
  }
  return pairs_on_cycles(graph, made);
}

}  // namespace accord
