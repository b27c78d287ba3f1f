#include <algorithm>  // max
#include <random>
#include <vector>

#include "accord/spans/sequence.h"
#include "check.h"

namespace {

struct Score {
  int score = 0, equal = 0;
  bool operator<(const Score& x) const {
    return score != x.score ? score < x.score : equal < x.equal;
  }
};

// The best score of all alignments by the definition, and of these the most equal pairs.
Score plain_best(const std::vector<int>& a, std::size_t i, const std::vector<int>& b,
                 std::size_t j, bool same) {
  if (i == a.size()) return {-static_cast<int>(b.size() - j), 0};
  if (j == b.size()) return {-static_cast<int>(a.size() - i), 0};
  Score best = plain_best(a, i + 1, b, j, same);
  --best.score;
  Score other = plain_best(a, i, b, j + 1, same);
  --other.score;
  best = std::max(best, other);
  if (same && a[i] != b[j]) return best;
  Score paired = plain_best(a, i + 1, b, j + 1, same);
  paired.score += a[i] == b[j] ? 1 : -1;
  paired.equal += a[i] == b[j];
  return std::max(best, paired);
}

}  // namespace

TEST(sequences_are_aligned_as_by_the_definition) {
  std::mt19937 random(7);
  for (int run = 0; run < 400; ++run) {
    const bool same = run % 3 == 0;
    std::vector<int> label[2], block[2];
    std::vector<int> part[2][2];
    for (int side = 0; side < 2; ++side) {
      for (int d = 0; d < 2; ++d) {
        const int n = static_cast<int>(random() % 7);
        for (int k = 0; k < n; ++k) {
          part[side][d].push_back(static_cast<int>(random() % 3));
          label[side].push_back(part[side][d].back());
          block[side].push_back(d);
        }
      }
    }
    accord::SequenceAlignment alignment({block[0], label[0]}, {block[1], label[1]}, same);
    const std::vector<accord::AlignedPair> pairs = alignment.pairs();
    int equal = 0, last = -1;
    for (const accord::AlignedPair& x : pairs) {
      CHECK(block[0][x.first] == block[1][x.second]);
      CHECK(x.second > last);
      last = x.second;
      equal += label[0][x.first] == label[1][x.second];
    }
    const int paired = static_cast<int>(pairs.size());
    const int alone = static_cast<int>(label[0].size() + label[1].size()) - 2 * paired;
    Score best;
    for (int d = 0; d < 2; ++d) {
      const Score x = plain_best(part[0][d], 0, part[1][d], 0, same);
      best.score += x.score;
      best.equal += x.equal;
    }
    CHECK(equal - (paired - equal) - alone == best.score);
    CHECK(equal == best.equal);
    if (same) CHECK(equal == paired);
  }
}
