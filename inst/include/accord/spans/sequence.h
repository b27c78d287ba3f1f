#pragma once
// The alignment of two sequences of labels by Needleman and Wunsch (1970), in memory that
// is linear in their lengths (Hirschberg 1975).

#include <algorithm>  // max, min, sort
#include <cstdint>
#include <functional>
#include <utility>  // move
#include <vector>

#include "../base/views.h"

namespace accord {

// The labels of an annotator in their order, sorted by block.
struct Sequence {
  Span<int> block, label;

  int size() const { return static_cast<int>(block.size()); }
};

struct AlignedPair {
  int first = 0, second = 0;
};

// Equal labels score 1, different ones -1 and a label without a partner -1. With m equal
// and d different pairs of n labels in all the score is 3 m + d - n, so that a gap costs
// nothing if equal pairs have the weight 3 and others 1. Of alignments with the same
// score the one with most equal pairs is taken, which has the largest share of them.
class SequenceAlignment {
 public:
  // With `same` only equal labels are paired. `poll` is called often, and may throw.
  SequenceAlignment(
      const Sequence& a, const Sequence& b, bool same, std::function<void()> poll = [] {})
      : a_(a), b_(b), poll_(std::move(poll)) {
    const std::int64_t unit = std::min(a.size(), b.size()) + std::int64_t{1};
    equal_ = 3 * unit + 1;
    other_ = same ? -1 : unit;
  }

  std::vector<AlignedPair> pairs() {
    for (int i = 0, j = 0; i < a_.size() && j < b_.size();) {
      const int block = std::min(a_.block[i], b_.block[j]);
      const int i_end = end_of(a_, i, block), j_end = end_of(b_, j, block);
      align(i, i_end, j, j_end);
      i = i_end;
      j = j_end;
    }
    const auto earlier = [](const AlignedPair& x, const AlignedPair& y) {
      return x.first < y.first;
    };
    std::sort(found_.begin(), found_.end(), earlier);
    return found_;
  }

 private:
  Sequence a_, b_;
  std::function<void()> poll_;
  std::int64_t equal_ = 0, other_ = 0;
  std::vector<AlignedPair> found_;

  static int end_of(const Sequence& x, int from, int block) {
    while (from < x.size() && x.block[from] == block) ++from;
    return from;
  }

  bool is_equal(int i, int j) const { return a_.label[i] == b_.label[j]; }
  std::int64_t weight(int i, int j) const { return is_equal(i, j) ? equal_ : other_; }

  void align(int i, int i_end, int j, int j_end) {
    // Equal labels at either end are paired in a best alignment.
    for (; i < i_end && j < j_end && is_equal(i, j); ++i, ++j) found_.push_back({i, j});
    for (; i < i_end && j < j_end && is_equal(i_end - 1, j_end - 1); --i_end, --j_end) {
      found_.push_back({i_end - 1, j_end - 1});
    }
    if (i == i_end || j == j_end) return;
    if (i_end - i == 1 || j_end - j == 1) {
      align_one(i, i_end, j, j_end);
      return;
    }
    const int middle = i + (i_end - i) / 2;
    const std::vector<std::int64_t> before = forward(i, middle, j, j_end);
    const std::vector<std::int64_t> after = backward(middle, i_end, j, j_end);
    std::size_t cut = 0;
    for (std::size_t k = 1; k < before.size(); ++k) {
      if (before[k] + after[k] > before[cut] + after[cut]) cut = k;
    }
    const int at = j + static_cast<int>(cut);
    align(i, middle, j, at);
    align(middle, i_end, at, j_end);
  }

  // One side has a single label.
  void align_one(int i, int i_end, int j, int j_end) {
    AlignedPair best = {i, j};
    for (int k = i; k < i_end; ++k) {
      for (int l = j; l < j_end; ++l) {
        if (weight(k, l) > weight(best.first, best.second)) best = {k, l};
      }
    }
    if (weight(best.first, best.second) > 0) found_.push_back(best);
  }

  // The best weight of these labels of the first with each beginning of the second's.
  std::vector<std::int64_t> forward(int i, int i_end, int j, int j_end) const {
    std::vector<std::int64_t> row(j_end - j + 1, 0);
    for (int k = i; k < i_end; ++k) {
      poll_();
      std::int64_t corner = 0;
      for (int l = j; l < j_end; ++l) {
        std::int64_t& cell = row[l - j + 1];
        const std::int64_t paired = corner + weight(k, l);
        corner = cell;
        cell = std::max({cell, row[l - j], paired});
      }
    }
    return row;
  }

  // The same with each end of the second's.
  std::vector<std::int64_t> backward(int i, int i_end, int j, int j_end) const {
    std::vector<std::int64_t> row(j_end - j + 1, 0);
    for (int k = i_end - 1; k >= i; --k) {
      poll_();
      std::int64_t corner = 0;
      for (int l = j_end - 1; l >= j; --l) {
        std::int64_t& cell = row[l - j];
        const std::int64_t paired = corner + weight(k, l);
        corner = cell;
        cell = std::max({cell, row[l - j + 1], paired});
      }
    }
    return row;
  }
};

}  // namespace accord
