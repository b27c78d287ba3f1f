#include <climits>  // INT_MAX, INT_MIN
#include <cmath>    // nan
#include <vector>

#include "accord/base/sound.h"
#include "check.h"

TEST(sound_finds_the_first_number_outside) {
  // Beyond one block, at its last and first places, and at the end.
  for (const std::size_t at : {0u, 1u, 4095u, 4096u, 9998u}) {
    for (const int bad : {-1, 10, INT_MIN, INT_MAX}) {
      std::vector<int> x(9999, 3);
      CHECK(accord::first_outside(x, 0, 9) == x.size());
      x[at] = bad;
      x.back() = bad;
      CHECK(accord::first_outside(x, 0, 9) == at);
    }
  }
  CHECK(accord::first_outside(std::vector<int>{0, 9}, 0, 9) == 2);
  CHECK(accord::first_outside(std::vector<int>{1, 0}, 1, INT_MAX) == 1);
  CHECK(accord::first_outside(std::vector<int>{0}, 0, -1) == 0);
  CHECK(accord::first_outside(std::vector<int>{}, 0, -1) == 0);
}

TEST(sound_passes_over_missing_numbers) {
  const std::vector<int> x{1, INT_MIN, 2, 3, 0};
  CHECK(accord::first_outside_or_missing(x, 1, 3) == 4);
  CHECK(accord::first_outside_or_missing(x, 1, 2) == 3);
  CHECK(accord::first_outside_or_missing(x, 1, 0) == 0);
  CHECK(accord::first_outside_or_missing(std::vector<int>{INT_MIN}, 1, 0) == 1);
}

TEST(sound_finds_starts_that_fall) {
  std::vector<int> x;
  for (int i = 0; i < 9000; ++i) x.push_back(i / 2);
  CHECK(accord::first_falling(x) == x.size());
  for (const std::size_t at : {1u, 4096u, 4097u, 8999u}) {
    std::vector<int> falling = x;
    falling[at] = INT_MIN;
    CHECK(accord::first_falling(falling) == at);
  }
  CHECK(accord::first_falling(std::vector<int>{}) == 0);
  CHECK(accord::first_falling(std::vector<int>{-5}) == 1);
}

TEST(sound_finds_numbers_that_do_not_rise) {
  CHECK(accord::first_not_rising(std::vector<double>{1, 2, 3}) == 3);
  CHECK(accord::first_not_rising(std::vector<double>{1, 2, 2}) == 2);
  CHECK(accord::first_not_rising(std::vector<double>{1, std::nan(""), 2}) == 1);
  CHECK(accord::first_not_rising(std::vector<double>{}) == 0);
}
