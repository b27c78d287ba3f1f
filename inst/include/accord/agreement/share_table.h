#pragma once
// How often each category is used, by any rater: pi_k, the mean over items of the share
// of their ratings in category k (Gwet 2014, chapter 2.2.2) or, by pairs, m - 1 times
// their number among m. The rows are read once; new weights cost one pass over the
// entries of the patterns.

#include <algorithm>  // count_if, fill, sort
#include <cstddef>    // size_t
#include <vector>

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "../ratings/tally.h"
#include "loss.h"
#include "share_formulas.h"

namespace accord {

class ShareTable {
 public:
  ShareTable(const ShareFormula& formula, int n_categories)
      : formula_(formula), place_(n_categories, -1) {}

  Amounts sums;  // N pi_k, for the categories of the rows; some can be 0
  double items = 0, ratings = 0;

  void fit(const Rows& rows) {
    size_.clear();
    for (int k : sums.code) place_[k] = -1;
    sums.clear();
    entries_.clear();
    start_.assign(1, 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Pattern p = rows.pattern(i);
      for (std::size_t j = 0; formula_.uses(p) && j < p.code.size(); ++j) {
        const int k = p.code[j];
        if (place_[k] < 0) sums.add(k, 0);
        place_[k] = 0;
        entries_.push_back({k, formula_.share(p, j)});
      }
      size_.push_back(p.size);
      start_.push_back(entries_.size());
    }
    std::sort(sums.code.begin(), sums.code.end());
    for (std::size_t j = 0; j < sums.size(); ++j) {
      place_[sums.code[j]] = static_cast<int>(j);
    }
    for (Entry& entry : entries_) entry.place = place_[entry.place];
  }

  void weigh(Span<double> weight) {
    std::fill(sums.amount.begin(), sums.amount.end(), 0.0);
    items = ratings = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      const double w = std::max(weight[i], 0.0);  // without a branch
      if (start_[i] < start_[i + 1]) items += w;
      ratings += w * size_[i];
      for (std::size_t j = start_[i]; j < start_[i + 1]; ++j) {
        sums.amount[entries_[j].place] += w * entries_[j].share;
      }
    }
  }

  int n_used() const {
    return static_cast<int>(std::count_if(sums.amount.begin(), sums.amount.end(),
                                          [](double x) { return x > 0; }));
  }

  int size(std::size_t row) const { return size_[row]; }

  // Returns the mean, over the ratings of an item of the row, of a quantity that is given
  // for each place.
  double mean(std::size_t row, const std::vector<double>& of_place) const {
    double sum = 0;
    for (std::size_t j = start_[row]; j < start_[row + 1]; ++j) {
      sum += entries_[j].share * of_place[entries_[j].place];
    }
    return sum;
  }

  // Removes an item of a row, or the ratings of an item by one rater.
  void take(std::size_t row, Change* change) const {
    change->items += start_[row] < start_[row + 1];
    change->ratings += size_[row];
    for (std::size_t j = start_[row]; j < start_[row + 1]; ++j) {
      change->at.add(entries_[j].place, -entries_[j].share);
    }
  }
  void take(const Loss& loss, Change* change) const {
    add(loss.before, -1, change);
    add(loss.after, 1, change);
  }

  // Returns the places that change, in increasing order, and sets the amounts by
  // category.
  const std::vector<int>& total(Change* change) const {
    const std::vector<int>& places = change->at.sorted();
    change->amounts.clear();
    for (int j : places) change->amounts.add(sums.code[j], change->at[j]);
    return places;
  }

 private:
  struct Entry {
    int place;
    double share;
  };

  void add(const Pattern& p, double sign, Change* change) const {
    change->ratings -= sign * p.size;
    if (!formula_.uses(p)) return;
    change->items -= sign;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      change->at.add(place_[p.code[j]], sign * formula_.share(p, j));
    }
  }

  ShareFormula formula_;
  std::vector<int> place_;  // of each category among `sums`; -1 if no row has it
  std::vector<Entry> entries_;
  std::vector<std::size_t> start_{0};
  std::vector<int> size_;  // ratings of an item of each row
};

}  // namespace accord
