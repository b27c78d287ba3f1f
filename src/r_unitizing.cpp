#include <Rcpp/Lightest>
#include <algorithm>  // copy
#include <vector>

#include "accord/spans/unitizing.h"
#include "r_table.h"
#include "r_views.h"

namespace {

Rcpp::NumericVector vector(const std::vector<double>& x) {
  return Rcpp::NumericVector(x.begin(), x.end());
}

Rcpp::NumericMatrix by_label(const std::vector<double>& x, int rows, int columns) {
  Rcpp::NumericMatrix result(rows, columns);
  std::copy(x.begin(), x.end(), result.begin());
  return result;
}

}  // namespace

// Returns sums of spans, which are stored document by document, with positions relative
// to `first`; labels count from 0. Matrices have a row per document.
// [[Rcpp::export(rng = false)]]
Rcpp::List sum_units(Rcpp::List spans, Rcpp::List documents, int n_labels) {
  accord::MarkedDocuments x;
  x.start = r::numbers(spans, "start");
  x.end = r::numbers(spans, "end");
  x.label = r::integers(spans, "label");
  x.first = r::integers(documents, "first");
  x.annotators = r::integers(documents, "annotators");
  x.length = r::numbers(documents, "length");
  x.n_labels = n_labels;
  accord::Unitizing unitizing(x);
  const accord::UnitizingSums& sums = unitizing.run();
  const int n = x.size();
  return r::list({{"length", by_label(sums.length, n, n_labels)},
                  {"square", vector(sums.square)},
                  {"same", by_label(sums.same, n, n_labels)},
                  {"same_valued", vector(sums.same_valued)},
                  {"same_gap", vector(sums.same_gap)},
                  {"met", by_label(sums.met, n, n_labels)},
                  {"met_square", by_label(sums.met_square, n, n_labels)}});
}
