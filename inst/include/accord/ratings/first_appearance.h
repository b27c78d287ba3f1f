#pragma once
// Codes of values by their first appearance: 1, 2, … in the order of the values. If there
// are few distinct values, each thread has a table of its own, and the tables are joined
// in the order of the rows. If there are many, rows are first divided into parts by a
// hash of the value, so that the table of each part stays in the cache; the rows in which
// a value is new then determine the order.

#include <atomic>
#include <cstddef>  // size_t
#include <cstdint>
#include <utility>  // declval
#include <vector>

#include "../base/parallel.h"
#include "../base/scratch.h"
#include "../base/split_mix.h"
#include "number_table.h"

namespace accord {

// `read(row)` returns the key of a row, an unsigned integer. Writes the codes of `n`
// rows, at most 2^31 - 1; returns the first row of each code.
template <class Read>
class FirstAppearance {
 public:
  using Key = decltype(std::declval<Read>()(std::size_t()));

  FirstAppearance(const Read& read, std::size_t n, const Executor& executor)
      : read_(read), n_(n), executor_(executor) {}

  std::vector<int> code(int* code) const {
    std::vector<int> first;
    if (!few(code, &first)) many(code, &first);
    return first;
  }

  // These are the two methods; the first returns false if there are too many distinct
  // values.
  bool few(int* code, std::vector<int>* first) const;
  void many(int* code, std::vector<int>* first) const;

 private:
  // The number of distinct values whose table fits the cache of a core.
  static constexpr int kFew = 1 << 16;
  static constexpr int kParts = 512;

  static int part_of(std::uint64_t hash) { return static_cast<int>(hash >> 55); }

  // Each thread processes neighbouring parts one after the other, with one table.
  template <class Task>
  void each_part(int threads, const Task& task) const {
    executor_.run(threads, [&](int t) {
      NumberTable<Key> table;
      const Range parts = part(kParts, threads, t);
      for (std::size_t p = parts.begin; p < parts.end; ++p) {
        task(static_cast<int>(p), &table);
      }
    });
  }

  const Read& read_;
  std::size_t n_;
  const Executor& executor_;
};

template <class Read>
bool FirstAppearance<Read>::few(int* code, std::vector<int>* first) const {
  const int parts = parts_for(executor_, n_, 1 << 16);
  std::vector<std::vector<int>> own(parts);  // first rows
  std::atomic<bool> too_many{false};
  executor_.run(parts, [&](int p) {
    NumberTable<Key> table;
    const Range rows = part(n_, parts, p);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const Key key = read_(i);
      const int number = table.number(key);
      if (number == static_cast<int>(own[p].size())) {
        if (number == kFew) too_many = true;
        if (too_many.load(std::memory_order_relaxed)) return;
        own[p].push_back(static_cast<int>(i));
      }
      code[i] = number + 1;
    }
  });
  if (too_many) return false;
  NumberTable<Key> table;
  std::vector<std::vector<int>> joined(parts);  // numbers of a part among all
  for (int p = 0; p < parts; ++p) {
    for (const int row : own[p]) {
      const Key key = read_(row);
      const int number = table.number(key);
      if (number == static_cast<int>(first->size())) first->push_back(row);
      joined[p].push_back(number + 1);
    }
  }
  executor_.run(parts, [&](int p) {
    if (p == 0) return;  // its numbers are already those of all
    const Range rows = part(n_, parts, p);
    for (std::size_t i = rows.begin; i < rows.end; ++i) code[i] = joined[p][code[i] - 1];
  });
  return true;
}

template <class Read>
void FirstAppearance<Read>::many(int* code, std::vector<int>* first) const {
  struct Dealt {
    Key key;  // followed by the number within the part
    std::uint32_t row;
  };
  const int threads = parts_for(executor_, n_, 1 << 16);
  std::vector<std::vector<std::size_t>> next(threads);
  executor_.run(threads, [&](int t) {
    next[t].assign(kParts, 0);
    const Range rows = part(n_, threads, t);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      ++next[t][part_of(split_mix(read_(i)))];
    }
  });
  const std::vector<std::size_t> start = starts_of_bins(&next);
  Scratch<Dealt> dealt(n_);
  executor_.run(threads, [&](int t) {
    auto at = next[t];
    const Range rows = part(n_, threads, t);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const Key key = read_(i);
      dealt[at[part_of(split_mix(key))]++] = {key, static_cast<std::uint32_t>(i)};
    }
  });

  // The values of each part by first appearance, and whether a row has a new one.
  std::vector<char> is_new(n_);
  std::vector<std::vector<std::uint32_t>> own(kParts);  // first rows
  each_part(threads, [&](int p, NumberTable<Key>* table) {
    table->clear();
    for (std::size_t i = start[p]; i < start[p + 1]; ++i) {
      const int number = table->number(dealt[i].key);
      if (number == static_cast<int>(own[p].size())) {
        const std::uint32_t row = dealt[i].row;
        own[p].push_back(row);
        is_new[row] = 1;
      }
      dealt[i].key = static_cast<Key>(number);
    }
  });

  for (std::size_t i = 0; i < n_; ++i) {
    if (!is_new[i]) continue;
    first->push_back(static_cast<int>(i));
    code[i] = static_cast<int>(first->size());
  }
  each_part(threads, [&](int p, NumberTable<Key>*) {
    for (std::size_t i = start[p]; i < start[p + 1]; ++i) {
      code[dealt[i].row] = code[own[p][static_cast<std::size_t>(dealt[i].key)]];
    }
  });
}

template <class Read>
std::vector<int> code_by_first_appearance(const Read& read, std::size_t n, int* code,
                                          const Executor& executor) {
  return FirstAppearance<Read>(read, n, executor).code(code);
}

// Computes the same for values from 0 to `range` - 1, by a table with a place for each.
template <class Read>
std::vector<int> code_in_range(const Read& read, std::size_t n, std::size_t range,
                               int* code) {
  std::vector<int> first, code_of(range);
  for (std::size_t i = 0; i < n; ++i) {
    int& own = code_of[read(i)];
    if (own == 0) {
      first.push_back(static_cast<int>(i));
      own = static_cast<int>(first.size());
    }
    code[i] = own;
  }
  return first;
}

}  // namespace accord
