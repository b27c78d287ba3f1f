#pragma once
// A number by which one can tell whether bytes have changed. It does not protect against
// deliberate forgery.

#include <cstddef>  // size_t
#include <cstdint>  // uint64_t
#include <cstring>  // memcpy

namespace accord {

class Fingerprint {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9E3779B97F4A7C15u;
    state_ ^= state_ >> 32;
  }

  // The size is added as well, so that the bytes cannot be confused with what follows.
  void add(const void* bytes, std::size_t n) {
    add(n);
    const char* at = static_cast<const char*>(bytes);
    for (; n > 0; at += 8) {
      std::uint64_t word = 0;
      const std::size_t taken = n < 8 ? n : 8;
      std::memcpy(&word, at, taken);
      add(word);
      n -= taken;
    }
  }

  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace accord
