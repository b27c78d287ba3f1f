#pragma once
// Every kappa without one rater (see without_rater.h). The rater's items lose a rating,
// and some of them their last pair; a model of chance (rest_of_chance.h) says what that
// does to it.

#include <cstddef>  // size_t
#include <utility>  // move
#include <vector>

#include "../agreement/kappa.h"
#include "../ratings/rows.h"
#include "../ratings/tally.h"
#include "rater_walk.h"
#include "rest_of_chance.h"
#include "without_rater.h"

namespace accord {

template <class Rest>
class KappaWithoutRater {
 public:
  static constexpr int least = Rest::Chance::uses_single ? 1 : 2;
  using Memory = typename Rest::Memory;

  explicit KappaWithoutRater(Rest rest)
      : rest_(std::move(rest)), chance_(rest_.chance()) {}

  void fit(const RatingsView& ratings, const Tally& tally, int group) {
    const auto rows = Rest::rows(ratings, tally, group);
    std::vector<double> apart;
    items_ = pairable_ = sum_ = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Pattern p = rows.pattern(i);
      apart.push_back(rest_.apart(p));
      items_ += p.size > 0 ? rows.weight[i] : 0;
      pairable_ += p.size > 1 ? rows.weight[i] : 0;
      sum_ += rows.weight[i] * apart.back();
    }
    rest_.fit(rows);
    whole_ = value(rows, apart, &chance_);
  }

  Disagreement whole() const { return whole_; }
  Memory memory() const { return rest_.memory(); }

  Remaining without(int rater, RaterWalk* walk, Memory* memory) const {
    double items = items_, pairable = pairable_, lost = 0;
    rest_.start(memory);
    (*walk)([&](const Loss& loss) {
      items -= loss.after.size == 0;
      pairable -= loss.before.size > 1 && loss.after.size < 2;
      lost += rest_.apart(loss.before) - rest_.apart(loss.after);
      rest_.take(loss, memory);
    });
    const double sum = sum_ - lost;
    const RestOfChance chance = rest_.left(rater, items, memory);
    return {Kappa<Rows, Chance>::finish(items, pairable, sum, chance.value),
            pairable == 0 || (chance.exact && keeps_digits(sum, sum_))};
  }

  Disagreement refit(const RatingsView& ratings) const {
    const Tally all = tally(ratings, Executor());
    const auto rows = Rest::rows(ratings, all, 0);
    std::vector<double> apart;
    for (std::size_t i = 0; i < rows.size(); ++i)
      apart.push_back(rest_.apart(rows.pattern(i)));
    Chance chance = rest_.chance();
    return value(rows, apart, &chance);
  }

 private:
  using Chance = typename Rest::Chance;
  using Rows = typename Rest::Rows;

  static Disagreement value(const Rows& rows, Span<double> apart, Chance* chance) {
    return Kappa<Rows, Chance>(rows, apart, chance).value();
  }

  Rest rest_;
  Chance chance_;
  Disagreement whole_;
  double items_ = 0, pairable_ = 0, sum_ = 0;
};

}  // namespace accord
