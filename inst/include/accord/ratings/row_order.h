#pragma once
// A bitmap of rows, which puts those that are marked in order.

#include <atomic>
#include <cstddef>  // size_t
#include <cstdint>
#include <vector>

#include "../base/parallel.h"

namespace accord {

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

}  // namespace accord
