#pragma once
// The assignment problem on sparse rows: pair rows with columns, each at most once, with
// the largest total gain. A pair that is not stored has no gain and is never made.
//
// The method is that of shortest augmenting paths with prices (Jonker and Volgenant
// 1987): rows are added one by one, and each search only visits what it can reach. Prices
// are a certificate of the optimum: row_price + column_price >= gain for every stored
// pair, with equality for pairs in the assignment, and a row or column without a pair has
// the price 0.

#include <queue>
#include <utility>  // pair
#include <vector>

namespace accord {

// The gain of a pair. Gains whose values are equal, up to the rounding of a sum of
// fractions, are distinguished by `tie`.
struct Gain {
  double value = 0;
  double tie = 0;

  friend Gain operator+(Gain a, Gain b) { return {a.value + b.value, a.tie + b.tie}; }
  friend Gain operator-(Gain a, Gain b) { return {a.value - b.value, a.tie - b.tie}; }
  friend bool operator<(Gain a, Gain b) {
    if (same_value(a, b)) return a.tie < b.tie;
    return a.value < b.value;
  }
  static bool same_value(Gain a, Gain b) {
    const double apart = a.value - b.value;
    return apart < 1e-9 && apart > -1e-9;
  }
};

struct SparseGains {
  std::vector<int> start;   // rows + 1 positions
  std::vector<int> column;  // of each stored pair
  std::vector<Gain> gain;
  int n_columns = 0;

  int n_rows() const { return static_cast<int>(start.size()) - 1; }
};

struct Assignment {
  std::vector<int> column_of, row_of;  // -1 for none
  std::vector<Gain> row_price, column_price;
};

class Assigner {
 public:
  explicit Assigner(const SparseGains& gains) : gains_(gains) {
    result_.column_of.assign(gains.n_rows(), -1);
    result_.row_of.assign(gains.n_columns, -1);
    result_.row_price.resize(gains.n_rows());
    result_.column_price.resize(gains.n_columns);
    distance_.resize(gains.n_columns);
    reached_from_.assign(gains.n_columns, -1);
    state_.assign(gains.n_columns, unseen);
  }

  Assignment solve() {
    for (int row = 0; row < gains_.n_rows(); ++row) add(row);
    return result_;
  }

 private:
  enum State : char { unseen, reached, settled };
  using Entry = std::pair<Gain, int>;
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const {
      if (b.first < a.first) return true;
      if (a.first < b.first) return false;
      return a.second > b.second;
    }
  };

  const SparseGains& gains_;
  Assignment result_;
  // State of the search from one row: distances of columns, and the rows visited.
  std::vector<Gain> distance_;
  std::vector<int> reached_from_;
  std::vector<State> state_;
  std::vector<int> seen_;
  std::vector<Entry> looked_at_;
  // Columns to settle: those as near as the row that reached them, and all others.
  std::vector<Entry> at_once_;
  std::priority_queue<Entry, std::vector<Entry>, Later> queue_;
  // The nearest end of the search: a free column, or a row that becomes unpaired.
  Gain shortest_;
  int free_ = -1, leaving_ = -1;

  void add(int root) {
    Gain& price = result_.row_price[root];
    for (int e = gains_.start[root]; e < gains_.start[root + 1]; ++e) {
      const Gain own = gains_.gain[e] - result_.column_price[gains_.column[e]];
      if (price < own) price = own;
    }
    shortest_ = price;
    leaving_ = root;
    free_ = -1;
    look_at(root, {});
    for (Entry next; take(&next);) {
      const auto [distance, column] = next;
      if (state_[column] == settled) continue;
      state_[column] = settled;
      look_at(result_.row_of[column], distance);
    }
    update_prices();
    int column = free_;
    if (column < 0) {
      column = result_.column_of[leaving_];
      result_.column_of[leaving_] = -1;
    }
    pass_on(column);
    forget();
  }

  // Takes the nearest column that is nearer than the end, and returns whether there is
  // one.
  bool take(Entry* next) {
    if (!at_once_.empty()) {
      *next = at_once_.back();
      at_once_.pop_back();
    } else if (!queue_.empty()) {
      *next = queue_.top();
      queue_.pop();
    } else {
      return false;
    }
    return next->first < shortest_;
  }

  void look_at(int row, Gain distance) {
    looked_at_.push_back({distance, row});
    const Gain price = result_.row_price[row];
    if (distance + price < shortest_) {
      shortest_ = distance + price;
      leaving_ = row;
      free_ = -1;
    }
    for (int e = gains_.start[row]; e < gains_.start[row + 1]; ++e) {
      const int column = gains_.column[e];
      if (state_[column] == settled) continue;
      const Gain to = distance + price + result_.column_price[column] - gains_.gain[e];
      if (!(to < shortest_)) continue;
      if (result_.row_of[column] < 0) {
        shortest_ = to;
        free_ = column;
        reached_from_[column] = row;
        continue;
      }
      if (state_[column] == unseen) {
        seen_.push_back(column);
      } else if (!(to < distance_[column])) {
        continue;
      }
      state_[column] = reached;
      distance_[column] = to;
      reached_from_[column] = row;
      if (distance < to) {
        queue_.push({to, column});
      } else {
        at_once_.push_back({to, column});
      }
    }
  }

  void update_prices() {
    for (const auto& [distance, row] : looked_at_) {
      result_.row_price[row] = result_.row_price[row] - (shortest_ - distance);
    }
    for (const int column : seen_) {
      if (state_[column] != settled) continue;
      Gain& price = result_.column_price[column];
      price = price + (shortest_ - distance_[column]);
    }
  }

  // The row that reached the column takes it, and its previous column goes to the row
  // before.
  void pass_on(int column) {
    while (column >= 0) {
      const int row = reached_from_[column];
      const int given_up = result_.column_of[row];
      result_.column_of[row] = column;
      result_.row_of[column] = row;
      column = given_up;
    }
  }

  void forget() {
    for (const int column : seen_) state_[column] = unseen;
    seen_.clear();
    looked_at_.clear();
    at_once_.clear();
    queue_ = {};
  }
};

inline Assignment best_assignment(const SparseGains& gains) {
  return Assigner(gains).solve();
}

// Visits the gains of the pairs in the assignment.
template <class Visit>
void each_made(const SparseGains& gains, const Assignment& made, const Visit& visit) {
  for (int row = 0; row < gains.n_rows(); ++row) {
    for (int e = gains.start[row]; e < gains.start[row + 1]; ++e) {
      if (gains.column[e] == made.column_of[row]) visit(gains.gain[e].value);
    }
  }
}

}  // namespace accord
