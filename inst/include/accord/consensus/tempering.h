#pragma once
// Tempering of posterior probabilities: raters who err together make the product of their
// likelihoods too sharp. The posterior of an item with m ratings is taken to the power
// 1 / (1 + rho (m - 1)), the design effect of Kish (1965), and mixed with 1 / K, or with
// the prior of the item: the crowd may be wrong for reasons that its ratings do not show.

#include <cmath>    // exp, fabs, log
#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

struct Tempering {
  double rho = 0.15, eps = 0.05;
  double factor = 1;  // of the powers, if it was fitted to gold labels

  double power(std::size_t n_ratings) const {
    return factor / (1 + rho * (n_ratings > 0 ? n_ratings - 1.0 : 0));
  }
};

// Returns the probability that is mixed in; `log_prior` is null where it is 1 / K.
inline double mixed_in(const double* log_prior, int k, int label) {
  return log_prior == nullptr ? 1.0 / k : std::exp(log_prior[label]);
}

// Replaces log posteriors, which need no constant, by tempered probabilities.
inline void temper(const Tempering& tempering, double power, const double* log_prior,
                   int k, double* p) {
  double best = p[0], total = 0;
  for (int c = 1; c < k; ++c) best = p[c] > best ? p[c] : best;
  for (int c = 0; c < k; ++c) total += p[c] = std::exp(power * (p[c] - best));
  for (int c = 0; c < k; ++c) {
    p[c] = (1 - tempering.eps) * p[c] / total + tempering.eps * mixed_in(log_prior, k, c);
  }
}

// Log posteriors of items whose labels are known, and their powers.
struct KnownItems {
  int k;
  std::vector<double> log_posterior;
  std::vector<double> power;
  std::vector<double> mixed_in;
  std::vector<int> label;
};

// Fits `factor` and `eps` to the log score of known items. Priors: log factor has mean 0
// and standard deviation 1/2, logit eps the logit of the given eps as its mean and
// standard deviation 0.8. Newton's method, with halved steps.
class TemperingFit {
 public:
  TemperingFit(const KnownItems& known, const Tempering& start)
      : known_(known), start_(start), free_eps_(start.eps > 0 && start.eps < 1) {}

  Tempering fit() const {
    double x = 0, y = free_eps_ ? std::log(start_.eps / (1 - start_.eps)) : 0;
    const double center = y;
    for (int i = 0; i < 200; ++i) {
      const Slope at = slope(x, y, center);
      double a = at.xx, b = at.xy, c = at.yy;
      // Where the curvature is not negative definite, it is made so.
      const double trace = a + c, root = std::sqrt((a - c) * (a - c) + 4 * b * b);
      const double largest = (trace + root) / 2;
      if (largest > -0.1) {
        a -= largest + 0.1;
        c -= largest + 0.1;
      }
      const double det = a * c - b * b;
      double dx = -(c * at.x - b * at.y) / det, dy = -(a * at.y - b * at.x) / det;
      const double size = std::fabs(dx) + std::fabs(dy);
      double step = size > 1 ? 1 / size : 1;
      for (int half = 0; half < 40; ++half, step /= 2) {
        if (slope(x + step * dx, y + step * dy, center).value >= at.value - 1e-12) break;
      }
      x += step * dx;
      y += step * dy;
      if (step * size < 1e-13) break;
    }
    return result(x, y);
  }

 private:
  struct Slope {
    double value = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  };

  Tempering result(double x, double y) const {
    Tempering found = start_;
    found.factor = std::exp(x);
    if (free_eps_) found.eps = 1 / (1 + std::exp(-y));
    return found;
  }

  // The log score with log priors, and its derivatives.
  Slope slope(double x, double y, double center) const {
    const Tempering at = result(x, y);
    const int k = known_.k;
    Slope sum;
    sum.value = -2 * x * x - (y - center) * (y - center) / 1.28;
    sum.x = -4 * x;
    sum.xx = -4;
    sum.y = -(y - center) / 0.64;
    sum.yy = -1 / 0.64;
    const double e = at.eps, e1 = free_eps_ ? e * (1 - e) : 0, e2 = e1 * (1 - 2 * e);
    for (std::size_t i = 0; i < known_.label.size(); ++i) {
      const double* l = known_.log_posterior.data() + i * k;
      const double t = at.factor * known_.power[i];
      double best = l[0], total = 0, first = 0, second = 0;
      for (int c = 1; c < k; ++c) best = l[c] > best ? l[c] : best;
      for (int c = 0; c < k; ++c) {
        const double d = l[c] - best, w = std::exp(t * d);
        total += w;
        first += w * d;
        second += w * d * d;
      }
      first /= total;
      const double spread = second / total - first * first;
      const double gap = l[known_.label[i]] - best - first;
      const double p = std::exp(t * (gap + first)) / total;
      const double p1 = t * p * gap;  // by log factor
      const double p2 = p1 + t * t * p * (gap * gap - spread);
      const double base = known_.mixed_in[i], m = (1 - e) * p + e * base;
      const double mx = (1 - e) * p1, my = e1 * (base - p);
      sum.value += std::log(m);
      sum.x += mx / m;
      sum.y += my / m;
      sum.xx += (1 - e) * p2 / m - mx * mx / m / m;
      sum.yy += e2 * (base - p) / m - my * my / m / m;
      sum.xy += -e1 * p1 / m - mx * my / m / m;
    }
    return sum;
  }

  const KnownItems& known_;
  Tempering start_;
  bool free_eps_;
};

}  // namespace accord
