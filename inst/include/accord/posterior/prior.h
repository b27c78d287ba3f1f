#pragma once
// The weights of the pseudo-items of a posterior, and of the items themselves.
//
// The pseudo-item has two ratings, and counts as c = 2 / m items of m ratings. For the
// upper limit, if this changes the coefficient by less than one standard deviation of the
// influence of an item, its weight is increased until it does, up to one item. With many
// raters who agree, an item contains little more information than a rating, and an item
// that was not observed can matter as much as any other.
//
// n items with a Dirichlet weight each determine a mean as if its variance were known;
// Student's t, with n - 1 degrees of freedom, takes its estimation into account. So each
// item counts as lambda <= 1 observations, with lambda from
//   c / (lambda n + c) + z / sqrt(lambda n + c + 1) = t / sqrt(n - 1),
// whose left side is the limit of a mean, in standard deviations of an item, when the
// pseudo-item is one of them away. If units differ in size, n is their effective number,
// and the pseudo-item is as large as the unit of a random item.

#include <algorithm>  // max, min
#include <cmath>      // abs, sqrt
#include <cstddef>    // size_t
#include <vector>

#include "figure_rows.h"
#include "totals.h"

namespace accord {

struct PriorTask {
  double ratings = 2;  // of the pseudo-item; 0 if there is none
  double z = 1.96;     // normal quantile of the level
  double t = 1.96;     // Student's
};

// With more items the corrections for small samples change no digit: Student's t and the
// normal quantile differ by 1/3400 of their size, and 1 / n is half of the last digit
// printed.
inline constexpr double few_items = 4096;
inline bool few(const FigureRows& rows) { return rows.effective <= few_items; }

// The step for a derivative with respect to the weight of a row, as a share of the total
// weight.
inline constexpr double small_step = 1e-5;

inline double item_counts_as(double n, double c, const PriorTask& task) {
  const double wanted = task.t / std::sqrt(n - 1);
  const auto limit = [&](double lambda) {
    const double size = lambda * n + c;
    return c / size + task.z / std::sqrt(size + 1);
  };
  if (!(n > 1) || limit(1) >= wanted) return 1;
  double low = 0.05, high = 1;  // for two or three items there is no solution
  const int halvings = 40;      // to the last digits
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (limit(middle) > wanted ? low : high) = middle;
  }
  return high;
}

// Returns by how many standard deviations of the influence of an item an agreeing item
// changes the coefficient.
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
  const double none = 1e-12;  // relative to coefficients of about 1
  return std::max(std::abs(move), none) / std::sqrt(squares / rows.effective);
}

// Multiplies the weight of all rows by a factor.
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
