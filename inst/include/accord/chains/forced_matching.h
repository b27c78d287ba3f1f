#pragma once
// The matching of sets by the size of the symmetric difference, if as many pairs as
// possible are made and an unpaired set costs nothing.
//
// Let there be no more rows than columns. Every row is paired, so with C the columns in
// use the cost is the sum of all row sizes, plus that of the sizes of C, minus 2 shared
// for each pair. So the choice of unpaired columns matters, and couples sets that share
// nothing. A column in use that shares mentions with no free row goes to any other row.
// If a charge lambda (a Lagrange multiplier) is returned for each column in use, a pair
// gains 2 shared - max(0, size - lambda) and the problem is sparse again; the number of
// columns in use increases with lambda. Ties between columns are broken by their
// position, so that it increases in steps of one, and for some lambda as many columns are
// in use as there are rows. Before that, ties are broken as in chain_matching.h.

#include <algorithm>  // max
#include <cmath>      // floor
#include <utility>    // move
#include <vector>

#include "../base/assignment.h"
#include "assignment_ties.h"
#include "partition.h"

namespace accord {

struct Matching {
  std::vector<int> column_of;     // of each row, -1 for none
  std::vector<bool> replaceable;  // by another optimum
};

// `gain(row, e)` returns the gain of the stored pair e.
template <class GainOf>
SparseGains gains_of(const Overlap& sets, const GainOf& gain) {
  SparseGains result;
  result.start = sets.start;
  result.column = sets.column;
  result.n_columns = sets.n_columns();
  result.gain.resize(sets.column.size());
  for (int row = 0; row < sets.n_rows(); ++row) {
    for (int e = sets.start[row]; e < sets.start[row + 1]; ++e) {
      result.gain[e] = gain(row, e);
    }
  }
  return result;
}

class ForcedMatcher {
 public:
  // There must be no more rows than columns, and at least one row.
  explicit ForcedMatcher(const Overlap& sets) : sets_(sets) {
    for (const int size : sets.column_size) {
      largest_ = std::max<double>(largest_, size);
      all_ += size;
    }
    const double rows = sets.n_rows();
    // This is more than the positions of two choices of columns can differ by.
    of_pair_ = rows * (sets.n_columns() - rows) + 1;
    of_mention_ = of_pair_ * (rows + 1);
    // If the products exceed what a double stores exactly, the number of pairs does not
    // break ties.
    if (of_mention_ * all_ > 4e15) of_mention_ = of_pair_;
  }

  Matching solve() {
    const double most = (of_mention_ + of_pair_) * (all_ + 1);
    const double value = smallest(-largest_ - 1, largest_ + 1, [&](double x) {
      return Gain{x, most};
    });
    const double tie = smallest(-most, most, [&](double x) {
      return Gain{value, x + .5};
    });
    lambda_ = {value, tie + .5};
    const SparseGains gains = gains_at(lambda_);
    Assignment made = best_assignment(gains);
    std::vector<bool> replaceable = pairs_on_cycles(moves(gains, made), made);
    return {std::move(made.column_of), std::move(replaceable)};
  }

 private:
  const Overlap& sets_;
  double of_pair_ = 1, of_mention_ = 1, largest_ = 0, all_ = 0;
  Gain lambda_;

  Gain cost(int column) const {
    return {static_cast<double>(sets_.column_size[column]), static_cast<double>(column)};
  }

  SparseGains gains_at(Gain lambda) const {
    return gains_of(sets_, [&](int, int e) -> Gain {
      const double shared = sets_.shared[e];
      const Gain gain{2 * shared, of_mention_ * shared + of_pair_};
      const Gain surcharge = cost(sets_.column[e]) - lambda;
      return surcharge < Gain{} ? gain : gain - surcharge;
    });
  }

  bool uses_enough(Gain lambda) const {
    const Assignment made = best_assignment(gains_at(lambda));
    int used = 0;
    for (int c = 0; c < sets_.n_columns(); ++c) {
      used += made.row_of[c] >= 0 || cost(c) < lambda;
    }
    return used >= sets_.n_rows();
  }

  // Returns the smallest whole number above `low` for which enough columns are in use;
  // for `high` they are.
  template <class Charge>
  double smallest(double low, double high, const Charge& charge) const {
    while (high - low > 1) {
      const double middle = std::floor((low + high) / 2);
      (uses_enough(charge(middle)) ? high : low) = middle;
    }
    return high;
  }

  // Returns the moves as in assignment_ties.h, but with a fixed number of columns in use:
  // a row without a stored pair has any column that is still free (node `any`), and a
  // column comes into use only if another goes out of use (node `unused`).
  MoveGraph moves(const SparseGains& gains, const Assignment& made) const {
    MoveGraph graph = moves_between_pairs(gains, made, 2);
    const int rows = gains.n_rows(), any = rows + gains.n_columns, unused = any + 1;
    for (int row = 0; row < rows; ++row) {
      if (made.column_of[row] < 0) {
        graph.add(any, row);
      } else if (Gain::same_value(made.row_price[row], {})) {
        graph.add(row, any);
      }
    }
    for (int c = 0; c < gains.n_columns; ++c) {
      const Gain worth = lambda_ - cost(c);
      const bool given = made.row_of[c] < 0 && Gain{} < worth;
      const bool used = given || made.row_of[c] >= 0;
      const Gain price = made.column_price[c] + (worth < Gain{} ? Gain{} : worth);
      if (given) {
        graph.add(rows + c, any);
      } else if (Gain::same_value(price, worth)) {
        graph.add(any, rows + c);
      }
      if (!used) {
        graph.add(rows + c, unused);
      } else if (Gain::same_value(price, {})) {
        graph.add(unused, rows + c);
      }
    }
    return graph;
  }
};

inline Matching match_forced(const Overlap& sets) {
  if (sets.n_rows() == 0 || sets.n_columns() == 0) {
    return {std::vector<int>(sets.n_rows(), -1), std::vector<bool>(sets.n_rows())};
  }
  if (sets.n_rows() <= sets.n_columns()) return ForcedMatcher(sets).solve();
  const Overlap turned = transposed(sets);
  const Matching other = ForcedMatcher(turned).solve();
  Matching result{std::vector<int>(sets.n_rows(), -1), std::vector<bool>(sets.n_rows())};
  for (int c = 0; c < turned.n_rows(); ++c) {
    const int row = other.column_of[c];
    if (row < 0) continue;
    result.column_of[row] = c;
    result.replaceable[row] = other.replaceable[c];
  }
  return result;
}

}  // namespace accord
