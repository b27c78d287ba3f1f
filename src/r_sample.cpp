#include "r_sample.h"

#include "r_parallel.h"
#include "r_views.h"

r::Sample::Sample(const Rcpp::List& ratings, int threads)
    : memory(ratings),
      view(ratings_view(ratings)),
      executor(r::executor(threads)),
      tally(accord::tally(view, executor)) {}

r::Sample& r::sample(SEXP pointer) { return *Rcpp::XPtr<Sample>(pointer); }

// [[Rcpp::export(rng = false)]]
SEXP new_sample(Rcpp::List ratings, int threads) {
  return Rcpp::XPtr<r::Sample>(new r::Sample(ratings, threads));
}
