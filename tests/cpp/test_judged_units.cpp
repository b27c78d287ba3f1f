#include <cmath>
#include <cstddef>
#include <vector>

#include "accord/scores/judged_units.h"
#include "check.h"

namespace {

// Equal, or both NaN.
bool same(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() != y.size()) return false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != y[i] && !(std::isnan(x[i]) && std::isnan(y[i]))) return false;
  }
  return true;
}

const double none = std::nan("");

}  // namespace

TEST(judged_units_have_their_choices_in_both_orders) {
  // Unit 1: answer 1 chosen in both orders; 2: a tie in reverse; 3: no choice; and a
  // repetition of unit 1.
  const std::vector<int> unit{1, 1, 2, 3, 1}, first{1, 2, 4, 1, 1}, second{2, 1, 3, 3, 2},
      choice{1, 2, 3, -1, 2};
  const accord::JudgedUnits found = accord::judged_units(unit, first, second, choice, 3);
  CHECK(same(found.straight, {0, none, none}));
  CHECK(same(found.reverse, {1, 0.5, none}));
  CHECK(found.shown == (std::vector<int>{3, 2, 1}));
  CHECK(found.again == std::vector<int>{4});
}

TEST(settled_choices_are_ties_unless_all_are_the_same) {
  const std::vector<double> straight{1, none, 0, none, 0.5}, reverse{1, 1, 1, none, none};
  const std::vector<int> group{1, 1, 2, 3, 4};
  CHECK(same(accord::settled_choices(straight, reverse, group, 4), {1, 0.5, none, 0.5}));
}

TEST(figures_of_units_are_those_counted_by_hand) {
  // The same twice; first place twice; second place twice; one order; one of two missing.
  const std::vector<double> straight{1, 1, 0, none, 0.5}, reverse{1, 0, 1, 0, none};
  const std::vector<int> shown{3, 3, 3, 2, 3};
  const std::vector<double> gold{1, 1, none, 0, 0.5};
  const std::vector<int> judge{1, 1, 1, 1, 2};
  const accord::UnitChoices units{straight, reverse, shown, judge, 2};
  const accord::UnitFigures found = accord::unit_figures(units, gold);
  CHECK(same(found.same, {1, 0, 0, none, none}));
  CHECK(same(found.sign, {0, 1, -1, none, none}));
  CHECK(same(found.first, {none, none, none, 1, none}));
  CHECK(same(found.tied, {0, 0, 0, 0, 1}));
  CHECK(same(found.right, {1, 0.5, none, 1, 1}));
  CHECK(same(found.right_of_all, {1, 0.5, none, 1, 0.5}));
  CHECK(same(found.right_twice, {1, 0, none, none, none}));
  CHECK(found.n_lacking == (std::vector<int>{0, 1}));
  CHECK(accord::unit_figures(units, {}).right.empty());
}
