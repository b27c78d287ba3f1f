#pragma once
// Judgements of pairs by unit: a pair of answers that a judge saw in one run, in the
// order of their names, in reverse, or in both.

#include <cmath>    // isnan
#include <cstddef>  // size_t
#include <limits>
#include <vector>

#include "../base/views.h"

namespace accord {

constexpr double kNoChoice = std::numeric_limits<double>::quiet_NaN();

// For each unit the choice when the answers were shown in the order of their names, and
// in reverse: 1 for the answer whose name is first, 0 for the other, 0.5 for a tie, NaN
// for none. `again`: the rows that repeat a unit in the same order.
struct JudgedUnits {
  explicit JudgedUnits(std::size_t n)
      : straight(n, kNoChoice), reverse(n, kNoChoice), shown(n, 0) {}
  std::vector<double> straight, reverse;
  std::vector<int> shown;  // 1: straight, 2: reverse, 3: both
  std::vector<int> again;
};

// `unit`: from 1; `first`, `second`: the answers, numbered in the order of their names;
// `choice`: 1 for the first, 2 for the second, 3 for a tie, otherwise there is none.
inline JudgedUnits judged_units(Span<int> unit, Span<int> first, Span<int> second,
                                Span<int> choice, std::size_t n_units) {
  JudgedUnits units(n_units);
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const std::size_t u = unit[i] - 1;
    const bool straight = first[i] < second[i];
    const int order = straight ? 1 : 2;
    if (units.shown[u] & order) units.again.push_back(static_cast<int>(i));
    units.shown[u] |= order;
    if (choice[i] < 1 || choice[i] > 3) continue;
    const double of_one = choice[i] == 3 ? 0.5 : (choice[i] == 1) == straight ? 1 : 0;
    (straight ? units.straight : units.reverse)[u] = of_one;
  }
  return units;
}

// The preference of each group of units over all their choices: 0.5 unless all are the
// same, NaN without a choice. `group`: from 1.
inline std::vector<double> settled_choices(Span<double> straight, Span<double> reverse,
                                           Span<int> group, std::size_t n_groups) {
  std::vector<double> settled(n_groups, kNoChoice);
  const auto add = [&](double value, int g) {
    double& own = settled[g - 1];
    if (std::isnan(value)) return;
    own = std::isnan(own) || own == value ? value : 0.5;
  };
  for (std::size_t i = 0; i < group.size(); ++i) {
    add(straight[i], group[i]);
    add(reverse[i], group[i]);
  }
  return settled;
}

// The figures of each unit; NaN where a unit has none. Those that are held against a
// reference are empty without one.
struct UnitFigures {
  // Units with choices in both orders have these: whether they are the same, and 1 or -1
  // if the first or the second place was chosen twice. Units shown in one order have
  // this: whether the first place was chosen, ties left out.
  std::vector<double> same, sign, first;
  // The share of ties, and of choices that are those of the reference, also where no
  // choice is wrong; and whether both are right.
  std::vector<double> tied, right, right_of_all, right_twice;
  // The number of units of each judge with a reference, and with a judgement without a
  // choice.
  std::vector<int> n_lacking;
};

struct UnitChoices {
  Span<double> straight, reverse;
  Span<int> shown;
  Span<int> judge;  // from 1
  int n_judges;
};

// `reference`: its choice for each unit, NaN if there is none; empty without one.
inline UnitFigures unit_figures(const UnitChoices& x, Span<double> reference) {
  const std::size_t n_units = x.straight.size();
  UnitFigures found;
  found.n_lacking.assign(x.n_judges, 0);
  for (auto* figure : {&found.same, &found.sign, &found.first, &found.tied}) {
    figure->assign(n_units, kNoChoice);
  }
  for (auto* figure : {&found.right, &found.right_of_all, &found.right_twice}) {
    figure->assign(reference.size(), kNoChoice);
  }
  for (std::size_t u = 0; u < n_units; ++u) {
    const double own[] = {x.straight[u], x.reverse[u]};
    const int n_shown = (x.shown[u] & 1) + (x.shown[u] >> 1);
    const bool gold = !reference.empty() && !std::isnan(reference[u]);
    int n = 0, ties = 0, right = 0;
    for (const double choice : own) {
      if (std::isnan(choice)) continue;
      ++n;
      ties += choice == 0.5;
      right += gold && choice == reference[u];
    }
    if (gold && n < n_shown) ++found.n_lacking[x.judge[u] - 1];
    if (gold) found.right_of_all[u] = static_cast<double>(right) / n_shown;
    if (n == 0) continue;
    found.tied[u] = static_cast<double>(ties) / n;
    if (gold) found.right[u] = static_cast<double>(right) / n;
    if (n == 2) {
      found.same[u] = own[0] == own[1];
      found.sign[u] = own[0] == 1 && own[1] == 0   ? 1
                      : own[0] == 0 && own[1] == 1 ? -1
                                                   : 0;
      if (gold) found.right_twice[u] = right == 2;
    } else if (n_shown == 1 && ties == 0) {
      found.first[u] = std::isnan(own[0]) ? 1 - own[1] : own[0];
    }
  }
  return found;
}

}  // namespace accord
