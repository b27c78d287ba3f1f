#pragma once
// How much the pseudo-items of a posterior count, and the items themselves.
//
// The pseudo-item has two ratings, and counts as c = 2 / m items of m ratings. For the
// upper limit, where that moves the coefficient by less than one standard deviation of
// what an item does to it, it counts for as much as does so, up to one item: with many
// raters who agree, an item is worth little more than a rating, and one that was not seen
// may matter as much as any other.
//
// n items with a Dirichlet weight each tell a mean as if its variance were known;
// Student's t, with n - 1 degrees of freedom, does not. So each item counts as lambda <=
// 1 observations, with lambda from
//   c / (lambda n + c) + z / sqrt(lambda n + c + 1) = t / sqrt(n - 1),
// on whose left stands the limit of a mean in standard deviations of an item when the
// pseudo-item lies one of them off. Where units differ in size, n is their effective
// number, and the pseudo-item is as large as the unit of a random item.

#include <algorithm>  // max, min
#include <cmath>      // abs, sqrt
#include <cstddef>    // size_t
#include <vector>

#include "figure_rows.h"
#include "totals.h"

namespace accord {

struct PriorTask {
  double ratings = 2;  // of the pseudo-item; 0: there is none
  double z = 1.96;     // normal quantile of the level
  double t = 1.96;     // Student's
};

// Beyond so many items the corrections for small samples change no digit: Student's t and
// the normal quantile differ by a 3,400th, and 1 / n is half of the last digit printed.
inline constexpr double few_items = 4096;
inline bool few(const FigureRows& rows) { return rows.effective <= few_items; }

// A derivative with the weight of a row is taken by this step, as a part of all weight.
inline constexpr double small_step = 1e-5;

inline double item_counts_as(double n, double c, const PriorTask& task) {
  const double wanted = task.t / std::sqrt(n - 1);
  const auto limit = [&](double lambda) {
    const double size = lambda * n + c;
    return c / size + task.z / std::sqrt(size + 1);
  };
  if (!(n > 1) || limit(1) >= wanted) return 1;
  double low = 0.05, high = 1;  // of two or three items no lambda would do
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (limit(middle) > wanted ? low : high) = middle;
  }
  return high;
}

// By how many standard deviations of what an item does an agreeing one moves the
// coefficient.
inline double move_of_agreement(const Figure& figure, const FigureRows& rows) {
  Influences influences(figure, total_up(rows.observed, figure.n_totals()),
                        small_step * rows.units);
  double squares = 0, move = 0;
  for (const TotalRow& row : rows.observed) {
    const double u = influences.of(row.linear);
    squares += row.times * u * u;
  }
  for (const TotalRow& row : rows.agreeing) {
    move += row.times * influences.of(row.linear);
  }
  const double none = 1e-12;  // beside coefficients of about 1
  return std::max(std::abs(move), none) / std::sqrt(squares / rows.effective);
}

// All rows weigh more or less.
inline void scale(double factor, TotalRows* rows) {
  for (TotalRow& row : *rows) {
    for (Addend& x : row.linear) x.amount *= factor;
    for (Addend& x : row.square) x.amount *= factor * factor;
  }
}

inline void set_prior(const Figure& figure, const PriorTask& task, FigureRows* rows) {
  const UnitSize& unit = rows->unit;
  const double ratings = unit.ratings / unit.items * unit.count;
  const double c = ratings > 0 ? task.ratings / ratings : 0;
  if (!(c > 0)) {
    rows->random.clear();
    rows->agreeing.clear();
    rows->of_raters.clear();
  } else {
    const bool more = few(*rows) && c < 1;
    scale(c, &rows->random);
    scale(more ? std::max(c, std::min(1.0, 1 / move_of_agreement(figure, *rows))) : c,
          &rows->agreeing);
  }
  if (!few(*rows)) return;
  const double lambda = item_counts_as(rows->effective, c, task);
  for (TotalRow& row : rows->observed) row.lambda = lambda;
}

}  // namespace accord
