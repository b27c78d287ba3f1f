#include <cmath>  // NAN, isnan
#include <vector>

#include "accord/base/means.h"
#include "check.h"

TEST(means_pass_over_what_has_no_place_or_value) {
  const std::vector<int> place{0, 2, 0, -1, 2, 0};
  const std::vector<double> value{1, 5, 2, 100, NAN, 6};
  const std::vector<double> result = accord::means(place, value, 4);
  CHECK(result.size() == 4);
  CHECK_NEAR(result[0], 3, 1e-15);
  CHECK_NEAR(result[2], 5, 1e-15);
  CHECK(std::isnan(result[1]) && std::isnan(result[3]));
}
