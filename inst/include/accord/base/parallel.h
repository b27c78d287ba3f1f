#pragma once
// How work is spread over threads. The core starts no thread itself: its caller hands it
// a way to run tasks, and every result is the same whatever the number of threads.

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
  // Long work calls it often, in any thread; it throws when the caller wants no result.
  std::function<void()> poll = [] {};
};

// The half-open range of part `i` when `size` things are split into `parts`.
struct Range {
  std::size_t begin, end;
};

inline Range part(std::size_t size, int parts, int i) {
  return {size * i / parts, size * (i + 1) / parts};
}

// Each part puts things into bins. From how many of them, by part and then by bin, to
// where each part begins to write in each bin, behind the parts before it; returns where
// the bins begin, and where the last one ends.
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

// As many parts as there are threads, but none for less than `grain` things.
inline int parts_for(const Executor& executor, std::size_t size, std::size_t grain) {
  const std::size_t most = size / grain + 1;
  return static_cast<int>(std::min<std::size_t>(executor.threads, most));
}

}  // namespace accord
