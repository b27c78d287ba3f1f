#pragma once
// Ctrl-C while the core works in threads: the main thread asks R from time to time, and
// all of them stop.

#include <Rcpp/Lightest>
#include <atomic>
#include <thread>

namespace r {

class Interrupt {
 public:
  // From any thread, often.
  void poll() {
    if (stop_.load(std::memory_order_relaxed)) throw Stopped();
    if (std::this_thread::get_id() != main_ || ++calls_ % 64 != 0) return;
    if (R_ToplevelExec([](void*) { R_CheckUserInterrupt(); }, nullptr)) return;
    stop_ = true;
    throw Stopped();
  }

  // Calls work(), which polls; an interrupt goes on to R as one.
  template <class Work>
  void guard(Work&& work) {
    try {
      work();
    } catch (const Stopped&) {
      throw Rcpp::internal::InterruptedException();
    }
  }

 private:
  struct Stopped {};

  std::thread::id main_ = std::this_thread::get_id();
  std::atomic<bool> stop_{false};
  unsigned calls_ = 0;  // of the main thread
};

}  // namespace r
