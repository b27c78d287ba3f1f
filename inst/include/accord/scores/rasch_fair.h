#pragma once
// Fair marks from the many-facet Rasch model: what an item would get from an average
// rater, with the uncertainty of its place and of the estimates.

#include <algorithm>  // lower_bound, max, min, sort, unique
#include <cmath>      // erfc, exp, isnan, sqrt
#include <cstddef>    // size_t
#include <vector>

#include "rasch.h"
#include "rasch_cumulative.h"

namespace accord {

// A mark is a weighted sum of cells, each of which is the rating by an average rater at
// some levels of the facets. The place of a cell is s z minus a sum of parameters with
// the weights `location`; its steps are averaged with the weights `steps`.
struct RaschMarks {
  Span<double> location;  // parameters × cells, by columns
  Span<double> steps;     // groups of steps × cells
  Span<double> weight;    // cells × marks
  Span<double> cut;       // by mark, NaN if there is none
  double level = 0.95;    // of the interval
  double normal = 1.96;   // its quantile of the normal distribution
  int n_cells = 0;
  int n_groups = 0;

  int n_marks() const { return static_cast<int>(cut.size()); }
};

// Items × marks, by columns.
struct RaschFair {
  std::vector<double> mean, error, low, high, above;
};

class RaschMarker {
 public:
  // `covariance` is that of all parameters, square.
  RaschMarker(const RaschData& data, const RaschMarks& marks,
              const std::vector<double>& parameter, const std::vector<double>& covariance)
      : data_(data),
        marks_(marks),
        parameter_(parameter),
        covariance_(covariance),
        odds_(rasch_odds(data, parameter)),
        place_(marks.n_cells, 0) {
    const std::size_t p = data.n_parameters;
    first_step_ = data.spread();
    for (const int at : data.threshold) {
      if (at >= 0) first_step_ = std::min(first_step_, at);
    }
    across_.assign(p * marks.n_cells, 0);
    for (int c = 0; c < marks.n_cells; ++c) {
      for (std::size_t a = 0; a < p; ++a) {
        const double w = marks.location[c * p + a];
        if (w == 0) continue;
        place_[c] += w * parameter[a];
        const double* const column = covariance.data() + a * p;
        for (std::size_t b = 0; b < p; ++b) across_[c * p + b] += w * column[b];
      }
    }
    within_.assign(static_cast<std::size_t>(marks.n_cells) * marks.n_cells, 0);
    for (int c = 0; c < marks.n_cells; ++c) {
      for (int d = 0; d < marks.n_cells; ++d) {
        double sum = 0;
        for (std::size_t a = 0; a < p; ++a) {
          sum += marks.location[c * p + a] * across_[d * p + a];
        }
        within_[static_cast<std::size_t>(c) * marks.n_cells + d] = sum;
      }
    }
  }

  RaschFair run(const RaschNodes& nodes) {
    const std::size_t n = static_cast<std::size_t>(data_.n_items()) * marks_.n_marks();
    RaschFair fair;
    for (auto* const column :
         {&fair.mean, &fair.error, &fair.low, &fair.high, &fair.above}) {
      column->resize(n);
    }
    tabulate(nodes);
    std::vector<double> bound;
    for (int m = 0; m < marks_.n_marks(); ++m) bound.push_back(place_of_cut(m));
    RaschItem item(data_, nodes);
    for (int i = 0; i < data_.n_items(); ++i) {
      item.read(i, parameter_, odds_);
      read_scores(item, nodes);
      const RaschCumulative posterior(item, nodes);
      for (int m = 0; m < marks_.n_marks(); ++m) {
        const std::size_t at = static_cast<std::size_t>(m) * data_.n_items() + i;
        double mean = 0, square = 0;
        const double* const value = value_.data() + m * nodes.size();
        for (int q = 0; q < nodes.size(); ++q) mean += item.posterior(q) * value[q];
        for (int q = 0; q < nodes.size(); ++q) {
          const double rest = value[q] - mean;
          square += item.posterior(q) * rest * rest;
        }
        const double estimated = variance_of_estimate(item, nodes, m, mean);
        const double error = std::sqrt(square + estimated);
        fair.mean[at] = mean;
        fair.error[at] = error;
        // The posterior is widened about its mean by the uncertainty of the estimates.
        // Where it is hardly a part of the uncertainty, the normal distribution is used.
        const double cut = marks_.cut[m];
        if (estimated < 8 * square) {
          const double wider = std::sqrt(1 + estimated / square),
                       middle = posterior.mean();
          const double tail = (1 - marks_.level) / 2;
          const auto quantile = [&](double share) {
            return mark(m, middle + wider * (posterior.quantile(share) - middle));
          };
          fair.low[at] = quantile(tail);
          fair.high[at] = quantile(1 - tail);
          fair.above[at] =
              std::isnan(cut) ? cut
                              : 1 - posterior.share(middle + (bound[m] - middle) / wider);
        } else {
          fair.low[at] = mean - marks_.normal * error;
          fair.high[at] = mean + marks_.normal * error;
          fair.above[at] = std::erfc((cut - mean) / error / std::sqrt(2.0)) / 2;
        }
      }
    }
    return fair;
  }

 private:
  // The expected rating of a cell at z, with probabilities of the categories of group g.
  double expected(int c, int g, double z, std::vector<double>* p) const {
    const int k = data_.top + 1;
    p->resize(k);
    rasch_categories(parameter_[data_.spread()] * z - place_[c],
                     odds_.data() + static_cast<std::size_t>(g) * k, data_.top,
                     p->data());
    double mean = 0;
    for (int x = 1; x < k; ++x) mean += x * (*p)[x];
    return mean;
  }

  double mark(int m, double z) const {
    std::vector<double> p;
    double sum = 0;
    for (int c = 0; c < marks_.n_cells; ++c) {
      const double w = marks_.weight[m * marks_.n_cells + c];
      for (int g = 0; w != 0 && g < marks_.n_groups; ++g) {
        const double share = marks_.steps[c * marks_.n_groups + g];
        if (share != 0) sum += w * share * expected(c, g, z, &p);
      }
    }
    return sum;
  }

  // Marks rise with z.
  double place_of_cut(int m) const {
    const double cut = marks_.cut[m];
    if (std::isnan(cut)) return cut;
    double low = -100, high = 100;
    for (int round = 0; round < 60; ++round) {
      const double middle = (low + high) / 2;
      (mark(m, middle) < cut ? low : high) = middle;
    }
    return (low + high) / 2;
  }

  // Values of all marks at the nodes, their derivatives by the places of cells, and
  // directly by the steps.
  void tabulate(const RaschNodes& nodes) {
    const int n = nodes.size(), marks = marks_.n_marks(), cells = marks_.n_cells;
    const int n_steps = data_.spread() - first_step_;
    value_.assign(static_cast<std::size_t>(marks) * n, 0);
    slope_.assign(static_cast<std::size_t>(cells) * n, 0);
    by_step_.assign(static_cast<std::size_t>(marks) * n * n_steps, 0);
    std::vector<double> p;
    for (int c = 0; c < cells; ++c) {
      for (int g = 0; g < marks_.n_groups; ++g) {
        const double share = marks_.steps[c * marks_.n_groups + g];
        if (share == 0) continue;
        for (int q = 0; q < n; ++q) {
          const double mean = expected(c, g, nodes.z(q), &p);
          double square = 0;
          for (int x = 1; x <= data_.top; ++x) square += x * x * p[x];
          slope_[static_cast<std::size_t>(c) * n + q] += share * (square - mean * mean);
          for (int m = 0; m < marks; ++m) {
            const double w = share * marks_.weight[m * cells + c];
            value_[static_cast<std::size_t>(m) * n + q] += w * mean;
            for (int x = 1; x < data_.top; ++x) {
              const int at = data_.threshold[g * (data_.top - 1) + x - 1];
              if (at < 0) continue;
              by_step_[(static_cast<std::size_t>(m) * n + q) * n_steps + at -
                       first_step_] -= w * p[x] * (x - mean);
            }
          }
        }
      }
    }
  }

  // The derivatives of the log likelihood of the item at each node: `own_` are the
  // locations of its ratings; then come all steps, and s.
  void read_scores(const RaschItem& item, const RaschNodes& nodes) {
    own_.clear();
    for (int j = 0; j < item.n_ratings(); ++j) {
      for (int f = 0; f < data_.n_facets; ++f) {
        const int at = data_.location[item.row(j) * data_.n_facets + f];
        if (at >= 0) own_.push_back(at);
      }
      if (data_.slope_at(item.row(j)) >= 0) own_.push_back(data_.slope_at(item.row(j)));
    }
    std::sort(own_.begin(), own_.end());
    own_.erase(std::unique(own_.begin(), own_.end()), own_.end());
    const std::size_t n_own = own_.size(), n = nodes.size();
    for (int at = first_step_; at <= data_.spread(); ++at) own_.push_back(at);
    score_.assign(own_.size() * n, 0);
    const auto step_row = [&](int at) { return n_own + at - first_step_; };
    const auto own_row = [&](int at) {
      return std::lower_bound(own_.begin(), own_.begin() + n_own, at) - own_.begin();
    };
    for (int j = 0; j < item.n_ratings(); ++j) {
      const std::size_t row = item.row(j);
      const int slope_at = data_.slope_at(row);
      const double slope = slope_at < 0 ? 1 : std::exp(parameter_[slope_at]);
      for (int q = item.begin(); q < item.end(); ++q) {
        const double rest = slope * item.moments(j, q).rest(data_.score[row]);
        for (int f = 0; f < data_.n_facets; ++f) {
          const int at = data_.location[row * data_.n_facets + f];
          if (at >= 0) score_[own_row(at) * n + q] -= rest;
        }
        if (slope_at >= 0) {
          score_[own_row(slope_at) * n + q] += slope_score(item, j, q, slope, nodes.z(q));
        }
        score_[step_row(data_.spread()) * n + q] += nodes.z(q) * rest;
        const double* const p = item.categories(j, q);
        for (int x = 1; x < data_.top; ++x) {
          const int at = data_.threshold[static_cast<std::size_t>(data_.steps[row]) *
                                             (data_.top - 1) +
                                         x - 1];
          if (at < 0) continue;
          score_[step_row(at) * n + q] -= slope * ((data_.score[row] == x) - p[x]);
        }
      }
    }
  }

  // The derivative for the logarithm of a slope: the linear part of the category found
  // minus its mean.
  double slope_score(const RaschItem& item, int j, int q, double slope, double z) const {
    const std::size_t row = item.row(j);
    const double* const p = item.categories(j, q);
    double place = parameter_[data_.spread()] * z;
    for (int f = 0; f < data_.n_facets; ++f) {
      const int at = data_.location[row * data_.n_facets + f];
      if (at >= 0) place -= parameter_[at];
    }
    double score = 0;
    for (int x = 1; x <= data_.top; ++x) {
      const bool inner = x < data_.top;
      const int at = inner ? data_.threshold[static_cast<std::size_t>(data_.steps[row]) *
                                                 (data_.top - 1) +
                                             x - 1]
                           : -1;
      if (inner && at < 0) continue;
      const double linear = slope * (x * place - (inner ? parameter_[at] : 0));
      score += ((data_.score[row] == x) - p[x]) * linear;
    }
    return score;
  }

  // The variance of the posterior mean of a mark due to the estimates, by its gradient:
  // the covariance of the mark and the derivative of the log likelihood, plus the mean of
  // the derivative of the mark.
  double variance_of_estimate(const RaschItem& item, const RaschNodes& nodes, int m,
                              double mean) {
    const std::size_t p = data_.n_parameters, k = own_.size(), n = nodes.size();
    const int cells = marks_.n_cells, n_steps = data_.spread() - first_step_;
    std::vector<double> by_own(k, 0), by_cell(cells, 0);
    for (int q = item.begin(); q < item.end(); ++q) {
      const double weight = item.posterior(q);
      const double rest = weight * (value_[m * n + q] - mean);
      for (std::size_t a = 0; a < k; ++a) by_own[a] += rest * score_[a * n + q];
      for (int c = 0; c < cells; ++c) {
        const double w = marks_.weight[m * cells + c] * slope_[c * n + q] * weight;
        by_cell[c] += w;
        by_own[k - 1] += w * nodes.z(q);
      }
      const double* const direct = by_step_.data() + (m * n + q) * n_steps;
      for (int t = 0; t < n_steps; ++t) by_own[k - 1 - n_steps + t] += weight * direct[t];
    }
    double sum = 0;
    for (std::size_t a = 0; a < k; ++a) {
      for (std::size_t b = 0; b < k; ++b) {
        sum += by_own[a] * by_own[b] * covariance_[own_[a] * p + own_[b]];
      }
      for (int c = 0; c < cells; ++c) {
        sum -= 2 * by_own[a] * by_cell[c] * across_[c * p + own_[a]];
      }
    }
    for (int c = 0; c < cells; ++c) {
      for (int d = 0; d < cells; ++d) {
        sum += by_cell[c] * by_cell[d] * within_[static_cast<std::size_t>(c) * cells + d];
      }
    }
    return std::max(sum, 0.0);
  }

  const RaschData& data_;
  const RaschMarks& marks_;
  const std::vector<double>&parameter_, &covariance_;
  std::vector<double> odds_, place_, across_, within_;
  std::vector<double> value_, slope_, by_step_, score_;
  std::vector<int> own_;
  int first_step_ = 0;
};

}  // namespace accord
