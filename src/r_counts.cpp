#include <Rcpp/Lightest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "accord/ratings/counts.h"
#include "r_table.h"
#include "r_views.h"

namespace {

// As R's integers where these suffice.
Rcpp::RObject whole_numbers(const std::vector<double>& x) {
  const auto fits = [](double i) { return i <= 2147483647 && i == std::floor(i); };
  if (!std::all_of(x.begin(), x.end(), fits)) return Rcpp::wrap(x);
  return Rcpp::wrap(std::vector<int>(x.begin(), x.end()));
}

}  // namespace

// What each group holds in items with at least `least` ratings.
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
  return r::frame({{"n_items", whole_numbers(items)},
                   {"n_raters", raters},
                   {"n_ratings", whole_numbers(n_ratings)},
                   {"used_categories", categories}});
}
