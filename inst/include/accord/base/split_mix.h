#pragma once
// Returns a number all of whose bits depend on all bits of `x`: the finalizer of SplitMix
// (Steele, Lea & Flood 2014).

#include <cstdint>  // uint64_t

namespace accord {

inline std::uint64_t split_mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

}  // namespace accord
