#pragma once
// Fair marks from the many-facet Rasch model: what an item would get from an average
// rater, with the uncertainty of its place and of the estimates.

#include <algorithm>  // lower_bound, max, min, sort, unique
#include <cmath>      // erfc, isnan, sqrt
#include <cstddef>    // size_t
#include <vector>

#include "rasch_cumulative.h"
#include "rasch_item.h"

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

  RaschFair run(const RaschGrids& grids) {
    const std::size_t n = static_cast<std::size_t>(data_.n_items()) * marks_.n_marks();
    RaschFair fair;
    for (auto* const column :
         {&fair.mean, &fair.error, &fair.low, &fair.high, &fair.above}) {
      column->resize(n);
    }
    bound_.clear();
    for (int m = 0; m < marks_.n_marks(); ++m) bound_.push_back(place_of_cut(m));
    RaschItem item(data_);
    for (int level = 0; level < grids.n_levels(); ++level) {
      at_node_.assign(grids.grid(level).size(), AtNode());
      for (int i = 0; i < data_.n_items(); ++i) {
        if (grids.level(i) == level) mark_item(i, grids.grid(level), &item, &fair);
      }
    }
    return fair;
  }

 private:
  // The values of all marks at a node, their derivatives by the places of cells, and
  // directly by the steps (marks × steps). They are the same for all items.
  struct AtNode {
    std::vector<double> value, slope, by_step;
  };

  void mark_item(int i, const RaschNodes& nodes, RaschItem* item, RaschFair* fair) {
    item->read(i, nodes, parameter_, odds_);
    for (int q = item->begin(); q < item->end(); ++q) {
      if (at_node_[q].value.empty()) at_node_[q] = tabulated(nodes.z(q));
    }
    read_scores(*item);
    const RaschCumulative posterior(*item);
    for (int m = 0; m < marks_.n_marks(); ++m) {
      const std::size_t at = static_cast<std::size_t>(m) * data_.n_items() + i;
      double mean = 0, square = 0;
      for (int q = item->begin(); q < item->end(); ++q) {
        mean += item->posterior(q) * at_node_[q].value[m];
      }
      for (int q = item->begin(); q < item->end(); ++q) {
        const double rest = at_node_[q].value[m] - mean;
        square += item->posterior(q) * rest * rest;
      }
      const double estimated = variance_of_estimate(*item, m, mean);
      const double error = std::sqrt(square + estimated);
      fair->mean[at] = mean;
      fair->error[at] = error;
      // The posterior is widened about its mean by the uncertainty of the estimates.
      // Where it is hardly a part of the uncertainty, the normal distribution is used.
      const double cut = marks_.cut[m];
      if (estimated < 8 * square) {
        const double wider = std::sqrt(1 + estimated / square), middle = posterior.mean();
        const double tail = (1 - marks_.level) / 2;
        const auto quantile = [&](double share) {
          return mark(m, middle + wider * (posterior.quantile(share) - middle));
        };
        fair->low[at] = quantile(tail);
        fair->high[at] = quantile(1 - tail);
        fair->above[at] =
            std::isnan(cut) ? cut
                            : 1 - posterior.share(middle + (bound_[m] - middle) / wider);
      } else {
        fair->low[at] = mean - marks_.normal * error;
        fair->high[at] = mean + marks_.normal * error;
        fair->above[at] = std::erfc((cut - mean) / error / std::sqrt(2.0)) / 2;
      }
    }
  }

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

  AtNode tabulated(double z) const {
    const int marks = marks_.n_marks(), cells = marks_.n_cells;
    const int n_steps = data_.spread() - first_step_;
    AtNode result;
    result.value.assign(marks, 0);
    result.slope.assign(cells, 0);
    result.by_step.assign(static_cast<std::size_t>(marks) * n_steps, 0);
    std::vector<double> p;
    for (int c = 0; c < cells; ++c) {
      for (int g = 0; g < marks_.n_groups; ++g) {
        const double share = marks_.steps[c * marks_.n_groups + g];
        if (share == 0) continue;
        const double mean = expected(c, g, z, &p);
        double square = 0;
        for (int x = 1; x <= data_.top; ++x) square += x * x * p[x];
        result.slope[c] += share * (square - mean * mean);
        for (int m = 0; m < marks; ++m) {
          const double w = share * marks_.weight[m * cells + c];
          result.value[m] += w * mean;
          for (int x = 1; x < data_.top; ++x) {
            const int at = data_.threshold[g * (data_.top - 1) + x - 1];
            if (at < 0) continue;
            result.by_step[static_cast<std::size_t>(m) * n_steps + at - first_step_] -=
                w * p[x] * (x - mean);
          }
        }
      }
    }
    return result;
  }

  // The derivatives of the log likelihood of the item at each node: `own_` are the
  // locations of its ratings; then come all steps, and s.
  void read_scores(const RaschItem& item) {
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
    const std::size_t n_own = own_.size(), n = item.width();
    for (int at = first_step_; at <= data_.spread(); ++at) own_.push_back(at);
    score_.assign(own_.size() * n, 0);
    const auto step_row = [&](int at) { return n_own + at - first_step_; };
    const auto own_row = [&](int at) -> std::size_t {
      return std::lower_bound(own_.begin(), own_.begin() + n_own, at) - own_.begin();
    };
    const auto score = [&](std::size_t of, int q) -> double& {
      return score_[of * n + q - item.begin()];
    };
    for (int j = 0; j < item.n_ratings(); ++j) {
      const std::size_t row = item.row(j);
      const int slope_at = data_.slope_at(row);
      const double slope = item.slope(j), count = item.count(j);
      for (int q = item.begin(); q < item.end(); ++q) {
        const double rest = count * slope * item.moments(j, q).rest(data_.score[row]);
        for (int f = 0; f < data_.n_facets; ++f) {
          const int at = data_.location[row * data_.n_facets + f];
          if (at >= 0) score(own_row(at), q) -= rest;
        }
        if (slope_at >= 0) score(own_row(slope_at), q) += count * slope_score(item, j, q);
        score(step_row(data_.spread()), q) += item.z(q) * rest;
        const double* const p = item.categories(j, q);
        for (int x = 1; x < data_.top; ++x) {
          const int at = data_.threshold[static_cast<std::size_t>(data_.steps[row]) *
                                             (data_.top - 1) +
                                         x - 1];
          if (at < 0) continue;
          score(step_row(at), q) -= count * slope * ((data_.score[row] == x) - p[x]);
        }
      }
    }
  }

  // The derivative for the logarithm of a slope: the linear part of the category found
  // minus its mean.
  double slope_score(const RaschItem& item, int j, int q) const {
    const std::size_t row = item.row(j);
    const double* const p = item.categories(j, q);
    const double place = parameter_[data_.spread()] * item.z(q) - item.place(j);
    double score = 0;
    for (int x = 1; x <= data_.top; ++x) {
      const bool inner = x < data_.top;
      const int at = inner ? data_.threshold[static_cast<std::size_t>(data_.steps[row]) *
                                                 (data_.top - 1) +
                                             x - 1]
                           : -1;
      if (inner && at < 0) continue;
      const double linear = item.slope(j) * (x * place - (inner ? parameter_[at] : 0));
      score += ((data_.score[row] == x) - p[x]) * linear;
    }
    return score;
  }

  // The variance of the posterior mean of a mark due to the estimates, by its gradient:
  // the covariance of the mark and the derivative of the log likelihood, plus the mean of
  // the derivative of the mark.
  double variance_of_estimate(const RaschItem& item, int m, double mean) const {
    const std::size_t p = data_.n_parameters, k = own_.size(), n = item.width();
    const int cells = marks_.n_cells, n_steps = data_.spread() - first_step_;
    std::vector<double> by_own(k, 0), by_cell(cells, 0);
    for (int q = item.begin(); q < item.end(); ++q) {
      const double weight = item.posterior(q);
      const AtNode& here = at_node_[q];
      const double rest = weight * (here.value[m] - mean);
      for (std::size_t a = 0; a < k; ++a) {
        by_own[a] += rest * score_[a * n + q - item.begin()];
      }
      for (int c = 0; c < cells; ++c) {
        const double w = marks_.weight[m * cells + c] * here.slope[c] * weight;
        by_cell[c] += w;
        by_own[k - 1] += w * item.z(q);
      }
      const double* const direct =
          here.by_step.data() + static_cast<std::size_t>(m) * n_steps;
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
  std::vector<double> odds_, place_, across_, within_, bound_, score_;
  std::vector<AtNode> at_node_;  // of the grid at hand, empty where no item needed it
  std::vector<int> own_;
  int first_step_ = 0;
};

}  // namespace accord
