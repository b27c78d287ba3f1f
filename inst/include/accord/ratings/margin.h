#pragma once
// The margin: how often each category was used in all pairable items, n_c in
// Krippendorff's notation. Clearing costs as much as filling did, so that many small
// groups can share one margin however many categories there are.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <vector>

#include "tally.h"

namespace accord {

class Margin {
 public:
  explicit Margin(int n_categories) : n_(n_categories, 0.0), seen_(n_categories, 0) {}

  void clear() {
    for (int k : used_) n_[k] = seen_[k] = 0;
    used_.clear();
    total_ = 0;
  }

  void add(const Pattern& pattern, double weight) {
    for (std::size_t j = 0; j < pattern.code.size(); ++j) {
      const int k = pattern.code[j];
      if (!seen_[k]) {
        seen_[k] = 1;
        used_.push_back(k);
      }
      n_[k] += weight * pattern.count[j];
    }
    total_ += weight * pattern.size;
  }

  // Puts the categories in use into rising order: by a look at each where most are in
  // use.
  void sort() {
    if (used_.size() < n_.size() / 16) return std::sort(used_.begin(), used_.end());
    used_.clear();
    for (std::size_t k = 0; k < n_.size(); ++k) {
      if (seen_[k]) used_.push_back(static_cast<int>(k));
    }
  }

  double operator[](int k) const { return n_[k]; }
  double total() const { return total_; }
  const std::vector<int>& used() const { return used_; }

  // How many categories were used once `pattern` is taken away.
  int categories_without(const Pattern& pattern) const {
    int left = static_cast<int>(used_.size());
    for (std::size_t j = 0; j < pattern.code.size(); ++j) {
      left -= n_[pattern.code[j]] <= pattern.count[j];
    }
    return left;
  }

 private:
  std::vector<double> n_;
  std::vector<char> seen_;
  std::vector<int> used_;
  double total_ = 0;
};

}  // namespace accord
