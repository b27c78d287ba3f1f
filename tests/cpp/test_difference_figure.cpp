#include <map>
#include <vector>

#include "accord/posterior/difference_figure.h"
#include "accord/posterior/pseudo_pairs.h"
#include "check.h"

namespace {

using accord::Addend;
using accord::CategoryPair;
using accord::TotalRows;

accord::PseudoPairs pairs_of(const accord::PseudoCategories& categories) {
  accord::Scale scale;
  scale.n_categories = categories.back() + 1;
  return accord::pairs_of(categories, {accord::AnyDistance(scale), {}});
}

// Returns a row for each pair of categories, with a single total that identifies it.
TotalRows rows_of(const std::vector<CategoryPair>& pairs) {
  TotalRows rows;
  for (const CategoryPair& x : pairs) {
    rows.push_back({{{10 * x.first + x.second, 1}}, {}, x.probability});
  }
  return rows;
}

// How often each row occurs, by its totals: those of the first figure, and the second's.
std::map<std::vector<int>, double> mass_of(const TotalRows& rows) {
  std::map<std::vector<int>, double> result;
  for (const accord::TotalRow& row : rows) {
    std::vector<int> places;
    for (const Addend& x : row.linear) places.push_back(x.place);
    result[places] += row.times;
  }
  return result;
}

}  // namespace

TEST(difference_of_figures_shares_pseudo_items_of_the_same_categories) {
  // Both have three categories, two of them in common: pairs of these are equally
  // probable in both.
  const auto first = pairs_of({0, 1, 2}).agreeing;
  const auto second = pairs_of({0, 2, 5}).agreeing;
  const TotalRows a = rows_of(first), b = rows_of(second);
  const auto mass = mass_of(accord::joined_by_category({a, first}, {b, second}, 100));
  CHECK(mass.size() == 4);
  CHECK_NEAR(mass.at({0, 100}), 1.0 / 3, 1e-15);
  CHECK_NEAR(mass.at({22, 122}), 1.0 / 3, 1e-15);
  CHECK_NEAR(mass.at({11}), 1.0 / 3, 1e-15);
  CHECK_NEAR(mass.at({155}), 1.0 / 3, 1e-15);
}

TEST(difference_of_figures_shares_pseudo_items_as_far_as_both_have_them) {
  // Two of four categories agree in a fourth of random pairs, two of two in half.
  const std::vector<CategoryPair> first{{0, 0, 0.125}, {0, 1, 0.75}, {1, 1, 0.125}};
  const auto second = pairs_of({0, 1}).random;
  const TotalRows a = rows_of(first), b = rows_of(second);
  const auto mass = mass_of(accord::joined_by_category({a, first}, {b, second}, 100));
  CHECK(mass.size() == 6);
  CHECK_NEAR(mass.at({1, 101}), 1.0 / 2, 1e-15);
  CHECK_NEAR(mass.at({1}), 1.0 / 4, 1e-15);
  CHECK_NEAR(mass.at({0, 100}), 1.0 / 8, 1e-15);
  CHECK_NEAR(mass.at({100}), 1.0 / 8, 1e-15);
  CHECK_NEAR(mass.at({11, 111}), 1.0 / 8, 1e-15);
  CHECK_NEAR(mass.at({111}), 1.0 / 8, 1e-15);
}

TEST(difference_of_figures_keeps_pseudo_items_that_only_one_has) {
  const auto pairs = pairs_of({0, 1}).agreeing;
  const TotalRows some = rows_of(pairs), none;
  const auto mass =
      mass_of(accord::joined_by_category({some, pairs}, {none, pairs}, 100));
  CHECK(mass.size() == 2);
  CHECK_NEAR(mass.at({0}), 1.0 / 2, 1e-15);
}
