#include <cmath>  // log, pow
#include <vector>

#include "accord/posterior/tilt.h"
#include "check.h"

namespace {

using accord::PosteriorRow;

PosteriorRow row_of(double shape, double influence, double tilt) {
  return {{}, {}, shape, 1, influence, tilt, 0, nullptr, 0};
}

// The cumulant function of the tilted rows.
double cumulant_of(const std::vector<PosteriorRow>& rows) {
  double sum = 0;
  for (const PosteriorRow& row : rows) sum -= row.shape * std::log(1 - row.tilt);
  return sum;
}

}  // namespace

// An exponential weight against one of shape a: P(g_2 > c g_1) = (1 + c)^-a.
TEST(tilt_probability_of_two_weights_is_exact) {
  for (double shape : {0.5, 3.0, 40.0}) {
    // The limits range from near the mean to far in the tail.
    for (double part : {1e-4, 1e-2, 0.3, 0.9}) {
      const double r = part * shape, up = r / (1 + r), down = -part / (1 - part);
      const double exact = std::pow(1 - down / up, -shape);
      CHECK_NEAR(accord::above_zero({row_of(shape, 0, down), row_of(1, 0, up)}), exact,
                 1e-6);
    }
  }
}

// Equal items, and a rare pseudo-item with a much larger influence: 2.5% of the
// distribution are beyond its mean or, if it is rarer, the limit is below the mean.
TEST(tilt_finds_limits_of_very_skewed_weights) {
  for (double rare : {1e-3, 5e-3, 0.02, 0.1}) {
    for (double far : {10.0, 1e3, 1e5}) {
      for (int side : {-1, 1}) {
        std::vector<PosteriorRow> rows;
        for (int i = 0; i < 40; ++i) rows.push_back(row_of(1, side * 0.01 * i, 0));
        rows.push_back(row_of(rare, side * far, 0));
        const double cumulant = accord::tilt(&rows, side, 0.025);
        CHECK(cumulant < 0);
        CHECK_NEAR(cumulant, cumulant_of(rows), 1e-9);
        // Tilted towards the limit from below the mean, the other side is above zero.
        const bool below = rows.back().tilt < 0;
        const double above = accord::above_zero(rows);
        const double beyond = below ? 1 - above : above;
        CHECK(beyond > 0.016 && beyond < 0.038);
      }
    }
  }
}
