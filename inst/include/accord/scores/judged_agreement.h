#pragma once
// Agreement of judges who chose between the same pairs of answers, and the circular
// triads of each (Kendall and Babington Smith 1940).

#include <cstddef>  // size_t
#include <vector>

#include "../base/touched.h"
#include "../base/views.h"

namespace accord {

// One choice of a judge for each pair: 1 for the first answer, 0 for the second, 0.5 for
// a tie. All codes are from 1.
struct SettledChoices {
  Span<double> value;
  Span<int> judge;
  int n_judges;
};

// Counts of pairs of judges who judged the same pair: of all of them, and of those that
// are equal. `others` and `same`: for each judge, how many there are with another.
struct JudgeAgreement {
  explicit JudgeAgreement(int n_judges) : same(n_judges), others(n_judges) {}
  double equal = 0, possible = 0;
  std::vector<double> same, others;
};

// For choices without ties. `pair`: of each choice.
inline JudgeAgreement judge_agreement(const SettledChoices& x, Span<int> pair,
                                      int n_pairs) {
  JudgeAgreement found(x.n_judges);
  std::vector<int> ones(n_pairs), all(n_pairs);
  for (std::size_t i = 0; i < pair.size(); ++i) {
    ++all[pair[i] - 1];
    if (x.value[i] == 1) ++ones[pair[i] - 1];
  }
  const auto two_of = [](double n) { return n * (n - 1) / 2; };
  for (int p = 0; p < n_pairs; ++p) {
    found.equal += two_of(ones[p]) + two_of(all[p] - ones[p]);
    found.possible += two_of(all[p]);
  }
  for (std::size_t i = 0; i < pair.size(); ++i) {
    const int p = pair[i] - 1, k = x.judge[i] - 1;
    found.same[k] += (x.value[i] == 1 ? ones[p] : all[p] - ones[p]) - 1;
    found.others[k] += all[p] - 1;
  }
  return found;
}

// A block is the pairs of one item that a judge judged. Those with at least three
// answers, all of whose pairs were judged without a tie, are usable.
struct JudgeTriads {
  explicit JudgeTriads(int n)
      : n_blocks(n), n_small(n), n_tied(n), n_usable(n), triads(n), most(n), pairs(n) {}
  std::vector<int> n_blocks, n_small, n_tied, n_usable;  // small: of fewer answers
  std::vector<double> triads, most, pairs;               // of usable blocks
};

// `block`, `one`, `two`: the block and the answers of each choice.
inline JudgeTriads judge_triads(const SettledChoices& x, Span<int> block, Span<int> one,
                                Span<int> two, int n_blocks) {
  std::vector<std::size_t> start(static_cast<std::size_t>(n_blocks) + 1);
  for (int b : block) ++start[b];
  for (int b = 0; b < n_blocks; ++b) start[b + 1] += start[b];
  std::vector<std::size_t> row(block.size()), next(start.begin(), start.end() - 1);
  for (std::size_t i = 0; i < block.size(); ++i) row[next[block[i] - 1]++] = i;

  JudgeTriads found(x.n_judges);
  Touched<double> preferred;
  for (int b = 0; b < n_blocks; ++b) {
    preferred.clear();
    bool tied = false;
    for (std::size_t k = start[b]; k < start[b + 1]; ++k) {
      const double value = x.value[row[k]];
      tied = tied || value == 0.5;
      preferred.add(one[row[k]], value);
      preferred.add(two[row[k]], 1 - value);
    }
    const auto pairs = static_cast<double>(start[b + 1] - start[b]);
    const auto n = static_cast<double>(preferred.places().size());
    const int judge = x.judge[row[start[b]]] - 1;
    ++found.n_blocks[judge];
    if (tied) ++found.n_tied[judge];
    if (n < 3) ++found.n_small[judge];
    if (tied || n < 3 || pairs != n * (n - 1) / 2) continue;
    double squares = 0;
    for (int k : preferred.places()) squares += preferred[k] * preferred[k];
    const bool is_even = preferred.places().size() % 2 == 0;
    ++found.n_usable[judge];
    found.triads[judge] += n * (n - 1) * (2 * n - 1) / 12 - squares / 2;
    found.most[judge] += n * (n * n - (is_even ? 4 : 1)) / 24;
    found.pairs[judge] += pairs;
  }
  return found;
}

}  // namespace accord
