#pragma once
// Limits of Cohen's and Conger's kappa for many items without draws. The posterior of
// posterior.h is then nearly normal, and the limits follow from its moments
// (rater_moments.h) by the expansion of Cornish & Fisher (1938).
//
// No limit is returned if the distribution may be far from normal: if few items carry the
// information, or if much depends on a rater with few ratings.

#include <cmath>  // abs, ldexp, pow, round, sqrt
#include <optional>
#include <vector>

#include "../base/parallel.h"
#include "../distance/any_distance.h"
#include "drafts.h"
#include "group_pseudo.h"
#include "prior.h"
#include "rater_moments.h"

namespace accord {

// The largest deviations from the assumptions of the expansion for which it is used, in
// standard deviations or as shares of the variance. They were chosen with the designs
// `choose` of bench/many-items.R such that limits differ from those by many draws by less
// than .02 standard deviations.
struct ExpansionLimits {
  double skewness = 0.3;   // of the linear part
  double kurtosis = 0.1;   // due to one item, or one rater, alone
  double nonlinear = 0.2;  // the share of the variance that is not linear in the items
  double products = 0.02;  // and an upper bound of that of products of two raters' shares
  double chance = 0.1;     // coefficient of variation of expected disagreement
  double shift = 0.3;      // of the mean, by the second order
};

inline bool near_normal(const RaterMoments& of) {
  const ExpansionLimits allowed;
  const double of_chance = of.by_y() * of.by_y(), squared = of.variance * of.variance;
  return of.variance > 0 && of.y > 0 &&
         std::abs(of.third) < allowed.skewness * of.variance * std::sqrt(of.variance) &&
         of.fourth + of_chance * of_chance * of.by_one_rater <
             allowed.kurtosis * squared &&
         of_chance * of.nonlinear < allowed.nonlinear * of.variance &&
         of_chance * of.products < allowed.products * of.variance &&
         of.variance_y < std::pow(allowed.chance * of.y, 2) &&
         std::abs(of.shift) < allowed.shift * std::sqrt(of.variance);
}

// Returns the lower (-1) or upper (1) limit with pseudo-items that have these pairs.
inline double limit_by_moments(const RaterMoments& of, const AnyDistance& distance,
                               const std::vector<CategoryPair>& pseudo, int side,
                               const PriorTask& prior) {
  // The pseudo-item is as large as the item of a random rating, also as a part of the
  // mean.
  const double c = prior.ratings * of.pairable / of.ratings * of.squares / of.items;
  double apart = 0, from = 0, variance = of.variance, third = of.third;
  for (const CategoryPair& x : pseudo) {
    const double own = distance(x.first, x.second);
    const double others = (of.from_all(x.first) + of.from_all(x.second)) / 2;
    const double u =
        c * (of.by_x() * (own - of.x) / of.pairable +
             2 * of.by_y() * of.per_expected() * (others - of.plain) / of.items);
    apart += x.probability * own;
    from += x.probability * others;
    variance += x.probability * u * u;
    third += 2 * x.probability * u * u * u;
  }
  // It counts as rated by all raters in proportion to the number of their ratings.
  const double part = c / (of.items + c), grown = std::pow(1 - part, 2);
  const double expected = grown * of.plain + 2 * part * (1 - part) * from;
  const double x = (of.apart + c * apart) / (of.pairable + c);
  const double y = mean_between(expected, grown * of.own_pairs, 1, grown * of.same_pairs);
  const double sd = std::sqrt(variance), z = side * prior.z;
  return beyond_chance(x, y) + of.shift +
         sd * (z + (z * z - 1) / 6 * third / (variance * sd));
}

// The last bits depend on the order of the items: a limit is about 1, and sums over a
// million items have errors of about 1e-12.
inline double without_last_bits_of_1(double x) {
  const int kept = 36;
  return std::ldexp(std::round(std::ldexp(x, kept)), -kept);
}

struct TwoLimits {
  double lower, upper, variance;
};

// Returns nothing if draws are needed. Limits are rounded, so that they do not depend on
// the order of the items.
inline std::optional<TwoLimits> limits_of_many(const GroupSource& source, Level level,
                                               const AnyDistance& all,
                                               const PriorTask& prior,
                                               const Executor& executor) {
  if (!(source.last_item() - source.first_item() > few_items)) return {};
  const AnyDistance distance =
      distance_of_group(all, source.ratings, source.tally, source.group);
  RaterMoments moments(source, distance, prior.ratings > 0 ? ratings_besides : 0,
                       few_items, executor);
  if (!moments.exist || !near_normal(moments)) return {};
  moments.add_curvature();
  if (!near_normal(moments)) return {};
  const PseudoPairs pseudo = pairs_of(pseudo_categories(source, Model::raters, level),
                                      group_distance(source, distance));
  const auto limit = [&](const std::vector<CategoryPair>& pairs, int side) {
    return without_last_bits_of_1(
        limit_by_moments(moments, distance, pairs, side, prior));
  };
  return TwoLimits{limit(pseudo.random, -1), limit(pseudo.agreeing, 1), moments.variance};
}

}  // namespace accord
