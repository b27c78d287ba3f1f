#pragma once
// The distribution function of the posterior of an item of the many-facet Rasch model.

#include <algorithm>  // max, min
#include <vector>

#include "rasch.h"

namespace accord {

// The mass between two nodes by the rule that is exact for cubic densities, and within by
// the cubic with the right values and densities at both ends.
class RaschCumulative {
 public:
  RaschCumulative(const RaschItem& item, const RaschNodes& nodes)
      : item_(item), nodes_(nodes), below_(nodes.size(), 0) {
    const int n = nodes.size();
    const auto p = [&](int q) { return q < 0 || q >= n ? 0 : item.posterior(q); };
    for (int q = 0; q < n; ++q) mean_ += p(q) * nodes.z(q);
    for (int q = 1; q < n; ++q) {
      const double mass = (13 * (p(q - 1) + p(q)) - p(q - 2) - p(q + 1)) / 24;
      below_[q] = below_[q - 1] + std::max(mass, 0.0);
    }
    for (double& x : below_) x /= below_[n - 1];
  }

  double mean() const { return mean_; }

  // The probability of values below z.
  double share(double z) const {
    const double first = nodes_.z(0), step = nodes_.z(1) - first;
    const double place = (z - first) / step;
    if (!(place > 0)) return 0;
    if (place >= nodes_.size() - 1) return 1;
    const int q = static_cast<int>(place);
    const double t = place - q, u = 1 - t;
    const double found = below_[q] * u * u * (1 + 2 * t) +
                         below_[q + 1] * t * t * (1 + 2 * u) +
                         t * u * (u * item_.posterior(q) - t * item_.posterior(q + 1));
    return std::min(std::max(found, below_[q]), below_[q + 1]);
  }

  double quantile(double share_below) const {
    double low = nodes_.z(0), high = nodes_.z(nodes_.size() - 1);
    for (int round = 0; round < 50; ++round) {
      const double middle = (low + high) / 2;
      (share(middle) < share_below ? low : high) = middle;
    }
    return (low + high) / 2;
  }

 private:
  const RaschItem& item_;
  const RaschNodes& nodes_;
  std::vector<double> below_;
  double mean_ = 0;
};

}  // namespace accord
