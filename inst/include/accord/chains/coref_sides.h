#pragma once
// Measures that compare each key chain with the response, and then each response chain
// with the key: MUC (Vilain et al. 1995), B-cubed (Bagga and Baldwin 1998) and LEA
// (Moosavi and Strube 2016). `hits` and `weight` are summed over the chains of a side.

#include <cstddef>  // size_t

#include "../base/views.h"
#include "coref_score.h"
#include "partition.h"

namespace accord {

// A chain, and the chains of the other side with which it shares mentions.
struct ChainView {
  int size;
  Span<int> shared;      // with each of them
  Span<int> other_size;  // of all chains of the other side
  Span<int> other;       // which of them
};

struct SideCount {
  double hits = 0, weight = 0;
};

inline double pairs_of(double n) { return n * (n - 1) / 2; }

// Counts the links that hold a chain of n mentions together: n - 1, minus one for each
// part after the first into which the other side divides it. A mention that the other
// side lacks is a part of its own.
struct Muc {
  SideCount operator()(const ChainView& chain) const {
    double held = 0;
    for (const int shared : chain.shared) held += shared - 1;
    return {held, chain.size - 1.0};
  }
};

// For each mention: the share of its chain that is also in its chain of the other side.
struct BCubed {
  SideCount operator()(const ChainView& chain) const {
    double hits = 0;
    for (const int shared : chain.shared) hits += static_cast<double>(shared) * shared;
    return {hits / chain.size, static_cast<double>(chain.size)};
  }
};

// The share of a chain's links that the other side has, by the size of the chain. A chain
// of one mention has one link, to itself.
struct Lea {
  SideCount operator()(const ChainView& chain) const {
    double links = 0;
    for (std::size_t i = 0; i < chain.shared.size(); ++i) {
      const bool single = chain.size == 1 && chain.other_size[chain.other[i]] == 1;
      links += single ? 1 : pairs_of(chain.shared[i]);
    }
    const double of = chain.size == 1 ? 1 : pairs_of(chain.size);
    return {chain.size * links / of, static_cast<double>(chain.size)};
  }
};

template <class Measure>
SideCount count_side(const Overlap& sets, const Measure& measure) {
  SideCount sum;
  const Span<int> shared(sets.shared), column(sets.column);
  for (int row = 0; row < sets.n_rows(); ++row) {
    const int from = sets.start[row], to = sets.start[row + 1];
    const SideCount one = measure(ChainView{sets.row_size[row], shared.slice(from, to),
                                            sets.column_size, column.slice(from, to)});
    sum.hits += one.hits;
    sum.weight += one.weight;
  }
  return sum;
}

// Key chains are the rows; `turned` is the transposed overlap.
template <class Measure>
Counts count_sides(const Overlap& sets, const Overlap& turned, const Measure& measure) {
  const SideCount key = count_side(sets, measure);
  const SideCount response = count_side(turned, measure);
  return {key.hits, key.weight, response.hits, response.weight};
}

}  // namespace accord
