#pragma once
// Items when each rater counts several times, or not at all, as in a bootstrap over
// raters (over items and raters: the pigeonhole bootstrap of Owen 2007). A rating counts
// as often as its rater, but two copies of it are not a pair of ratings, since raters do
// not disagree with themselves.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"
#include "../ratings/tally.h"

namespace accord {

// The ratings of a group, item by item, by rising category.
struct SortedItems {
  struct Given {
    int code, rater;
    bool operator<(const Given& other) const {
      return code != other.code ? code < other.code : rater < other.rater;
    }
  };
  int n_raters;
  std::vector<Given> given;
  std::vector<std::size_t> item_start{0};

  SortedItems(const RatingsView& ratings, int group) : n_raters(ratings.n_raters) {
    for (int i = ratings.group_start[group]; i < ratings.group_start[group + 1]; ++i) {
      const Span<int> codes = ratings.codes_of(i), raters = ratings.raters_of(i);
      for (std::size_t j = 0; j < codes.size(); ++j)
        given.push_back({codes[j], raters[j]});
      std::sort(given.begin() + static_cast<std::ptrdiff_t>(item_start.back()),
                given.end());
      item_start.push_back(given.size());
    }
  }
};

// Rows as in rows.h. Items with a weight of 0, or without a rating, are left out.
class ReweightedItems final : public Rows {
 public:
  explicit ReweightedItems(const SortedItems* sorted) : sorted_(*sorted) {}

  std::size_t n_items() const { return sorted_.item_start.size() - 1; }
  std::size_t size() const override { return size_.size(); }
  Pattern pattern(std::size_t i) const override {
    return {of_row(code_, pattern_start_, i), of_row(count_, pattern_start_, i),
            size_[i]};
  }
  double weight_of(std::size_t i) const override { return weight_[i]; }
  Span<int> codes(std::size_t i) const override {
    return of_row(given_code_, given_start_, i);
  }
  Span<int> raters(std::size_t i) const override {
    return of_row(given_rater_, given_start_, i);
  }
  int n_raters() const override { return sorted_.n_raters; }
  double times(int rater) const override { return times_[rater]; }
  double factor(std::size_t i) const override { return factor_[i]; }

  void set(Span<double> item_weight, Span<int> times_of_rater) {
    times_ = times_of_rater;
    clear();
    for (std::size_t i = 0; i < n_items(); ++i) {
      if (item_weight[i] > 0) add(i, item_weight[i]);
    }
  }

 private:
  static Span<int> of_row(const std::vector<int>& x,
                          const std::vector<std::size_t>& start, std::size_t i) {
    return Span<int>(x).slice(start[i], start[i + 1]);
  }

  void clear() {
    for (auto* x : {&code_, &count_, &given_code_, &given_rater_, &size_}) x->clear();
    for (auto* x : {&factor_, &weight_}) x->clear();
    pattern_start_.assign(1, 0);
    given_start_.assign(1, 0);
  }

  void add(std::size_t i, double item_weight) {
    int size = 0, ratings = 0;
    double copies = 0;  // ordered pairs of a rating with a copy of itself
    for (std::size_t j = sorted_.item_start[i]; j < sorted_.item_start[i + 1]; ++j) {
      const auto [code, rater] = sorted_.given[j];
      const int n = times_[rater];
      if (n == 0) continue;
      if (code_.size() == pattern_start_.back() || code_.back() != code) {
        code_.push_back(code);
        count_.push_back(0);
      }
      count_.back() += n;
      size += n;
      ++ratings;
      copies += static_cast<double>(n) * (n - 1);
      given_code_.push_back(code);
      given_rater_.push_back(rater);
    }
    if (size == 0) return;
    if (ratings == 1) size = count_.back() = 1;  // one rating makes no pair
    const double pairs = static_cast<double>(size) * (size - 1);
    factor_.push_back(size > 1 ? pairs / (pairs - copies) : 1);
    size_.push_back(size);
    weight_.push_back(item_weight);
    pattern_start_.push_back(code_.size());
    given_start_.push_back(given_code_.size());
  }

  const SortedItems& sorted_;
  Span<int> times_;  // by rater
  std::vector<int> code_, count_, size_, given_code_, given_rater_;
  std::vector<std::size_t> pattern_start_, given_start_;
  std::vector<double> factor_, weight_;
};

}  // namespace accord
