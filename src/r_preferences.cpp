#include <Rcpp/Lightest>
#include <algorithm>  // max, min, replace
#include <cstddef>
#include <vector>

#include "accord/consensus/group_votes.h"
#include "accord/scores/judged_units.h"
#include "r_table.h"
#include "r_views.h"

// Returns the two answers of each judgement in the order of their names, and the rows in
// which they are the same.
// [[Rcpp::export(rng = false)]]
Rcpp::List answers_of_judgements(Rcpp::IntegerVector first, Rcpp::IntegerVector second) {
  const accord::Span<int> a = r::span(first), b = r::span(second);
  Rcpp::IntegerVector one = r::unset_integers(a.size()),
                      two = r::unset_integers(a.size());
  int *low = one.begin(), *high = two.begin();
  std::vector<int> same;
  for (std::size_t i = 0; i < a.size(); ++i) {
    low[i] = std::min(a[i], b[i]);
    high[i] = std::max(a[i], b[i]);
    if (a[i] == b[i]) same.push_back(static_cast<int>(i) + 1);
  }
  return r::list({{"one", one}, {"two", two}, {"same", same}});
}

// Returns the choice of each judgement: 1 for the first answer, 2 for the second, or what
// its reply means, and the rows whose reply means nothing, with 0. `reply`: its code,
// from 1; for each reply, `answer` is the answer that it names, and `meaning` what it
// means otherwise, 0 for nothing.
// [[Rcpp::export(rng = false)]]
Rcpp::List choices_of_judgements(Rcpp::IntegerVector first, Rcpp::IntegerVector second,
                                 Rcpp::IntegerVector reply, Rcpp::IntegerVector answer,
                                 Rcpp::IntegerVector meaning) {
  const accord::Span<int> a = r::span(first), b = r::span(second), code = r::span(reply),
                          named = r::span(answer), means = r::span(meaning);
  Rcpp::IntegerVector choice = r::unset_integers(a.size());
  int* own = choice.begin();
  std::vector<int> unknown;
  bool any_named = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int k = code[i] - 1;
    const bool is_first = named[k] == a[i], is_second = named[k] == b[i];
    any_named = any_named || is_first || is_second;
    own[i] = is_first ? 1 : is_second ? 2 : means[k];
    if (own[i] == 0) unknown.push_back(static_cast<int>(i) + 1);
  }
  return r::list({{"choice", choice}, {"unknown", unknown}, {"any_named", any_named}});
}

// Returns the choices of each unit, and the rows that repeat a unit in the same order.
// [[Rcpp::export(rng = false)]]
Rcpp::List units_of_judgements(Rcpp::IntegerVector unit, Rcpp::IntegerVector first,
                               Rcpp::IntegerVector second, Rcpp::IntegerVector choice,
                               int n_units) {
  accord::JudgedUnits units =
      accord::judged_units(r::span(unit), r::span(first), r::span(second),
                           r::span(choice), static_cast<std::size_t>(n_units));
  for (int& row : units.again) ++row;
  return r::list({{"straight", r::or_missing(units.straight)},
                  {"reverse", r::or_missing(units.reverse)},
                  {"shown", units.shown},
                  {"again", units.again}});
}

// Returns the preference of each group over all choices of its units, NA without one.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector settled_choices(Rcpp::NumericVector straight,
                                    Rcpp::NumericVector reverse,
                                    Rcpp::IntegerVector group, int n_groups) {
  return r::or_missing(accord::settled_choices(r::span(straight), r::span(reverse),
                                               r::span(group),
                                               static_cast<std::size_t>(n_groups)));
}

// Returns the figures of each unit, NA where it has none.
// [[Rcpp::export(rng = false)]]
Rcpp::List figures_of_units(Rcpp::NumericVector straight, Rcpp::NumericVector reverse,
                            Rcpp::IntegerVector shown, Rcpp::NumericVector reference) {
  const accord::UnitFigures found = accord::unit_figures(
      r::span(straight), r::span(reverse), r::span(shown), r::span(reference));
  return r::list({{"same", r::or_missing(found.same)},
                  {"sign", r::or_missing(found.sign)},
                  {"first", r::or_missing(found.first)},
                  {"tied", r::or_missing(found.tied)},
                  {"right", r::or_missing(found.right)},
                  {"right_of_all", r::or_missing(found.right_of_all)},
                  {"right_twice", r::or_missing(found.right_twice)},
                  {"has_ties", found.has_ties},
                  {"has_none", found.has_none}});
}

// Returns the majority of each group of votes and of the others for each vote, NA for
// none or a tie, and the share of equal pairs of votes of each group.
// [[Rcpp::export(rng = false)]]
Rcpp::List votes_in_groups(Rcpp::IntegerVector group, Rcpp::IntegerVector code,
                           int n_groups) {
  accord::GroupVotes found = accord::group_votes(r::span(group), r::span(code), n_groups);
  std::replace(found.majority.begin(), found.majority.end(), 0, NA_INTEGER);
  std::replace(found.of_others.begin(), found.of_others.end(), 0, NA_INTEGER);
  return r::list({{"majority", found.majority},
                  {"of_others", found.of_others},
                  {"agreement", found.agreement}});
}
