#pragma once
// Threads for the core, through RcppParallel. Its plain threads are used, not its pool: they
// end with each call, so a forked R process can start its own.

#include <RcppParallel/TinyThread.h>

#include <exception>
#include <functional>
#include <mutex>

#include "accord/parallel.h"

namespace r {

struct TaskWorker : RcppParallel::Worker {
  const std::function<void(int)>& task;
  std::exception_ptr failure;
  std::mutex guard;

  explicit TaskWorker(const std::function<void(int)>& task) : task(task) {}

  void operator()(std::size_t begin, std::size_t end) override {
    try {
      for (std::size_t i = begin; i < end; ++i) task(static_cast<int>(i));
    } catch (...) {
      std::lock_guard<std::mutex> lock(guard);
      failure = std::current_exception();
    }
  }
};

inline accord::Executor executor(int threads) {
  accord::Executor result;
  if (threads < 2) return result;
  result.threads = threads;
  result.run = [](int n, const std::function<void(int)>& task) {
    TaskWorker worker(task);
    RcppParallel::ttParallelFor(0, n, worker, 1);
    if (worker.failure) std::rethrow_exception(worker.failure);
  };
  return result;
}

}  // namespace r
