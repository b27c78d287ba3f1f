#pragma once
// The coefficients whose chance agreement is fixed or depends on the shares pi_k of the
// categories. Each is stated here, and only here, as D_e from a few means of the ratings.
// The estimate, its derivatives, deletions and replicates (chance_shares.h) and the
// posterior (posterior/shares_figure.h) compute these means from their own totals.

#include <algorithm>  // max
#include <cmath>      // NAN
#include <cstddef>    // size_t
#include <optional>
#include <vector>

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "chance.h"
#include "registry.h"

namespace accord {

// The means over items of what their ratings are: the distance d of two of them, pi' d
// pi; and the mark of a rating, a number that belongs to its category. Then the number of
// ratings, and whether they are in several categories.
struct ShareMeans {
  double apart = NAN, mark = NAN, ratings = NAN;
  bool several = true;
};

// The number q of categories of the set, and the sum of d over all pairs of them.
struct CategorySet {
  double size, total;
};

// D_e, and its derivatives with respect to the means; those that are 0 need not be given.
struct ShareChance {
  double expected;
  double by_apart = 0, by_mark = 0, by_ratings = 0;
  Status status = Status::ok;
};

// The mark of a category, if a formula depends on marks: the sum of its distances from
// all categories of the set; or 1 for category 1 and 0 for all others.
enum class Mark { none, distances, category };

struct ShareFormula {
  ShareChance (*chance)(const ShareMeans&, const CategorySet&);
  bool by_apart;  // whether D_e depends on the mean distance of two ratings
  Needs needs{false, true, false};
  Within within = apart_within;
  bool by_set = false;   // the sum over the category set is needed
  bool nominal = false;  // two ratings are apart by 0 or 1, whatever the weights
  Mark mark = Mark::none;
  bool by_pairs = false;  // an item of m ratings counts m (m - 1) times: its pairs
  double (*null_variance)(Span<double> shares, double n, double m) = nullptr;

  bool by_mark() const { return mark != Mark::none; }
  bool by_shares() const { return by_apart || by_mark(); }
  bool uses(const Pattern& p) const { return p.size >= needs.least(); }
  // Returns the share of the j-th category of an item, times what the item counts.
  double share(const Pattern& p, std::size_t j, double weight = 1) const {
    const double count = weight * p.count[j];
    return by_pairs ? count * (p.size - 1) : count / p.size;
  }
};

namespace formulas {

inline double square(double x) { return x * x; }

// Percent agreement is not corrected for chance: D_e = 1.
inline ShareFormula percent() {
  const auto chance = [](const ShareMeans&, const CategorySet&) -> ShareChance {
    return {1};
  };
  return {chance, false, {false, false, false}};
}

// Agreement of all raters of an item at once is not corrected for chance either. The
// disagreement within an item is the largest distance of two of its ratings.
inline double widest_within(const Pattern& p, const AnyDistance& distance) {
  const std::size_t n = p.code.size();
  if (distance.identity()) return n > 1;
  double widest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      widest = std::max(widest, distance(p.code[j], p.code[i]));
    }
  }
  return widest;
}
inline ShareFormula unanimous() {
  return {percent().chance, false, {false, false, false, true}, widest_within};
}

// Every category of the set is equally likely (Brennan & Prediger 1981): D_e = sum of d /
// q^2.
inline ShareFormula uniform() {
  const auto chance = [](const ShareMeans&, const CategorySet& set) -> ShareChance {
    if (!(set.size > 1)) return {0, 0, 0, 0, Status::one_category};
    return {set.total / square(set.size)};
  };
  ShareFormula result{chance, false, {false, false, false}};
  result.by_set = true;
  return result;
}

// The expected disagreement of two ratings drawn from the same shares (Scott 1955; Fleiss
// 1971): D_e = sum of pi_k pi_l d(k, l). The large-sample variance under the hypothesis
// that kappa is 0 is that of Fleiss, Nee & Landis (1979, equation 12), without weights.
inline ShareFormula shared() {
  const auto chance = [](const ShareMeans& x, const CategorySet&) -> ShareChance {
    return {x.apart, 1, 0, 0, x.several ? Status::ok : Status::one_category};
  };
  ShareFormula result{chance, true};
  result.null_variance = [](Span<double> shares, double n, double m) {
    double pq = 0, skew = 0;
    for (double p : shares) {
      pq += p * (1 - p);
      skew += p * (1 - p) * (1 - 2 * p);
    }
    return 2 * (pq * pq - skew) / (n * m * (m - 1) * pq * pq);
  };
  return result;
}

// Gwet's AC1 and AC2 (Gwet 2008; 2014, equation 4.4): chance agreement is T / (q (q - 1))
// times the sum of pi_k (1 - pi_k), where T is the sum of all weights 1 - d.
inline ShareFormula gwet() {
  const auto chance = [](const ShareMeans& x, const CategorySet& set) -> ShareChance {
    const double q = set.size;
    const double factor = q > 1 ? (q * q - set.total) / (q * (q - 1)) : 0;
    return {1 - factor * x.apart, -factor};
  };
  ShareFormula result{chance, true};
  result.by_set = result.nominal = true;
  return result;
}

// Shares that are shrunk towards equal ones, as if each of the q categories had one more
// rating (van Oest 2019; van Oest & Girard 2022). For n ratings,
//
//   pi*_k = (n pi_k + 1) / (n + q),  D_e = sum of pi*_k pi*_l d(k, l)
//         = (n^2 pi' d pi + 2 n pi' d 1 + 1' d 1) / (n + q)^2.
inline ShareFormula van_oest() {
  const auto chance = [](const ShareMeans& x, const CategorySet& set) -> ShareChance {
    const double n = x.ratings, sum = n + set.size, all = square(sum);
    const double expected = (n * n * x.apart + 2 * n * x.mark + set.total) / all;
    const double by_n = 2 * (n * x.apart + x.mark) / all - 2 * expected / sum;
    return {expected, n * n / all, 2 * n / all, by_n,
            set.size < 2 ? Status::one_category : Status::ok};
  };
  ShareFormula result{chance, true};
  result.by_set = true;
  result.mark = Mark::distances;
  return result;
}

// Specific agreement on one category (Spitzer & Fleiss 1974; for two raters Dice 1945):
// the probability that another rating of an item is in the category, given that one is.
//
//   p = sum of r (r - 1) / sum of r (m - 1) = 1 - sum of r (m - r) / sum of r (m - 1),
//
// where r of the m ratings of an item are in the category. The code is 1 for the
// category, and 0 for all others.
inline double ratings_in_category(const Pattern& p) {
  const std::size_t n = p.code.size();
  return n == 0 || p.code[n - 1] != 1 ? 0 : p.count[n - 1];
}
inline double apart_from_category(const Pattern& p, const AnyDistance&) {
  const double r = ratings_in_category(p);
  return r * (p.size - r);
}
inline ShareFormula specific() {
  const auto chance = [](const ShareMeans& x, const CategorySet&) -> ShareChance {
    return {x.mark, 0, 1, 0, x.mark > 0 ? Status::ok : Status::unused_category};
  };
  ShareFormula result{chance, false, {false, false, true}, apart_from_category};
  result.mark = Mark::category;
  result.by_pairs = true;
  return result;
}

}  // namespace formulas

// Returns the formula of a model, if its chance agreement depends on shares at most. The
// compiler warns if a model is missing.
inline std::optional<ShareFormula> share_formula(Model model) {
  switch (model) {
    case Model::percent:
      return formulas::percent();
    case Model::unanimous:
      return formulas::unanimous();
    case Model::uniform:
      return formulas::uniform();
    case Model::shared:
      return formulas::shared();
    case Model::gwet:
      return formulas::gwet();
    case Model::van_oest:
      return formulas::van_oest();
    case Model::specific:
      return formulas::specific();
    case Model::raters:
    case Model::pairs:
    case Model::alpha:
    case Model::icc:
    case Model::ranks:
      break;
  }
  return {};
}

// A formula for the categories of a group.
class SharesOf {
 public:
  SharesOf(const ShareFormula& formula, const AnyDistance& distance)
      : formula_(formula),
        distance_(distance),
        between_(formula.nominal && !distance.identity() ? nominal(distance) : distance),
        set_{static_cast<double>(distance.n_categories()),
             formula.by_set && distance.n_categories() > 1 ? distance.total() : 0},
        mark_(formula.by_mark() ? distance.n_codes() : 0) {
    if (formula.mark == Mark::category && mark_.size() > 1) mark_[1] = 1;
    if (formula.mark != Mark::distances || distance.n_categories() < 2) return;
    const std::vector<int>& codes = distance.categories();
    std::vector<double> sum;
    distance.to_each({codes, std::vector<double>(codes.size(), 1)}, &sum);
    for (std::size_t j = 0; j < codes.size(); ++j) mark_[codes[j]] = sum[j];
  }

  const ShareFormula& formula() const { return formula_; }
  ShareChance chance(const ShareMeans& x) const { return formula_.chance(x, set_); }
  double apart(const Pattern& p) const { return formula_.within(p, distance_); }
  // The distance of two ratings of different items.
  const AnyDistance& between() const { return between_; }
  // The mark of a category; 0 if the formula does not depend on marks.
  double mark(int category) const { return mark_.empty() ? 0 : mark_[category]; }

 private:
  static AnyDistance nominal(const AnyDistance& distance) {
    Scale scale;
    scale.n_categories = distance.n_codes();
    return AnyDistance(scale);
  }

  ShareFormula formula_;
  AnyDistance distance_, between_;
  CategorySet set_;
  std::vector<double> mark_;  // by category
};

}  // namespace accord
