#pragma once
// Checks that tests of figures share.

#include <vector>

#include "accord/posterior/totals.h"
#include "check.h"

namespace figures {

// Compares the gradient at the totals of these rows, along each of them, with a small
// step.
inline void compare_slopes(const accord::Figure& figure, const accord::TotalRows& rows) {
  std::vector<double> total = accord::total_up(rows, figure.n_totals());
  for (const accord::TotalRow& row : rows) {
    for (const accord::Addend& x : row.square) total[x.place] += row.times * x.amount;
  }
  std::vector<double> slope;
  if (!CHECK(figure.gradient(accord::Totals(total.data(), 1), &slope))) return;
  for (const accord::TotalRow& row : rows) {
    const auto moved = [&](double step) {
      std::vector<double> there = total;
      for (const accord::Addend& x : row.linear) there[x.place] += step * x.amount;
      return figure.value(accord::Totals(there.data(), 1));
    };
    double exact = 0;
    for (const accord::Addend& x : row.linear) exact += x.amount * slope[x.place];
    const double h = 1e-4;
    CHECK_NEAR(exact, (moved(h) - moved(-h)) / (2 * h), 1e-6);
  }
}

}  // namespace figures
