#pragma once
// Ratings with their tally, computed once and passed to all functions that use them.

#include <Rcpp/Lightest>
#include <memory>

#include "accord/base/parallel.h"
#include "accord/base/views.h"
#include "accord/ratings/tally.h"

namespace accord {
class GroupSample;
}

namespace r {

struct Sample {
  Sample(const Rcpp::List& ratings, int threads);

  Rcpp::List memory;  // owns the memory of `view`
  accord::RatingsView view;
  accord::Executor executor;
  accord::Tally tally;

  // The data that replicates need of the last group, kept for the next call for the same
  // group.
  std::shared_ptr<const accord::GroupSample> group;
  int group_number = -1;
};

// Returns the sample of a pointer that new_sample() returned to R.
Sample& sample(SEXP pointer);

}  // namespace r
