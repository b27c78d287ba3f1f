#include "r_parallel.h"

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "r_interrupt.h"

namespace {

// Exceptions in a thread are rethrown when all threads have ended.
void run_in_threads(int n, const std::function<void(int)>& task) {
  std::exception_ptr failure;
  std::mutex guard;
  const auto safely = [&](int i) {
    try {
      task(i);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(guard);
      failure = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(n);
  for (int i = 1; i < n; ++i) {
    try {
      threads.emplace_back(safely, i);
    } catch (const std::system_error&) {  // the system cannot start another thread
      safely(i);
    }
  }
  safely(0);
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

accord::Executor r::executor(int threads) {
  accord::Executor result;
  const auto interrupt = std::make_shared<Interrupt>();
  result.poll = [=] { interrupt->poll(); };
  if (threads > 1) {
    result.threads = threads;
    result.run = [=](int n, const std::function<void(int)>& task) {
      interrupt->forget();
      run_in_threads(n, task);
    };
  }
  return result;
}

// Is called between steps in R that do not check for interrupts: stops if the user wants
// to.
// [[Rcpp::export(rng = false)]]
void stop_if_asked() {
  if (r::Interrupt::is_wanted()) throw Rcpp::internal::InterruptedException();
}
