#pragma once
// Ctrl-C while the core works in threads: the main thread asks R from time to time, and
// all of them stop. All calls share one clock, so that many short ones, each with less
// than a tenth of a second, ask as well.

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
    if (!is_wanted()) return;
    stop_ = true;
    throw Rcpp::internal::InterruptedException();
  }

  // Does the user want to stop? On the main thread, which may ask often.
  static bool is_wanted() {
    static std::chrono::steady_clock::time_point asked;
    const auto now = std::chrono::steady_clock::now();
    if (now - asked < std::chrono::milliseconds(100)) return false;
    asked = now;
    return !R_ToplevelExec([](void*) { R_CheckUserInterrupt(); }, nullptr);
  }

  // Before threads begin, which an interrupt of other work is not to stop.
  void forget() { stop_ = false; }

 private:
  std::thread::id main_ = std::this_thread::get_id();
  std::atomic<bool> stop_{false};
};

}  // namespace r
