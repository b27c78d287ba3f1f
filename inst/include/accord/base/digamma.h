#pragma once
// The derivative of the logarithm of the gamma function, for x > 0: the recurrence up to
// 10, then the asymptotic series (Abramowitz & Stegun 1964, 6.3.5 and 6.3.18).

#include <cmath>  // log

namespace accord {

inline double digamma(double x) {
  double result = 0;
  for (; x < 10; ++x) result -= 1 / x;
  const double u = 1 / (x * x);
  const double series =
      u *
      (1.0 / 12 - u * (1.0 / 120 - u * (1.0 / 252 - u * (1.0 / 240 - u * (1.0 / 132)))));
  return result + std::log(x) - 0.5 / x - series;
}

}  // namespace accord
