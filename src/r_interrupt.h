#pragma once
// Interrupts by Ctrl-C while the core works in threads: the main thread asks R at
// intervals, and all threads stop. All calls share one clock, so that a series of calls
// that each take less than a tenth of a second can be interrupted as well.

#include <Rcpp/Lightest>
#include <atomic>
#include <chrono>
#include <thread>

namespace r {

class Interrupt {
 public:
  // Can be called often, from any thread.
  void poll() {
    if (std::this_thread::get_id() != main_) {
      if (stop_) throw Rcpp::internal::InterruptedException();
      return;
    }
    if (!is_wanted()) return;
    stop_ = true;
    throw Rcpp::internal::InterruptedException();
  }

  // Returns whether the user wants to stop. Is called on the main thread, also often.
  static bool is_wanted() {
    static std::chrono::steady_clock::time_point asked;
    const auto now = std::chrono::steady_clock::now();
    if (now - asked < std::chrono::milliseconds(100)) return false;
    asked = now;
    return !R_ToplevelExec([](void*) { R_CheckUserInterrupt(); }, nullptr);
  }

  // Is called before threads begin, so that an earlier interrupt does not stop them.
  void forget() { stop_ = false; }

 private:
  std::thread::id main_ = std::this_thread::get_id();
  std::atomic<bool> stop_{false};
};

}  // namespace r
