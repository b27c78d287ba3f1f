#pragma once
// Moments of the posterior of Cohen's and Conger's kappa, from one pass over the ratings.
// With the kappa f = 1 - x / y, where x is a mean over items and y a mean over pairs of
// raters of p_g' d p_h (chance_raters.h),
//
//   mean = f + cov(x, y) / y^2 - x var(y) / y^3 + x / y^2 (bias of y),
//   third cumulant = 2 sum of u^3 + sum over pairs of items of 3 u_i u_j f_ij,
//
// where u is the derivative of f with respect to the weight of an item, and f_ij the
// second one.
//
// The shares of a rater with n ratings have a Dirichlet distribution with the mass M = n
// + 1, which includes the pseudo-rating of rater_prior.h, and the mean s_g = (n p_g +
// pseudo-rating) / M. If a rating in category c changes y by z_c, with the mean m under
// s_g, these shares add to y
//
//   the mean m, since s_g differs from p_g, and
//   the variance (sum of s_gc z_c^2 - m^2) / (M + 1),
//
// The part of this that covaries with x is that of the best linear predictor from the
// weights of the items (Hajek 1968), with the coefficients (z_c - m) / (M + 1).

#include <algorithm>  // min
#include <cmath>      // NAN, pow, sqrt
#include <cstddef>    // size_t
#include <vector>

#include "../agreement/chance_raters.h"
#include "../agreement/disagreement.h"
#include "../base/blocks.h"
#include "../base/parallel.h"
#include "../distance/any_distance.h"
#include "../ratings/rows.h"
#include "drafts.h"
#include "rater_prior.h"
#include "totals.h"

namespace accord {

class RaterMoments {
 public:
  // `besides` is the number of pseudo-ratings of each rater. There are no moments for
  // fewer than `least` items, or if there is no expected disagreement.
  RaterMoments(const GroupSource& source, const AnyDistance& distance, double besides,
               double least, const Executor& executor)
      : source_(source),
        rows_(source.ratings, source.tally, source.group),
        distance_(distance),
        besides_(besides),
        executor_(executor),
        chance_(distance) {
    if (!(count_items() > least)) return;
    chance_.fit(rows_);
    chance_.weigh(weight_);
    const Expected expected = chance_.expected();
    if (expected.status != Status::ok || !(pairable > 0)) return;
    for (int g = 0; g < chance_.shares().n_raters(); ++g) {
      n_raters += chance_.shares().total(g) > 0;
    }
    plain = expected.expected;
    set_corrections();
    look_at_raters();
    look_at_items();
    exist = true;
  }

  // Adds the contribution of the second derivatives to the third cumulant.
  void add_curvature();

  double by_x() const { return -1 / y; }
  double by_y() const { return slope_by_expected(x, y); }
  // Returns the change of y for a change of D_e by 1.
  double per_expected() const { return 1 / (1 - same_pairs); }
  // Returns (d P)_c / r for any category.
  double from_all(int c) const {
    const Amounts& all = chance_.sum();
    double sum = 0;
    for (std::size_t j = 0; j < all.size(); ++j) {
      sum += all.amount[j] * distance_(c, all.code[j]);
    }
    return sum / n_raters;
  }

  bool exist = false;
  double items = 0, squares = 0;  // weights of items with ratings, and their squares
  double pairable = 0, apart = 0, ratings = 0;  // of those with two or more
  double n_raters = 0, plain = 0;  // D_e before the pairs of an item are taken off
  double own_pairs = 0, same_pairs = 0;
  double x = 0, y = 0;
  double variance = NAN, third = 0, fourth = 0, shift = 0;
  double variance_y = 0;
  // The variance of y that is not linear in the items; the fourth cumulant due to one
  // rater alone; an upper bound for the contribution of products of two raters' shares.
  double nonlinear = 0, by_one_rater = 0, products = 0;

 private:
  double count_items();
  void set_corrections();
  void look_at_raters();
  void look_at_items();

  // An item with a frequency stands for that many equal items; otherwise its weight is
  // its size.
  double times(double weight) const { return source_.ratings.frequencies ? weight : 1; }
  double size(double weight) const { return source_.ratings.frequencies ? 1 : weight; }
  double per_pair() const { return per_expected() / (n_raters * (n_raters - 1)); }
  double mass(int g) const { return effective_[g] + besides_; }
  // Returns (d P)_c, by code of the categories in use.
  std::vector<double> to_sum() const {
    const Amounts& all = chance_.sum();
    std::vector<double> result(distance_.n_codes());
    for (std::size_t j = 0; j < all.size(); ++j) {
      result[all.code[j]] = chance_.to_sum()[j];
    }
    return result;
  }

  GroupSource source_;
  ItemRows rows_;
  AnyDistance distance_;
  double besides_;
  const Executor& executor_;
  RaterChance chance_;
  std::vector<double> weight_;
  // The change of y by a rating, by entry of the table; the effective number of ratings,
  // by rater; u, by item.
  std::vector<double> slope_, effective_, u_;
  double drift_ = 0;  // of y, by the pseudo-ratings
};

// Returns the number of items of equal weight that would give a mean with the same
// precision.
inline double RaterMoments::count_items() {
  double units = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double w = rows_.weight_of(i);
    weight_.push_back(w);
    if (rows_.codes(i).empty()) continue;
    items += w;
    squares += w * size(w);
    units += times(w);
    if (rows_.codes(i).size() < 2) continue;
    pairable += w;
    ratings += w * static_cast<double>(rows_.codes(i).size());
  }
  return std::min(units, items * items / squares);
}

// Computes the contribution of pairs of an item with itself, whose squared weight has the
// expectation 2.
inline void RaterMoments::set_corrections() {
  double n = 0, own = 0, same = 0, disagreement = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Pattern p = rows_.pattern(i);
    const double w = weight_[i], squared = 2 * w * size(w);
    if (p.size < 2) continue;
    const double inside = distance_.inside(p), pairs = 1.0 * p.size * (p.size - 1);
    apart += w * inside / pairs;
    own += squared * inside;
    same += squared * pairs;
  }
  for (int g = 0; g < chance_.shares().n_raters(); ++g) {
    n += chance_.shares().total(g);
    disagreement += std::pow(chance_.shares().total(g), 2);
  }
  const double pairs = n * n - disagreement;
  own_pairs = own / pairs;
  same_pairs = same / pairs;
  x = apart / pairable;
  y = mean_between(plain, own_pairs, 1, same_pairs);
}

inline void RaterMoments::look_at_raters() {
  const RaterShares& shares = chance_.shares();
  chance_.prepare(Deleted::raters);
  effective_.assign(shares.n_raters(), 0.0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double w = weight_[i];
    if (source_.ratings.frequencies) break;
    for (int e : shares.entries_of(i)) effective_[shares.rater_of(e)] += w * w;
  }
  Amounts rating = chance_.sum();
  for (double& share : rating.amount) share /= n_raters;
  rating = pseudo_rating(rating);
  const std::vector<double> to_all = to_sum();
  const double within_rating = distance_.pairs_within(rating);
  slope_.assign(shares.n_entries(), 0.0);
  double within = 0, within_one = 0;
  for (int g = 0; g < shares.n_raters(); ++g) {
    const double n = shares.total(g);
    if (!(n > 0)) continue;
    double& alike = effective_[g];
    alike = source_.ratings.frequencies ? n : n * n / alike;
    double squared = 0, toward_all = 0;
    for (int e = shares.first_entry(g); e < shares.first_entry(g + 1); ++e) {
      slope_[e] = 2 * per_pair() * chance_.toward(e);
      squared += chance_.share(e) * slope_[e] * slope_[e];
      toward_all += chance_.share(e) * to_all[shares.code(e)];
    }
    // The same is computed for a pseudo-rating.
    const double own = chance_.own_pairs_of(g);
    double move = 0, besides_squared = 0, apart_from_own = 0;
    for (std::size_t i = 0; i < rating.size(); ++i) {
      double from_own = 0;
      for (int e = shares.first_entry(g); e < shares.first_entry(g + 1); ++e) {
        from_own += chance_.share(e) * distance_(rating.code[i], shares.code(e));
      }
      const double toward = to_all[rating.code[i]] - from_own - (toward_all - own);
      const double slope = 2 * per_pair() * toward;
      move += rating.amount[i] * slope;
      besides_squared += rating.amount[i] * slope * slope;
      apart_from_own += rating.amount[i] * from_own;
    }
    const double part = besides_ / mass(g), grown = mass(g) + 1, mean = part * move;
    const double of_rater =
        ((1 - part) * squared + part * besides_squared - mean * mean) / grown;
    const double linear = alike * (squared + mean * mean) / (grown * grown);
    nonlinear += of_rater - linear;
    drift_ += mean;
    for (int e = shares.first_entry(g); e < shares.first_entry(g + 1); ++e) {
      slope_[e] = alike / n * (slope_[e] - mean) / grown;
    }
    const double pairs =
        ((1 - part) * (1 - part) * own + 2 * part * (1 - part) * apart_from_own +
         part * part * within_rating) /
        grown;
    within += pairs;
    within_one += pairs * pairs;
    by_one_rater += 6 / (mass(g) + 3) * of_rater * of_rater;
  }
  products = 2 * per_pair() * per_pair() * (within * within - within_one);
}

inline void RaterMoments::look_at_items() {
  const RaterShares& shares = chance_.shares();
  enum { xy, yy, xu, yu, uu, uuu, uuuu, pairs, n_sums };
  const int blocks = blocks_for(weight_.size(), 1);
  std::vector<std::vector<double>> sums(blocks, std::vector<double>(n_sums));
  u_.assign(weight_.size(), 0.0);
  std::vector<double> from = to_sum();
  for (double& d : from) d /= n_raters;
  each_block(executor_, weight_.size(), blocks, [&](int b, Range items) {
    std::vector<double>& sum = sums[b];
    for (std::size_t i = items.begin; i < items.end; ++i) {
      if ((i & 0xFFFF) == 0) executor_.poll();
      const Pattern p = rows_.pattern(i);
      if (p.size == 0) continue;
      const double t = times(weight_[i]), a = size(weight_[i]);
      double dx = 0, dy = 0, covary = 0, own = 0;
      for (int e : shares.entries_of(i)) {
        const int g = shares.rater_of(e);
        dy += slope_[e];
        const double k =
            effective_[g] / mass(g) * (mass(g) - 1) / ((mass(g) + 1) * shares.total(g));
        covary += k;
        own += k * k;
      }
      dy *= a;
      if (p.size > 1) {
        const double inside = distance_.inside(p), m = p.size;
        dx = a * (inside / (m * (m - 1)) - x) / pairable;
        double apart = inside + m * (m - 1) * plain;
        for (std::size_t j = 0; j < p.code.size(); ++j) {
          apart -= 2 * (m - 1) * p.count[j] * from[p.code[j]];
        }
        sum[pairs] += t * a * a * (covary * covary - own) / (m * (m - 1)) * apart;
      }
      const double u = by_x() * dx + by_y() * dy;
      u_[i] = u;
      sum[xy] += t * dx * dy;
      sum[yy] += t * dy * dy;
      sum[xu] += t * dx * u;
      sum[yu] += t * dy * u;
      sum[uu] += t * u * u;
      sum[uuu] += t * u * u * u;
      sum[uuuu] += t * u * u * u * u;
    }
  });
  add_blocks(&sums);
  const std::vector<double>& sum = sums[0];
  const double y_of_f = sum[yu] + by_y() * nonlinear, y2 = y * y;
  variance_y = sum[yy] + nonlinear;
  variance = sum[uu] + by_y() * by_y() * nonlinear;
  shift = sum[xy] / y2 - x * variance_y / (y2 * y) +
          by_y() * (per_pair() * sum[pairs] + drift_);
  third = 2 * sum[uuu] + 6 * sum[xu] * y_of_f / y2 - 6 * x * y_of_f * y_of_f / (y2 * y);
  fourth = 6 * sum[uuuu];
}

}  // namespace accord

#include "rater_curvature.h"  // add_curvature
