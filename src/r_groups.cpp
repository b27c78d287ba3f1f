#include <Rcpp/Lightest>
#include <algorithm>
#include <cstddef>
#include <vector>

#include "accord/agreement/group_items.h"
#include "accord/agreement/rater_groups.h"
#include "accord/agreement/two_sides.h"
#include "accord/base/parallel.h"
#include "accord/base/views.h"
#include "r_metric.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

namespace {

// Alpha of both sides and kappa_x, in columns.
Rcpp::NumericMatrix in_rows(const std::vector<accord::SideFigures>& found) {
  const int n = static_cast<int>(found.size());
  Rcpp::NumericMatrix result(n, 3);
  for (int i = 0; i < n; ++i) {
    result(i, 0) = found[i].alpha[0];
    result(i, 1) = found[i].alpha[1];
    result(i, 2) = found[i].across;
  }
  return result;
}

Rcpp::NumericMatrix without_each(const accord::TwoSides& sides,
                                 const std::vector<accord::SideLoss>& losses) {
  std::vector<accord::SideFigures> found;
  for (const accord::SideLoss& loss : losses) found.push_back(sides.without(loss));
  return in_rows(found);
}

}  // namespace

// Returns the figures of two sides, `side` being 0, 1 or -1 for each rater, and those
// without each unit of items (from 0) and without each rater.
// [[Rcpp::export(rng = false)]]
Rcpp::List figures_of_sides(Rcpp::List ratings, Rcpp::IntegerVector side,
                            Rcpp::IntegerVector unit, int n_units, Rcpp::List metric) {
  const accord::MetricSpec spec = r::metric_spec(metric);
  const accord::TwoSides sides(r::ratings_view(ratings), r::span(side), spec.delta);
  return r::list(
      {{"figures", in_rows({sides.figures()})},
       {"gain", in_rows({sides.gain()})},
       {"units", without_each(sides, sides.losses_of_units(r::span(unit), n_units))},
       {"raters", without_each(sides, sides.losses_of_raters())},
       {"n_items", sides.n_items()}});
}

// Returns alpha within each group and kappa_x with all others, a column for each
// assignment of raters to groups (from 0; -1 leaves a rater out): those of the columns
// of `assigned` or, without columns, `times` permutations of `group`.
// [[Rcpp::export(rng = false)]]
Rcpp::List figures_of_groups(Rcpp::List ratings, Rcpp::IntegerVector group, int n_groups,
                             Rcpp::IntegerMatrix assigned, int times, Rcpp::List metric,
                             int threads) {
  const accord::MetricSpec spec = r::metric_spec(metric);
  const accord::RaterGroups figures(r::ratings_view(ratings), r::span(group), n_groups,
                                    spec.delta);
  const bool given = assigned.ncol() > 0;
  const int n = given ? assigned.ncol() : times;
  Rcpp::NumericMatrix within(n_groups, n), across(n_groups, n);
  double* const within_at = within.begin();
  double* const across_at = across.begin();
  const int* const assigned_at = assigned.begin();
  const accord::Span<int> own = r::span(group);
  const accord::Executor executor = r::executor(threads);
  const int parts = accord::parts_for(executor, n, 1);
  executor.run(parts, [&](int p) {
    const accord::Range range = accord::part(n, parts, p);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      executor.poll();
      const int* column = assigned_at + i * own.size();
      const std::vector<int> of_rater =
          given ? std::vector<int>(column, column + own.size())
                : accord::RaterGroups::permuted(own, static_cast<int>(i));
      const std::vector<accord::WithinAcross> found = figures.of(of_rater);
      for (int k = 0; k < n_groups; ++k) {
        within_at[i * n_groups + k] = found[k].within;
        across_at[i * n_groups + k] = found[k].across;
      }
    }
  });
  return r::list({{"within", within}, {"across", across}});
}

// Returns a row per item; with `times` permutations of raters the mean gap, and the
// number of permutations whose largest difference of all items is at least that of the
// item.
// [[Rcpp::export(rng = false)]]
Rcpp::List items_by_groups(Rcpp::List ratings, Rcpp::IntegerVector group, int n_groups,
                           int times) {
  const accord::RatingsView view = r::ratings_view(ratings);
  const accord::Executor executor = r::executor(1);
  accord::GroupItems items(view, n_groups);
  const int n = view.n_items();
  Rcpp::IntegerVector groups(n), as_large(n);
  Rcpp::NumericVector within(n), gap(n), difference(n), mean_gap(n);
  std::vector<double> scaled(n), largest;
  items.each(r::span(group), [&](int i, const accord::GroupItem& own) {
    groups[i] = own.n_groups;
    within[i] = own.within;
    gap[i] = own.gap;
    difference[i] = own.difference;
    scaled[i] = own.scaled;
  });
  for (int t = 0; t < times; ++t) {
    executor.poll();
    double most = 0;
    items.each(accord::RaterGroups::permuted(r::span(group), t),
               [&](int i, const accord::GroupItem& drawn) {
                 mean_gap[i] += drawn.gap / times;
                 most = std::max(most, drawn.scaled);
               });
    largest.push_back(most);
  }
  std::sort(largest.begin(), largest.end());
  for (int i = 0; i < n; ++i) {
    const auto first = std::lower_bound(largest.begin(), largest.end(), scaled[i] - 1e-9);
    as_large[i] = static_cast<int>(largest.end() - first);
  }
  return r::list({{"n_groups", groups},
                  {"within", within},
                  {"gap", gap},
                  {"difference", difference},
                  {"mean_gap", mean_gap},
                  {"as_large", as_large}});
}
