#pragma once
// Chance-corrected agreement straight from Gwet's (2014) definitions, by loops over all
// pairs of ratings, and comparisons of the core with it. In disagreements d = 1 - w, so
// p_a - p_e is D_e - D_o.

#include <cmath>  // NAN
#include <functional>
#include <vector>

#include "accord/agreement/disagreement.h"
#include "data.h"
#include "oracle_scale.h"

namespace oracle {

using data::RatedItems;

enum class Chance { none, uniform, shared, gwet, raters, specific };

inline constexpr Chance chances[] = {Chance::none, Chance::uniform, Chance::shared,
                                     Chance::gwet, Chance::raters,  Chance::specific};

struct KappaValue {
  accord::Status status;
  double observed = NAN, expected = NAN;
  double estimate() const {
    return status == accord::Status::ok ? 1 - observed / expected : NAN;
  }
};

struct KappaCase {
  Chance chance;
  Scale scale;
};

// `weight` is that of each item; an item with weight 0 is left out.
KappaValue kappa(const RatedItems& items, const KappaCase& c,
                 const std::vector<double>& weight);
KappaValue kappa(const RatedItems& items, const KappaCase& c);

// Return for each item N times the central difference with respect to its weight, and the
// terms whose squares are summed by Gwet (2014, chapter 5).
std::vector<double> kappa_derivatives(const RatedItems& items, const KappaCase& c);
std::vector<double> gwet_influences(const RatedItems& items, const KappaCase& c);

void compare(const accord::Disagreement& core, const KappaValue& truth);

// Checks value, influences and deletions, each item really left out: of rows that are
// patterns, of rows that are items, and of the common items of all pairs of raters.
void compare_patterns(const RatedItems& items, const KappaCase& c);
void compare_items(const RatedItems& items, const KappaCase& c, int n_raters);
void compare_pairs(const RatedItems& items, const KappaCase& c, int n_raters);

// The items that both raters rated, with a rating of `first` and of `second` each.
RatedItems common_items(const RatedItems& items, int first, int second);

inline constexpr int most_raters = 7;

// Calls use(items, scale) with random data of 1 to most_raters raters, `times` for each
// number of categories up to 8; `twice` lets some of them rate an item more than once.
using UseRated = std::function<void(const RatedItems&, const Scale&)>;
void for_random_ratings(accord::Level level, int times, bool twice, const UseRated& use);

}  // namespace oracle
