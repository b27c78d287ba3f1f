#pragma once
// From one row per rating to compressed sparse rows by item: a counting sort over the
// items, stable, so the ratings of an item keep the order of the rows.

#include <algorithm>  // copy
#include <atomic>
#include <cstddef>  // size_t
#include <vector>

#include "parallel.h"
#include "views.h"

namespace accord {

// Ids count from 1, as a grouping gives them. A code below 1 is no rating: its row is
// passed over. `rater` may be empty.
struct Triplets {
  Span<int> item;
  Span<int> rater;
  Span<int> code;
  int n_raters = 0;
};

class Compressor {
 public:
  // `rank[i]` is the place of item i + 1 in the result: a permutation of 0, 1, ….
  Compressor(const Triplets& rows, Span<int> rank, const Executor& executor)
      : rows_(rows), rank_(rank), executor_(executor) {
    parts_ = parts_for(executor, rows.item.size(), 1 << 16);
    cursor_.resize(parts_);
    executor.run(parts_, [this](int p) { count(p); });
    place();
  }

  std::size_t n_ratings() const { return n_ratings_; }

  // Writes items + 1 starts, then n_ratings() codes and raters, counted from 0. Returns
  // whether some rater rated some item twice.
  bool fill(int* item_start, int* code, int* rater) const;

 private:
  struct Rating {
    int rater, code;
  };

  void count(int p);
  void place();

  Triplets rows_;
  Span<int> rank_;
  Executor executor_;
  int parts_ = 1;
  std::size_t n_ratings_ = 0;
  std::vector<int> start_;                // by rank
  std::vector<std::vector<int>> cursor_;  // by part, then by item id
};

inline void Compressor::count(int p) {
  std::vector<int>& n = cursor_[p];
  n.assign(rank_.size() + 1, 0);
  const Range rows = part(rows_.item.size(), parts_, p);
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    n[rows_.item[i]] += rows_.code[i] > 0;
  }
}

// Turns the counts of each part into the position where it writes an item's first rating.
inline void Compressor::place() {
  start_.assign(rank_.size() + 1, 0);
  for (std::size_t item = 0; item < rank_.size(); ++item) {
    for (const auto& n : cursor_) start_[rank_[item] + 1] += n[item + 1];
  }
  for (std::size_t i = 0; i < rank_.size(); ++i) start_[i + 1] += start_[i];
  n_ratings_ = start_.back();
  for (std::size_t item = 0; item < rank_.size(); ++item) {
    int next = start_[rank_[item]];
    for (auto& n : cursor_) {
      const int own = n[item + 1];
      n[item + 1] = next;
      next += own;
    }
  }
}

inline bool Compressor::fill(int* item_start, int* code, int* rater) const {
  const bool named = !rows_.rater.empty();
  // Rater and code travel together: one scattered write a rating instead of two.
  std::vector<Rating> sorted(n_ratings_);
  executor_.run(parts_, [&](int p) {
    std::vector<int> next = cursor_[p];
    const Range rows = part(rows_.item.size(), parts_, p);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      if (rows_.code[i] < 1) continue;
      sorted[next[rows_.item[i]]++] = {named ? rows_.rater[i] - 1 : 0, rows_.code[i] - 1};
    }
  });
  std::copy(start_.begin(), start_.end(), item_start);

  std::atomic<bool> duplicates{false};
  executor_.run(parts_, [&](int p) {
    const Range items = part(rank_.size(), parts_, p);
    std::vector<int> last_item(named ? rows_.n_raters : 0, -1);
    bool twice = false;
    for (std::size_t item = items.begin; item < items.end; ++item) {
      for (int i = start_[item]; i < start_[item + 1]; ++i) {
        code[i] = sorted[i].code;
        if (!named) continue;
        const int who = rater[i] = sorted[i].rater;
        twice |= last_item[who] == static_cast<int>(item);
        last_item[who] = static_cast<int>(item);
      }
    }
    if (twice) duplicates = true;
  });
  return duplicates;
}

}  // namespace accord
