#pragma once
// Krippendorff's alpha as a function of totals (Krippendorff 2019, section 12.3):
//
//   alpha = 1 - D_o / D_e,   D_o = within / n,   D_e = all_pairs / (n (n - 1)),
//
// n         ratings in pairable items, that is, items with two ratings or more
// within    sum over items of delta^2 over their ordered pairs of ratings / (m - 1)
// all_pairs sum of delta^2 over all ordered pairs of ratings, whatever their items
//
// A metric (metric.h) computes these sums for every level of measurement. At the ordinal
// level the distances depend on the ratings of all items, so that an item also changes
// the ranks of all others.

#include <cmath>    // NAN, isfinite
#include <cstddef>  // size_t
#include <optional>
#include <vector>

#include "../base/views.h"
#include "../distance/level.h"
#include "../distance/metric.h"
#include "../ratings/rater_walk.h"
#include "../ratings/tally.h"
#include "coefficient.h"
#include "disagreement.h"
#include "loss.h"
#include "ordinal_deletion.h"
#include "ordinal_rest.h"
#include "ordinal_slope.h"
#include "pairable_row.h"

namespace accord {

// Computes alpha from the totals and the number of categories in use. `self` is how many
// of the n ratings a rating cannot be paired with: 1 if it is not paired with itself,
// else 0.
struct AlphaTotals {
  double n, within, all_pairs;
  int categories;
  double self = 1;
};

inline Disagreement alpha_of(const AlphaTotals& t) {
  if (!(t.n > t.self)) return {NAN, NAN, Status::no_pairs};
  const double observed = t.within / t.n, expected = t.all_pairs / (t.n * (t.n - t.self));
  if (t.categories < 2) return {observed, 0, Status::one_category};
  if (!std::isfinite(t.within) || !std::isfinite(t.all_pairs)) {
    return {NAN, NAN, Status::overflow};
  }
  if (!(t.all_pairs > 0)) return {observed, 0, Status::no_distance};
  return {observed, expected, Status::ok};
}

class Alpha final : public CoefficientOfRows {
 public:
  // If `population` is true, the items are the whole population, and D_e = all_pairs /
  // n^2.
  explicit Alpha(const MetricSpec& spec, bool population = false)
      : metric_(spec), self_(population ? 0 : 1) {}

  Alpha& fit(const Rows& rows) override {
    const std::size_t n = rows.size();
    empty_ = n == 0;
    rows_.clear();
    for (std::size_t i = 0; i < n; ++i) {
      const Pattern p = rows.pattern(i);
      if (p.size < 2) continue;
      // At the ordinal level the disagreement of a row depends on the weights of all
      // rows.
      const double within = metric_.ordinal() ? NAN : metric_.within(p);
      rows_.push_back({p, rows.weight_of(i), rows.factor(i), within, i});
    }
    total_up();
    return *this;
  }
  void weigh(Span<double> weight) override {
    for (PairableRow& row : rows_) row.weight = weight[row.number];
    total_up();
  }

  Needs needs() const override { return {false, false, true}; }
  Disagreement value() const override {
    if (empty_) return {NAN, NAN, Status::no_ratings};
    if (rows_.empty()) return {NAN, NAN, Status::no_pairs};
    const int categories = static_cast<int>(metric_.margin.used().size());
    return alpha_of(
        {metric_.margin.total(), within_, metric_.all_pairs(), categories, self_});
  }
  // Returns the metric, with the margin of the sample.
  const Metric& metric() const { return metric_; }

  // Return one entry for each pairable row.
  std::vector<Deletion> leave_one_out() override;
  std::vector<Influence> influences(Linearization rule) override;

  void prepare_raters() override {
    if (metric_.ordinal()) ordinal_rest_.emplace(metric_, rows_);
  }
  Remaining without(RaterWalk* walk) const override;

  void prepare_cells() override;
  Remaining without_cell(std::size_t row, RaterWalk* walk) const override;

 private:
  void total_up() {
    metric_.margin.clear();
    for (const PairableRow& row : rows_) {
      if (row.weight > 0) metric_.margin.add(row.pattern, row.weight);
    }
    metric_.close();
    within_ = 0;
    for (PairableRow& row : rows_) {
      if (metric_.ordinal()) row.within = metric_.within(row.pattern);
      if (row.weight > 0) within_ += row.weight * row.factor * row.within;
    }
  }

  std::vector<double> within_without_one() const;
  std::vector<double> slopes_of_within() const;

  // Returns the value when the ratings in `gone` are removed from the margin. The sum
  // over items falls from `whole` to `rest`, and that over all pairs becomes `pairs`. The
  // value is exact if enough remains of both sums.
  Remaining after(const Pattern& gone, double whole, double rest, double pairs) const {
    const double n = metric_.margin.total() - gone.size;
    const bool exact =
        keeps_digits(rest, whole) && keeps_digits(pairs, metric_.all_pairs());
    return {alpha_of({n, rest, pairs, metric_.margin.categories_without(gone)}),
            exact || !(n > 1)};
  }

  Metric metric_;
  double self_;
  bool empty_ = true;
  std::vector<PairableRow> rows_;
  double within_ = 0;
  std::optional<OrdinalRest> ordinal_rest_;
  // For single ratings at the ordinal level: the deletion, the sum without each item, and
  // the place of each row among those with pairs.
  std::optional<OrdinalDeletion> ordinal_cells_;
  std::vector<double> without_item_;
  std::vector<int> place_of_row_;
};

// Unless the level is ordinal, deleting an item only removes its own disagreement.
inline std::vector<double> Alpha::within_without_one() const {
  if (metric_.ordinal()) {
    return OrdinalDeletion(metric_.ranks(), rows_).within_without_one(within_);
  }
  std::vector<double> rest;
  for (const PairableRow& row : rows_) rest.push_back(within_ - row.within);
  return rest;
}

// Returns the derivative of `within` with respect to the weight of each item.
inline std::vector<double> Alpha::slopes_of_within() const {
  std::vector<double> slopes;
  for (const PairableRow& row : rows_) slopes.push_back(row.within);
  if (metric_.ordinal()) {
    const OrdinalSlope of_ranks(metric_.ranks(), rows_);
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      slopes[j] += of_ranks.within(rows_[j].pattern);
    }
  }
  return slopes;
}

// Returns the influences on the large-sample form 1 - n within / all_pairs (Gwet 2014,
// section 5.4), which differs from alpha by the factor (n - 1) / n of the disagreement.
// For an item with more ratings than the mean, the formula in use (that of the R package
// irrCAC) subtracts p_a, the observed agreement with its small-sample term, where the
// derivative has p_a without that term.
inline std::vector<Influence> Alpha::influences(Linearization rule) {
  const double n = metric_.margin.total(), pairs = metric_.all_pairs();
  const std::vector<double> slopes = slopes_of_within();
  double items = 0;
  for (const PairableRow& row : rows_) items += row.weight;
  std::vector<Influence> result;
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    const Pattern p = rows_[j].pattern;
    const double change = p.size * within_ + n * slopes[j] -
                          n * within_ * (metric_.slope_of_pairs(p) / pairs);
    double u = -items * change / pairs;
    if (rule == Linearization::gwet) u -= within_ / pairs * (p.size * items / n - 1);
    result.push_back({u, rows_[j].weight});
  }
  return result;
}

inline std::vector<Deletion> Alpha::leave_one_out() {
  const std::vector<double> rest = within_without_one();

  std::vector<Deletion> result;
  std::vector<std::size_t> again;
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    const Pattern p = rows_[j].pattern;
    const double pairs = metric_.all_pairs_without(p, rows_[j].within);
    const Remaining left = after(p, within_, rest[j], pairs);
    if (!left.exact) again.push_back(j);
    result.push_back({left.value, rows_[j].weight});
  }
  for (std::size_t j : again) {
    rows_[j].weight -= 1;
    total_up();
    result[j].value = value();
    rows_[j].weight = result[j].items;
  }
  if (!again.empty()) total_up();
  return result;
}

// The margin loses the ratings of the rater. If only one rating of an item remains, the
// item is not pairable any more, and the margin loses that rating too.
inline Remaining Alpha::without(RaterWalk* walk) const {
  thread_local Leaving memory;
  Leaving& leaving = memory;  // found once, not at each use
  leaving.clear();
  double whole = within_, lost = 0;
  walk->each_kind([&](const Loss& loss) {
    if (loss.before.size < 2) return;
    leaving.add(loss.after.size > 1 ? loss.own : loss.before, loss.times);
    if (metric_.ordinal()) return;
    lost += loss.times * (metric_.within(loss.before) - metric_.within(loss.after));
  });
  const Pattern gone = leaving.pattern();
  if (metric_.ordinal()) {
    const std::vector<double> rank = ordinal_rest_->ranks_without(gone);
    whole = ordinal_rest_->within(rank);
    walk->each_kind([&](const Loss& loss) {
      double own = 0;
      if (loss.before.size > 1) own += ordinal_rest_->within(loss.before, rank);
      if (loss.after.size > 1) own -= ordinal_rest_->within(loss.after, rank);
      lost += loss.times * own;
    });
  }
  return after(gone, whole, whole - lost, metric_.all_pairs_without(gone));
}

inline void Alpha::prepare_cells() {
  prepare_raters();
  if (!metric_.ordinal()) return;
  ordinal_cells_.emplace(metric_.ranks(), rows_);
  without_item_ = ordinal_cells_->within_without_one(within_);
  place_of_row_.assign(rows_.empty() ? 0 : rows_.back().number + 1, -1);
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    place_of_row_[rows_[j].number] = static_cast<int>(j);
  }
}

// At the ordinal level without() takes a pass over all pairs of categories, which is too
// long for every rating. Without one of two ratings the item is not pairable any more.
inline Remaining Alpha::without_cell(std::size_t row, RaterWalk* walk) const {
  if (!ordinal_cells_ || walk->size() > 1) return without(walk);
  Remaining result;
  (*walk)([&](const Loss& loss) {
    if (loss.before.size < 2) {
      result = {value(), true};
      return;
    }
    const bool stays = loss.after.size > 1;
    const double rest = stays ? ordinal_cells_->within_without(
                                    loss.before, loss.after,
                                    metric_.ranks().place(loss.own.code[0]), within_)
                              : without_item_[place_of_row_[row]];
    const Pattern& gone = stays ? loss.own : loss.before;
    result = after(gone, within_, rest, metric_.all_pairs_without(gone));
  });
  return result;
}

}  // namespace accord
