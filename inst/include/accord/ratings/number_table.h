#pragma once
// A hash table from values, by their bits, to numbers in the order of first appearance.

#include <algorithm>  // max
#include <cstddef>    // size_t
#include <cstdint>
#include <cstring>  // memcpy
#include <vector>

#include "../base/split_mix.h"

namespace accord {

// Returns bits that are equal for equal values: both zeros have the same, and so have all
// NaN except R's NA, whose lower half is 1954.
inline std::uint64_t value_bits(double x) {
  if (x == 0) return 0;
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  if (x == x) return bits;
  return static_cast<std::uint32_t>(bits) == 1954 ? ~std::uint64_t{0} : ~std::uint64_t{1};
}

// Maps a value to its number from 0, in the order in which values are looked up.
template <class Key>
class NumberTable {
 public:
  NumberTable() { clear(); }

  // Removes all keys, but keeps the size, which is about right for similar values.
  void clear() {
    slot_.assign(std::max<std::size_t>(slot_.size(), 32), Slot{Key(), -1});
    n_ = 0;
  }

  int number(Key key) {
    std::size_t at = first_place(key);
    while (slot_[at].number >= 0) {
      if (slot_[at].key == key) return slot_[at].number;
      at = (at + 1) & (slot_.size() - 1);
    }
    slot_[at] = {key, n_};
    // The table is at most a quarter full, so that most keys are at the first place
    // visited.
    if (4 * static_cast<std::size_t>(++n_) > slot_.size()) grow();
    return n_ - 1;
  }

  int size() const { return n_; }

 private:
  struct Slot {
    Key key;
    int number;
  };

  std::size_t first_place(Key key) const {
    return (split_mix(key) >> 20) & (slot_.size() - 1);
  }

  void grow() {
    std::vector<Slot> old(2 * slot_.size(), Slot{Key(), -1});
    old.swap(slot_);
    for (const Slot& slot : old) {
      if (slot.number < 0) continue;
      std::size_t at = first_place(slot.key);
      while (slot_[at].number >= 0) at = (at + 1) & (slot_.size() - 1);
      slot_[at] = slot;
    }
  }

  std::vector<Slot> slot_;
  int n_ = 0;
};

}  // namespace accord
