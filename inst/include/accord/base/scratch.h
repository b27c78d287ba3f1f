#pragma once
// Large arrays that are written before they are read. They are not set to 0 first, and on
// Linux use large pages, because allocating ten million small ones takes as long as
// filling them.

#include <cstddef>  // size_t
#include <cstdint>  // uintptr_t
#include <memory>   // unique_ptr

#ifdef __linux__
#include <sys/mman.h>  // madvise
#endif

namespace accord {

// Asks for large pages for the part of the memory that begins and ends at their
// boundaries, before it is first written. This is advice that the system may ignore.
inline void ask_for_large_pages(void* at, std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kPage = std::uintptr_t{1} << 21;
  const auto from = reinterpret_cast<std::uintptr_t>(at);
  const std::uintptr_t first = (from + kPage - 1) & ~(kPage - 1);
  const std::uintptr_t last = (from + bytes) & ~(kPage - 1);
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#else
  (void)at;
  (void)bytes;
#endif
}

template <class T>
class Scratch {
 public:
  Scratch() = default;
  explicit Scratch(std::size_t n) : at_(new T[n]) {
    ask_for_large_pages(at_.get(), n * sizeof(T));
  }

  T& operator[](std::size_t i) const { return at_[i]; }

 private:
  std::unique_ptr<T[]> at_;
};

}  // namespace accord
