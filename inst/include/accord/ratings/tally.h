#pragma once
// Count patterns: the multiset of categories that one item received. A tally has each
// distinct pattern once and, for every group, the weight of its items with that pattern.
// After the tally nothing depends on the number of items.

#include <algorithm>  // equal, sort, unique
#include <cstddef>    // size_t
#include <cstdint>    // uint64_t
#include <utility>    // move
#include <vector>

#include "../base/parallel.h"
#include "../base/views.h"

namespace accord {

// Category code[j] was given count[j] times; codes are increasing, and `size` is the
// number of ratings.
struct Pattern {
  Span<int> code;
  Span<int> count;
  int size = 0;
};

// A set of distinct patterns, numbered in the order of their first appearance.
class PatternSet {
 public:
  int size() const { return static_cast<int>(size_.size()); }
  Pattern operator[](int i) const {
    const std::size_t from = start_[i], n = start_[i + 1] - from;
    return {{code_.data() + from, n}, {count_.data() + from, n}, size_[i]};
  }
  int add(const Pattern& pattern);
  // The number of categories of all patterns together, and the place among them of one
  // that a pattern has.
  std::size_t n_cells() const { return code_.size(); }
  std::size_t cell(int pattern, int code) const {
    std::size_t at = start_[pattern];
    while (code_[at] != code) ++at;
    return at;
  }

 private:
  std::uint64_t hash(const Pattern& pattern) const;
  bool same(int i, const Pattern& pattern) const;
  void grow();

  std::vector<std::size_t> start_{0};
  std::vector<int> code_, count_, size_;
  std::vector<std::uint64_t> hash_;
  std::vector<int> slot_ = std::vector<int>(64, -1);
};

// The terms of a coefficient's sums: rows that stand for items, each with a weight and a
// pattern, and with the raters if these matter (rows.h).
class Rows {
 public:
  virtual ~Rows() = default;
  virtual std::size_t size() const = 0;
  virtual Pattern pattern(std::size_t i) const = 0;
  virtual double weight_of(std::size_t i) const = 0;
  virtual Span<int> codes(std::size_t) const { return {}; }
  virtual Span<int> raters(std::size_t) const { return {}; }
  virtual int n_raters() const { return 0; }
  // Return how often a rater counts, and the number of ordered pairs of ratings of a
  // pattern, divided by that of pairs of different ratings (only reweighted.h has other
  // values than 1).
  virtual double times(int) const { return 1; }
  virtual double factor(std::size_t) const { return 1; }
};

// Patterns with weights. The sample, a group (whose weights are those of its items) and
// resampled data differ only in the weights.
class WeightedPatterns final : public Rows {
 public:
  WeightedPatterns() = default;
  WeightedPatterns(const PatternSet* patterns, Span<int> which, Span<double> weight)
      : patterns(patterns), which(which), weight(weight) {}

  const PatternSet* patterns = nullptr;
  Span<int> which;
  Span<double> weight;

  std::size_t size() const override { return which.size(); }
  int number(std::size_t i) const { return which[i]; }
  Pattern pattern(std::size_t i) const override { return (*patterns)[which[i]]; }
  double weight_of(std::size_t i) const override { return weight[i]; }
};

struct Tally {
  PatternSet patterns;
  std::vector<int> of_item;  // the number of each item's pattern
  std::vector<int> group_start{0};
  std::vector<int> which;
  std::vector<double> weight;

  WeightedPatterns group(int g) const {
    const std::size_t from = group_start[g], n = group_start[g + 1] - from;
    return {&patterns, {which.data() + from, n}, {weight.data() + from, n}};
  }
};

// Returns the categories that a group used, in increasing order.
inline std::vector<int> used_categories(const Tally& tally, int group) {
  std::vector<int> used;
  const WeightedPatterns rows = tally.group(group);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (int k : rows.pattern(i).code) used.push_back(k);
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

inline std::uint64_t PatternSet::hash(const Pattern& pattern) const {
  std::uint64_t h = 0;
  for (std::size_t j = 0; j < pattern.code.size(); ++j) {
    h ^= (static_cast<std::uint64_t>(pattern.code[j]) << 32) +
         static_cast<std::uint64_t>(pattern.count[j]);
    h *= 0x9E3779B97F4A7C15ULL;  // 2^64 / golden ratio: spreads every bit upwards
    h ^= h >> 32;
  }
  return h;
}

inline bool PatternSet::same(int i, const Pattern& pattern) const {
  const Pattern own = (*this)[i];
  return own.code.size() == pattern.code.size() &&
         std::equal(own.code.begin(), own.code.end(), pattern.code.begin()) &&
         std::equal(own.count.begin(), own.count.end(), pattern.count.begin());
}

inline int PatternSet::add(const Pattern& pattern) {
  const std::uint64_t h = hash(pattern);
  std::size_t at = h & (slot_.size() - 1);
  for (; slot_[at] >= 0; at = (at + 1) & (slot_.size() - 1)) {
    const int i = slot_[at];
    if (hash_[i] == h && same(i, pattern)) return i;
  }
  const int i = slot_[at] = size();
  code_.insert(code_.end(), pattern.code.begin(), pattern.code.end());
  count_.insert(count_.end(), pattern.count.begin(), pattern.count.end());
  start_.push_back(code_.size());
  size_.push_back(pattern.size);
  hash_.push_back(h);
  if (2 * hash_.size() > slot_.size()) grow();
  return i;
}

inline void PatternSet::grow() {
  slot_.assign(2 * slot_.size(), -1);
  for (int i = 0; i < size(); ++i) {
    std::size_t at = hash_[i] & (slot_.size() - 1);
    while (slot_[at] >= 0) at = (at + 1) & (slot_.size() - 1);
    slot_[at] = i;
  }
}

// Finds the number of the pattern of an item's codes in a set, to which new patterns are
// added.
class PatternFinder {
 public:
  PatternFinder(int n_categories, PatternSet* set)
      : set_(*set), few_(n_categories <= 16) {}

  int find(Span<int> codes) {
    if (!few_ || codes.size() > 15) return set_.add(sort(codes));
    // Up to 16 categories, each given up to 15 times, fit into one word, with four bits
    // each. Such a key is faster to form and to look up than a sorted pattern.
    std::uint64_t key = 0;
    for (int k : codes) key += std::uint64_t{1} << (4 * k);
    std::size_t at = (key * 0x9E3779B97F4A7C15ULL) >> 52;
    for (; known_[at].number >= 0; at = (at + 1) & (known_.size() - 1)) {
      if (known_[at].key == key) return known_[at].number;
    }
    const int number = set_.add(sort(codes));
    if (2 * ++n_known_ < known_.size()) known_[at] = {key, number};
    return number;
  }

 private:
  struct Known {
    std::uint64_t key = 0;
    int number = -1;
  };

  Pattern sort(Span<int> codes) {
    sorted_.assign(codes.begin(), codes.end());
    std::sort(sorted_.begin(), sorted_.end());
    code_.clear();
    count_.clear();
    for (int k : sorted_) {
      if (code_.empty() || code_.back() != k) {
        code_.push_back(k);
        count_.push_back(0);
      }
      ++count_.back();
    }
    return {code_, count_, static_cast<int>(sorted_.size())};
  }

  PatternSet& set_;
  bool few_;
  std::vector<Known> known_ = std::vector<Known>(1 << 12);
  std::size_t n_known_ = 0;
  std::vector<int> sorted_, code_, count_;
};

// Returns the pattern of every item. Each part of the items makes its own set; the sets
// are joined in order, so the numbering is that of a single pass.
inline std::vector<int> patterns_of_items(const RatingsView& ratings,
                                          const Executor& executor,
                                          PatternSet* patterns) {
  std::vector<int> of_item(ratings.n_items());
  const int parts = parts_for(executor, of_item.size(), 1 << 14);
  std::vector<PatternSet> sets(parts);
  executor.run(parts, [&](int p) {
    PatternFinder finder(ratings.n_categories, &sets[p]);
    const Range items = part(of_item.size(), parts, p);
    for (std::size_t i = items.begin; i < items.end; ++i) {
      of_item[i] = finder.find(ratings.codes_of(static_cast<int>(i)));
    }
  });
  *patterns = std::move(sets[0]);
  for (int p = 1; p < parts; ++p) {
    std::vector<int> number(sets[p].size());
    for (int i = 0; i < sets[p].size(); ++i) number[i] = patterns->add(sets[p][i]);
    const Range items = part(of_item.size(), parts, p);
    for (std::size_t i = items.begin; i < items.end; ++i) of_item[i] = number[of_item[i]];
  }
  return of_item;
}

inline Tally tally(const RatingsView& ratings, const Executor& executor) {
  Tally result;
  result.of_item = patterns_of_items(ratings, executor, &result.patterns);
  const std::vector<int>& of_item = result.of_item;
  std::vector<int> place(result.patterns.size(), -1);
  for (int g = 0; g < ratings.n_groups(); ++g) {
    const int first = static_cast<int>(result.which.size());
    for (int i = ratings.group_start[g]; i < ratings.group_start[g + 1]; ++i) {
      int& at = place[of_item[i]];
      if (at < first) {  // not yet seen in this group
        at = static_cast<int>(result.which.size());
        result.which.push_back(of_item[i]);
        result.weight.push_back(0);
      }
      result.weight[at] += ratings.weight_of(i);
    }
    result.group_start.push_back(static_cast<int>(result.which.size()));
  }
  return result;
}

}  // namespace accord
