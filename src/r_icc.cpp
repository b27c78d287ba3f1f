#include <Rcpp/Lightest>

#include "accord/scores/icc.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

// Returns one row per group: the analysis of variance, and the coefficients of single
// ratings. `values` has the number of each category. `design` is a position in the enum
// IccDesign.
// [[Rcpp::export(rng = false)]]
Rcpp::List icc_by_group(Rcpp::List ratings, Rcpp::NumericVector values, int design) {
  const accord::RatingsView view = r::ratings_view(ratings);
  const int n = view.n_groups();
  Rcpp::NumericVector items(n), raters(n), error(n), df_items(n), df_raters(n);
  Rcpp::NumericVector df_error(n), per_item(n), per_rater(n), ratings_per_item(n);
  Rcpp::NumericVector consistency(n), agreement(n), unit(n);
  Rcpp::IntegerVector status(n);

  accord::IccGroup group(view.n_raters, r::executor(1).poll);
  for (int g = 0; g < n; ++g) {
    group.read(view, g, r::span(values));
    const accord::IccAnova anova = group.anova(static_cast<accord::IccDesign>(design));
    items[g] = anova.items;
    raters[g] = anova.raters;
    error[g] = anova.error;
    df_items[g] = anova.df_items;
    df_raters[g] = anova.df_raters;
    df_error[g] = anova.df_error;
    per_item[g] = anova.per_item;
    per_rater[g] = anova.per_rater;
    ratings_per_item[g] = anova.ratings_per_item;
    consistency[g] = anova.consistency();
    agreement[g] = anova.agreement();
    unit[g] = group.unit();
    status[g] = static_cast<int>(anova.status);
  }
  return r::frame({{"items", items},
                   {"raters", raters},
                   {"error", error},
                   {"df_items", df_items},
                   {"df_raters", df_raters},
                   {"df_error", df_error},
                   {"per_item", per_item},
                   {"per_rater", per_rater},
                   {"ratings_per_item", ratings_per_item},
                   {"consistency", consistency},
                   {"agreement", agreement},
                   {"unit", unit},
                   {"status", status}});
}
