#pragma once
// Light's kappa: the mean of Cohen's kappas of all pairs of raters (Light 1971), here of
// those pairs that share items and whose kappa is defined.

#include <cstddef>  // size_t
#include <vector>

#include "chance_raters.h"
#include "kappa.h"
#include "pairs.h"

namespace accord {

// What the deletion of one item does to the sum of kappas and to their number.
class Light {
 public:
  template <class Distance>
  Light(const RatingsView& ratings, int group, const Distance& distance, bool deletions)
      : items_(ratings.group_start[group + 1] - ratings.group_start[group]),
        influence_(items_),
        change_(deletions ? items_ : 0),
        lost_(deletions ? items_ : 0) {
    for (int i = ratings.group_start[group]; i < ratings.group_start[group + 1]; ++i) {
      given_ += !ratings.codes_of(i).empty();
      in_pairs_.push_back(ratings.codes_of(i).size() > 1);
    }
    const std::vector<std::size_t> n_meetings = count_meetings(ratings, group);
    PairFinder finder(ratings, group, n_meetings);
    RaterChance<Distance> chance(distance);
    std::vector<double> apart;
    const std::size_t n_raters = ratings.n_raters;
    finder.each({0, n_raters}, [&](int, int, const PairRows& rows, const auto& meetings) {
      met_ = true;
      rows.apart(distance, &apart);
      Kappa<PairRows, RaterChance<Distance>> kappa(rows, apart, &chance);
      if (!kappa.value().defined()) return;
      add(kappa.value().estimate(), &kappa, rows, meetings);
    });
  }

  // Its observed disagreement is relative to the expected one, pair by pair.
  Disagreement value() const {
    if (given_ == 0) return {NAN, NAN, Status::no_ratings};
    if (!met_) return {NAN, NAN, Status::no_pairs};
    return of(sum_, pairs_);
  }

  // A mean over pairs, of items that both rated: there is but one derivative.
  std::vector<Influence> influences(Linearization) const {
    double items = 0;
    for (char in : in_pairs_) items += in;
    std::vector<Influence> result;
    for (std::size_t i = 0; i < items_; ++i) {
      if (in_pairs_[i]) result.push_back({items * influence_[i] / pairs_, 1});
    }
    return result;
  }

  std::vector<Deletion> leave_one_out() const {
    std::vector<Deletion> result;
    for (std::size_t i = 0; i < items_; ++i) {
      if (in_pairs_[i]) result.push_back({of(sum_ + change_[i], pairs_ - lost_[i]), 1});
    }
    return result;
  }

 private:
  static Disagreement of(double sum, double pairs) {
    if (!(pairs > 0)) return {NAN, NAN, Status::no_pair_defined};
    return {1 - sum / pairs, 1, Status::ok};
  }

  template <class K>
  void add(double estimate, K* kappa, const PairRows& rows,
           const std::vector<Meeting>& meetings) {
    sum_ += estimate;
    pairs_ += 1;
    const double n = static_cast<double>(meetings.size());
    const std::vector<Influence> influences = kappa->influences(Linearization::ratio);
    for (const Meeting& m : meetings) {
      influence_[m.item] += influences[rows.row_of(m.cell)].value / n;
    }
    if (change_.empty()) return;
    const std::vector<Deletion> without = kappa->leave_one_out();
    for (const Meeting& m : meetings) {
      const Disagreement rest = without[rows.row_of(m.cell)].value;
      change_[m.item] += (rest.defined() ? rest.estimate() : 0) - estimate;
      lost_[m.item] += !rest.defined();
    }
  }

  std::size_t items_;
  std::vector<double> influence_, change_, lost_;
  std::vector<char> in_pairs_;
  double given_ = 0, sum_ = 0, pairs_ = 0;
  bool met_ = false;
};

}  // namespace accord
