#pragma once
// Light's kappa when items and raters have weights: the confusion tables of all pairs of
// raters are found once, and their cells get new weights for each draw.

#include <cmath>    // NAN
#include <cstddef>  // size_t
#include <memory>   // make_unique
#include <vector>

#include "../agreement/chance_raters.h"
#include "../agreement/kappa.h"
#include "../agreement/light.h"
#include "../agreement/pairs.h"
#include "../distance/any_distance.h"

namespace accord {

class ReweightedLight {
 public:
  ReweightedLight(const RatingsView& ratings, int group) {
    each_pair(ratings, group, [&](int g, int h, const PairRows& rows, const auto& met) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        cells_.push_back({rows.codes(i)[0], rows.codes(i)[1]});
      }
      for (const Meeting& m : met) {
        meetings_.push_back({m.item, static_cast<int>(rows.row_of(m.cell))});
      }
      pairs_.push_back({g, h, cells_.size(), meetings_.size()});
    });
  }

  // Returns for each draw the mean over pairs of raters with a kappa, where a pair counts
  // n_g n_h times. `times` of a draw can be empty: then every rater counts once.
  std::vector<Disagreement> values(const AnyDistance& distance,
                                   const std::vector<Span<double>>& item_weight,
                                   const std::vector<Span<int>>& times) const {
    std::vector<double> sum(item_weight.size()), weight(item_weight.size()), count;
    Kappa kappa(std::make_unique<RaterChance>(distance));
    PairRows rows;
    std::size_t cell = 0, meeting = 0;
    for (const Pair& pair : pairs_) {
      rows.clear();
      for (; cell < pair.last_cell; ++cell) {
        rows.add(rows.size(), cells_[cell].first, cells_[cell].second, 1);
      }
      kappa.fit(rows);
      for (std::size_t d = 0; d < item_weight.size(); ++d) {
        const double n =
            times[d].empty() ? 1 : 1.0 * times[d][pair.first] * times[d][pair.second];
        if (!(n > 0)) continue;
        count.assign(rows.size(), 0.0);
        for (std::size_t i = meeting; i < pair.last_meeting; ++i) {
          count[meetings_[i].row] += item_weight[d][meetings_[i].item];
        }
        kappa.weigh(count);
        const Disagreement value = kappa.value();
        if (!value.defined()) continue;
        sum[d] += n * value.estimate();
        weight[d] += n;
      }
      meeting = pair.last_meeting;
    }
    std::vector<Disagreement> result;
    for (std::size_t d = 0; d < item_weight.size(); ++d) {
      result.push_back(pairs_.empty() ? Disagreement{NAN, NAN, Status::no_pairs}
                                      : Light::of(sum[d], weight[d]));
    }
    return result;
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
