#include <cmath>    // fabs
#include <cstddef>  // size_t
#include <vector>

#include "accord/agreement/kappa.h"
#include "accord/agreement/new_chance.h"
#include "accord/agreement/pairs.h"
#include "accord/ratings/rows.h"
#include "any_distance.h"
#include "check.h"
#include "oracle_kappa.h"

namespace oracle {
namespace {

struct CoreKappa {
  accord::Disagreement value;
  std::vector<accord::Influence> ratio, gwet;
  std::vector<accord::Deletion> deletions;
  accord::Disagreement value_again;
};

accord::Model model_of(Chance chance) {
  switch (chance) {
    case Chance::none:
      return accord::Model::percent;
    case Chance::uniform:
      return accord::Model::uniform;
    case Chance::shared:
      return accord::Model::shared;
    case Chance::gwet:
      return accord::Model::gwet;
    case Chance::raters:
      return accord::Model::raters;
    case Chance::specific:
      return accord::Model::specific;
  }
  return accord::Model::alpha;
}

CoreKappa core_kappa(const accord::Rows& rows, const KappaCase& c) {
  CoreKappa core;
  accord::Kappa kappa(accord::new_chance(model_of(c.chance), AnyDistance(c.scale)));
  core.value = kappa.fit(rows).value();
  core.deletions = kappa.leave_one_out();
  if (core.value.defined()) {
    core.ratio = kappa.influences(accord::Linearization::ratio);
    core.gwet = kappa.influences(accord::Linearization::gwet);
  }
  core.value_again = kappa.value();
  return core;
}

bool single(Chance chance) {
  return chance == Chance::shared || chance == Chance::gwet || chance == Chance::raters;
}

// The core has an entry for every row whose items are used, in order. `like[i]` is one of
// the items for which row i stands.
void compare_influences(const accord::Rows& rows,
                        const std::vector<accord::Influence>& core,
                        const std::vector<std::size_t>& like,
                        const std::vector<double>& truth, int least) {
  std::size_t j = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.pattern(i).size < least) continue;
    if (!CHECK(j < core.size())) return;
    CHECK(core[j].items == rows.weight_of(i));
    const double value = truth[like[i]];
    CHECK_NEAR(core[j].value, value, 1e-6 * (1 + std::fabs(value)));
    ++j;
  }
  CHECK(j == core.size());
}

void compare_all(const accord::Rows& rows, const std::vector<std::size_t>& like,
                 const RatedItems& items, const KappaCase& c) {
  const CoreKappa core = core_kappa(rows, c);
  const KappaValue whole = kappa(items, c);
  compare(core.value, whole);
  compare(core.value_again, whole);

  const int least = single(c.chance) ? 1 : 2;
  std::size_t j = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.pattern(i).size < least) continue;
    if (!CHECK(j < core.deletions.size())) return;
    CHECK(core.deletions[j].items == rows.weight_of(i));
    RatedItems rest = items;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(like[i]));
    compare(core.deletions[j].value, kappa(rest, c));
    ++j;
  }
  CHECK(j == core.deletions.size());

  if (!core.value.defined() || whole.status != accord::Status::ok) return;
  const std::vector<double> ratio = kappa_derivatives(items, c);
  compare_influences(rows, core.ratio, like, ratio, least);
  const bool by_ratio = c.chance == Chance::specific;
  compare_influences(rows, core.gwet, like, by_ratio ? ratio : gwet_influences(items, c),
                     by_ratio ? 2 : 1);
}

}  // namespace

void compare(const accord::Disagreement& core, const KappaValue& truth) {
  if (!CHECK(core.status == truth.status)) return;
  const double estimate = truth.estimate();
  CHECK_NEAR(core.estimate(), estimate, 1e-10 * (1 + std::fabs(estimate)));
  if (truth.status != accord::Status::ok) return;
  CHECK_NEAR(core.observed, truth.observed, 1e-10 * (truth.observed + truth.expected));
  CHECK_NEAR(core.expected, truth.expected, 1e-10 * truth.expected);
}

void compare_patterns(const RatedItems& items, const KappaCase& c) {
  const accord::Tally tally =
      data::tally(data::without_raters(items), c.scale.n_categories);
  const accord::WeightedPatterns rows = tally.group(0);
  std::vector<std::size_t> like(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    while (tally.of_item[like[i]] != rows.number(i)) ++like[i];
  }
  compare_all(rows, like, items, c);
}

void compare_items(const RatedItems& items, const KappaCase& c, int n_raters) {
  const data::Ratings ratings(items, c.scale.n_categories, n_raters);
  const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
  std::vector<std::size_t> like;
  for (std::size_t i = 0; i < items.size(); ++i) like.push_back(i);
  compare_all(accord::ItemRows(ratings.view(), tally, 0), like, items, c);
}

void compare_pairs(const RatedItems& items, const KappaCase& c, int n_raters) {
  const data::Ratings ratings(items, c.scale.n_categories, n_raters);
  accord::each_pair(ratings.view(), 0, [&](int g, int h, const auto& rows, const auto&) {
    const RatedItems common = common_items(items, g, h);
    std::vector<std::size_t> like(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto shows = [&](const std::vector<data::Rating>& item) {
        return item[0].code == rows.codes(i)[0] && item[1].code == rows.codes(i)[1];
      };
      while (like[i] < common.size() && !shows(common[like[i]])) ++like[i];
      if (!CHECK(like[i] < common.size())) return;
    }
    compare_all(rows, like, common, c);
  });
}

}  // namespace oracle
