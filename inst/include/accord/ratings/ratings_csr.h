#pragma once
// From one row per rating to compressed sparse rows by item: a counting sort over the
// items, stable, so the ratings of an item keep the order of the rows. It goes in two
// steps that both stay within the processor's cache: rows into bins of neighbouring
// items, then each bin by item. One step would write all over memory, which takes three
// times as long. In a bin a rating is packed into 32 bits where these are enough, because
// the time is that of moving them.

#include <algorithm>  // fill, max, max_element, min
#include <atomic>
#include <cstddef>  // size_t
#include <cstdint>  // uint32_t
#include <variant>
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

// A rating of a bin, whose items count from 0.
struct BinRating {
  int item, rater, code;
};

class PlainBins {
 public:
  explicit PlainBins(std::size_t n) : rating_(n) {}
  void set(std::size_t i, const BinRating& x) { rating_[i] = x; }
  BinRating operator[](std::size_t i) const { return rating_[i]; }

 private:
  Scratch<BinRating> rating_;
};

// The item in the upper bits, the code in the lower ones.
class PackedBins {
 public:
  PackedBins(std::size_t n, int rater_bits, int code_bits)
      : rater_bits_(rater_bits), code_bits_(code_bits), rating_(n) {}
  void set(std::size_t i, const BinRating& x) {
    rating_[i] = (static_cast<std::uint32_t>(x.item) << rater_bits_ |
                  static_cast<std::uint32_t>(x.rater))
                     << code_bits_ |
                 static_cast<std::uint32_t>(x.code);
  }
  BinRating operator[](std::size_t i) const {
    const std::uint32_t all = rating_[i], rest = all >> code_bits_;
    return {static_cast<int>(rest >> rater_bits_),
            static_cast<int>(lowest(rest, rater_bits_)),
            static_cast<int>(lowest(all, code_bits_))};
  }

 private:
  static std::uint32_t lowest(std::uint32_t x, int bits) {
    return x & ((std::uint32_t{1} << bits) - 1);
  }

  int rater_bits_, code_bits_;
  Scratch<std::uint32_t> rating_;
};

class Compressor {
 public:
  Compressor(const Triplets& rows, const Executor& executor);

  std::size_t n_ratings() const { return bin_start_.back(); }

  // Writes items + 1 starts, then n_ratings() codes and raters, counted from 0. Returns
  // whether some rater rated some item twice.
  bool fill(int* item_start, int* code, int* rater) const {
    return std::visit(
        [&](const auto& bins) { return fill_from(bins, item_start, code, rater); },
        bins_);
  }

 private:
  using Bins = std::variant<PlainBins, PackedBins>;

  int width() const { return 1 << width_bits_; }  // items a bin
  int n_bins() const { return static_cast<int>(bin_start_.size()) - 1; }
  int bin_of(int place) const { return place >> width_bits_; }
  // The largest code.
  int count_bins(int part, std::vector<std::size_t>* n) const;
  Bins bins_for(int largest_code) const;
  template <class To>
  void bin_rows(int part, std::vector<std::size_t>* next, To* bins) const;
  template <class From>
  bool fill_from(const From& bins, int* item_start, int* code, int* rater) const;

  Triplets rows_;
  Executor executor_;
  int parts_ = 1;
  int width_bits_ = 12;
  std::vector<std::size_t> bin_start_;
  Bins bins_{PlainBins(0)};
};

// How many bits hold it.
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

  std::vector<std::vector<std::size_t>> next(parts_);  // by part, then by bin
  std::vector<int> largest(parts_);
  executor.run(parts_, [&](int p) { largest[p] = count_bins(p, &next[p]); });
  bin_start_ = starts_of_bins(&next);
  bins_ = bins_for(*std::max_element(largest.begin(), largest.end()));
  std::visit(
      [&](auto& bins) {
        executor.run(parts_, [&](int p) { bin_rows(p, &next[p], &bins); });
      },
      bins_);
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

inline Compressor::Bins Compressor::bins_for(int largest_code) const {
  const int rater_bits = rows_.rater.empty() ? 0 : bit_width(rows_.n_raters),
            code_bits = bit_width(largest_code);
  if (width_bits_ + rater_bits + code_bits > 32) return PlainBins(n_ratings());
  return PackedBins(n_ratings(), rater_bits, code_bits);
}

template <class To>
void Compressor::bin_rows(int p, std::vector<std::size_t>* next, To* bins) const {
  const bool named = !rows_.rater.empty();
  const Range rows = part(rows_.item.size(), parts_, p);
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    const int code = rows_.code(i);
    if (code < 1) continue;
    const int place = rows_.place(i);
    bins->set((*next)[bin_of(place)]++,
              {place & (width() - 1), named ? rows_.rater[i] - 1 : 0, code - 1});
  }
}

template <class From>
bool Compressor::fill_from(const From& bins, int* item_start, int* code,
                           int* rater) const {
  const bool named = !rows_.rater.empty();
  std::atomic<bool> duplicates{false};
  executor_.run(parts_, [&](int p) {
    std::vector<int> next(width());
    std::vector<int> last_item(named ? rows_.n_raters : 0, -1);
    bool twice = false;
    const Range own = part(n_bins(), parts_, p);
    for (std::size_t b = own.begin; b < own.end; ++b) {
      const int first = static_cast<int>(b) * width();
      const int items = std::min(width(), rows_.n_items - first);
      const std::size_t from = bin_start_[b], to = bin_start_[b + 1];

      std::fill(next.begin(), next.end(), 0);
      for (std::size_t i = from; i < to; ++i) ++next[bins[i].item];
      std::size_t start = from;
      for (int item = 0; item < items; ++item) {
        item_start[first + item] = static_cast<int>(start);
        start += next[item];
        next[item] = item_start[first + item];
      }
      for (std::size_t i = from; i < to; ++i) {
        const BinRating x = bins[i];
        const int at = next[x.item]++;
        code[at] = x.code;
        if (named) rater[at] = x.rater;
      }
      if (!named) continue;
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
