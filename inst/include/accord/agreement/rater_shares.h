#pragma once
// How often each rater used each category, n_gk: a sparse table with an entry for every
// category used by a rater, for any number of raters and categories. The rows are read
// once; new weights cost one pass over the ratings.

#include <algorithm>  // fill, lower_bound, max, sort
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"
#include "../ratings/tally.h"

namespace accord {

class RaterShares {
 public:
  explicit RaterShares(int n_categories) : entry_of_code_(n_categories) {}

  void fit(const Rows& rows);
  void weigh(Span<double> weight);

  double items() const { return items_; }

  // The raters of the rows are numbered from 0; the total of a rater without a rating of
  // positive weight is 0.
  int n_raters() const { return static_cast<int>(rater_.size()); }
  int number(int rater) const { return number_[rater]; }
  double times(int g) const { return times_[g]; }
  double total(int g) const { return total_[g]; }

  // The entries of all raters are stored one rater after the other, those of a rater in
  // increasing order of category.
  int n_entries() const { return static_cast<int>(code_.size()); }
  int first_entry(int g) const { return start_[g]; }
  int rater_of(int entry) const { return owner_[entry]; }
  int code(int entry) const { return code_[entry]; }
  double count(int entry) const { return count_[entry]; }
  int entry(int g, int code) const {
    const auto begin = code_.begin() + start_[g], end = code_.begin() + start_[g + 1];
    return static_cast<int>(std::lower_bound(begin, end, code) - code_.begin());
  }
  // Returns the entries to which the ratings of a row belong.
  Span<int> entries_of(std::size_t row) const {
    return Span<int>(of_rating_).slice(row_start_[row], row_start_[row + 1]);
  }

 private:
  // A rating: its category, and its position among the ratings of all rows.
  struct Given {
    int code;
    std::size_t rating;
  };

  std::size_t n_categories() const { return entry_of_code_.size(); }
  void number_raters(const Rows& rows);
  void gather(const Rows& rows);
  void list_entries();
  void list_entries_by_table(const Rows& rows);

  std::vector<int> number_, rater_;
  std::vector<double> times_, total_, count_;
  std::vector<int> start_{0}, code_, owner_;
  std::vector<std::size_t> row_start_{0};
  std::vector<int> of_rating_;
  double items_ = 0;

  // Working memory of fit().
  std::vector<std::size_t> next_;  // first counts, then where each rater's ratings end
  std::vector<Given> given_;
  std::vector<int> entry_of_code_, used_, table_;
};

inline void RaterShares::fit(const Rows& rows) {
  number_raters(rows);
  if (rater_.size() <= row_start_.back() / std::max<std::size_t>(n_categories(), 1)) {
    list_entries_by_table(rows);
  } else {
    gather(rows);
    list_entries();
  }
  count_.resize(code_.size());
  total_.resize(rater_.size());
}

inline void RaterShares::number_raters(const Rows& rows) {
  for (int rater : rater_) number_[rater] = -1;
  number_.resize(rows.n_raters(), -1);
  rater_.clear();
  times_.clear();
  next_.clear();
  row_start_.assign(1, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Span<int> raters = rows.raters(i);
    for (int rater : raters) {
      int& number = number_[rater];
      if (number < 0) {
        number = n_raters();
        rater_.push_back(rater);
        times_.push_back(rows.times(rater));
        next_.push_back(0);
      }
      ++next_[number];
    }
    row_start_.push_back(row_start_.back() + raters.size());
  }
}

// Collects the ratings of each rater, one rater after the other.
inline void RaterShares::gather(const Rows& rows) {
  std::size_t at = 0;
  for (std::size_t& n : next_) {
    const std::size_t own = n;
    n = at;
    at += own;
  }
  given_.resize(at);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Span<int> codes = rows.codes(i), raters = rows.raters(i);
    for (std::size_t j = 0; j < codes.size(); ++j) {
      given_[next_[number_[raters[j]]]++] = {codes[j], row_start_[i] + j};
    }
  }
}

inline void RaterShares::list_entries() {
  code_.clear();
  owner_.clear();
  start_.assign(1, 0);
  of_rating_.resize(given_.size());
  std::size_t from = 0;
  for (int g = 0; g < n_raters(); ++g) {
    const std::size_t to = next_[g];
    used_.clear();
    for (std::size_t i = from; i < to; ++i) {
      int& seen = entry_of_code_[given_[i].code];
      if (seen == 0) used_.push_back(given_[i].code);
      seen = 1;
    }
    std::sort(used_.begin(), used_.end());
    for (int k : used_) {
      entry_of_code_[k] = n_entries();
      code_.push_back(k);
      owner_.push_back(g);
    }
    for (; from < to; ++from) {
      of_rating_[given_[from].rating] = entry_of_code_[given_[from].code];
    }
    for (int k : used_) entry_of_code_[k] = 0;
    start_.push_back(n_entries());
  }
}

// If a table of all raters by all categories is no larger than the ratings, these need
// not be sorted by rater.
inline void RaterShares::list_entries_by_table(const Rows& rows) {
  code_.clear();
  owner_.clear();
  start_.assign(1, 0);
  of_rating_.resize(row_start_.back());
  table_.assign(rater_.size() * n_categories(), -1);
  const auto place = [&](int rater, int code) {
    return number_[rater] * n_categories() + code;
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Span<int> codes = rows.codes(i), raters = rows.raters(i);
    for (std::size_t j = 0; j < codes.size(); ++j) table_[place(raters[j], codes[j])] = 0;
  }
  for (int g = 0; g < n_raters(); ++g) {
    for (std::size_t k = 0; k < n_categories(); ++k) {
      int& entry = table_[g * n_categories() + k];
      if (entry < 0) continue;
      entry = n_entries();
      code_.push_back(static_cast<int>(k));
      owner_.push_back(g);
    }
    start_.push_back(n_entries());
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Span<int> codes = rows.codes(i), raters = rows.raters(i);
    int* const to = of_rating_.data() + row_start_[i];
    for (std::size_t j = 0; j < codes.size(); ++j) {
      to[j] = table_[place(raters[j], codes[j])];
    }
  }
}

inline void RaterShares::weigh(Span<double> weight) {
  std::fill(count_.begin(), count_.end(), 0.0);
  items_ = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const double w = std::max(weight[i], 0.0);  // without a branch
    const std::size_t from = row_start_[i], to = row_start_[i + 1];
    if (from < to) items_ += w;
    for (std::size_t j = from; j < to; ++j) count_[of_rating_[j]] += w;
  }
  for (int g = 0; g < n_raters(); ++g) {
    total_[g] = 0;
    for (int e = start_[g]; e < start_[g + 1]; ++e) total_[g] += count_[e];
  }
}

}  // namespace accord
