#pragma once
// Ctrl-C while the core works in threads: the main thread asks R from time to time, and
// all of them stop.

#include <Rcpp/Lightest>
#include <atomic>
#include <chrono>
#include <thread>

namespace r {

class Interrupt {
 public:
  // From any thread, often.
  void poll() {
    if (std::this_thread::get_id() != main_) {
      if (stop_) throw Rcpp::internal::InterruptedException();
      return;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - asked_ < std::chrono::milliseconds(100)) return;
    asked_ = now;
    if (R_ToplevelExec([](void*) { R_CheckUserInterrupt(); }, nullptr)) return;
    stop_ = true;
    throw Rcpp::internal::InterruptedException();
  }

  // Before threads begin, which an interrupt of other work is not to stop.
  void forget() { stop_ = false; }

 private:
  std::thread::id main_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
  std::atomic<bool> stop_{false};
};

}  // namespace r
