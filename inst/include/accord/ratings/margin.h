#pragma once
// The margin: how often each category was used in all pairable items, n_c in
// Krippendorff's notation. Many small groups can share one margin for any number of
// categories (touched.h).

#include <cstddef>  // size_t
#include <vector>

#include "../base/touched.h"
#include "tally.h"

namespace accord {

class Margin {
 public:
  explicit Margin(int n_categories) : n_(n_categories) {}

  void clear() {
    n_.clear();
    total_ = 0;
  }

  void add(const Pattern& pattern, double weight) {
    for (std::size_t j = 0; j < pattern.code.size(); ++j) {
      n_.add(pattern.code[j], weight * pattern.count[j]);
    }
    total_ += weight * pattern.size;
  }

  // Sorts the categories in use.
  void sort() { n_.sorted(); }

  double operator[](int k) const { return n_[k]; }
  double total() const { return total_; }
  const std::vector<int>& used() const { return n_.places(); }

  // Returns how many categories are in use without the ratings of `pattern`.
  int categories_without(const Pattern& pattern) const {
    int left = static_cast<int>(used().size());
    for (std::size_t j = 0; j < pattern.code.size(); ++j) {
      left -= n_[pattern.code[j]] <= pattern.count[j];
    }
    return left;
  }

 private:
  Touched<double> n_;
  double total_ = 0;
};

}  // namespace accord
