#include <cstddef>  // size_t
#include <vector>

#include "accord/scores/rasch_inverse.h"
#include "check.h"
#include "data.h"

TEST(rasch_inverse_is_one) {
  data::Random random(7);
  const std::size_t n = 9;
  std::vector<double> root(n * n), matrix(n * n);
  for (double& x : root) x = random.between(-1, 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) {
        matrix[i * n + j] += root[i * n + k] * root[j * n + k];
      }
    }
  }
  std::vector<double> inverse = matrix;
  CHECK(accord::invert_positive(&inverse, n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < n; ++k) sum += matrix[i * n + k] * inverse[k * n + j];
      CHECK_NEAR(sum, i == j, 1e-8);
    }
  }
  std::vector<double> singular(n * n, 1.0);
  CHECK(!accord::invert_positive(&singular, n));
}
