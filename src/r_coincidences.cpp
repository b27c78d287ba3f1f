#include <Rcpp/Lightest>

#include "accord/agreement/coincidences.h"
#include "r_sample.h"
#include "r_views.h"

// The coincidence table of each group.
// [[Rcpp::export(rng = false)]]
Rcpp::List coincidences_by_group(SEXP sample) {
  const r::Sample& of = r::sample(sample);
  const accord::RatingsView& view = of.view;
  const accord::Tally& tally = of.tally;
  const int q = view.n_categories;
  Rcpp::List result(view.n_groups());
  for (int g = 0; g < view.n_groups(); ++g) {
    Rcpp::NumericMatrix table(q, q);
    const std::vector<double> cells = accord::coincidences(tally.group(g), q);
    std::copy(cells.begin(), cells.end(), table.begin());
    result[g] = table;
  }
  return result;
}
