#pragma once
// How far units in one unitary alignment differ in their labels, for gamma-cat and
// gamma-k (Mathet 2017).

#include <vector>

#include "alignment.h"

namespace accord {

// A weighted mean, represented by its two sums.
struct LabelDisorder {
  double sum = 0, weight = 0;
};

// Returns the disorder of all pairs of units in one unitary alignment, followed by those
// of pairs in which a unit has label 0, 1, …. The weight of a pair increases with the
// proximity of its units, and decreases with the number of units aligned with them. If
// `alone`, a unit without a partner from an annotator counts as a pair of different
// labels.
inline std::vector<LabelDisorder> label_disorder(const Continuum& x,
                                                 const Dissimilarity& d,
                                                 const Alignment& of, bool alone) {
  std::vector<LabelDisorder> result(d.n_labels + 1);
  std::vector<std::vector<int>> sets(of.n_sets);
  for (int u = 0; u < x.n_units(); ++u) sets[of.set_of[u]].push_back(u);
  const auto add = [&](int label, double weight, double apart) {
    result[label].sum += weight * apart;
    result[label].weight += weight;
  };
  for (const auto& set : sets) {
    const auto k = static_cast<double>(set.size());
    for (std::size_t i = 0; i < set.size(); ++i) {
      const int u = set[i];
      if (alone) {
        const double without = x.n_annotators() - k;
        add(0, without, 1);
        add(1 + x.label[u], without, 1);
      }
      for (std::size_t j = 0; j < i; ++j) {
        const int v = set[j];
        const double close = std::max(0.0, 1 - d.alpha * d.places(x, u, v));
        const double weight = close / (k - 1), apart = d.labels(x, u, v);
        add(0, weight, apart);
        add(1 + x.label[u], weight, apart);
        if (x.label[v] != x.label[u]) add(1 + x.label[v], weight, apart);
      }
    }
  }
  return result;
}

}  // namespace accord
