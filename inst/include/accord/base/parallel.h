#pragma once
// How work is spread over threads. The core starts no thread itself: its caller hands it
// a way to run tasks, and every result is the same whatever the number of threads.

#include <algorithm>   // min
#include <cstddef>     // size_t
#include <functional>  // function

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

// As many parts as there are threads, but none for less than `grain` things.
inline int parts_for(const Executor& executor, std::size_t size, std::size_t grain) {
  const std::size_t most = size / grain + 1;
  return static_cast<int>(std::min<std::size_t>(executor.threads, most));
}

}  // namespace accord
