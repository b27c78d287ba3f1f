#include <Rcpp/Lightest>
#include <vector>

#include "accord/agreement/coincidence_cells.h"
#include "accord/agreement/coincidences.h"
#include "r_metric.h"
#include "r_sample.h"
#include "r_table.h"
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

// Of each group, the cells of the table of coincidences that hold something: `delta`,
// what their categories disagree by, and `coincidences`; for two different categories
// both of their cells together. And the expected disagreement, the sum of all cells, and
// the most ratings of an item.
// [[Rcpp::export(rng = false)]]
Rcpp::List cells_by_group(SEXP sample, Rcpp::List metric) {
  const r::Sample& of = r::sample(sample);
  const accord::RatingsView& view = of.view;
  const accord::Tally& tally = of.tally;
  Rcpp::List result(view.n_groups());
  accord::Metric working = r::metric(metric);
  for (int g = 0; g < view.n_groups(); ++g) {
    Rcpp::checkUserInterrupt();
    const accord::CoincidenceCells found =
        accord::coincidence_cells(&working, tally.group(g));
    std::vector<double> delta, coincidences;
    std::vector<bool> agreed;
    for (const auto& cell : found.cells) {
      delta.push_back(cell.apart);
      coincidences.push_back(cell.coincidences);
      agreed.push_back(cell.first == cell.second);
    }
    result[g] = r::list({{"delta", delta},
                         {"coincidences", coincidences},
                         {"agreed", agreed},
                         {"expected", found.alpha.expected},
                         {"n", found.n},
                         {"most_ratings", found.most_ratings}});
  }
  return result;
}
