#pragma once
// Light's kappa: the mean of Cohen's kappas of all pairs of raters (Light 1971), here of
// those pairs that share items and whose kappa is defined.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <cstdint>    // uint32_t, uint64_t
#include <functional>
#include <memory>  // make_unique
#include <unordered_map>
#include <utility>  // pair
#include <vector>

#include "../distance/any_distance.h"
#include "chance_raters.h"
#include "kappa.h"
#include "pairs.h"

namespace accord {

// Says what is needed for each item or, for cells, for each item and rater, besides the
// value.
enum class PerItem { nothing, influences, deletions, cells };

class Light final : public Coefficient {
 public:
  Light(
      const RatingsView& ratings, int group, const AnyDistance& distance,
      PerItem per_item = PerItem::deletions, const std::function<void()>& poll = [] {},
      Span<int> cluster = {})
      : items_(ratings.group_start[group + 1] - ratings.group_start[group]),
        influence_(per_item == PerItem::nothing || per_item == PerItem::cells ? 0
                                                                              : items_),
        change_(per_item == PerItem::deletions ? items_ : 0),
        lost_(change_) {
    for (int i = ratings.group_start[group]; i < ratings.group_start[group + 1]; ++i) {
      given_ += !ratings.codes_of(i).empty();
      in_pairs_.push_back(ratings.codes_of(i).size() > 1 ? ratings.weight_of(i) : 0);
    }
    Kappa kappa(std::make_unique<RaterChance>(distance));
    each_pair(ratings, group, [&](int g, int h, const PairRows& rows, const auto& met) {
      poll();
      const Disagreement value = kappa.fit(rows).value();
      for (Kappas* kappas : {&all_, &of_rater_[g], &of_rater_[h]}) kappas->add(value);
      if (!value.defined() || per_item == PerItem::nothing) return;
      if (per_item == PerItem::cells) {
        return take_cells({g, h}, rows, met, cluster, &kappa);
      }
      add(kappa.influences(Linearization::ratio), rows, met);
      if (per_item == PerItem::influences) return;
      const std::vector<Deletion> without = kappa.leave_one_out();
      // The meetings of a pair on one item are consecutive. If there are several, because
      // a rater rated the item twice, deleting the item removes all of them.
      for (std::size_t i = 0, end; i < met.size(); i = end) {
        for (end = i + 1; end < met.size() && met[end].item == met[i].item;) ++end;
        take(met[i].item, value.estimate(),
             end == i + 1 ? without[rows.row_of(met[i].cell)].value
                          : without_meetings(rows, met, {i, end}, &kappa));
      }
    });
  }

  Needs needs() const override { return {true, false, true}; }
  // The observed disagreement is relative to the expected one, pair by pair.
  Disagreement value() const override {
    if (given_ == 0) return {NAN, NAN, Status::no_ratings};
    return without(Kappas());
  }

  // The coefficient is a mean over pairs of raters, whose items both rated, so both rules
  // give the same derivative.
  std::vector<Influence> influences(Linearization) override {
    double items = 0;
    for (double in : in_pairs_) items += in;
    std::vector<Influence> result;
    for (std::size_t i = 0; i < items_; ++i) {
      if (in_pairs_[i] > 0) {
        result.push_back({items * influence_[i] / all_.defined, in_pairs_[i]});
      }
    }
    return result;
  }

  std::vector<Deletion> leave_one_out() override {
    std::vector<Deletion> result;
    for (std::size_t i = 0; i < items_; ++i) {
      if (in_pairs_[i] > 0) {
        result.push_back(
            {of(all_.sum + change_[i], all_.defined - lost_[i]), in_pairs_[i]});
      }
    }
    return result;
  }

  // Without a rater, the kappas of the rater's pairs are removed from the mean.
  Remaining without(RaterWalk* walk) const override {
    const auto own = of_rater_.find(walk->rater());
    return {without(own == of_rater_.end() ? Kappas() : own->second), true};
  }

  // Without a cell, the kappas of the rater's pairs on its items are those of the others.
  Remaining without_cell(std::size_t unit, RaterWalk* walk) const override {
    const auto own = of_cell_.find(cell_key(unit, walk->rater()));
    if (own == of_cell_.end()) return {value(), true};
    return {of(all_.sum + own->second.sum, all_.defined + own->second.defined), true};
  }

  static Disagreement of(double sum, double pairs) {
    if (!(pairs > 0)) return {NAN, NAN, Status::no_pair_defined};
    return {1 - sum / pairs, 1, Status::ok};
  }

 private:
  // The number of some pairs of raters with common items, of those with a kappa, and the
  // sum of their kappas.
  struct Kappas {
    double sum = 0, defined = 0, met = 0;
    void add(const Disagreement& value) {
      met += 1;
      if (!value.defined()) return;
      defined += 1;
      sum += value.estimate();
    }
  };

  Disagreement without(const Kappas& own) const {
    if (!(all_.met > own.met)) return {NAN, NAN, Status::no_pairs};
    return of(all_.sum - own.sum, all_.defined - own.defined);
  }

  void add(const std::vector<Influence>& influences, const PairRows& rows,
           const std::vector<Meeting>& meetings) {
    double n = 0;
    for (double weight : rows.weight) n += weight;
    for (const Meeting& m : meetings) {
      influence_[m.item] += influences[rows.row_of(m.cell)].value / n;
    }
  }

  void take(int item, double estimate, const Disagreement& rest) {
    change_[item] += (rest.defined() ? rest.estimate() : 0) - estimate;
    lost_[item] += !rest.defined();
  }

  static std::uint64_t cell_key(std::size_t unit, int rater) {
    return static_cast<std::uint64_t>(unit) << 32 | static_cast<std::uint32_t>(rater);
  }

  // Without the cell of either rater in a unit, the pair does not meet there. `met` is
  // brought into the order of the units.
  void take_cells(std::pair<int, int> raters, const PairRows& rows,
                  std::vector<Meeting> met, Span<int> cluster, Kappa* kappa) {
    const auto unit = [&](const Meeting& m) {
      return cluster.empty() ? m.item : cluster[m.item];
    };
    std::sort(met.begin(), met.end(),
              [&](const Meeting& x, const Meeting& y) { return unit(x) < unit(y); });
    const double estimate = kappa->value().estimate();
    const std::vector<Deletion> without = kappa->leave_one_out();
    for (std::size_t i = 0, end; i < met.size(); i = end) {
      for (end = i + 1; end < met.size() && unit(met[end]) == unit(met[i]);) ++end;
      const Disagreement rest = end == i + 1
                                    ? without[rows.row_of(met[i].cell)].value
                                    : without_meetings(rows, met, {i, end}, kappa);
      for (int rater : {raters.first, raters.second}) {
        CellChange& change = of_cell_[cell_key(unit(met[i]), rater)];
        change.sum += (rest.defined() ? rest.estimate() : 0) - estimate;
        change.defined -= !rest.defined();
      }
    }
  }

  // Returns the kappa of a pair without some of its meetings.
  static Disagreement without_meetings(const PairRows& rows,
                                       const std::vector<Meeting>& meetings,
                                       Range left_out, Kappa* kappa) {
    std::vector<double> count(rows.weight.begin(), rows.weight.end());
    for (std::size_t i = left_out.begin; i < left_out.end; ++i) {
      --count[rows.row_of(meetings[i].cell)];
    }
    kappa->weigh(count);
    const Disagreement value = kappa->value();
    kappa->weigh(rows.weight);
    return value;
  }

  std::size_t items_;
  // The influence of each item, and how its deletion changes the sum and the number of
  // kappas.
  std::vector<double> influence_, change_, lost_;
  std::vector<double> in_pairs_;  // the weight of an item with two ratings, else 0
  double given_ = 0;
  Kappas all_;
  std::unordered_map<int, Kappas> of_rater_;
  // How the deletion of a cell changes the sum and the number of kappas.
  struct CellChange {
    double sum = 0, defined = 0;
  };
  std::unordered_map<std::uint64_t, CellChange> of_cell_;
};

}  // namespace accord
