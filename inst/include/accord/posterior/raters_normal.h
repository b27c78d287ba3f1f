#pragma once
// Limits of Cohen's and Conger's kappa of many items without draws. The posterior of
// posterior.h is near normal then: its mean to the second order, its variance and its
// skewness follow from one look at the ratings, and the limits by Cornish & Fisher
// (1938). With the kappa f = 1 - x / y, where x is a mean over items and y a mean over
// pairs of raters of p_g' d p_h (chance_raters.h),
//
//   mean = f + cov(x, y) / y^2 - x var(y) / y^3 + x / y^2 (bias of y),
//   third cumulant = 2 sum of u^3 + sum over pairs of items of 3 u_i u_j f_ij,
//
// where u is the derivative of f with the weight of an item, f_ij the second one.
//
// The shares p_g of a rater with n ratings have a Dirichlet distribution, whose variance
// is n / (n + 1) times that of the linear approximation. So the derivative is taken as
// n / (n + 1) of what it is, which is the best linear predictor (Hajek 1968), and the
// variance of what that leaves out is added.
//
// There is no limit where the distribution may be far from normal: with few items that
// tell anything, or a rater with few ratings on whom much depends.

#include <algorithm>  // min
#include <cmath>      // NAN, abs, ldexp, pow, round, sqrt
#include <cstddef>    // size_t
#include <optional>
#include <vector>

#include "../agreement/chance_raters.h"
#include "../agreement/kappa.h"
#include "../base/blocks.h"
#include "../base/parallel.h"
#include "../distance/any_distance.h"
#include "../ratings/rows.h"
#include "drafts.h"
#include "group_pseudo.h"
#include "prior.h"

namespace accord {

// How far the posterior is from what the expansion describes, each in standard deviations
// or as a share of the variance.
struct ExpansionLimits {
  double skewness = 0.3;   // of the linear part
  double kurtosis = 0.1;   // that one item, or one rater, alone can give it
  double nonlinear = 0.2;  // the share of the variance that is not linear in the items
  double products = 0.02;  // and an upper bound of that of products of two raters' shares
  double chance = 0.1;     // coefficient of variation of expected disagreement
  double shift = 0.3;      // of the mean, by the second order
};

class RatersExpansion {
 public:
  RatersExpansion(const GroupSource& source, const AnyDistance& distance,
                  const Executor& executor)
      : source_(source),
        rows_(source.ratings, source.tally, source.group),
        distance_(distance),
        executor_(executor),
        chance_(distance) {
    if (!(count_items() > most_by_draws)) return;
    chance_.fit(rows_);
    chance_.weigh(weight_);
    const Expected expected = chance_.expected();
    if (expected.status != Status::ok || !(pairable_ > 0)) return;
    n_raters_ = 0;
    for (int g = 0; g < chance_.shares().n_raters(); ++g) {
      n_raters_ += chance_.shares().total(g) > 0;
    }
    plain_ = expected.expected;
    set_corrections();
    look_at_raters();
    look_at_items();
    if (near_normal()) add_curvature();
  }

  bool usable() const { return usable_; }
  // Lower (-1) or upper (1) limit with pseudo-items that have these pairs.
  double limit(const std::vector<CategoryPair>& pseudo, int side,
               const PriorTask& prior) const;
  double variance() const { return variance_; }

 private:
  static constexpr double most_by_draws = 4096;  // items, as in prior.h

  double count_items();
  void set_corrections();
  void look_at_raters();
  void look_at_items();
  void add_curvature();
  bool near_normal() const;

  // An item of a frequency is as many equal items; another one is as large as it weighs.
  double times(double weight) const { return source_.ratings.frequencies ? weight : 1; }
  double size(double weight) const { return source_.ratings.frequencies ? 1 : weight; }
  // Of a change of D_e by 1.
  double per_expected() const { return 1 / (1 - same_pairs_); }
  double per_pair() const { return per_expected() / (n_raters_ * (n_raters_ - 1)); }
  double by_x() const { return -1 / y_; }
  double by_y() const { return x_ / (y_ * y_); }
  // (d P)_c / r, of any category.
  double from_all(int c) const {
    const Amounts& all = chance_.sum();
    double sum = 0;
    for (std::size_t j = 0; j < all.size(); ++j) {
      sum += all.amount[j] * distance_(c, all.code[j]);
    }
    return sum / n_raters_;
  }

  GroupSource source_;
  ItemRows rows_;
  AnyDistance distance_;
  const Executor& executor_;
  RaterChance chance_;
  ExpansionLimits allowed_;
  std::vector<double> weight_;
  double items_ = 0, squares_ = 0;  // weights of items with ratings, and their squares
  double pairable_ = 0, apart_ = 0, ratings_ = 0;  // of those with two or more
  double n_raters_ = 0, plain_ = 0;  // D_e before the pairs of an item are taken off
  double own_pairs_ = 0, same_pairs_ = 0;
  double x_ = 0, y_ = 0;
  // By entry of the table: dy of a rating; by rater: ratings that count alike.
  std::vector<double> slope_, effective_, u_;
  double bias_of_y_ = 0, variance_ = NAN, third_ = 0, fourth_ = 0, shift_ = 0;
  double variance_y_ = 0, nonlinear_ = 0, by_one_rater_ = 0, products_ = 0;
  bool usable_ = false;
};

// As many as would tell a mean as precisely if all weighed alike.
inline double RatersExpansion::count_items() {
  double units = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double w = rows_.weight_of(i);
    weight_.push_back(w);
    if (rows_.codes(i).empty()) continue;
    items_ += w;
    squares_ += w * size(w);
    units += times(w);
    if (rows_.codes(i).size() < 2) continue;
    pairable_ += w;
    ratings_ += w * static_cast<double>(rows_.codes(i).size());
  }
  return std::min(units, items_ * items_ / squares_);
}

// What an item makes of pairs with itself, whose squared weight has the expectation 2.
inline void RatersExpansion::set_corrections() {
  double n = 0, own = 0, same = 0, disagreement = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Pattern p = rows_.pattern(i);
    const double w = weight_[i], squared = 2 * w * size(w);
    if (p.size < 2) continue;
    const double inside = distance_.inside(p), pairs = 1.0 * p.size * (p.size - 1);
    apart_ += w * inside / pairs;
    own += squared * inside;
    same += squared * pairs;
  }
  for (int g = 0; g < chance_.shares().n_raters(); ++g) {
    n += chance_.shares().total(g);
    disagreement += std::pow(chance_.shares().total(g), 2);
  }
  const double pairs = n * n - disagreement;
  own_pairs_ = own / pairs;
  same_pairs_ = same / pairs;
  x_ = apart_ / pairable_;
  y_ = (plain_ - own_pairs_) / (1 - same_pairs_);
}

inline void RatersExpansion::look_at_raters() {
  const RaterShares& shares = chance_.shares();
  chance_.prepare(Deleted::raters);
  effective_.assign(shares.n_raters(), 0.0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double w = weight_[i];
    if (source_.ratings.frequencies) break;
    for (int e : shares.entries_of(i)) effective_[shares.rater_of(e)] += w * w;
  }
  slope_.assign(shares.n_entries(), 0.0);
  double parts = 0, within = 0, within_one = 0;
  for (int g = 0; g < shares.n_raters(); ++g) {
    const double n = shares.total(g);
    if (!(n > 0)) continue;
    double& alike = effective_[g];
    alike = source_.ratings.frequencies ? n : n * n / alike;
    const double linear = alike / (alike + 1);
    double squares = 0;
    for (int e = shares.first_entry(g); e < shares.first_entry(g + 1); ++e) {
      const double slope = 2 * per_pair() * chance_.toward(e);
      slope_[e] = linear * slope / n;
      squares += chance_.share(e) * slope * slope;
    }
    const double of_rater = linear * squares / alike;
    nonlinear_ += (1 - linear) * of_rater;
    const double own = chance_.own_pairs(g) / (alike + 1);
    within += own;
    within_one += own * own;
    parts += 6 / (alike + 3) * of_rater * of_rater;
  }
  by_one_rater_ = parts;
  products_ = 2 * per_pair() * per_pair() * (within * within - within_one);
}

inline void RatersExpansion::look_at_items() {
  const RaterShares& shares = chance_.shares();
  enum { xy, yy, xu, yu, uu, uuu, uuuu, pairs, n_sums };
  const int blocks = blocks_for(weight_.size(), 1);
  std::vector<std::vector<double>> sums(blocks, std::vector<double>(n_sums));
  u_.assign(weight_.size(), 0.0);
  const Amounts& all = chance_.sum();
  std::vector<double> from(distance_.n_codes());
  for (std::size_t j = 0; j < all.size(); ++j) {
    from[all.code[j]] = chance_.to_sum()[j] / n_raters_;
  }
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
        const double k = (effective_[g] - 1) / ((effective_[g] + 1) * shares.total(g));
        covary += k;
        own += k * k;
      }
      dy *= a;
      if (p.size > 1) {
        const double inside = distance_.inside(p), m = p.size;
        dx = a * (inside / (m * (m - 1)) - x_) / pairable_;
        double apart = inside + m * (m - 1) * plain_;
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
  const double y_of_f = sum[yu] + by_y() * nonlinear_, y2 = y_ * y_;
  variance_y_ = sum[yy] + nonlinear_;
  variance_ = sum[uu] + by_y() * by_y() * nonlinear_;
  shift_ = sum[xy] / y2 - x_ * variance_y_ / (y2 * y_) + by_y() * per_pair() * sum[pairs];
  third_ =
      2 * sum[uuu] + 6 * sum[xu] * y_of_f / y2 - 6 * x_ * y_of_f * y_of_f / (y2 * y_);
  fourth_ = 6 * sum[uuuu];
}

// What the products of the shares of two raters, and their ratios, add to the skewness.
inline void RatersExpansion::add_curvature() {
  const RaterShares& shares = chance_.shares();
  std::vector<double> along(shares.n_entries());
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    if ((i & 0xFFFF) == 0) executor_.poll();
    for (int e : shares.entries_of(i)) along[e] += weight_[i] * u_[i];
  }
  std::vector<double> sum(distance_.n_codes());
  Amounts own;
  double within = 0, ratio = 0;
  for (int g = 0; g < shares.n_raters(); ++g) {
    const double n = shares.total(g);
    if (!(n > 0)) continue;
    double all = 0, move = 0;
    for (int e = shares.first_entry(g); e < shares.first_entry(g + 1); ++e) {
      all += along[e];
    }
    own.clear();
    for (int e = shares.first_entry(g); e < shares.first_entry(g + 1); ++e) {
      const double v =
          effective_[g] / (effective_[g] + 1) * (along[e] - chance_.share(e) * all) / n;
      own.add(shares.code(e), v);
      sum[shares.code(e)] += v;
      move += v * chance_.toward(e);
    }
    within += distance_.pairs_within(own);
    ratio += all / n * move;
  }
  own.clear();
  for (int k : chance_.sum().code) own.add(k, sum[k]);
  third_ += 6 * by_y() * per_pair() * (distance_.pairs_within(own) - within - 2 * ratio);
  usable_ = near_normal();
}

inline bool RatersExpansion::near_normal() const {
  const double of_chance = by_y() * by_y(), squared = variance_ * variance_;
  return variance_ > 0 && y_ > 0 &&
         std::abs(third_) < allowed_.skewness * variance_ * std::sqrt(variance_) &&
         fourth_ + of_chance * of_chance * by_one_rater_ < allowed_.kurtosis * squared &&
         of_chance * nonlinear_ < allowed_.nonlinear * variance_ &&
         of_chance * products_ < allowed_.products * variance_ &&
         variance_y_ < std::pow(allowed_.chance * y_, 2) &&
         std::abs(shift_) < allowed_.shift * std::sqrt(variance_);
}

inline double RatersExpansion::limit(const std::vector<CategoryPair>& pseudo, int side,
                                     const PriorTask& prior) const {
  // As large as the item of a random rating, and as its part in the mean.
  const double c = prior.ratings * pairable_ / ratings_ * squares_ / items_;
  double apart = 0, from = 0, variance = variance_, third = third_;
  for (const CategoryPair& x : pseudo) {
    const double own = distance_(x.first, x.second);
    const double others = (from_all(x.first) + from_all(x.second)) / 2;
    const double u = c * (by_x() * (own - x_) / pairable_ +
                          2 * by_y() * per_expected() * (others - plain_) / items_);
    apart += x.probability * own;
    from += x.probability * others;
    variance += x.probability * u * u;
    third += 2 * x.probability * u * u * u;
  }
  // Every rater gives it in the measure in which they rated.
  const double part = c / (items_ + c), grown = std::pow(1 - part, 2);
  const double expected = grown * plain_ + 2 * part * (1 - part) * from;
  const double x = (apart_ + c * apart) / (pairable_ + c);
  const double y = (expected - grown * own_pairs_) / (1 - grown * same_pairs_);
  const double sd = std::sqrt(variance), z = side * prior.z;
  return 1 - x / y + shift_ + sd * (z + (z * z - 1) / 6 * third / (variance * sd));
}

struct TwoLimits {
  double lower, upper, variance;
};

// None where draws are needed. Without the last digits, in which the order of the items
// could be seen.
inline std::optional<TwoLimits> limits_of_many(const GroupSource& source, Level level,
                                               const AnyDistance& all,
                                               const PriorTask& prior,
                                               const Executor& executor) {
  if (source.last_item() - source.first_item() <= 4096) return {};
  const AnyDistance distance =
      distance_of_group(all, source.ratings, source.tally, source.group);
  const RatersExpansion expansion(source, distance, executor);
  if (!expansion.usable()) return {};
  const PseudoPairs pseudo = pairs_of(pseudo_categories(source, Model::raters, level),
                                      group_distance(source, distance));
  const auto rounded = [](double x) {
    return std::ldexp(std::round(std::ldexp(x, 36)), -36);
  };
  return TwoLimits{rounded(expansion.limit(pseudo.random, -1, prior)),
                   rounded(expansion.limit(pseudo.agreeing, 1, prior)),
                   expansion.variance()};
}

}  // namespace accord
