#pragma once
// Chance-corrected agreement over items (Gwet 2014, chapters 3 to 5), in disagreements:
//
//   kappa = 1 - D_o / D_e,
//   D_o = mean of the disagreement within items with two ratings or more,
//   D_e = what a model of chance expects (chance.h).

#include <algorithm>  // max
#include <cmath>      // NAN, isfinite
#include <cstddef>    // size_t
#include <memory>     // unique_ptr
#include <stdexcept>  // invalid_argument
#include <utility>    // move
#include <vector>

#include "../base/views.h"
#include "../ratings/rater_walk.h"
#include "../ratings/tally.h"
#include "chance.h"
#include "coefficient.h"
#include "disagreement.h"
#include "loss.h"

namespace accord {

class Kappa final : public CoefficientOfRows {
 public:
  // The coefficient must have a model of chance: new_chance() returns null for the
  // others.
  explicit Kappa(std::unique_ptr<Chance> chance) : chance_(std::move(chance)) {
    if (!chance_) throw std::invalid_argument("a kappa needs a model of chance");
  }

  const Chance& chance() const { return *chance_; }

  Kappa& fit(const Rows& rows) override {
    size_.clear();
    apart_.clear();
    own_weight_.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Pattern p = rows.pattern(i);
      const double factor = needs().whole_items ? 1 : rows.factor(i);
      size_.push_back(p.size);
      apart_.push_back(p.size > 1 ? factor * chance_->apart(p) : 0);
      own_weight_.push_back(rows.weight_of(i));
    }
    chance_->fit(rows);
    weigh(own_weight_);
    return *this;
  }

  void weigh(Span<double> weight) override {
    weight_ = weight;
    Totals sum;
    for (std::size_t i = 0; i < size_.size(); ++i) {
      const double w = std::max(weight[i], 0.0);  // without a branch
      if (size_[i] > 0) sum.items += w;
      if (size_[i] > 1) sum.pairable += w;
      sum.sum += w * apart_[i];
    }
    whole_ = sum;
    chance_->weigh(weight);
  }

  Needs needs() const override { return chance_->needs; }
  Disagreement value() const override { return of(whole_, chance_->expected()); }

  std::vector<Influence> influences(Linearization rule) override;
  std::vector<Deletion> leave_one_out() override;
  double null_variance(double n, double m) const override {
    return chance_->null_variance(n, m);
  }

  void prepare_raters() override { chance_->prepare(Deleted::raters); }
  Remaining without(RaterWalk* walk) const override {
    thread_local Change memory;
    Change* const change = &memory;  // looked up once, not at each use
    Totals left = whole_;
    change->clear();
    (*walk)([&](const Loss& loss) {
      left.items -= loss.after.size == 0;
      left.pairable -= loss.before.size > 1 && loss.after.size < 2;
      if (loss.before.size > 1) left.sum -= chance_->apart(loss.before);
      if (loss.after.size > 1) left.sum += chance_->apart(loss.after);
      chance_->take(loss, change);
    });
    return after(left, change);
  }

 private:
  // The number of items, of those with two ratings, and the sum of their disagreements.
  struct Totals {
    double items = 0, pairable = 0, sum = 0;
  };

  static Disagreement of(const Totals& totals, const Expected& chance) {
    if (!(totals.items > 0)) return {NAN, NAN, Status::no_ratings};
    if (!(totals.pairable > 0)) return {NAN, NAN, Status::no_pairs};
    const double observed = totals.sum / totals.pairable;
    if (chance.status != Status::ok) return {observed, chance.expected, chance.status};
    if (!std::isfinite(observed) || !std::isfinite(chance.expected)) {
      return {NAN, NAN, Status::overflow};
    }
    if (!(chance.expected > 0)) return {observed, chance.expected, Status::no_distance};
    return {observed, chance.expected, Status::ok};
  }

  Remaining after(const Totals& left, Change* change) const {
    const Expected chance = chance_->after(change);
    const bool exact = chance.exact && keeps_digits(left.sum, whole_.sum);
    return {of(left, chance), exact || !(left.pairable > 0)};
  }

  std::unique_ptr<Chance> chance_;
  std::vector<int> size_;      // ratings of an item of each row
  std::vector<double> apart_;  // the disagreement within it
  std::vector<double> own_weight_;
  Span<double> weight_;
  Totals whole_;
};

inline std::vector<Influence> Kappa::influences(Linearization rule) {
  const Disagreement now = value();
  const double estimate = now.estimate();
  const double per_chance = slope_by_expected(now.observed, now.expected);
  const bool constant_share = needs().constant_share(rule);
  const int least = needs().least_by(rule);
  const double items = least == 1 ? whole_.items : whole_.pairable;
  const double share = items / whole_.pairable;

  std::vector<Influence> result;
  for (std::size_t i = 0; i < size_.size(); ++i) {
    if (size_[i] < least) continue;
    double u = per_chance * chance_->slope(i);
    if (constant_share) u -= estimate;
    if (size_[i] > 1) {
      const double from = constant_share ? now.expected : now.observed;
      u += share * (from - apart_[i]) / now.expected;
    }
    result.push_back({u, weight_[i]});
  }
  return result;
}

inline std::vector<Deletion> Kappa::leave_one_out() {
  std::vector<Deletion> result;
  std::vector<std::size_t> row, again;
  Change change;
  chance_->prepare(Deleted::items);
  for (std::size_t i = 0; i < size_.size(); ++i) {
    if (size_[i] < needs().least()) continue;
    Totals left = whole_;
    left.items -= 1;
    left.pairable -= size_[i] > 1;
    left.sum -= apart_[i];
    change.clear();
    chance_->take(i, &change);
    const Remaining rest = after(left, &change);
    if (!rest.exact) again.push_back(result.size());
    row.push_back(i);
    result.push_back({rest.value, weight_[i]});
  }
  if (again.empty()) return result;
  const Span<double> all = weight_;
  std::vector<double> weight(all.begin(), all.end());
  for (std::size_t j : again) {
    weight[row[j]] -= 1;
    weigh(weight);
    result[j].value = value();
    weight[row[j]] = all[row[j]];
  }
  weigh(all);
  return result;
}

}  // namespace accord
