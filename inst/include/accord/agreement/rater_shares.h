#pragma once
// How often each rater used each category, n_gk: a sparse table with an entry for every
// category that a rater used, however many raters and categories there are.

#include <algorithm>  // lower_bound, sort
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"
#include "../ratings/margin.h"
#include "../ratings/tally.h"

namespace accord {

class RaterShares {
 public:
  explicit RaterShares(int n_categories) : margin(n_categories), amount_(n_categories) {}

  Margin margin;  // tells how many categories are in use

  int n_raters() const { return static_cast<int>(total_.size()); }
  double items() const { return items_; }
  double total(int g) const { return total_[g]; }
  std::size_t n_entries() const { return code_.size(); }

  // The number of a rater among those in use, counted from 0; and back.
  int number(int rater) const { return number_[rater]; }
  int rater(int g) const { return seen_[g]; }

  // The entries of rater number g, by rising category.
  Span<int> codes(int g) const {
    return Span<int>(code_).slice(start_[g], start_[g + 1]);
  }
  Span<double> counts(int g) const {
    return Span<double>(count_).slice(start_[g], start_[g + 1]);
  }
  // Where category k of rater g stands among all entries, and the first of g.
  std::size_t entry(int g, int k) const {
    const Span<int> own = codes(g);
    return std::lower_bound(own.begin(), own.end(), k) - code_.data();
  }
  std::size_t first_entry(int g) const { return start_[g]; }

  template <class Rows>
  void fit(const Rows& rows, std::size_t left_out) {
    clear(rows.n_raters());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double weight = rows.weight[i] - (i == left_out);
      if (!(weight > 0) || rows.codes(i).empty()) continue;
      items_ += weight;
      margin.add(rows.pattern(i), weight);
      for (int rater : rows.raters(i)) {
        int& number = number_[rater];
        if (number < 0) {
          number = static_cast<int>(seen_.size());
          seen_.push_back(rater);
          next_.push_back(0);
        }
        ++next_[number];
      }
    }
    gather(rows, left_out);
    count();
  }

 private:
  struct Given {
    int code;
    double weight;
  };

  void clear(int n_raters) {
    for (int rater : seen_) number_[rater] = -1;
    number_.resize(n_raters, -1);
    seen_.clear();
    next_.clear();
    margin.clear();
    items_ = 0;
  }

  // The ratings of each rater, one after the other.
  template <class Rows>
  void gather(const Rows& rows, std::size_t left_out) {
    std::size_t at = 0;
    for (std::size_t& n : next_) {
      const std::size_t own = n;
      n = at;
      at += own;
    }
    given_.resize(at);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double weight = rows.weight[i] - (i == left_out);
      if (!(weight > 0)) continue;
      const Span<int> codes = rows.codes(i), raters = rows.raters(i);
      for (std::size_t j = 0; j < codes.size(); ++j) {
        given_[next_[number_[raters[j]]]++] = {codes[j], weight};
      }
    }
  }

  void count() {
    code_.clear();
    count_.clear();
    total_.clear();
    start_.assign(1, 0);
    std::size_t from = 0;
    for (std::size_t to : next_) {
      double total = 0;
      used_.clear();
      for (std::size_t i = from; i < to; ++i) {
        const Given& rating = given_[i];
        if (amount_[rating.code] == 0) used_.push_back(rating.code);
        amount_[rating.code] += rating.weight;
        total += rating.weight;
      }
      std::sort(used_.begin(), used_.end());
      for (int k : used_) {
        code_.push_back(k);
        count_.push_back(amount_[k]);
        amount_[k] = 0;
      }
      total_.push_back(total);
      start_.push_back(code_.size());
      from = to;
    }
  }

  double items_ = 0;
  std::vector<int> number_, seen_;
  std::vector<std::size_t> next_;  // first counts, then where each rater's ratings end
  std::vector<Given> given_;
  std::vector<double> amount_;
  std::vector<int> used_;

  std::vector<std::size_t> start_{0};
  std::vector<int> code_;
  std::vector<double> count_, total_;
};

}  // namespace accord
