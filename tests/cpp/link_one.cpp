// Half of a program in two files that both include every header; see link_two.cpp.

#include "all_headers.h"

double alpha_of_one(const accord::RatingsView& ratings) {
  const accord::Tally tally = accord::tally(ratings, accord::Executor());
  accord::Metric metric(accord::Scale{accord::Level::nominal, ratings.n_categories});
  return accord::Alpha(&metric, tally.group(0)).value().estimate();
}
