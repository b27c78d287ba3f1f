#pragma once
// What is left of a model of chance (chance_*.h) without one rater. Each supplies:
//   Chance, chance()   the model itself
//   Rows, rows()       what it sums over
//   apart(pattern)     the disagreement within an item
//   fit(rows)          forms its totals
//   start(), take()    begin with a rater; and what one of the rater's items loses
//   left(rater, items) the expected disagreement, with so many items left

#include <cstddef>  // size_t
#include <vector>

#include "../agreement/chance_fixed.h"
#include "../agreement/chance_shares.h"
#include "../agreement/chance_specific.h"
#include "../agreement/kappa.h"
#include "../distance/any_distance.h"
#include "../ratings/rows.h"
#include "rater_walk.h"
#include "without_rater.h"

namespace accord {

struct RestOfChance {
  Expected value;
  bool exact;
};

// Rows that stand for items which look alike.
struct OfPatterns {
  using Rows = WeightedPatterns;
  static Rows rows(const RatingsView&, const Tally& tally, int group) {
    return tally.group(group);
  }
};

// Chance that does not depend on the ratings: NoChance or UniformChance.
template <class Distance, class Fixed>
class FixedRest : public OfPatterns {
 public:
  using Chance = Fixed;
  struct Memory {};

  FixedRest(const Distance& distance, const Chance& chance)
      : distance_(distance), chance_(chance) {}

  Chance chance() const { return chance_; }
  Memory memory() const { return {}; }
  double apart(const Pattern& p) const { return apart_within(p, distance_); }
  void fit(const WeightedPatterns&) {}
  void start(Memory*) const {}
  void take(const Loss&, Memory*) const {}
  RestOfChance left(int, double, Memory*) const {
    return {{chance_.expected(), chance_.status()}, true};
  }

 private:
  const Distance& distance_;
  Chance chance_;
};

// How the sums of shares change, which every category of an item takes part in.
struct ChangeOfShares {
  explicit ChangeOfShares(int n_categories)
      : change(n_categories), leaving(n_categories) {}

  Touched<double> change;
  Leaving leaving;

  void clear() {
    change.clear();
    leaving.clear();
  }
  void take(const Loss& loss) {
    add(loss.before, -1);
    add(loss.after, 1);
    leaving.add(loss.own);
  }

 private:
  void add(const Pattern& p, double sign) {
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      change.add(p.code[j], sign * p.count[j] / p.size);
    }
  }
};

// With c the change of the sums S: (S + c)' d (S + c) = S' d S + 2 c' d S + c' d c.
template <class Distance>
class SharedRest : public OfPatterns {
 public:
  using Chance = SharedChance<Distance>;
  using Memory = ChangeOfShares;

  explicit SharedRest(const Distance& distance)
      : distance_(distance),
        totals_(distance.n_categories()),
        to_(distance.n_categories()) {}

  Chance chance() const { return Chance(distance_); }
  Memory memory() const { return Memory(distance_.n_categories()); }
  double apart(const Pattern& p) const { return apart_within(p, distance_); }
  void fit(const WeightedPatterns& rows) {
    totals_.fit(rows, no_row);
    std::vector<double> each;
    distance_.to_each(totals_.sums, &each);
    for (std::size_t j = 0; j < each.size(); ++j) to_[totals_.sums.code[j]] = each[j];
    between_ = Distance::between(totals_.sums, each);
  }
  void start(Memory* memory) const { memory->clear(); }
  void take(const Loss& loss, Memory* memory) const { memory->take(loss); }
  RestOfChance left(int, double items, Memory* memory) const {
    Amounts change;
    double between = between_;
    for (int k : memory->change.sorted()) {
      change.add(k, memory->change[k]);
      between += 2 * change.amount.back() * to_[k];
    }
    between += distance_.pairs_within(change);
    const bool one = totals_.margin.categories_without(memory->leaving.pattern()) < 2;
    return {{between / (items * items), one ? Status::one_category : Status::ok},
            keeps_digits(between, between_)};
  }

 private:
  const Distance& distance_;
  ShareTotals totals_;
  std::vector<double> to_;
  double between_ = 0;
};

template <class Distance>
class GwetRest : public OfPatterns {
 public:
  using Chance = GwetChance;
  using Memory = ChangeOfShares;

  GwetRest(const Distance& distance, const Chance& chance)
      : distance_(distance),
        chance_(chance),
        totals_(distance.n_categories()),
        share_(distance.n_categories()) {}

  Chance chance() const { return chance_; }
  Memory memory() const { return Memory(distance_.n_categories()); }
  double apart(const Pattern& p) const { return apart_within(p, distance_); }
  void fit(const WeightedPatterns& rows) {
    totals_.fit(rows, no_row);
    squares_ = 0;
    for (std::size_t j = 0; j < totals_.sums.size(); ++j) {
      const double x = share_[totals_.sums.code[j]] = totals_.sums.amount[j];
      squares_ += x * x;
    }
  }
  void start(Memory* memory) const { memory->clear(); }
  void take(const Loss& loss, Memory* memory) const { memory->take(loss); }
  RestOfChance left(int, double items, Memory* memory) const {
    double squares = squares_;
    for (int k : memory->change.sorted()) {
      const double c = memory->change[k];
      squares += c * (2 * share_[k] + c);
    }
    return {{chance_.at(squares, items), Status::ok}, keeps_digits(squares, squares_)};
  }

 private:
  const Distance& distance_;
  Chance chance_;
  ShareTotals totals_;
  std::vector<double> share_;
  double squares_ = 0;
};

// Sums of whole numbers, so nothing is lost whatever leaves.
class SpecificRest : public OfPatterns {
 public:
  using Chance = SpecificChance;
  struct Memory {
    double lost = 0, items = 0;
  };

  Chance chance() const { return {}; }
  Memory memory() const { return {}; }
  double apart(const Pattern& p) const { return SpecificChance::apart(p); }
  void fit(const WeightedPatterns& rows) {
    items_ = sum_ = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Pattern p = rows.pattern(i);
      if (p.size < 2) continue;
      items_ += rows.weight[i];
      sum_ += rows.weight[i] * SpecificChance::others(p);
    }
  }
  void start(Memory* memory) const { *memory = {}; }
  void take(const Loss& loss, Memory* memory) const {
    memory->items += loss.before.size > 1 && loss.after.size < 2;
    memory->lost += others(loss.before) - others(loss.after);
  }
  RestOfChance left(int, double, Memory* memory) const {
    const double rest = sum_ - memory->lost;
    return {{rest / (items_ - memory->items),
             rest > 0 ? Status::ok : Status::unused_category},
            true};
  }

 private:
  static double others(const Pattern& p) {
    return p.size > 1 ? SpecificChance::others(p) : 0;
  }

  double items_ = 0, sum_ = 0;
};

}  // namespace accord
