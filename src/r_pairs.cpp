#include <Rcpp/Lightest>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "accord/agreement/measure.h"
#include "accord/agreement/pairs.h"
#include "accord/distance/any_distance.h"
#include "accord/distance/level.h"
#include "accord/ratings/own_raters.h"
#include "r_metric.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

using accord::Model;

namespace {

struct Pair {
  int first, second;
  double items;
  accord::Estimate estimate;
  double null_variance;
};

struct Cell {
  int first, second;
  double count;
};

struct Found {
  std::vector<Pair> pairs;
  std::vector<Cell> cells;      // of all confusion tables, one after the other
  std::vector<double> n_cells;  // by pair
};

struct PairTask {
  const accord::OwnRaters& own;
  double least_items;
  bool confusion, null_variance;
  accord::Span<std::size_t> n_meetings;
  const accord::Executor& executor;
};

// Computes the estimate of a pair, and its variance under the hypothesis that it is 0.
using MeasurePair = std::function<void(const accord::PairRows& rows, Pair* pair)>;

void find_pairs(const PairTask& task, accord::Range raters, const MeasurePair& measure,
                Found* found) {
  const accord::OwnRaters& own = task.own;
  accord::PairFinder finder(own.view(), own.group(), task.n_meetings);
  finder.each(raters, [&](int first, int second, const accord::PairRows& rows,
                          const std::vector<accord::Meeting>&) {
    task.executor.poll();
    double items = 0;
    for (double weight : rows.weight) items += weight;
    if (items < task.least_items) return;
    Pair pair{own.of_all(first), own.of_all(second), items, {}, NAN};
    measure(rows, &pair);
    found->pairs.push_back(pair);
    if (!task.confusion) return;
    found->n_cells.push_back(static_cast<double>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      found->cells.push_back({rows.codes(i)[0], rows.codes(i)[1], rows.weight[i]});
    }
  });
}

// Returns the results of each part of the raters. Each call of `find(raters, found)` has
// its own working memory.
template <class Find>
std::vector<Found> find_in_parts(const PairTask& task, Find&& find) {
  std::size_t meetings = 0;
  for (std::size_t n : task.n_meetings) meetings += n;
  const int parts = accord::parts_for(task.executor, meetings, 1 << 12);
  // Raters with small numbers come first in more pairs, so parts have equal numbers of
  // meetings.
  std::vector<std::size_t> start(parts + 1, task.n_meetings.size());
  start[0] = 0;
  std::size_t sum = 0;
  int p = 1;
  for (std::size_t g = 0; g < task.n_meetings.size() && p < parts; ++g) {
    sum += task.n_meetings[g];
    while (p < parts && sum >= meetings * p / parts) start[p++] = g + 1;
  }
  std::vector<Found> found(parts);
  task.executor.run(parts, [&](int i) { find({start[i], start[i + 1]}, &found[i]); });
  return found;
}

Rcpp::List cells_of(const std::vector<Found>& parts) {
  std::size_t n_cells = 0;
  for (const Found& found : parts) n_cells += found.cells.size();
  Rcpp::IntegerVector pair(n_cells), row_code(n_cells), column_code(n_cells);
  std::vector<double> count;
  std::size_t cell = 0;
  int number = 0;
  for (const Found& found : parts) {
    std::size_t next = 0;
    for (double cells : found.n_cells) {
      ++number;
      for (double i = 0; i < cells; ++i, ++next, ++cell) {
        pair[cell] = number;
        row_code[cell] = found.cells[next].first + 1;
        column_code[cell] = found.cells[next].second + 1;
        count.push_back(found.cells[next].count);
      }
    }
  }
  return r::frame({{"pair", pair},
                   {"row", row_code},
                   {"column", column_code},
                   {"count", r::whole_numbers(count)}});
}

Rcpp::List as_list(const std::vector<Found>& parts, bool confusion) {
  std::size_t n = 0;
  for (const Found& found : parts) n += found.pairs.size();
  Rcpp::IntegerVector first(n), second(n), status(n);
  std::vector<double> items, ratings;
  Rcpp::NumericVector estimate(n), observed(n), expected(n), variance(n), counted(n),
      undefined(n), null_variance(n);
  std::size_t row = 0;
  for (const Found& found : parts) {
    for (const Pair& pair : found.pairs) {
      first[row] = pair.first + 1;
      second[row] = pair.second + 1;
      items.push_back(pair.items);
      ratings.push_back(2 * pair.items);
      estimate[row] = pair.estimate.value.estimate();
      observed[row] = pair.estimate.value.observed;
      expected[row] = pair.estimate.value.expected;
      status[row] = static_cast<int>(pair.estimate.value.status);
      variance[row] = pair.estimate.variance.variance;
      counted[row] = pair.estimate.variance.items;
      undefined[row] = pair.estimate.variance.undefined;
      null_variance[row] = pair.null_variance;
      ++row;
    }
  }
  Rcpp::List result = r::list({{"first", first},
                               {"second", second},
                               {"n_items", r::whole_numbers(items)},
                               {"n_ratings", r::whole_numbers(ratings)},
                               {"estimate", estimate},
                               {"observed", observed},
                               {"expected", expected},
                               {"variance", variance},
                               {"variance_items", counted},
                               {"undefined", undefined},
                               {"status", status},
                               {"null_variance", null_variance}});
  if (confusion) result["cells"] = cells_of(parts);
  return result;
}

}  // namespace

// Returns one coefficient for every pair of raters of one group with at least
// `least_items` common items: a list of columns, and the cells of the confusion tables if
// they are requested. `metric` is that of alpha, or the weights of all other models.
// [[Rcpp::export(rng = false)]]
Rcpp::List agreement_by_pair(Rcpp::List ratings, int group, int model, Rcpp::List metric,
                             int variance, bool null_variance, double least_items,
                             bool confusion, int threads) {
  const accord::OwnRaters own(r::ratings_view(ratings), group);
  const auto kind = static_cast<accord::VarianceKind>(variance);
  const std::vector<std::size_t> n_meetings =
      accord::count_meetings(own.view(), own.group());
  const accord::Executor executor = r::executor(threads);
  const PairTask task{own, least_items, confusion, null_variance, n_meetings, executor};
  const auto which = static_cast<Model>(model);
  // A metric may show progress, which it must not do from a thread.
  accord::MetricSpec spec = r::metric_spec(metric);
  spec.tick = nullptr;
  const accord::AnyDistance distance(which == Model::alpha ? accord::MetricSpec() : spec);
  const auto find = [&](accord::Range raters, Found* result) {
    const auto coefficient = accord::new_coefficient(which, spec, distance);
    const auto measure = [&](const accord::PairRows& rows, Pair* pair) {
      pair->estimate = accord::estimate_of(&coefficient->fit(rows), kind);
      if (task.null_variance)
        pair->null_variance = coefficient->null_variance(pair->items, 2);
    };
    find_pairs(task, raters, measure, result);
  };
  return as_list(find_in_parts(task, find), confusion);
}
