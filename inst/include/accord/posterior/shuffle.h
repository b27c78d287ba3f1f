#pragma once
// Orders that look random and require neither memory nor a random number generator.

#include <cstdint>  // uint32_t, uint64_t

#include "../base/split_mix.h"

namespace accord {

// A permutation of 0, …, 2^bits - 1 whose elements can be computed individually.
class Shuffle {
 public:
  Shuffle(int bits, std::uint32_t key) : bits_(bits), mask_((1u << bits) - 1) {
    for (int i = 0; i < rounds; ++i) {
      const std::uint64_t counter = rounds * std::uint64_t{key} + i + 1;
      const std::uint64_t x = split_mix(0x9E3779B97F4A7C15ULL * counter);
      factor_[i] = static_cast<std::uint32_t>(x) | 1u;
      shift_[i] = static_cast<std::uint32_t>(x >> 32);
    }
  }

  std::uint32_t operator()(std::uint32_t i) const {
    // An odd factor, a shift and a fold are bijections of `bits` bits.
    for (int r = 0; r < rounds; ++r) {
      i = (i * factor_[r] + shift_[r]) & mask_;
      i ^= i >> (bits_ / 2 + 1);
    }
    return i;
  }

 private:
  static constexpr int rounds = 3;
  int bits_;
  std::uint32_t mask_;
  std::uint32_t factor_[rounds], shift_[rounds];
};

}  // namespace accord
