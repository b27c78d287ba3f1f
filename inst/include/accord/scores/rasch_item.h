#pragma once
// One item of the many-facet Rasch model: the posterior of its value at the nodes where
// it is not negligible, and the probabilities of the categories there.

#include <algorithm>   // max, max_element
#include <cmath>       // exp, log, pow, round, sqrt
#include <cstddef>     // size_t
#include <functional>  // function
#include <vector>

#include "../base/parallel.h"
#include "rasch.h"

namespace accord {

// The nodes at which a density is not negligible.
struct RaschRange {
  int begin = 0, end = 0;
};

// The logarithm of the density is concave, since that of the probability of a rating is:
// from its maximum it falls to both sides.
template <class LogDensity>
RaschRange rasch_range(int n_nodes, const LogDensity& log_density) {
  int low = 0, high = n_nodes - 1;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (log_density(middle) < log_density(middle + 1)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  // Smaller values are below the precision of a double.
  const double least = log_density(low) - 36;
  RaschRange range{low, low + 1};
  while (range.begin > 0 && log_density(range.begin - 1) > least) --range.begin;
  while (range.end < n_nodes && log_density(range.end) > least) ++range.end;
  return range;
}

// Makes of the logarithms of densities shares with the sum 1. Returns the logarithm of
// the sum of the densities.
inline double rasch_shares(std::vector<double>* x) {
  const double most = *std::max_element(x->begin(), x->end());
  double sum = 0;
  for (double& value : *x) sum += value = std::exp(value - most);
  for (double& value : *x) value /= sum;
  return most + std::log(sum);
}

// The ratings of an item are evaluated at a node when it is first asked for, so that
// time and memory depend on the width of the posterior and not on the number of nodes.
class RaschItem {
 public:
  explicit RaschItem(const RaschData& data) : data_(data) {}

  // Returns the log likelihood of the item. `odds` has exp(-T), K + 1 for each group of
  // steps.
  double read(int item, const RaschNodes& nodes, const std::vector<double>& parameter,
              const std::vector<double>& odds) {
    forget();
    nodes_ = &nodes;
    if (slot_.size() < static_cast<std::size_t>(nodes.size())) {
      slot_.resize(nodes.size(), -1);
    }
    first_ = data_.item_start[item];
    n_ = data_.item_start[item + 1] - first_;
    spread_ = parameter[data_.spread()];
    read_ratings(parameter, odds);
    range_ = rasch_range(nodes.size(), [&](int q) { return log_density(q); });
    posterior_.clear();
    for (int q = begin(); q < end(); ++q) posterior_.push_back(log_density(q));
    return rasch_shares(&posterior_);
  }

  int n_ratings() const { return n_; }
  std::size_t row(int j) const { return first_ + j; }
  double count(int j) const { return data_.count[row(j)]; }
  double slope(int j) const { return slope_[j]; }
  double place(int j) const { return place_[j]; }  // the sum of the locations
  const RaschNodes& nodes() const { return *nodes_; }
  double z(int q) const { return nodes_->z(q); }

  // Outside of the range from begin() to end() the posterior is negligible.
  int begin() const { return range_.begin; }
  int end() const { return range_.end; }
  int width() const { return range_.end - range_.begin; }
  double posterior(int q) const {
    return q < begin() || q >= end() ? 0 : posterior_[q - begin()];
  }

  // The logarithm of the posterior, up to a constant.
  double log_density(int q) { return density_[evaluated(q)]; }
  // The logarithm of the probability of a rating, as of one that stands for itself.
  double log_own(int j, int q) {
    return own_[static_cast<std::size_t>(evaluated(q)) * n_ + j];
  }
  // At a node that was evaluated, as those of the range are.
  const double* categories(int j, int q) const {
    return probability_.data() +
           (static_cast<std::size_t>(slot_[q]) * n_ + j) * (data_.top + 1);
  }

  // The moments of a rating at such a node.
  RaschMoments moments(int j, int q) const {
    const double* const p = categories(j, q);
    RaschMoments result;
    result.mode = static_cast<int>(std::max_element(p, p + data_.top + 1) - p);
    for (int x = 0; x <= data_.top; ++x) {
      const double from = x - result.mode;
      result.off += from * p[x];
      result.variance += from * from * p[x];
    }
    result.variance = std::max(result.variance - result.off * result.off, 1e-300);
    return result;
  }

 private:
  void forget() {
    for (const int q : evaluated_) slot_[q] = -1;
    evaluated_.clear();
  }

  void read_ratings(const std::vector<double>& parameter,
                    const std::vector<double>& odds) {
    const int k = data_.top + 1;
    place_.assign(n_, 0);
    slope_.assign(n_, 1);
    odds_.resize(static_cast<std::size_t>(n_) * k);
    for (int j = 0; j < n_; ++j) {
      for (int f = 0; f < data_.n_facets; ++f) {
        const int at = data_.location[row(j) * data_.n_facets + f];
        if (at >= 0) place_[j] += parameter[at];
      }
      const double* const odd =
          odds.data() + static_cast<std::size_t>(data_.steps[row(j)]) * k;
      double* const own = odds_.data() + static_cast<std::size_t>(j) * k;
      const int at = data_.slope_at(row(j));
      if (at >= 0) slope_[j] = std::exp(parameter[at]);
      for (int x = 0; x < k; ++x) own[x] = at >= 0 ? std::pow(odd[x], slope_[j]) : odd[x];
    }
  }

  // Returns where the values at a node are kept.
  int evaluated(int q) {
    if (slot_[q] >= 0) return slot_[q];
    const int slot = static_cast<int>(evaluated_.size()), k = data_.top + 1;
    const std::size_t begin = static_cast<std::size_t>(slot) * n_;
    slot_[q] = slot;
    evaluated_.push_back(q);
    if (probability_.size() < (begin + n_) * k) probability_.resize((begin + n_) * k);
    if (own_.size() < begin + n_) own_.resize(begin + n_);
    density_.resize(slot + 1);
    const double place = spread_ * nodes_->z(q);
    double density = nodes_->log_weight(q);
    for (int j = 0; j < n_; ++j) {
      double* const p = probability_.data() + (begin + j) * k;
      rasch_categories(slope_[j] * (place - place_[j]),
                       odds_.data() + static_cast<std::size_t>(j) * k, data_.top, p);
      own_[begin + j] = std::log(p[data_.score[row(j)]]);
      density += count(j) * own_[begin + j];
    }
    density_[slot] = density;
    return slot;
  }

  const RaschData& data_;
  const RaschNodes* nodes_ = nullptr;
  std::vector<int> slot_, evaluated_;                // by node; the nodes of the slots
  std::vector<double> density_, own_, probability_;  // by slot, rating and category
  std::vector<double> place_, slope_, odds_;         // by rating
  std::vector<double> posterior_;                    // in the range
  RaschRange range_;
  double spread_ = 0;
  int first_ = 0, n_ = 0;
};

// Each thread has some of the items, whose results do not depend on each other.
inline void rasch_by_thread(const RaschData& data, const Executor& executor,
                            const std::function<void(Range)>& task) {
  const int threads = executor.threads;
  executor.run(threads, [&](int t) { task(part(data.n_items(), threads, t)); });
}

// Which nodes each item has, since an item with more ratings needs closer ones: grids of
// 47, 55, 67, 79, 93, ... nodes.
class RaschGrids {
 public:
  // `closer`: by which the steps of all grids are divided.
  explicit RaschGrids(int n_items, int closer = 1) : level_(n_items, 0), closer_(closer) {
    make(0);
  }

  // The same with steps divided by a number.
  RaschGrids closer(int by) const {
    RaschGrids result(0, closer_ * by);
    result.level_ = level_;
    result.make(n_levels() - 1);
    return result;
  }

  const RaschNodes& of(int item) const { return grids_[level_[item]]; }
  const RaschNodes& grid(int level) const { return grids_[level]; }
  int level(int item) const { return level_[item]; }
  int n_levels() const { return static_cast<int>(grids_.size()); }
  int most_nodes() const { return grids_.back().size(); }

  // Returns whether an item has fewer nodes than it needs with these parameters. If so,
  // all items get some more than they need.
  bool refine(const RaschData& data, const std::vector<double>& parameter,
              const Executor& executor) {
    const int n = data.n_items();
    const std::vector<double> odds = rasch_odds(data, parameter);
    std::vector<double> step(n);
    rasch_by_thread(data, executor, [&](Range range) {
      RaschItem item(data);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (i % 64 == 0) executor.poll();
        item.read(static_cast<int>(i), of(static_cast<int>(i)), parameter, odds);
        step[i] = longest_step(item, parameter[data.spread()]);
      }
    });
    bool enough = true;
    for (int i = 0; i < n; ++i) {
      enough &= length(level_[i]) <= step[i] || level_[i] == MOST_LEVELS;
    }
    if (enough) return false;
    const double spare = 8.0 / 9;
    for (int i = 0; i < n; ++i) {
      while (length(level_[i]) > spare * step[i] && level_[i] < MOST_LEVELS) ++level_[i];
      make(level_[i]);
    }
    return true;
  }

 private:
  // The finest grid has a million nodes.
  static constexpr int MOST_LEVELS = 60;

  static int intervals(int level) {
    return 2 * static_cast<int>(std::round(23 * std::pow(2, level / 4.0)));
  }
  static double length(int level) { return 2 * RaschNodes::LIMIT / intervals(level); }

  // The step is less than the standard deviation of the posterior, which is at least the
  // root of the inverse of the information that one expects of it. An item with few
  // ratings has a wide posterior, but the curve of each must be smooth between nodes.
  static double longest_step(const RaschItem& item, double spread) {
    const double smooth = 3, share = 0.9;
    double steepest = 0, information = 1;
    for (int j = 0; j < item.n_ratings(); ++j) {
      double most = 0, mean = 0;
      for (int q = item.begin(); q < item.end(); ++q) {
        const double variance = item.moments(j, q).variance;
        most = std::max(most, variance);
        mean += item.posterior(q) * variance;
      }
      const double rise = spread * spread * item.slope(j) * item.slope(j);
      steepest = std::max(steepest, smooth * rise * most);
      information += item.count(j) * rise * mean;
    }
    return share / std::sqrt(std::max(information, steepest));
  }

  void make(int level) {
    while (n_levels() <= level) {
      grids_.emplace_back(closer_ * intervals(n_levels()) + 1);
    }
  }

  std::vector<int> level_;
  std::vector<RaschNodes> grids_;
  int closer_;
};

}  // namespace accord
