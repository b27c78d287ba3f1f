#include <Rcpp/Lightest>
#include <cmath>
#include <string>
#include <vector>

#include "accord/consensus/rater_bias.h"
#include "r_em.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

using accord::Answers;

// Returns the consensus values of the items of one group (from 0) if ratings are numbers:
// `values` of the categories, in their order. `settings` are those of em_settings(), with
// `weights` of all raters (or none) and `smoothing`.
// [[Rcpp::export(rng = false)]]
Rcpp::List mean_of_group(Rcpp::List ratings, int group, std::string method,
                         Rcpp::NumericVector values, Rcpp::List settings, int threads) {
  const Answers answers(r::ratings_view(ratings), group, r::executor(threads));
  const accord::Span<double> value = r::span(values);
  Rcpp::NumericVector label(answers.n_items()), error(answers.n_items());
  Rcpp::List fit;
  const auto set = [&](int item, const accord::Worth& worth) {
    label[item] = worth.value;
    error[item] = worth.error;
  };
  if (method == "mean") {
    const Rcpp::NumericVector given = settings["weights"];
    std::vector<double> weight;
    for (int rater : answers.raters()) {
      if (given.size() > 0) weight.push_back(given[rater]);
    }
    for (int i = 0; i < answers.n_items(); ++i) {
      set(i, accord::weighted_mean(answers, i, value, weight));
    }
  } else if (method == "weighted_mean") {
    accord::RaterBias model(answers, value, settings["smoothing"], r::executor(threads));
    const accord::BiasFit found = model.fit(r::em_settings(settings));
    for (int i = 0; i < answers.n_items(); ++i) set(i, model.worth(i));
    fit = r::list({{"bias", found.bias},
                   {"variance", found.variance},
                   {"mean", found.mean},
                   {"spread", found.spread},
                   {"log_likelihood", found.log_likelihood},
                   {"objective", found.objective},
                   {"history", found.history},
                   {"converged", found.converged}});
  } else {
    Rcpp::stop("the core has no method of consensus `%s`", method);
  }
  r::add_raters(answers, &fit);
  return r::list({{"label", label}, {"error", error}, {"fit", fit}});
}

// Returns the codes (from 1) of the two middle ratings of every item of a group; NA
// without ratings.
// [[Rcpp::export(rng = false)]]
Rcpp::List median_of_group(Rcpp::List ratings, int group) {
  const Answers answers(r::ratings_view(ratings), group);
  Rcpp::IntegerVector low(answers.n_items()), high(answers.n_items());
  std::vector<int> buffer;
  for (int i = 0; i < answers.n_items(); ++i) {
    const accord::Middle found = accord::middle(answers, i, &buffer);
    low[i] = found.low < 0 ? NA_INTEGER : found.low + 1;
    high[i] = found.high < 0 ? NA_INTEGER : found.high + 1;
  }
  Rcpp::List fit;
  r::add_raters(answers, &fit);
  return r::list({{"low", low}, {"high", high}, {"fit", fit}});
}
