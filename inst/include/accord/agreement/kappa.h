#pragma once
// Chance-corrected agreement over items (Gwet 2014, chapters 3 to 5), in disagreements:
//
//   kappa = 1 - D_o / D_e,
//   D_o = mean of the disagreement within items with two ratings or more,
//   D_e = what a model of chance expects (chance_*.h).
//
// A model of chance supplies:
//   fit(rows, left_out)
//     forms its totals, with one item less of the row `left_out`
//   expected(), status()
//     D_e, and whether it is one
//   slope(rows, i)
//     N times the derivative of D_e with the weight of an item of row i
//   without(rows, i)
//     {expected, status} with one item less of row i
//   uses_single
//     whether items with one rating take part in it
//   by_ratio
//     whether the pairable items alone are the sample

#include <cmath>    // NAN, isfinite
#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "../ratings/rows.h"
#include "disagreement.h"

namespace accord {

struct Expected {
  double expected = NAN;
  Status status = Status::ok;
};

template <class Rows, class Chance>
class Kappa {
 public:
  // `apart`: of each row, the mean disagreement of pairs of ratings within an item.
  Kappa(const Rows& rows, Span<double> apart, Chance* chance)
      : rows_(rows), apart_(apart), chance_(*chance) {
    total_up(no_row);
  }

  Disagreement value() const {
    return finish(items_, pairable_, sum_, {chance_.expected(), chance_.status()});
  }

  std::vector<Influence> influences(Linearization rule) const;
  std::vector<Deletion> leave_one_out();

  // From the totals: items, those with two ratings, the sum of their disagreements.
  static Disagreement finish(double items, double pairable, double sum, Expected chance) {
    if (!(items > 0)) return {NAN, NAN, Status::no_ratings};
    if (!(pairable > 0)) return {NAN, NAN, Status::no_pairs};
    const double observed = sum / pairable;
    if (chance.status != Status::ok) return {observed, chance.expected, chance.status};
    if (!std::isfinite(observed) || !std::isfinite(chance.expected)) {
      return {NAN, NAN, Status::overflow};
    }
    if (!(chance.expected > 0)) return {observed, chance.expected, Status::no_distance};
    return {observed, chance.expected, Status::ok};
  }

 private:
  bool pairable(std::size_t i) const { return rows_.pattern(i).size > 1; }

  void total_up(std::size_t left_out) {
    items_ = pairable_ = sum_ = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double weight = rows_.weight[i] - (i == left_out);
      if (!(weight > 0) || rows_.pattern(i).size == 0) continue;
      items_ += weight;
      if (!pairable(i)) continue;
      pairable_ += weight;
      sum_ += weight * apart_[i];
    }
    chance_.fit(rows_, left_out);
  }

  const Rows& rows_;
  Span<double> apart_;
  Chance& chance_;
  double items_ = 0, pairable_ = 0, sum_ = 0;
};

template <class Rows, class Chance>
auto Kappa<Rows, Chance>::influences(Linearization rule) const -> std::vector<Influence> {
  const Disagreement now = value();
  const double estimate = now.estimate();
  const double per_chance = now.observed / (now.expected * now.expected);
  const bool constant_share = rule == Linearization::gwet && !Chance::by_ratio;
  const bool all_items = constant_share || Chance::uses_single;
  const double items = all_items ? items_ : pairable_;
  const double share = items / pairable_;

  std::vector<Influence> result;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_.pattern(i).size == 0 || (!all_items && !pairable(i))) continue;
    double u = per_chance * chance_.slope(rows_, i);
    if (constant_share) u -= estimate;
    if (pairable(i)) {
      const double least = constant_share ? now.expected : now.observed;
      u += share * (least - apart_[i]) / now.expected;
    }
    result.push_back({u, rows_.weight[i]});
  }
  return result;
}

template <class Rows, class Chance>
auto Kappa<Rows, Chance>::leave_one_out() -> std::vector<Deletion> {
  // What is left of a sum is exact to about 1e-16 of the whole. Where an item took nearly
  // all chance disagreement with it, the totals are formed again; few items can do that.
  const double digits = 1e-3;
  const double expected = chance_.expected();
  std::vector<Deletion> result;
  std::vector<std::size_t> row, again;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const int size = rows_.pattern(i).size;
    if (size == 0 || (size == 1 && !Chance::uses_single)) continue;
    const bool in_pairs = size > 1;
    const Expected rest = chance_.without(rows_, i);
    if (rest.expected < digits * expected) again.push_back(result.size());
    row.push_back(i);
    result.push_back({finish(items_ - 1, pairable_ - in_pairs,
                             sum_ - (in_pairs ? apart_[i] : 0), rest),
                      rows_.weight[i]});
  }
  for (std::size_t j : again) {
    total_up(row[j]);
    result[j].value = value();
  }
  if (!again.empty()) total_up(no_row);
  return result;
}

// The mean disagreement of the pairs of ratings within an item; 0 without pairs.
template <class Distance>
double apart_within(const Pattern& p, const Distance& distance) {
  return p.size > 1 ? distance.inside(p) / (static_cast<double>(p.size) * (p.size - 1))
                    : 0;
}

// The same for every pattern of a tally, and for every row, looked up there.
template <class Distance>
std::vector<double> apart_of_patterns(const PatternSet& patterns,
                                      const Distance& distance) {
  std::vector<double> result(patterns.size());
  for (int i = 0; i < patterns.size(); ++i)
    result[i] = apart_within(patterns[i], distance);
  return result;
}

template <class Rows>
std::vector<double> apart_of_rows(const Rows& rows,
                                  const std::vector<double>& of_pattern) {
  std::vector<double> result(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) result[i] = of_pattern[rows.number(i)];
  return result;
}

}  // namespace accord
