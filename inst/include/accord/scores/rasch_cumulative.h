#pragma once
// The distribution function of the posterior of an item of the many-facet Rasch model.

#include <algorithm>  // max, min
#include <vector>

#include "rasch_item.h"

namespace accord {

// The mass between two nodes by the rule that is exact for cubic densities, and within by
// the cubic with the right values and densities at both ends.
class RaschCumulative {
 public:
  explicit RaschCumulative(const RaschItem& item)
      : item_(item), below_(item.width() + 1, 0) {
    // The mass below the first node of the range, and then below each further one, up to
    // that after the range.
    for (int q = item.begin(); q < item.end(); ++q)
      mean_ += item.posterior(q) * item.z(q);
    for (int i = 1; i <= item.width(); ++i) {
      const int q = item.begin() + i;
      const double mass = (13 * (item.posterior(q - 1) + item.posterior(q)) -
                           item.posterior(q - 2) - item.posterior(q + 1)) /
                          24;
      below_[i] = below_[i - 1] + std::max(mass, 0.0);
    }
    for (double& x : below_) x /= below_.back();
  }

  double mean() const { return mean_; }

  // The probability of values below z.
  double share(double z) const {
    const double first = item_.z(item_.begin()), step = item_.z(1) - item_.z(0);
    const double place = (z - first) / step;
    if (!(place > 0)) return 0;
    if (place >= item_.width()) return 1;
    const int i = static_cast<int>(place), q = item_.begin() + i;
    const double t = place - i, u = 1 - t;
    const double found = below_[i] * u * u * (1 + 2 * t) +
                         below_[i + 1] * t * t * (1 + 2 * u) +
                         t * u * (u * item_.posterior(q) - t * item_.posterior(q + 1));
    return std::min(std::max(found, below_[i]), below_[i + 1]);
  }

  double quantile(double share_below) const {
    double low = item_.z(item_.begin()), high = item_.z(item_.end());
    for (int round = 0; round < 50; ++round) {
      const double middle = (low + high) / 2;
      (share(middle) < share_below ? low : high) = middle;
    }
    return (low + high) / 2;
  }

 private:
  const RaschItem& item_;
  std::vector<double> below_;
  double mean_ = 0;
};

}  // namespace accord
