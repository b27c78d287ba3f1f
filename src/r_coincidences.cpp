#include <Rcpp/Lightest>
#include <vector>

#include "accord/agreement/alpha.h"
#include "accord/agreement/coincidence_cells.h"
#include "accord/agreement/coincidences.h"
#include "r_metric.h"
#include "r_sample.h"
#include "r_table.h"
#include "r_views.h"

// Returns the coincidence table of each group.
// [[Rcpp::export(rng = false)]]
Rcpp::List coincidences_by_group(SEXP sample) {
  const r::Sample& of = r::sample(sample);
  const accord::RatingsView& view = of.view;
  const accord::Tally& tally = of.tally;
  const int q = view.n_categories;
  Rcpp::List result(view.n_groups());
  for (int g = 0; g < view.n_groups(); ++g) {
    Rcpp::NumericMatrix table(q, q);
    for (const accord::Coincidences& cell : accord::coincidences(tally.group(g))) {
      const double each = cell.first < cell.second ? cell.sum / 2 : cell.sum;
      table(cell.first, cell.second) = table(cell.second, cell.first) = each;
    }
    result[g] = table;
  }
  return result;
}

// Returns for each group the nonempty cells of the table of coincidences: `delta`, the
// disagreement of their categories, and `coincidences`; for two different categories
// their two cells are combined. It also returns the expected disagreement, the sum of all
// cells, and the largest number of ratings of an item.
// [[Rcpp::export(rng = false)]]
Rcpp::List cells_by_group(SEXP sample, Rcpp::List metric) {
  const r::Sample& of = r::sample(sample);
  const accord::RatingsView& view = of.view;
  const accord::Tally& tally = of.tally;
  Rcpp::List result(view.n_groups());
  accord::Alpha alpha(r::metric_spec(metric));
  for (int g = 0; g < view.n_groups(); ++g) {
    Rcpp::checkUserInterrupt();
    const accord::CoincidenceCells found =
        accord::coincidence_cells(&alpha, tally.group(g));
    std::vector<double> coincidences;
    std::vector<bool> agreed;
    for (const accord::Coincidences& cell : found.cells) {
      coincidences.push_back(cell.sum);
      agreed.push_back(cell.first == cell.second);
    }
    result[g] = r::list({{"delta", found.apart},
                         {"coincidences", coincidences},
                         {"agreed", agreed},
                         {"expected", found.alpha.expected},
                         {"n", found.n},
                         {"most_ratings", found.most_ratings}});
  }
  return result;
}
