// The other half, with calls of the same functions.

#include <vector>

#include "all_headers.h"

double alpha_of_one(const accord::RatingsView& ratings);

int main() {
  const std::vector<int> group{0, 2}, item{0, 2, 4}, code{0, 0, 1, 1};
  const accord::RatingsView ratings{group, item, code, {}, 2, 0};
  accord::Alpha nominal(accord::metric_spec({accord::Level::nominal, 2}));
  const accord::Tally tally = accord::tally(ratings, accord::Executor());
  const double alpha = nominal.fit(tally.group(0)).value().estimate();
  return alpha == 1 && alpha_of_one(ratings) == 1 ? 0 : 1;
}
