#pragma once
// Checks that tests of figures share.

#include <vector>

#include "accord/posterior/totals.h"
#include "any_distance.h"
#include "check.h"
#include "data.h"

namespace figures {

// Calls f(distance, seed) for two to five categories, as names and as numbers.
template <class F>
void each_scale(F f) {
  for (int seed = 0; seed < 40; ++seed) {
    accord::Scale scale;
    scale.n_categories = 2 + seed % 4;
    std::vector<double> values;
    for (int k = 0; k < scale.n_categories; ++k) values.push_back(k * k + 1);
    scale.values = values;
    for (accord::Level level : {accord::Level::nominal, accord::Level::interval}) {
      scale.level = level;
      check::set_scene("seed %d", seed);
      f(accord::AnyDistance(scale), seed);
    }
  }
}

inline std::vector<int> all_codes(int n_categories) {
  std::vector<int> all(n_categories);
  for (int k = 0; k < n_categories; ++k) all[k] = k;
  return all;
}

// The codes that some of `n_raters` raters give to an item.
struct DrawnItem {
  DrawnItem(data::Random* random, int n_raters, int n_categories) {
    for (int g = 0; g < n_raters; ++g) {
      if (random->one_in(4)) continue;
      raters.push_back(g);
      codes.push_back(random->below(n_categories));
    }
  }

  std::vector<int> codes, raters;
};

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
