#pragma once
// From one row per rating to compressed sparse rows by item: a counting sort over the
// items. It is stable, so the ratings of an item keep the order of the rows. It has two
// steps that both stay within the processor's cache: rows into bins of neighbouring
// items, then each bin by item. A single step would write to distant places of memory,
// which takes three times as long. Ratings of a bin are packed into 32 bits if possible,
// because most of the time is spent on moving them.

#include <algorithm>  // fill, max, max_element, min
#include <atomic>
#include <cstddef>  // size_t
#include <cstdint>  // uint32_t
#include <vector>

#include "../base/parallel.h"
#include "../base/scratch.h"
#include "../base/views.h"

namespace accord {

// Ids count from 1, as from a grouping. `code_of[i]` is the code (from 1) of value i + 1,
// `rank[i]` the place of item i + 1 in the result, a permutation of 0, 1, …; if they are
// empty, ids are not changed. A value or code below 1 is not a rating, and its row is
// skipped. `rater` can be empty.
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

// A rating of a bin, whose items count from 0, and its stored form.
struct BinRating {
  int item, rater, code;
};

struct PlainRatings {
  using Stored = BinRating;
  Stored pack(const BinRating& x) const { return x; }
  BinRating unpack(const Stored& x) const { return x; }
};

// The item is in the upper bits, the code in the lower ones.
struct PackedRatings {
  using Stored = std::uint32_t;
  int rater_bits, code_bits;

  Stored pack(const BinRating& x) const {
    return (static_cast<Stored>(x.item) << rater_bits | static_cast<Stored>(x.rater))
               << code_bits |
           static_cast<Stored>(x.code);
  }
  BinRating unpack(Stored all) const {
    const Stored rest = all >> code_bits;
    return {static_cast<int>(rest >> rater_bits),
            static_cast<int>(lowest(rest, rater_bits)),
            static_cast<int>(lowest(all, code_bits))};
  }

 private:
  static Stored lowest(Stored x, int bits) { return x & ((Stored{1} << bits) - 1); }
};

class Compressor {
 public:
  Compressor(const Triplets& rows, const Executor& executor);

  std::size_t n_ratings() const { return bin_start_.back(); }

  // Writes items + 1 starts, then n_ratings() codes and raters, counted from 0. Returns
  // whether a rater rated an item twice.
  bool fill(int* item_start, int* code, int* rater) const;

 private:
  bool named() const { return !rows_.rater.empty(); }
  int width() const { return 1 << width_bits_; }  // items a bin
  int n_bins() const { return static_cast<int>(bin_start_.size()) - 1; }
  int bin_of(int place) const { return place >> width_bits_; }
  // Counts the ratings of each bin, and returns the largest code.
  int count_bins(int part, std::vector<std::size_t>* n) const;
  template <class How>
  bool fill_by(const How& how, typename How::Stored* bins, int* item_start, int* code,
               int* rater) const;
  template <class How>
  void bin_rows(const How& how, int part, typename How::Stored* bins) const;
  // Writes the items from `first` on, whose ratings begin at `from`.
  template <class How>
  void fill_bin(const How& how, const std::vector<typename How::Stored>& bin, int first,
                std::size_t from, std::vector<int>* next, int* item_start, int* code,
                int* rater) const;

  Triplets rows_;
  Executor executor_;
  int parts_ = 1;
  int width_bits_ = 12;
  int largest_code_ = 1;
  std::vector<std::vector<std::size_t>> next_;  // by part, then by bin
  std::vector<std::size_t> bin_start_;
};

// Returns how many bits are needed for x.
inline int bit_width(int x) {
  int bits = 0;
  while (bits < 31 && x >> bits > 0) ++bits;
  return bits;
}

inline Compressor::Compressor(const Triplets& rows, const Executor& executor)
    : rows_(rows), executor_(executor) {
  parts_ = parts_for(executor, rows.item.size(), 1 << 16);
  while (rows.n_items >> width_bits_ > 1 << 10) ++width_bits_;
  const int n_bins = bin_of(rows.n_items) + 1;
  bin_start_.assign(n_bins + 1, 0);

  next_.resize(parts_);
  std::vector<int> largest(parts_);
  executor.run(parts_, [&](int p) { largest[p] = count_bins(p, &next_[p]); });
  bin_start_ = starts_of_bins(&next_);
  largest_code_ = *std::max_element(largest.begin(), largest.end());
}

inline int Compressor::count_bins(int p, std::vector<std::size_t>* n) const {
  n->assign(n_bins(), 0);
  int largest = 1;
  const Range rows = part(rows_.item.size(), parts_, p);
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    const int code = rows_.code(i);
    if (code < 1) continue;
    largest = std::max(largest, code);
    ++(*n)[bin_of(rows_.place(i))];
  }
  return largest;
}

// Packed ratings use the memory of one of the results, each bin that of its own ratings.
inline bool Compressor::fill(int* item_start, int* code, int* rater) const {
  const int rater_bits = named() ? bit_width(rows_.n_raters) : 0,
            code_bits = bit_width(largest_code_);
  if (width_bits_ + rater_bits + code_bits <= 32) {
    auto* bins = reinterpret_cast<std::uint32_t*>(named() ? rater : code);
    return fill_by(PackedRatings{rater_bits, code_bits}, bins, item_start, code, rater);
  }
  Scratch<BinRating> bins(n_ratings());
  return fill_by(PlainRatings{}, &bins[0], item_start, code, rater);
}

template <class How>
void Compressor::bin_rows(const How& how, int p, typename How::Stored* bins) const {
  std::vector<std::size_t> next = next_[p];
  const Range rows = part(rows_.item.size(), parts_, p);
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    const int code = rows_.code(i);
    if (code < 1) continue;
    const int place = rows_.place(i);
    bins[next[bin_of(place)]++] =
        how.pack({place & (width() - 1), named() ? rows_.rater[i] - 1 : 0, code - 1});
  }
}

template <class How>
void Compressor::fill_bin(const How& how, const std::vector<typename How::Stored>& bin,
                          int first, std::size_t from, std::vector<int>* next,
                          int* item_start, int* code, int* rater) const {
  const int items = std::min(width(), rows_.n_items - first);
  std::fill(next->begin(), next->end(), 0);
  for (const auto& x : bin) ++(*next)[how.unpack(x).item];
  std::size_t start = from;
  for (int item = 0; item < items; ++item) {
    item_start[first + item] = static_cast<int>(start);
    start += (*next)[item];
    (*next)[item] = item_start[first + item];
  }
  for (const auto& stored : bin) {
    const BinRating x = how.unpack(stored);
    const int at = (*next)[x.item]++;
    code[at] = x.code;
    if (named()) rater[at] = x.rater;
  }
}

template <class How>
bool Compressor::fill_by(const How& how, typename How::Stored* bins, int* item_start,
                         int* code, int* rater) const {
  executor_.run(parts_, [&](int p) { bin_rows(how, p, bins); });
  std::atomic<bool> duplicates{false};
  executor_.run(parts_, [&](int p) {
    std::vector<int> next(width());
    std::vector<int> last_item(named() ? rows_.n_raters : 0, -1);
    std::vector<typename How::Stored> bin;
    bool twice = false;
    const Range own = part(n_bins(), parts_, p);
    for (std::size_t b = own.begin; b < own.end; ++b) {
      const int first = static_cast<int>(b) * width();
      bin.assign(bins + bin_start_[b], bins + bin_start_[b + 1]);
      fill_bin(how, bin, first, bin_start_[b], &next, item_start, code, rater);
      if (!named()) continue;
      const int items = std::min(width(), rows_.n_items - first);
      for (int item = 0; item < items; ++item) {
        for (int i = item_start[first + item]; i < next[item]; ++i) {
          twice |= last_item[rater[i]] == first + item;
          last_item[rater[i]] = first + item;
        }
      }
    }
    if (twice) duplicates = true;
  });
  item_start[rows_.n_items] = static_cast<int>(n_ratings());
  return duplicates;
}

}  // namespace accord
