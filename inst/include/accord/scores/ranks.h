#pragma once
// Kendall's W and the mean correlations of rankings.
//
// With d_ij the mid-rank of object i by rater j less its mean, S_j = sum_i d_ij^2 and
// R_i = sum_j d_ij, the sum of squares of the R_i is sum_j S_j plus the covariances of
// all pairs, so that with r, the mean covariance of two raters over the mean of the S_j,
//
//   W = sum_i R_i^2 / (m sum_j S_j) = (1 + (m - 1) r) / m,
//
// which is Kendall's W corrected for ties (Kendall & Gibbons 1990, chapter 6). Weights of
// raters enter r over pairs of different raters: a rater who was drawn twice is not
// compared with himself.

#include <algorithm>  // lower_bound, sort
#include <cmath>      // fabs, nan, sqrt
#include <cstddef>    // size_t
#include <numeric>    // iota
#include <utility>    // pair
#include <vector>

#include "../base/views.h"

namespace accord {

// The positions of values in ascending order.
inline std::vector<int> ascending(Span<double> x) {
  std::vector<int> order(x.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return x[a] < x[b] || (x[a] == x[b] && a < b); });
  return order;
}

struct RankAgreement {
  double covariance;   // r above
  double correlation;  // the mean of Spearman's correlations
};

class RankTable {
 public:
  // `value` has the values of the objects, one rater after the other.
  RankTable(std::vector<double> value, int n_raters)
      : value_(std::move(value)),
        m_(n_raters),
        n_(m_ ? static_cast<int>(value_.size()) / m_ : 0) {
    for (int j = 0; j < m_; ++j) order_.push_back(ascending(column(value_, j)));
    rank(std::vector<double>(n_, 1));
  }

  int n_objects() const { return n_; }
  int n_raters() const { return m_; }
  Span<double> values_of(int rater) const { return column(value_, rater); }
  const std::vector<double>& squares() const { return squares_; }

  // Ranks objects that count `weight` times: the mid-rank of an object is the weight
  // before it plus half of the weight of its ties and 1.
  void rank(std::vector<double> weight) {
    weight_ = std::move(weight);
    deviation_.assign(value_.size(), 0);
    squares_.assign(m_, 0);
    double all = 0;
    for (double w : weight_) all += w;
    for (int j = 0; j < m_; ++j) {
      const Span<double> x = column(value_, j);
      double before = 0;
      for (int from = 0, to; from < n_; from = to) {
        double tied = 0;
        for (to = from; to < n_ && x[order_[j][to]] == x[order_[j][from]]; ++to) {
          tied += weight_[order_[j][to]];
        }
        const double d = before + (tied - all) / 2;
        for (int k = from; k < to; ++k) at(order_[j][k], j) = d;
        squares_[j] += tied * d * d;
        before += tied;
      }
    }
  }

  // `v`: how often each rater counts.
  RankAgreement agreement(const std::vector<double>& v) const {
    double whole = 0, own = 0, within = 0, used = 0, used_own = 0, same = 0;
    for (int j = 0; j < m_; ++j) {
      whole += v[j];
      own += v[j] * v[j];
      within += v[j] * squares_[j];
      same += v[j] * v[j] * squares_[j];
      if (squares_[j] > 0) {
        used += v[j];
        used_own += v[j] * v[j];
      }
    }
    const double covariance = squared_sums(v, false) - same;
    const double correlation = squared_sums(v, true) - used_own;
    return {ratio(covariance * whole, within * (whole * whole - own)),
            ratio(correlation, used * used - used_own)};
  }

  // Without each rater in turn, in one pass over the table.
  std::vector<RankAgreement> without_raters() const {
    const std::vector<double> ones(m_, 1);
    const std::vector<double> sum = sums(ones, false), unit = sums(ones, true);
    double between = 0, within = 0, correlated = 0;
    int used = 0;
    for (int i = 0; i < n_; ++i) {
      between += weight_[i] * sum[i] * sum[i];
      correlated += weight_[i] * unit[i] * unit[i];
    }
    for (double s : squares_) within += s, used += s > 0;
    std::vector<RankAgreement> result;
    for (int j = 0; j < m_; ++j) {
      const double s = squares_[j];
      const double left = within - s;
      const double cov = between - 2 * shared(sum, j) + s - left;
      double rho = correlated;
      int k = used;
      if (s > 0) {
        rho += 1 - 2 * shared(unit, j) / std::sqrt(s);
        --k;
      }
      result.push_back({ratio(cov, left * (m_ - 2.0)), ratio(rho - k, k * (k - 1.0))});
    }
    return result;
  }

  // Spearman's correlation of each rater with the sum of the ranks of the others.
  std::vector<double> with_others() const {
    const std::vector<double> sum = sums(std::vector<double>(m_, 1), false);
    double between = 0;
    for (int i = 0; i < n_; ++i) between += weight_[i] * sum[i] * sum[i];
    std::vector<double> result;
    for (int j = 0; j < m_; ++j) {
      const double both = shared(sum, j) - squares_[j];
      const double others = between - 2 * both - squares_[j];
      result.push_back(ratio(both, std::sqrt(std::max(others, 0.0) * squares_[j])));
    }
    return result;
  }

  // Whether the values of a rater are ranks from 1, with means of ranks for ties.
  bool is_ranking(int rater) const {
    const Span<double> x = column(value_, rater);
    for (int i = 0; i < n_; ++i) {
      const double rank = deviation_[place(i, rater)] + (n_ + 1) / 2.0;
      if (std::fabs(rank - x[i]) > 1e-6) return false;
    }
    return true;
  }

  // Whether the values of each object are ranks of the raters from 1, with means of ranks
  // for ties, of which some are not all tied.
  bool objects_rank_raters() const {
    bool differ = false;
    std::vector<double> row(m_);
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < m_; ++j) row[j] = value_[place(i, j)];
      std::sort(row.begin(), row.end());
      for (int from = 0, to; from < m_; from = to) {
        for (to = from; to < m_ && row[to] == row[from]; ++to) continue;
        if (std::fabs(row[from] - (from + to + 1) / 2.0) > 1e-6) return false;
        differ = differ || to - from < m_;
      }
    }
    return differ;
  }

 private:
  std::size_t place(int i, int j) const { return static_cast<std::size_t>(j) * n_ + i; }
  double& at(int i, int j) { return deviation_[place(i, j)]; }
  Span<double> column(const std::vector<double>& x, int j) const {
    return {x.data() + place(0, j), static_cast<std::size_t>(n_)};
  }
  static double ratio(double a, double b) { return b > 0 ? a / b : std::nan(""); }

  // The weighted sum of the deviations of each object, in units of the root of S_j if
  // they are for correlations.
  std::vector<double> sums(const std::vector<double>& v, bool unit) const {
    std::vector<double> sum(n_, 0);
    for (int j = 0; j < m_; ++j) {
      if (v[j] == 0 || squares_[j] == 0) continue;
      const double by = unit ? v[j] / std::sqrt(squares_[j]) : v[j];
      for (int i = 0; i < n_; ++i) sum[i] += by * deviation_[place(i, j)];
    }
    return sum;
  }
  double squared_sums(const std::vector<double>& v, bool unit) const {
    const std::vector<double> sum = sums(v, unit);
    double result = 0;
    for (int i = 0; i < n_; ++i) result += weight_[i] * sum[i] * sum[i];
    return result;
  }
  double shared(const std::vector<double>& sum, int j) const {
    double result = 0;
    for (int i = 0; i < n_; ++i) result += weight_[i] * sum[i] * deviation_[place(i, j)];
    return result;
  }

  std::vector<double> value_, deviation_, weight_, squares_;
  std::vector<std::vector<int>> order_;
  int m_, n_;
};

// Kendall's tau-b of two raters (Kendall & Gibbons 1990, chapter 3). For each object,
// `concordant` is the weight of the objects that both order like it against this one,
// less that of those in opposite order; `x` and `y` are the weight of those that differ
// from it.
struct TauSums {
  std::vector<double> concordant, x, y;

  static double tau(double concordant, double x, double y) {
    return x > 0 && y > 0 ? concordant / std::sqrt(x * y) : std::nan("");
  }
  double all(const std::vector<double>& weight) const {
    double sum[3] = {0, 0, 0};
    for (std::size_t i = 0; i < weight.size(); ++i) {
      sum[0] += weight[i] * concordant[i];
      sum[1] += weight[i] * x[i];
      sum[2] += weight[i] * y[i];
    }
    return tau(sum[0], sum[1], sum[2]);
  }
};

// Sums of weights up to a place.
class RunningSums {
 public:
  explicit RunningSums(int n) : tree_(n + 1, 0) {}
  void add(int place, double weight) {
    for (int k = place + 1; k < static_cast<int>(tree_.size()); k += k & -k) {
      tree_[k] += weight;
    }
  }
  double below(int place) const {
    double sum = 0;
    for (int k = place; k > 0; k -= k & -k) sum += tree_[k];
    return sum;
  }

 private:
  std::vector<double> tree_;
};

// The number of each value in ascending order, from 0, and the weight of all others.
inline std::pair<std::vector<int>, std::vector<double>> dense_ranks(
    Span<double> x, const std::vector<double>& weight) {
  const std::vector<int> order = ascending(x);
  std::vector<int> number(x.size(), 0);
  std::vector<double> of(1, 0), others(x.size());
  double all = 0;
  int k = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && x[order[i]] != x[order[i - 1]]) {
      ++k;
      of.push_back(0);
    }
    number[order[i]] = k;
    of[k] += weight[order[i]];
    all += weight[order[i]];
  }
  for (std::size_t i = 0; i < x.size(); ++i) others[i] = all - of[number[i]];
  return {number, others};
}

inline TauSums tau_sums(Span<double> x, Span<double> y,
                        const std::vector<double>& weight) {
  const int n = static_cast<int>(x.size());
  auto [of_x, other_x] = dense_ranks(x, weight);
  auto [of_y, other_y] = dense_ranks(y, weight);
  const std::vector<int> order = ascending(x);
  TauSums result{std::vector<double>(n, 0), std::move(other_x), std::move(other_y)};
  // From below and then from above, each object against those with a smaller x, or with a
  // larger one.
  for (int side = 0; side < 2; ++side) {
    RunningSums sums(n);
    double all = 0;
    for (int from = 0, to; from < n; from = to) {
      const auto here = [&](int k) { return order[side == 0 ? k : n - 1 - k]; };
      for (to = from; to < n && of_x[here(to)] == of_x[here(from)]; ++to) {
      }
      for (int k = from; k < to; ++k) {
        const double less = sums.below(of_y[here(k)]);
        const double more = all - sums.below(of_y[here(k)] + 1);
        result.concordant[here(k)] += side == 0 ? less - more : more - less;
      }
      for (int k = from; k < to; ++k) {
        sums.add(of_y[here(k)], weight[here(k)]);
        all += weight[here(k)];
      }
    }
  }
  return result;
}

}  // namespace accord
