#pragma once
// Ordinal disagreement within items when one item is deleted, for every item at once and
// in O(n log n). Deleting item u moves the distance of two ratings a < b of any item from
// R_b - R_a to R_b - R_a - t, t = sum over y in u of cover(a, b, y), where cover is 1 for
// y strictly between a and b, 1/2 for y equal to one of them, else 0. Squared and summed
// over all pairs, each with its weight rho:
//
//   sum rho (R_b - R_a)^2 - 2 sum_y G(y) + sum_y,y' H(y, y'),
//   G(y)     = sum rho (R_b - R_a) cover(a, b, y)     running sums over the categories
//   H(y, y') = sum rho cover(a, b, y) cover(a, b, y') dominance counts, a Fenwick tree
//
// minus what the pairs of u itself contribute to the sum.

#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "../distance/mid_ranks.h"
#include "../distance/squares.h"
#include "../ratings/tally.h"
#include "pairable_row.h"

namespace accord {

// Sums of the amounts added at a place and above it (Fenwick 1994).
class SuffixSums {
 public:
  explicit SuffixSums(int n) : tree_(n + 1, 0.0), at_(n, 0.0) {}
  void add(int place, double x) {
    at_[place] += x;
    for (int i = place; i > 0; i -= i & -i) tree_[i] += x;
  }
  // Returns the sum of all amounts above `place` and half of those at `place`.
  double above_and_half(int place) const {
    double sum = at_[place] / 2;
    for (int i = place + 1; i < static_cast<int>(tree_.size()); i += i & -i) {
      sum += tree_[i];
    }
    return sum;
  }

 private:
  std::vector<double> tree_;  // tree_[i]: places i - lowbit(i) + 1 to i
  std::vector<double> at_;
};

class OrdinalDeletion {
 public:
  OrdinalDeletion(const MidRanks& ranks, Span<PairableRow> rows)
      : ranks_(ranks), rows_(rows) {
    list_pairs();
    sum_single_covers();
    sum_double_covers();
  }

  std::vector<double> within_without_one(double within) const {
    std::vector<double> rest;
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      rest.push_back(within + change_[j] - own(rows_[j].pattern));
    }
    return rest;
  }

  // Returns the sum without a single rating, in a category at a place among those in use,
  // of an item with three ratings or more; `rest` are the others of that item.
  double within_without(const Pattern& p, const Pattern& rest, int place,
                        double within) const {
    const auto rank = [&](int code) {
      const int at = ranks_.place(code);
      return ranks_.rank(code) - (at > place ? 1 : at == place ? 0.5 : 0);
    };
    return within + one_[place] - squared_pairs(p, rank) / (p.size - 1) +
           squared_pairs(rest, rank) / (rest.size - 1);
  }

 private:
  // Two categories of one pattern, both as a pair of ratings (a < b, with the weight rho
  // over all items with the pattern) and as two ratings of a deleted item (`twice` is 2
  // times their counts).
  struct Pair {
    int a, b;
    std::size_t row;
    double rho, twice;
  };

  // The pairs are sorted by their lower category, by counting.
  void list_pairs() {
    std::vector<std::size_t> next(ranks_.n_used() + 1, 0);
    for_each_pair([&](const Pair& pair) { ++next[pair.a + 1]; });
    for (std::size_t a = 1; a < next.size(); ++a) next[a] += next[a - 1];
    pairs_.resize(next.back());
    for_each_pair([&](const Pair& pair) { pairs_[next[pair.a]++] = pair; });
  }

  template <class Use>
  void for_each_pair(Use&& use) const {
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      const Pattern& p = rows_[j].pattern;
      const double weight = rows_[j].weight / (p.size - 1);
      for (std::size_t h = 0; h < p.code.size(); ++h) {
        for (std::size_t i = 0; i < h; ++i) {
          const double both = 2.0 * p.count[i] * p.count[h];
          use(Pair{ranks_.place(p.code[i]), ranks_.place(p.code[h]), j, weight * both,
                   both});
        }
      }
    }
  }

  // Computes -2 sum of G(y), and the sum of H(y, y) for pairs of the same category.
  void sum_single_covers() {
    const int k = ranks_.n_used();
    std::vector<double> g(k + 1, 0), inside(k + 1, 0), g_end(k, 0), inside_end(k, 0);
    for (const Pair& pair : pairs_) {
      const double distance = apart(pair);
      g[pair.a + 1] += pair.rho * distance;
      g[pair.b] -= pair.rho * distance;
      inside[pair.a + 1] += pair.rho;
      inside[pair.b] -= pair.rho;
      for (int end : {pair.a, pair.b}) {
        g_end[end] += pair.rho * distance / 2;
        inside_end[end] += pair.rho / 4;
      }
    }
    for (int y = 1; y < k; ++y) {
      g[y] += g[y - 1];
      inside[y] += inside[y - 1];
    }
    for (int y = 0; y < k; ++y) {
      one_.push_back(-2 * (g[y] + g_end[y]) + inside[y] + inside_end[y]);
    }
    change_.assign(rows_.size(), 0);
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      const Pattern& p = rows_[j].pattern;
      for (std::size_t i = 0; i < p.code.size(); ++i) {
        const int y = ranks_.place(p.code[i]);
        const double c = p.count[i];
        change_[j] += -2 * c * (g[y] + g_end[y]) + c * c * (inside[y] + inside_end[y]);
      }
    }
  }

  // Computes the sum of H(y, y') over different categories y, y' of the deleted item:
  // pairs that begin at or before y and end at or after y'. A pair that begins at y, or
  // ends at y', counts half.
  void sum_double_covers() {
    SuffixSums ends(ranks_.n_used());
    // It is called before and after the pairs that begin at y are added, so that these
    // count half.
    const auto half = [&](const Pair& q) {
      return q.twice / 2 * ends.above_and_half(q.b);
    };
    for (std::size_t from = 0, to = 0; from < pairs_.size(); from = to) {
      while (to < pairs_.size() && pairs_[to].a == pairs_[from].a) ++to;
      for (std::size_t i = from; i < to; ++i) change_[pairs_[i].row] += half(pairs_[i]);
      for (std::size_t i = from; i < to; ++i) ends.add(pairs_[i].b, pairs_[i].rho);
      for (std::size_t i = from; i < to; ++i) change_[pairs_[i].row] += half(pairs_[i]);
    }
  }

  double apart(const Pair& pair) const {
    return ranks_.rank_at(pair.b) - ranks_.rank_at(pair.a);
  }

  // Returns what the pairs of the deleted item itself contribute to the sum, with their
  // distances in the remaining ranks. Within one pattern the covered counts are running
  // sums.
  double own(const Pattern& p) const {
    double sum = 0;
    for (std::size_t h = 0; h < p.code.size(); ++h) {
      double between = 0;
      for (std::size_t i = h; i-- > 0;) {
        const double gone = between + (p.count[i] + p.count[h]) / 2.0;
        const double d = ranks_.rank(p.code[h]) - ranks_.rank(p.code[i]) - gone;
        sum += 2.0 * p.count[i] * p.count[h] * d * d;
        between += p.count[i];
      }
    }
    return sum / (p.size - 1);
  }

  const MidRanks& ranks_;
  Span<PairableRow> rows_;
  std::vector<Pair> pairs_;
  std::vector<double> change_;
  std::vector<double> one_;  // -2 G(y) + H(y, y), by place
};

}  // namespace accord
