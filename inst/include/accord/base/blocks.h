#pragma once
// Items in blocks. The number of blocks depends on the data alone, so that sums over
// blocks are the same, to the last digit, for any number of threads.

#include <algorithm>  // clamp
#include <cstddef>    // size_t
#include <vector>

#include "parallel.h"

namespace accord {

// Each block has `table` sums of its own; the number is limited so that all of them
// together are no more than the ratings.
inline int blocks_for(std::size_t ratings, std::size_t table) {
  const std::size_t grain = table > (1 << 14) ? table : (1 << 14);
  return static_cast<int>(std::clamp<std::size_t>(ratings / grain, 1, 16));
}

// Calls task(block, items) for every block. Blocks go to the threads in turn.
template <class Task>
void each_block(const Executor& executor, std::size_t items, int blocks, Task&& task) {
  const int parts = executor.threads < blocks ? executor.threads : blocks;
  executor.run(parts, [&](int p) {
    for (int b = p; b < blocks; b += parts) task(b, part(items, blocks, b));
  });
}

// Adds the sums of all blocks, in their order, to those of the first.
inline void add_blocks(std::vector<std::vector<double>>* sums) {
  std::vector<double>& total = sums->front();
  for (std::size_t b = 1; b < sums->size(); ++b) {
    for (std::size_t i = 0; i < total.size(); ++i) total[i] += (*sums)[b][i];
  }
}

}  // namespace accord
