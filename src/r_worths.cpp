#include <Rcpp/Lightest>
#include <string>
#include <vector>

#include "accord/scores/worths.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

namespace {

Rcpp::NumericMatrix to_matrix(const Eigen::MatrixXd& x) {
  Rcpp::NumericMatrix result(static_cast<int>(x.rows()), static_cast<int>(x.cols()));
  for (Eigen::Index i = 0; i < x.size(); ++i) result[i] = x.data()[i];
  return result;
}

accord::TieModel tie_model(const std::string& name) {
  for (int k = 0; k < 3; ++k) {
    if (name == accord::tie_model_names[k]) return static_cast<accord::TieModel>(k);
  }
  Rcpp::stop("the core has no model of ties `%s`", name);
}

}  // namespace

// Returns the maximum likelihood fit of judgements of pairs. Objects and clusters are
// numbered from 0, choices are 0 (first), 1 (second) and 2 (tie). `weight` and `cluster`
// may be empty.
// [[Rcpp::export(rng = false)]]
Rcpp::List worths_fit(Rcpp::List data, int n_objects, int n_clusters, std::string ties,
                      bool order, double pseudo) {
  accord::Judgements x{r::integers(data, "first"),
                       r::integers(data, "second"),
                       r::integers(data, "choice"),
                       r::numbers(data, "weight"),
                       r::integers(data, "cluster"),
                       n_objects,
                       n_clusters};
  accord::WorthSettings settings;
  settings.ties = tie_model(ties);
  settings.order = order;
  settings.pseudo = pseudo;
  settings.has_ties = false;
  for (int k : x.choice) settings.has_ties = settings.has_ties || k == 2;
  const accord::WorthFit fit = accord::WorthModel(x, settings).fit(r::executor(1).poll);
  return r::list({{"worth", fit.worth},
                  {"tie", fit.tie},
                  {"order", fit.order},
                  {"log_likelihood", fit.log_likelihood},
                  {"saturated", fit.saturated},
                  {"n_cells", fit.n_cells},
                  {"steps", fit.steps},
                  {"converged", fit.converged},
                  {"singular", fit.singular},
                  {"covariance", to_matrix(fit.covariance)},
                  {"clustered", to_matrix(fit.clustered)}});
}

// Returns the number of the part of each object within which all are compared both ways.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector worths_parts(Rcpp::List data, int n_objects) {
  accord::Judgements x{r::integers(data, "first"),
                       r::integers(data, "second"),
                       r::integers(data, "choice"),
                       {},
                       {},
                       n_objects,
                       0};
  return Rcpp::wrap(accord::strong_parts(x));
}
