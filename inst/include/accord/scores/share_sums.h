#pragma once
// Sums of scores in groups of units that may share clusters: all that score limits of
// their means need, in one pass over the units of each group.

#include <algorithm>  // max
#include <cmath>      // fabs, isnan
#include <cstddef>    // size_t
#include <limits>
#include <vector>

#include "../base/scratch.h"
#include "../base/views.h"

namespace accord {

struct ScoredUnits {
  Span<double> value;   // from 0 to 1, NaN for a unit that does not count
  Span<int> group;      // from 1; empty if all are in one
  Span<int> cluster;    // from 1
  Span<double> weight;  // empty if all are 1
  bool is_signed;       // whether values are from -1 to 1 instead
};

// A worth is the number of independent units that would be as precise.
struct ShareWorth {
  bool is_binary = true;
  double alone = 0;     // if each unit were a cluster
  double together = 0;  // of the clusters
};

struct ShareSums {
  int n = 0, n_clusters = 0;
  double mean = std::numeric_limits<double>::quiet_NaN();
  double n_effective = 0;  // Kish's: the squared sum of weights by the sum of squares
  // The sums of positive signs and of negative ones without their sign. The sign of a
  // score s is 2 s - 1.
  double more = 0, less = 0;
  double sign_squares = 0;  // the sum of squared signs
  ShareWorth score, size;   // those of scores (1 + sign) / 2 and of absolute signs
};

namespace detail {

// Sums are of more digits than results, which then do not depend on the order of rows.
struct SharePart {
  long double counted = 0, size = 0;
};

// p (1 - p) / v with the jackknife variance v over parts, to which one of `added` units
// is added of which half counts. Without a part with c of s the share p = C / S changes
// by (p s - c) / (S - s).
inline double worth_by_jackknife(const std::vector<SharePart>& parts, SharePart all,
                                 long double added) {
  const long double n = static_cast<long double>(parts.size()) + 1;
  all.counted += added / 2;
  all.size += added;
  const long double p = all.counted / all.size;
  long double sum = 0, squares = 0;
  const auto add = [&](long double counted, long double size) {
    const long double change = (p * size - counted) / (all.size - size);
    sum += change;
    squares += change * change;
  };
  for (const SharePart& x : parts) add(x.counted, x.size);
  add(added / 2, added);
  const long double variance = (n - 1) / n * std::max(squares - sum / n * sum, 0.0L);
  return static_cast<double>(p * (1 - p) / variance);
}

// The same with an additional part that is worth four independent units, as Agresti and
// Coull (1998) add to a sample of these, but has no more units than a part has on
// average. A first part of mean size tells how many units are worth an independent one.
inline double worth_by_jackknife(const std::vector<SharePart>& parts) {
  constexpr long double added_units = 4;
  SharePart all;
  for (const SharePart& x : parts) {
    all.counted += x.counted;
    all.size += x.size;
  }
  const long double mean_size = all.size / static_cast<long double>(parts.size());
  const double worth = worth_by_jackknife(parts, all, mean_size);
  const long double added = added_units * all.size / worth;
  return added < mean_size ? worth_by_jackknife(parts, all, added) : worth;
}

// Numbers the clusters of a group from 0, without a table to clear for the next group.
class ClusterNumbers {
 public:
  explicit ClusterNumbers(Span<int> cluster) {
    int most = 0;
    for (int c : cluster) most = std::max(most, c);
    place_.resize(static_cast<std::size_t>(most) + 1);
  }
  void clear() { used_.clear(); }
  int number(int cluster) {
    int& own = place_[cluster];
    if (own < size() && used_[own] == cluster) return own;
    own = size();
    used_.push_back(cluster);
    return own;
  }
  int size() const { return static_cast<int>(used_.size()); }

 private:
  std::vector<int> place_, used_;
};

// `score(k)` and `weight(k)`: of the unit k of `n`; `cluster`: its number, from 0.
template <class Score, class Weight>
ShareWorth share_worth(const Score& score, const Weight& weight, const ShareSums& of,
                       Span<int> cluster, std::vector<SharePart>* parts) {
  ShareWorth worth;
  const std::size_t n = cluster.size();
  for (std::size_t k = 0; k < n && worth.is_binary; ++k) {
    worth.is_binary = score(k) == 0 || score(k) == 1;
  }
  worth.alone = of.n_effective;
  if (!worth.is_binary) {
    parts->resize(n);
    for (std::size_t k = 0; k < n; ++k)
      (*parts)[k] = {static_cast<long double>(weight(k)) * score(k), weight(k)};
    worth.alone = worth_by_jackknife(*parts);
  }
  worth.together = worth.alone;
  if (of.n_clusters < of.n) {
    parts->assign(of.n_clusters, {});
    for (std::size_t k = 0; k < n; ++k) {
      (*parts)[cluster[k]].counted += weight(k) * score(k);
      (*parts)[cluster[k]].size += weight(k);
    }
    worth.together = worth_by_jackknife(*parts);
  }
  return worth;
}

}  // namespace detail

inline std::vector<ShareSums> share_sums(const ScoredUnits& units, int n_groups) {
  const auto group_of = [&](std::size_t i) {
    return units.group.empty() ? 0 : units.group[i] - 1;
  };
  std::vector<std::size_t> start(static_cast<std::size_t>(n_groups) + 1);
  for (std::size_t i = 0; i < units.value.size(); ++i) {
    if (!std::isnan(units.value[i])) ++start[group_of(i) + 1];
  }
  for (int g = 0; g < n_groups; ++g) start[g + 1] += start[g];
  const Scratch<std::size_t> row(start[n_groups]);
  std::vector<std::size_t> next(start.begin(), start.end() - 1);
  for (std::size_t i = 0; i < units.value.size(); ++i) {
    if (!std::isnan(units.value[i])) row[next[group_of(i)]++] = i;
  }

  std::vector<ShareSums> found(n_groups);
  detail::ClusterNumbers numbers(units.cluster);
  std::vector<detail::SharePart> parts;
  std::vector<double> sign, weight;
  std::vector<int> cluster;
  for (int g = 0; g < n_groups; ++g) {
    ShareSums& own = found[g];
    const std::size_t n = start[g + 1] - start[g];
    own.n = static_cast<int>(n);
    if (n == 0) continue;
    sign.clear();
    weight.clear();
    cluster.clear();
    numbers.clear();
    long double sum = 0, size = 0, squares = 0, more = 0, less = 0, sign_squares = 0;
    for (std::size_t k = start[g]; k < start[g + 1]; ++k) {
      const double value = units.value[row[k]];
      const double w = units.weight.empty() ? 1 : units.weight[row[k]];
      sign.push_back(units.is_signed ? value : 2 * value - 1);
      weight.push_back(w);
      cluster.push_back(numbers.number(units.cluster[row[k]]));
      sum += w * value;
      size += w;
      squares += w * w;
      (sign.back() > 0 ? more : less) += w * std::fabs(sign.back());
      sign_squares += w * sign.back() * sign.back();
    }
    own.n_clusters = numbers.size();
    own.more = static_cast<double>(more);
    own.less = static_cast<double>(less);
    own.sign_squares = static_cast<double>(sign_squares);
    own.mean = static_cast<double>(sum / size);
    own.n_effective = static_cast<double>(size * size / squares);
    const auto weight_of = [&](std::size_t k) { return weight[k]; };
    own.score = detail::share_worth(
        [&](std::size_t k) {
          return units.is_signed ? (1 + sign[k]) / 2 : units.value[row[start[g] + k]];
        },
        weight_of, own, cluster, &parts);
    if (own.score.is_binary && !units.is_signed) continue;
    own.size = detail::share_worth([&](std::size_t k) { return std::fabs(sign[k]); },
                                   weight_of, own, cluster, &parts);
  }
  return found;
}

}  // namespace accord
