#include <Rcpp/Lightest>
#include <algorithm>
#include <cstddef>
#include <vector>

#include "accord/base/means.h"
#include "accord/consensus/item_figures.h"
#include "accord/consensus/rater_kappa.h"
#include "accord/consensus/rater_sums.h"
#include "accord/ratings/counts.h"
#include "accord/ratings/rater_items.h"
#include "r_apart.h"
#include "r_sample.h"
#include "r_table.h"
#include "r_views.h"

// Returns a row per item. Undefined values are NA: all of an item without a rating, the
// agreement of one with a single rating, the majority if there is a tie.
// [[Rcpp::export(rng = false)]]
Rcpp::List figures_by_item(SEXP sample) {
  const r::Sample& of = r::sample(sample);
  const accord::RatingsView& view = of.view;
  const accord::Tally& tally = of.tally;
  std::vector<accord::ItemFigures> figures;
  for (int i = 0; i < tally.patterns.size(); ++i) {
    figures.push_back(accord::item_figures(tally.patterns[i]));
  }
  const int n = view.n_items();
  Rcpp::IntegerVector majority(n, NA_INTEGER);
  Rcpp::LogicalVector tie(n, NA_LOGICAL), unanimous(n, NA_LOGICAL);
  Rcpp::NumericVector share(n, NA_REAL), entropy(n, NA_REAL), agreement(n, NA_REAL);
  for (int i = 0; i < n; ++i) {
    const int number = tally.of_item[i], size = tally.patterns[number].size;
    if (size == 0) continue;
    const accord::ItemFigures& own = figures[number];
    tie[i] = own.front.tie();
    if (!own.front.tie()) majority[i] = own.front.category + 1;
    share[i] = own.share;
    entropy[i] = own.entropy;
    if (size == 1) continue;
    unanimous[i] = own.front.votes == size;
    agreement[i] = own.agreement;
  }
  return r::list({{"majority", majority},
                  {"share", share},
                  {"tie", tie},
                  {"unanimous", unanimous},
                  {"entropy", entropy},
                  {"agreement", agreement}});
}

namespace {

// Returns the weights of agreement of two categories: 1 minus their disagreement, divided
// by the largest one.
template <class Apart>
std::vector<double> weights_of(const Apart& apart, int n_categories) {
  const std::size_t q = n_categories;
  std::vector<double> weights(q * q);
  double widest = 0;
  for (int c = 0; c < n_categories; ++c) {
    for (int k = c + 1; k < n_categories; ++k) {
      const std::vector<int> codes{c, k}, counts{1, 1};
      const double d = apart({codes, counts, 2});
      weights[c * q + k] = weights[k * q + c] = d;
      widest = std::max(widest, d);
    }
  }
  for (double& w : weights) w = widest > 0 ? 1 - w / widest : 1;
  return weights;
}

}  // namespace

// Returns a row per group and rater with ratings in it: sums instead of means, and kappa.
// An empty `metric`: only equal categories agree. `cluster`: that of each item within its
// group, counted from 0, or empty.
// [[Rcpp::export(rng = false)]]
Rcpp::List sums_by_rater(SEXP sample, bool split_ties, bool categories, Rcpp::List metric,
                         bool by_weights, Rcpp::IntegerVector cluster) {
  const r::Sample& of = r::sample(sample);
  const accord::RatingsView& view = of.view;
  const accord::Tally& tally = of.tally;
  const auto ties = split_ties ? accord::TieVote::split : accord::TieVote::disagree;
  accord::RaterSummer summer(view, tally, ties, categories);
  summer.poll = of.executor.poll;
  std::vector<int> group, rater, items, ratings_given, compared, met, used, units;
  std::vector<double> majority, others, pairs, kappa, std_error;
  accord::RaterItems by_rater(view, tally);
  std::vector<std::vector<double>> weights(view.n_groups());
  if (metric.size() > 0) {
    r::each_group_apart(tally, metric, by_weights, [&](int g, const auto& apart) {
      weights[g] = weights_of(apart, view.n_categories);
    });
  }
  for (int g = 0; g < view.n_groups(); ++g) {
    of.executor.poll();
    for (const accord::RaterSums& own : summer.sums(g)) {
      group.push_back(g + 1);
      rater.push_back(own.rater + 1);
      items.push_back(own.items);
      ratings_given.push_back(own.ratings);
      compared.push_back(own.compared);
      majority.push_back(own.majority);
      others.push_back(own.others);
      met.push_back(own.met);
      pairs.push_back(own.pairs);
      used.insert(used.end(), own.used.begin(), own.used.end());
    }
    by_rater.fill(g, 2);
    for (const accord::RaterKappa& own :
         accord::kappas_of_raters(by_rater, tally.patterns, view.n_categories,
                                  of.executor, weights[g], r::span(cluster))) {
      kappa.push_back(own.kappa);
      std_error.push_back(own.std_error);
      units.push_back(own.units);
    }
  }
  return r::list({{"group", group},
                  {"rater", rater},
                  {"n_items", items},
                  {"n_ratings", ratings_given},
                  {"n_compared", compared},
                  {"majority", majority},
                  {"others", others},
                  {"n_met", met},
                  {"pairs", pairs},
                  {"used", used},
                  {"kappa", kappa},
                  {"std.error", std_error},
                  {"n_clusters", units}});
}

// Returns the same kappas from the counts of a database: `times` ratings in category
// `code` of items whose pattern is a row of `counts`, by the rater at `place`.
// [[Rcpp::export(rng = false)]]
Rcpp::List kappas_of_counts(Rcpp::NumericMatrix counts, Rcpp::IntegerVector code,
                            Rcpp::NumericVector times, Rcpp::IntegerVector place,
                            int n_places) {
  accord::PatternSet patterns;
  std::vector<std::vector<accord::Judged>> given(n_places);
  std::vector<int> codes, n;
  for (int i = 0; i < counts.nrow(); ++i) {
    codes.clear();
    n.clear();
    int size = 0;
    for (int k = 0; k < counts.ncol(); ++k) {
      const int count = static_cast<int>(counts(i, k));
      if (count == 0) continue;
      codes.push_back(k);
      n.push_back(count);
      size += count;
    }
    const int pattern = patterns.add({codes, n, size});
    given[place[i] - 1].push_back({pattern, code[i] - 1, times[i]});
  }
  accord::RaterKappas kappas(patterns, counts.ncol());
  Rcpp::NumericVector kappa(n_places), std_error(n_places);
  for (int i = 0; i < n_places; ++i) {
    const accord::RaterKappa own = kappas.of(given[i]);
    kappa[i] = own.kappa;
    std_error[i] = own.std_error;
  }
  return r::list({{"kappa", kappa}, {"std.error", std_error}});
}

// Returns the mean of the values at each of `n` places, counted from 0; NaN if there is
// none.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector means_by_place(Rcpp::IntegerVector place, Rcpp::NumericVector value,
                                   int n) {
  return Rcpp::wrap(accord::means(r::span(place), r::span(value), n));
}

// Returns the counts of each group in items with at least `least` ratings.
// [[Rcpp::export(rng = false)]]
Rcpp::List count_by_group(Rcpp::List ratings, int least) {
  const auto counts = accord::count_used(r::ratings_view(ratings), least);
  const std::size_t n = counts.size();
  Rcpp::IntegerVector raters(n), categories(n);
  std::vector<double> items, n_ratings;
  for (std::size_t g = 0; g < n; ++g) {
    items.push_back(counts[g].items);
    n_ratings.push_back(counts[g].ratings);
    raters[g] = Rf_isNull(ratings["rater"]) ? NA_INTEGER : counts[g].raters;
    categories[g] = counts[g].categories;
  }
  return r::frame({{"n_items", r::whole_numbers(items)},
                   {"n_raters", raters},
                   {"n_ratings", r::whole_numbers(n_ratings)},
                   {"used_categories", categories}});
}
