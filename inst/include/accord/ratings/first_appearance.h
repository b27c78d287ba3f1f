#pragma once
// Codes of values by their first appearance: 1, 2, … in the order in which the values
// come. Where there are few distinct values each thread has a table of its own, and the
// tables are joined in the order of the rows. Where there are many, rows are first dealt
// into parts by a hash of the value, so that the table of each part stays in the cache;
// a bitmap of the rows in which a value is new then gives the order.

#include <algorithm>  // max
#include <atomic>
#include <cstddef>  // size_t
#include <cstdint>
#include <cstring>  // memcpy
#include <vector>

#include "../base/parallel.h"
#include "../base/scratch.h"

namespace accord {

// All bits of the result depend on all bits of `x` (the finalizer of MurmurHash3).
inline std::uint64_t mix_bits(std::uint64_t x) {
  x ^= x >> 33;
  x *= 0xFF51AFD7ED558CCDu;
  x ^= x >> 33;
  x *= 0xC4CEB9FE1A85EC53u;
  return x ^ (x >> 33);
}

// The bits of a number that make it the same value: one zero, and one of all that are not
// numbers but R's NA, whose lower half is 1954.
inline std::uint64_t value_bits(double x) {
  if (x == 0) return 0;
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  if (x == x) return bits;
  return static_cast<std::uint32_t>(bits) == 1954 ? ~std::uint64_t{0} : ~std::uint64_t{1};
}

// From a value to its number from 0, in the order in which values are asked for.
template <class Key>
class NumberTable {
 public:
  NumberTable() { clear(); }

  // Forgets all keys, and keeps the size, which is about right for values like these.
  void clear() {
    slot_.assign(std::max<std::size_t>(slot_.size(), 32), Slot{Key(), -1});
    n_ = 0;
  }

  // `hash`: of the key; bits above the lowest 32 choose the place.
  int number(Key key, std::uint64_t hash) {
    std::size_t at = (hash >> 20) & (slot_.size() - 1);
    while (slot_[at].number >= 0) {
      if (slot_[at].key == key) return slot_[at].number;
      at = (at + 1) & (slot_.size() - 1);
    }
    slot_[at] = {key, n_};
    // A quarter full: most keys stand in the first place that is looked at.
    if (4 * static_cast<std::size_t>(++n_) > slot_.size()) grow();
    return n_ - 1;
  }

  int size() const { return n_; }

 private:
  struct Slot {
    Key key;
    int number;
  };

  void grow() {
    std::vector<Slot> old(2 * slot_.size(), Slot{Key(), -1});
    old.swap(slot_);
    for (const Slot& slot : old) {
      if (slot.number < 0) continue;
      std::size_t at = (mix_bits(slot.key) >> 20) & (slot_.size() - 1);
      while (slot_[at].number >= 0) at = (at + 1) & (slot_.size() - 1);
      slot_[at] = slot;
    }
  }

  std::vector<Slot> slot_;
  int n_ = 0;
};

// Rows that are marked, by any thread, and how many of them come before each.
class RowOrder {
 public:
  explicit RowOrder(std::size_t n_rows) : bits_(n_rows / 64 + 1), before_(bits_.size()) {}

  void mark(std::uint32_t row) {
    bits_[row / 64].fetch_or(std::uint64_t{1} << row % 64, std::memory_order_relaxed);
  }

  // All of them, when all are marked; from then on place() holds.
  std::vector<int> marked(const Executor& executor) {
    int n = 0;
    for (std::size_t w = 0; w < bits_.size(); ++w) {
      before_[w] = n;
      n += __builtin_popcountll(bits_[w]);
    }
    std::vector<int> rows(n);
    const int parts = parts_for(executor, bits_.size(), 1 << 12);
    executor.run(parts, [&](int p) {
      const Range words = part(bits_.size(), parts, p);
      for (std::size_t w = words.begin; w < words.end; ++w) {
        int at = before_[w];
        for (std::uint64_t bits = bits_[w]; bits != 0; bits &= bits - 1) {
          rows[at++] = static_cast<int>(64 * w + __builtin_ctzll(bits));
        }
      }
    });
    return rows;
  }

  int place(std::uint32_t row) const {
    const std::uint64_t lower = (std::uint64_t{1} << row % 64) - 1;
    return before_[row / 64] + __builtin_popcountll(bits_[row / 64] & lower);
  }

 private:
  std::vector<std::atomic<std::uint64_t>> bits_;
  std::vector<int> before_;
};

// `read(row)` is the key of a row, an unsigned integer. Writes the codes of `n` rows; the
// result holds the first row of each code. At most 2^31 - 1 rows.
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

 private:
  // Distinct values whose table fits the cache of a core.
  static constexpr int kFew = 1 << 16;
  static constexpr int kParts = 512;

  static int part_of(std::uint64_t hash) { return static_cast<int>(hash >> 55); }

  // A thread takes neighbouring parts, with a table for one after the other.
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

  bool few(int* code, std::vector<int>* first) const;
  void many(int* code, std::vector<int>* first) const;

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
      const int number = table.number(key, mix_bits(key));
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
      const int number = table.number(key, mix_bits(key));
      if (number == static_cast<int>(first->size())) first->push_back(row);
      joined[p].push_back(number + 1);
    }
  }
  executor_.run(parts, [&](int p) {
    if (p == 0) return;  // it has the numbers of all
    const Range rows = part(n_, parts, p);
    for (std::size_t i = rows.begin; i < rows.end; ++i) code[i] = joined[p][code[i] - 1];
  });
  return true;
}

template <class Read>
void FirstAppearance<Read>::many(int* code, std::vector<int>* first) const {
  struct Dealt {
    Key key;  // then the number within the part, then the code
    std::uint32_t row;
  };
  const int threads = parts_for(executor_, n_, 1 << 16);
  std::vector<std::vector<std::size_t>> next(threads);
  executor_.run(threads, [&](int t) {
    next[t].assign(kParts, 0);
    const Range rows = part(n_, threads, t);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      ++next[t][part_of(mix_bits(read_(i)))];
    }
  });
  std::vector<std::size_t> start(kParts + 1, 0);
  std::size_t total = 0;
  for (int p = 0; p < kParts; ++p) {
    start[p] = total;
    for (auto& n : next) {
      const std::size_t own = n[p];
      n[p] = total;
      total += own;
    }
  }
  start[kParts] = total;
  Scratch<Dealt> dealt(n_);
  executor_.run(threads, [&](int t) {
    auto at = next[t];
    const Range rows = part(n_, threads, t);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const Key key = read_(i);
      dealt[at[part_of(mix_bits(key))]++] = {key, static_cast<std::uint32_t>(i)};
    }
  });

  // Values of each part by first appearance, and a bit for each row in which one is new.
  RowOrder order(n_);
  std::vector<std::vector<std::uint32_t>> own(kParts);  // first rows
  each_part(threads, [&](int p, NumberTable<Key>* table) {
    table->clear();
    for (std::size_t i = start[p]; i < start[p + 1]; ++i) {
      const int number = table->number(dealt[i].key, mix_bits(dealt[i].key));
      if (number == static_cast<int>(own[p].size())) {
        const std::uint32_t row = dealt[i].row;
        own[p].push_back(row);
        order.mark(row);
      }
      dealt[i].key = static_cast<Key>(number);
    }
  });

  *first = order.marked(executor_);
  each_part(threads, [&](int p, NumberTable<Key>*) {
    std::vector<int> number(own[p].size());
    for (std::size_t k = 0; k < number.size(); ++k)
      number[k] = order.place(own[p][k]) + 1;
    for (std::size_t i = start[p]; i < start[p + 1]; ++i) {
      dealt[i].key = static_cast<Key>(number[static_cast<std::size_t>(dealt[i].key)]);
    }
  });
  // Back in the order of the rows: each part is read from its beginning to its end.
  executor_.run(threads, [&](int t) {
    auto at = next[t];
    const Range rows = part(n_, threads, t);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      code[i] = static_cast<int>(dealt[at[part_of(mix_bits(read_(i)))]++].key);
    }
  });
}

template <class Read>
std::vector<int> code_by_first_appearance(const Read& read, std::size_t n, int* code,
                                          const Executor& executor) {
  return FirstAppearance<Read>(read, n, executor).code(code);
}

// The same for values from 0 to `range` - 1, by a table with a place for each.
template <class Read>
std::vector<int> code_in_range(const Read& read, std::size_t n, std::size_t range,
                               int* code, const Executor& executor) {
  constexpr std::uint32_t kNone = UINT32_MAX;
  // The first row with a value, then its code.
  Scratch<std::atomic<std::uint32_t>> least(range);
  for (std::size_t v = 0; v < range; ++v)
    least[v].store(kNone, std::memory_order_relaxed);
  const int threads = parts_for(executor, n, 1 << 16);
  executor.run(threads, [&](int t) {
    const Range rows = part(n, threads, t);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const auto row = static_cast<std::uint32_t>(i);
      auto& first = least[read(i)];
      std::uint32_t known = first.load(std::memory_order_relaxed);
      while (row < known && !first.compare_exchange_weak(known, row)) {
      }
    }
  });
  RowOrder order(n);
  for (std::size_t v = 0; v < range; ++v) {
    if (least[v] != kNone) order.mark(least[v]);
  }
  std::vector<int> first = order.marked(executor);
  for (std::size_t k = 0; k < first.size(); ++k) {
    least[read(first[k])].store(static_cast<std::uint32_t>(k + 1),
                                std::memory_order_relaxed);
  }
  executor.run(threads, [&](int t) {
    const Range rows = part(n, threads, t);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      code[i] = static_cast<int>(least[read(i)].load(std::memory_order_relaxed));
    }
  });
  return first;
}

}  // namespace accord
