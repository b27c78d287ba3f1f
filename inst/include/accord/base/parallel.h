#pragma once
// How work is divided among threads. The core starts no threads itself: its caller
// provides a function that runs tasks, and every result is the same for any number of
// threads.

#include <algorithm>   // min
#include <cstddef>     // size_t
#include <functional>  // function
#include <vector>

namespace accord {

struct Executor {
  int threads = 1;
  // Calls task(0), …, task(n - 1) in any order and returns when all are done.
  std::function<void(int n, const std::function<void(int)>& task)> run =
      [](int n, const std::function<void(int)>& task) {
        for (int i = 0; i < n; ++i) task(i);
      };
  // Long computations call it often, in any thread; it throws if the caller wants to
  // stop.
  std::function<void()> poll = [] {};
};

// The half-open range of part `i` when `size` things are split into `parts`.
struct Range {
  std::size_t begin, end;
};

inline Range part(std::size_t size, int parts, int i) {
  return {size * i / parts, size * (i + 1) / parts};
}

// Each part puts things into bins. Converts their numbers, by part and then by bin, to
// the positions at which each part begins to write in each bin, after the parts before
// it. Returns the positions where the bins begin, and the end of the last one.
inline std::vector<std::size_t> starts_of_bins(
    std::vector<std::vector<std::size_t>>* counts) {
  const std::size_t n_bins = counts->front().size();
  std::vector<std::size_t> start(n_bins + 1);
  std::size_t total = 0;
  for (std::size_t b = 0; b < n_bins; ++b) {
    start[b] = total;
    for (auto& n : *counts) {
      const std::size_t own = n[b];
      n[b] = total;
      total += own;
    }
  }
  start[n_bins] = total;
  return start;
}

// Returns as many parts as there are threads, but none with less than `grain` things.
inline int parts_for(const Executor& executor, std::size_t size, std::size_t grain) {
  const std::size_t most = size / grain + 1;
  return static_cast<int>(std::min<std::size_t>(executor.threads, most));
}

}  // namespace accord
