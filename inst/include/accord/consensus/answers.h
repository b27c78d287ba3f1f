#pragma once
// The ratings of one group as read by the models of consensus. Each rating has one
// number, its cell, which determines the rater and the category. Raters are numbered
// within the group. A cell is a place in a table of raters by categories. If this table
// has more places than an int can count, it is not made, and the cell is the position of
// the rating.

#include <algorithm>  // copy, fill_n, sort
#include <climits>    // INT_MAX
#include <cstddef>    // size_t
#include <vector>

#include "../base/parallel.h"
#include "../base/scratch.h"
#include "../base/views.h"

namespace accord {

// Requests memory that will be read soon, if the compiler supports this.
inline void fetch([[maybe_unused]] const void* address) {
#ifdef __GNUC__
  __builtin_prefetch(address);
#endif
}

class Answers {
 public:
  // At most this many cells after those of an item may be accessed, so that a model with
  // a large table can prefetch the rows that it will need. Otherwise waiting for them
  // takes most of the time.
  static constexpr int ahead = 8;

  Answers(const RatingsView& ratings, int group, const Executor& executor = {})
      : item_start_(ratings.item_start),
        first_(ratings.group_start[group]),
        n_items_(ratings.group_start[group + 1] - first_),
        k_(ratings.n_categories),
        cell_(end() - begin() + ahead) {
    const Span<int> codes = ratings.code.slice(begin(), end());
    std::fill_n(&cell_[codes.size()], ahead, 0);
    if (ratings.rater.empty()) {
      raters_.assign(1, 0);
      std::copy(codes.begin(), codes.end(), &cell_[0]);
      return;
    }
    const Span<int> given_by = ratings.rater.slice(begin(), end());
    const std::vector<int> place = number_raters(given_by, ratings.n_raters);
    if (raters_.size() > static_cast<std::size_t>(INT_MAX) / k_) {
      code_ = codes;
      rater_.resize(codes.size());
      for (std::size_t i = 0; i < codes.size(); ++i) {
        rater_[i] = place[given_by[i]];
        cell_[i] = static_cast<int>(i);
      }
      return;
    }
    const int parts = parts_for(executor, codes.size(), 1 << 16);
    executor.run(parts, [&](int p) {
      const Range own = part(codes.size(), parts, p);
      for (std::size_t i = own.begin; i < own.end; ++i) {
        cell_[i] = place[given_by[i]] * k_ + codes[i];
      }
    });
  }

  int n_items() const { return n_items_; }
  int n_raters() const { return static_cast<int>(raters_.size()); }
  int n_categories() const { return k_; }
  std::size_t n_ratings() const { return end() - begin(); }
  // Returns the numbers of the group's raters among all raters.
  const std::vector<int>& raters() const { return raters_; }

  Span<int> of(int item) const {
    return {&cell_[item_start_[first_ + item] - begin()], size(item)};
  }
  std::size_t size(int item) const {
    return item_start_[first_ + item + 1] - item_start_[first_ + item];
  }
  int rater(int cell) const { return rater_.empty() ? cell / k_ : rater_[cell]; }
  int code(int cell) const { return rater_.empty() ? cell % k_ : code_[cell]; }

  // Returns how often each rater gave each category.
  std::vector<double> cell_counts() const {
    std::vector<double> n(raters_.size() * k_);
    for (std::size_t i = 0; i < n_ratings(); ++i) ++n[cell_[i]];
    return n;
  }

  // Returns how many ratings each rater gave.
  std::vector<double> rater_counts() const {
    std::vector<double> n(raters_.size());
    for (std::size_t i = 0; i < n_ratings(); ++i) ++n[rater(cell_[i])];
    return n;
  }

 private:
  // Fills the list of raters, and returns the place of each rater in it.
  std::vector<int> number_raters(Span<int> given_by, int n_raters) {
    std::vector<int> place(n_raters, -1);
    for (std::size_t i = 0; i < given_by.size() && n_raters > this->n_raters(); ++i) {
      int& of_rater = place[given_by[i]];
      if (of_rater >= 0) continue;
      of_rater = 0;
      raters_.push_back(given_by[i]);
    }
    std::sort(raters_.begin(), raters_.end());
    for (int r = 0; r < this->n_raters(); ++r) place[raters_[r]] = r;
    return place;
  }

  std::size_t begin() const { return item_start_[first_]; }
  std::size_t end() const { return item_start_[first_ + n_items_]; }

  Span<int> item_start_;
  int first_, n_items_, k_;
  std::vector<int> raters_;
  std::vector<int> rater_;  // of each rating; empty if the cell determines it
  Span<int> code_;
  Scratch<int> cell_;
};

}  // namespace accord
