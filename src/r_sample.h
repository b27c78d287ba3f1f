#pragma once
// Ratings with their tally, made once and handed to all that is asked about them.

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

  Rcpp::List memory;  // keeps what `view` looks at
  accord::RatingsView view;
  accord::Executor executor;
  accord::Tally tally;

  // What replicates need of the group that they were last made of, with what it found
  // out.
  std::shared_ptr<const accord::GroupSample> group;
  int group_number = -1;
};

// From the pointer that new_sample() gave to R.
Sample& sample(SEXP pointer);

}  // namespace r
