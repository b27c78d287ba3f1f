#pragma once
// Light's kappa when items and raters have weights: the confusion tables of all pairs of
// raters are found once, and filled anew each time.

#include <cstddef>  // size_t
#include <vector>

#include "../agreement/chance_raters.h"
#include "../agreement/kappa.h"
#include "../agreement/pairs.h"

namespace accord {

class ReweightedLight {
 public:
  ReweightedLight(const RatingsView& ratings, int group) {
    const std::vector<std::size_t> n_meetings = count_meetings(ratings, group);
    PairFinder finder(ratings, group, n_meetings);
    finder.each({0, static_cast<std::size_t>(ratings.n_raters)},
                [&](int g, int h, const PairRows& rows, const auto& meetings) {
                  for (std::size_t i = 0; i < rows.size(); ++i) {
                    cells_.push_back({rows.codes(i)[0], rows.codes(i)[1]});
                  }
                  for (const Meeting& m : meetings) {
                    meetings_.push_back({m.item, static_cast<int>(rows.row_of(m.cell))});
                  }
                  pairs_.push_back({g, h, cells_.size(), meetings_.size()});
                });
  }

  // The mean over pairs of raters with a kappa, a pair counting n_g n_h times. `times`
  // may be empty: every rater counts once. `rows` and `chance` are working memory.
  template <class Distance>
  Disagreement value(Span<double> item_weight, Span<int> times, const Distance& distance,
                     RaterChance<Distance>* chance, PairRows* rows) const {
    double sum = 0, pairs = 0;
    std::size_t first_cell = 0, first_meeting = 0;
    std::vector<double> apart, count;
    chance->times = {};
    for (const Pair& pair : pairs_) {
      const double n = times.empty() ? 1.0 : 1.0 * times[pair.first] * times[pair.second];
      if (n > 0) {
        count.assign(pair.last_cell - first_cell, 0.0);
        for (std::size_t i = first_meeting; i < pair.last_meeting; ++i) {
          count[meetings_[i].row] += item_weight[meetings_[i].item];
        }
        rows->clear();
        for (std::size_t i = 0; i < count.size(); ++i) {
          const Cell cell = cells_[first_cell + i];
          if (count[i] > 0) rows->add(i, cell.first, cell.second, count[i]);
        }
        rows->apart(distance, &apart);
        Kappa<PairRows, RaterChance<Distance>> kappa(*rows, apart, chance);
        if (kappa.value().defined()) {
          sum += n * kappa.value().estimate();
          pairs += n;
        }
      }
      first_cell = pair.last_cell;
      first_meeting = pair.last_meeting;
    }
    if (pairs_.empty()) return {NAN, NAN, Status::no_pairs};
    if (!(pairs > 0)) return {NAN, NAN, Status::no_pair_defined};
    return {1 - sum / pairs, 1, Status::ok};
  }

 private:
  struct Cell {
    int first, second;
  };
  struct Place {
    int item, row;
  };
  struct Pair {
    int first, second;
    std::size_t last_cell, last_meeting;
  };

  std::vector<Cell> cells_;
  std::vector<Place> meetings_;
  std::vector<Pair> pairs_;
};

}  // namespace accord
