#pragma once
// What remains without a rater: each of the rater's items with and without their ratings.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <vector>

#include "../base/touched.h"
#include "../base/views.h"
#include "rater_items.h"
#include "tally.h"

namespace accord {

// An item with and without the ratings of one rater, and these ratings; and the number of
// items for which it stands.
struct Loss {
  int rater;
  Pattern before, after, own;
  int times = 1;
};

// Visits every item of a rater. Each thread needs its own walk.
class RaterWalk {
 public:
  explicit RaterWalk(const PatternSet& patterns) : patterns_(patterns) {}

  int rater() const { return rater_; }
  // Returns the number of ratings.
  std::size_t size() const { return given_.size(); }
  void of(int rater, Span<Given> given) {
    rater_ = rater;
    given_ = given;
  }

  // Calls visit(loss) for every item.
  template <class Visit>
  void operator()(Visit&& visit) {
    for (std::size_t from = 0, to = 0; from < given_.size(); from = to) {
      to = read_item(from);
      visit(take_from(patterns_[given_[from].pattern]));
    }
  }

  // The same, but items of one pattern that the rater put into one category may be
  // visited at once. This is worth it where there are more ratings than such kinds of
  // items.
  template <class Visit>
  void each_kind(Visit&& visit) {
    if (given_.size() < 2 * patterns_.n_cells()) return (*this)(visit);
    kinds_.clear();
    firsts_.clear();
    for (std::size_t from = 0, to = 0; from < given_.size(); from = to) {
      const Given& first = given_[from];
      to = from + 1;
      if (to < given_.size() && given_[to].again) {
        to = read_item(from);
        visit(take_from(patterns_[first.pattern]));
        continue;
      }
      const int kind = static_cast<int>(patterns_.cell(first.pattern, first.code));
      if (kinds_[kind] == 0) firsts_.push_back(from);
      kinds_.add(kind, 1);
    }
    for (const std::size_t at : firsts_) {
      const Given& first = given_[at];
      own_code_.assign(1, first.code);
      Loss loss = take_from(patterns_[first.pattern]);
      loss.times = kinds_[static_cast<int>(patterns_.cell(first.pattern, first.code))];
      visit(loss);
    }
  }

 private:
  // Reads the rater's ratings of the item that begins here; returns where the next one
  // begins.
  std::size_t read_item(std::size_t from) {
    own_code_.assign(1, given_[from].code);
    std::size_t to = from + 1;
    for (; to < given_.size() && given_[to].again; ++to) {
      own_code_.push_back(given_[to].code);
    }
    if (to > from + 1) std::sort(own_code_.begin(), own_code_.end());
    return to;
  }

  Loss take_from(const Pattern& before) {
    const std::size_t n = before.code.size(), gone = own_code_.size();
    code_.resize(n);
    count_.resize(n);
    own_count_.resize(gone);
    std::size_t next = 0, left = 0, own = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const int k = before.code[j];
      int leaving = 0;
      for (; next < gone && own_code_[next] == k; ++next) ++leaving;
      if (leaving > 0) {
        own_code_[own] = k;
        own_count_[own++] = leaving;
      }
      if (before.count[j] == leaving) continue;
      code_[left] = k;
      count_[left++] = before.count[j] - leaving;
    }
    const int size = static_cast<int>(gone);
    return {rater_,
            before,
            {{code_.data(), left}, {count_.data(), left}, before.size - size},
            {{own_code_.data(), own}, {own_count_.data(), own}, size}};
  }

  const PatternSet& patterns_;
  int rater_ = 0;
  Span<Given> given_;
  std::vector<int> code_, count_, own_code_, own_count_;
  Touched<int> kinds_;               // how often each kind occurs
  std::vector<std::size_t> firsts_;  // where each occurs first
};

// The number of removed ratings in each category, which can be read as a pattern.
class Leaving {
 public:
  void clear() { counts_.clear(); }
  void add(const Pattern& p, int times = 1) {
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      counts_.add(p.code[j], p.count[j] * times);
    }
  }
  Pattern pattern() {
    const std::vector<int>& code = counts_.sorted();
    count_.clear();
    int size = 0;
    for (int k : code) {
      count_.push_back(counts_[k]);
      size += counts_[k];
    }
    return {code, count_, size};
  }

 private:
  Touched<int> counts_;
  std::vector<int> count_;
};

}  // namespace accord
