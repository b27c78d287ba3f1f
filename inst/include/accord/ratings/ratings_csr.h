#pragma once
// From one row per rating to compressed sparse rows by item: a counting sort over the
// items, stable, so the ratings of an item keep the order of the rows. It goes in two
// steps that both stay within the processor's cache: rows into bins of neighbouring
// items, then each bin by item. One step would write all over memory, which takes three
// times as long.

#include <algorithm>  // fill, max
#include <atomic>
#include <cstddef>  // size_t
#include <vector>

#include "../base/parallel.h"
#include "../base/scratch.h"
#include "../base/views.h"

namespace accord {

// Ids count from 1, as a grouping gives them. `code_of[i]` is the code (from 1) of value
// i + 1, `rank[i]` the place of item i + 1 in the result, a permutation of 0, 1, …; where
// they are empty the ids stay. A value or code below 1 is no rating: its row is passed
// over. `rater` may be empty.
struct Triplets {
  Span<int> item;
  Span<int> rater;
  Span<int> value;
  Span<int> code_of;
  Span<int> rank;
  int n_items = 0;
  int n_raters = 0;

  int code(std::size_t row) const {
    const int id = value[row];
    return id < 1 || code_of.empty() ? id : code_of[id - 1];
  }

  int place(std::size_t row) const {
    return rank.empty() ? item[row] - 1 : rank[item[row] - 1];
  }
};

class Compressor {
 public:
  Compressor(const Triplets& rows, const Executor& executor);

  std::size_t n_ratings() const { return bin_start_.back(); }

  // Writes items + 1 starts, then n_ratings() codes and raters, counted from 0. Returns
  // whether some rater rated some item twice.
  bool fill(int* item_start, int* code, int* rater) const;

 private:
  struct Rating {
    int place, rater, code;
  };

  int bin_of(int place) const { return place / width_; }
  void count_bins(int part, std::vector<std::size_t>* n) const;
  void bin_rows(int part, std::vector<std::size_t>* next);

  Triplets rows_;
  Executor executor_;
  int parts_ = 1;
  int width_ = 1;  // items a bin
  int bins_ = 1;
  Scratch<Rating> rating_;  // bin by bin
  std::vector<std::size_t> bin_start_;
};

inline Compressor::Compressor(const Triplets& rows, const Executor& executor)
    : rows_(rows), executor_(executor) {
  parts_ = parts_for(executor, rows.item.size(), 1 << 16);
  width_ = std::max(1 << 12, rows.n_items / (1 << 10));
  bins_ = rows.n_items / width_ + 1;

  std::vector<std::vector<std::size_t>> next(parts_);  // by part, then by bin
  executor.run(parts_, [&](int p) { count_bins(p, &next[p]); });
  bin_start_.assign(bins_ + 1, 0);
  std::size_t total = 0;
  for (int b = 0; b < bins_; ++b) {
    bin_start_[b] = total;
    for (auto& n : next) {
      const std::size_t own = n[b];
      n[b] = total;
      total += own;
    }
  }
  bin_start_[bins_] = total;
  rating_ = Scratch<Rating>(total);
  executor.run(parts_, [&](int p) { bin_rows(p, &next[p]); });
}

inline void Compressor::count_bins(int p, std::vector<std::size_t>* n) const {
  n->assign(bins_, 0);
  const Range rows = part(rows_.item.size(), parts_, p);
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    if (rows_.code(i) > 0) ++(*n)[bin_of(rows_.place(i))];
  }
}

inline void Compressor::bin_rows(int p, std::vector<std::size_t>* next) {
  const bool named = !rows_.rater.empty();
  const Range rows = part(rows_.item.size(), parts_, p);
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    const int code = rows_.code(i);
    if (code < 1) continue;
    const int place = rows_.place(i);
    rating_[(*next)[bin_of(place)]++] = {place, named ? rows_.rater[i] - 1 : 0, code - 1};
  }
}

inline bool Compressor::fill(int* item_start, int* code, int* rater) const {
  const bool named = !rows_.rater.empty();
  std::atomic<bool> duplicates{false};
  executor_.run(parts_, [&](int p) {
    std::vector<int> next(width_);
    std::vector<int> last_item(named ? rows_.n_raters : 0, -1);
    bool twice = false;
    const Range bins = part(bins_, parts_, p);
    for (std::size_t b = bins.begin; b < bins.end; ++b) {
      const int first = static_cast<int>(b) * width_;
      const int last = std::min(first + width_, rows_.n_items);
      const std::size_t from = bin_start_[b], to = bin_start_[b + 1];

      std::fill(next.begin(), next.end(), 0);
      for (std::size_t i = from; i < to; ++i) ++next[rating_[i].place - first];
      std::size_t start = from;
      for (int item = first; item < last; ++item) {
        item_start[item] = static_cast<int>(start);
        start += next[item - first];
        next[item - first] = item_start[item];
      }
      for (std::size_t i = from; i < to; ++i) {
        const int at = next[rating_[i].place - first]++;
        code[at] = rating_[i].code;
        if (named) rater[at] = rating_[i].rater;
      }
      if (!named) continue;
      for (int item = first; item < last; ++item) {
        for (int i = item_start[item]; i < next[item - first]; ++i) {
          twice |= last_item[rater[i]] == item;
          last_item[rater[i]] = item;
        }
      }
    }
    if (twice) duplicates = true;
  });
  item_start[rows_.n_items] = static_cast<int>(n_ratings());
  return duplicates;
}

}  // namespace accord
