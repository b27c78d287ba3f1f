// Half of a program in two files that both include every header; see link_two.cpp.

#include "all_headers.h"

double alpha_of_one(const accord::RatingsView& ratings) {
  const accord::Tally tally = accord::tally(ratings, accord::Executor());
  const accord::Scale scale{accord::Level::nominal, ratings.n_categories};
  return accord::Alpha(accord::metric_spec(scale)).fit(tally.group(0)).value().estimate();
}
