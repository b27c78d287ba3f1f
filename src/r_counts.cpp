#include <Rcpp/Lightest>

#include "accord/ratings/counts.h"
#include "r_views.h"

// What each group holds in items with at least `least` ratings.
// [[Rcpp::export(rng = false)]]
Rcpp::DataFrame count_by_group(Rcpp::List ratings, int least) {
  const auto counts = accord::count_used(r::ratings_view(ratings), least);
  const std::size_t n = counts.size();
  Rcpp::IntegerVector items(n), raters(n), n_ratings(n), categories(n);
  for (std::size_t g = 0; g < n; ++g) {
    items[g] = static_cast<int>(counts[g].items);
    raters[g] = Rf_isNull(ratings["rater"]) ? NA_INTEGER : counts[g].raters;
    n_ratings[g] = static_cast<int>(counts[g].ratings);
    categories[g] = counts[g].categories;
  }
  return Rcpp::DataFrame::create(Rcpp::_["n_items"] = items, Rcpp::_["n_raters"] = raters,
                                 Rcpp::_["n_ratings"] = n_ratings,
                                 Rcpp::_["used_categories"] = categories);
}
