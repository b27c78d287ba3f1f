#include <Rcpp/Lightest>
#include <vector>

#include "accord/scores/ranks.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

using accord::RankTable;

namespace {

// A group as lists of objects and values of each of its raters.
struct RankRows {
  std::vector<std::vector<int>> object;
  std::vector<std::vector<double>> value;
  int n_items = 0, n_rated = 0, n_complete = 0;
  std::vector<int> raters, complete;  // `complete`: the number among these, or -1
};

RankRows rank_rows(const accord::RatingsView& view, int group,
                   accord::Span<double> value) {
  RankRows rows;
  std::vector<int> number(view.n_raters, -1);
  const int from = view.group_start[group], to = view.group_start[group + 1];
  for (int i = from; i < to; ++i) {
    for (int rater : view.raters_of(i)) {
      if (number[rater] >= 0) continue;
      number[rater] = static_cast<int>(rows.raters.size());
      rows.raters.push_back(rater);
    }
  }
  rows.object.resize(rows.raters.size());
  rows.value.resize(rows.raters.size());
  for (int i = from; i < to; ++i) {
    const accord::Span<int> who = view.raters_of(i), code = view.codes_of(i);
    for (std::size_t k = 0; k < who.size(); ++k) {
      rows.object[number[who[k]]].push_back(rows.n_items);
      rows.value[number[who[k]]].push_back(value[code[k]]);
    }
    rows.n_rated += who.size() > 0;
    const bool all = who.size() == rows.raters.size();
    rows.complete.push_back(all ? rows.n_complete++ : -1);
    ++rows.n_items;
  }
  return rows;
}

RankTable complete_table(const RankRows& rows) {
  std::vector<double> value;
  for (std::size_t j = 0; j < rows.object.size(); ++j) {
    for (std::size_t k = 0; k < rows.object[j].size(); ++k) {
      if (rows.complete[rows.object[j][k]] >= 0) value.push_back(rows.value[j][k]);
    }
  }
  return RankTable(value, static_cast<int>(rows.object.size()));
}

double mean_tau(const RankTable& table, const std::vector<double>& weight) {
  double sum = 0;
  int pairs = 0;
  for (int j = 1; j < table.n_raters(); ++j) {
    for (int k = 0; k < j; ++k) {
      const double tau =
          accord::tau_sums(table.values_of(j), table.values_of(k), weight).all(weight);
      if (tau == tau) sum += tau, ++pairs;
    }
  }
  return pairs ? sum / pairs : NA_REAL;
}

}  // namespace

// Returns W and what its interval over raters needs, for one group, from the objects that
// all raters ranked. `values` has the number of each category.
// [[Rcpp::export(rng = false)]]
Rcpp::List rank_table(Rcpp::List ratings, int group, Rcpp::NumericVector values) {
  const RankRows rows = rank_rows(r::ratings_view(ratings), group, r::span(values));
  const RankTable table = complete_table(rows);
  const int m = table.n_raters();
  const accord::RankAgreement found = table.agreement(std::vector<double>(m, 1));
  Rcpp::NumericVector covariance(m), correlation(m);
  Rcpp::LogicalVector ranking(m);
  int j = 0;
  for (const accord::RankAgreement& left : table.without_raters()) {
    covariance[j] = left.covariance;
    correlation[j] = left.correlation;
    ranking[j] = table.is_ranking(j);
    ++j;
  }
  return r::list({{"n_objects", table.n_objects()},
                  {"n_rated", rows.n_rated},
                  {"raters", rows.raters},
                  {"covariance", found.covariance},
                  {"correlation", found.correlation},
                  {"covariance_without", covariance},
                  {"correlation_without", correlation},
                  {"squares", table.squares()},
                  {"with_others", table.with_others()},
                  {"is_ranking", ranking},
                  {"objects_rank_raters", table.objects_rank_raters()}});
}

// Returns r, the mean of Spearman's and that of Kendall's correlations under weights of
// raters or of objects, a column for each draw; one of the two has no columns. Taus are
// computed for weights of objects only, if `taus`.
// [[Rcpp::export(rng = false)]]
Rcpp::List rank_replicates(Rcpp::List ratings, int group, Rcpp::NumericVector values,
                           Rcpp::NumericMatrix raters, Rcpp::NumericMatrix objects,
                           bool taus) {
  RankTable table =
      complete_table(rank_rows(r::ratings_view(ratings), group, r::span(values)));
  const auto poll = r::executor(1).poll;
  const int n = raters.ncol() + objects.ncol();
  Rcpp::NumericVector covariance(n), correlation(n), tau(n, NA_REAL);
  for (int b = 0; b < n; ++b) {
    poll();
    std::vector<double> v(table.n_raters(), 1);
    if (raters.ncol() > 0) {
      for (int j = 0; j < table.n_raters(); ++j) v[j] = raters(j, b);
    } else {
      std::vector<double> w(table.n_objects());
      for (int i = 0; i < table.n_objects(); ++i) w[i] = objects(i, b);
      if (taus) tau[b] = mean_tau(table, w);
      table.rank(std::move(w));
    }
    const accord::RankAgreement found = table.agreement(v);
    covariance[b] = found.covariance;
    correlation[b] = found.correlation;
  }
  return r::frame(
      {{"covariance", covariance}, {"correlation", correlation}, {"tau", tau}});
}

// Returns a row for each pair of raters: the number of objects that both ranked, and
// Spearman's and Kendall's correlation on these. `complete`: on those of all raters.
// [[Rcpp::export(rng = false)]]
Rcpp::List rank_pairs(Rcpp::List ratings, int group, Rcpp::NumericVector values,
                      bool complete) {
  const RankRows rows = rank_rows(r::ratings_view(ratings), group, r::span(values));
  const auto poll = r::executor(1).poll;
  std::vector<int> one, two, shared;
  std::vector<double> rho, tau, place(rows.n_items);
  std::vector<int> of(rows.n_items, -1);
  for (std::size_t j = 1; j < rows.object.size(); ++j) {
    for (std::size_t k = 0; k < rows.object[j].size(); ++k) {
      of[rows.object[j][k]] = static_cast<int>(j);
      place[rows.object[j][k]] = rows.value[j][k];
    }
    for (std::size_t l = 0; l < j; ++l) {
      poll();
      std::vector<double> x, y;
      for (std::size_t k = 0; k < rows.object[l].size(); ++k) {
        const int i = rows.object[l][k];
        if (of[i] != static_cast<int>(j) || (complete && rows.complete[i] < 0)) continue;
        x.push_back(rows.value[l][k]);
        y.push_back(place[i]);
      }
      const std::vector<double> ones(x.size(), 1);
      const accord::TauSums sums =
          accord::tau_sums({x.data(), x.size()}, {y.data(), y.size()}, ones);
      tau.push_back(sums.all(ones));
      one.push_back(static_cast<int>(l) + 1);
      two.push_back(static_cast<int>(j) + 1);
      shared.push_back(static_cast<int>(x.size()));
      x.insert(x.end(), y.begin(), y.end());
      rho.push_back(RankTable(std::move(x), 2).agreement({1, 1}).correlation);
    }
  }
  return r::frame(
      {{"one", one}, {"two", two}, {"n", shared}, {"rho", rho}, {"tau", tau}});
}
