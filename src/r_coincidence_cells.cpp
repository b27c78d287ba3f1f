#include <Rcpp/Lightest>
#include <vector>

#include "accord/agreement/coincidence_cells.h"
#include "r_metric.h"
#include "r_parallel.h"
#include "r_views.h"

// Of each group, the cells of the table of coincidences that hold something: `delta`,
// what their categories disagree by, and `coincidences`; for two different categories
// both of their cells together. And the expected disagreement, the sum of all cells, and
// the most ratings of an item.
// [[Rcpp::export(rng = false)]]
Rcpp::List cells_by_group(Rcpp::List ratings, Rcpp::List metric, int threads) {
  const accord::RatingsView view = r::ratings_view(ratings);
  const accord::Tally tally = accord::tally(view, r::executor(threads));
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
    result[g] = Rcpp::List::create(
        Rcpp::_["delta"] = delta, Rcpp::_["coincidences"] = coincidences,
        Rcpp::_["agreed"] = agreed, Rcpp::_["expected"] = found.alpha.expected,
        Rcpp::_["n"] = found.n, Rcpp::_["most_ratings"] = found.most_ratings);
  }
  return result;
}
