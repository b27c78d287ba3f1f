#include <Rcpp/Lightest>
#include <algorithm>  // max, min, replace
#include <cstddef>
#include <vector>

#include "accord/consensus/group_votes.h"
#include "accord/scores/judged_agreement.h"
#include "accord/scores/judged_units.h"
#include "accord/scores/share_sums.h"
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

namespace {

Rcpp::List sums_frame(const accord::ScoredUnits& units, int n_groups) {
  const std::vector<accord::ShareSums> found = accord::share_sums(units, n_groups);
  std::vector<int> n, n_clusters;
  Rcpp::LogicalVector binary(n_groups);
  std::vector<double> mean, n_effective, more, less, sign_squares, alone, together,
      size_alone, size_together;
  for (const accord::ShareSums& x : found) {
    binary[n.size()] = x.score.is_binary;
    n.push_back(x.n);
    n_clusters.push_back(x.n_clusters);
    mean.push_back(x.mean);
    n_effective.push_back(x.n_effective);
    more.push_back(x.more);
    less.push_back(x.less);
    sign_squares.push_back(x.sign_squares);
    alone.push_back(x.score.alone);
    together.push_back(x.score.together);
    size_alone.push_back(x.size.alone);
    size_together.push_back(x.size.together);
  }
  return r::frame({{"n", n},
                   {"n_clusters", n_clusters},
                   {"mean", r::or_missing(mean)},
                   {"is_binary", binary},
                   {"is_signed", Rcpp::LogicalVector(n_groups, units.is_signed)},
                   {"n_effective", n_effective},
                   {"more", more},
                   {"less", less},
                   {"sign_squares", sign_squares},
                   {"alone", alone},
                   {"together", together},
                   {"size_alone", size_alone},
                   {"size_together", size_together}});
}

accord::SettledChoices settled_of(const Rcpp::List& chosen, int n_judges) {
  return {r::numbers(chosen, "value"), r::integers(chosen, "judge"), n_judges};
}

}  // namespace

// Returns the sums of which score limits are computed, a row for each group. `units`:
// `value`, `cluster`, and `group` and `weight`, which may be empty.
// [[Rcpp::export(rng = false)]]
Rcpp::List sums_of_scores(Rcpp::List units, bool is_signed, int n_groups) {
  return sums_frame(
      {r::numbers(units, "value"), r::integers(units, "group"),
       r::integers(units, "cluster"), r::numbers(units, "weight"), is_signed},
      n_groups);
}

// Returns the sums of each figure of judges, a row for each judge, and the number of
// units that lack a choice beside one of the reference, which may be empty.
// [[Rcpp::export(rng = false)]]
Rcpp::List figures_of_judges(Rcpp::List units, Rcpp::NumericVector reference,
                             int n_judges) {
  const accord::UnitChoices choices{
      r::numbers(units, "straight"), r::numbers(units, "reverse"),
      r::integers(units, "shown"), r::integers(units, "judge"), n_judges};
  const accord::UnitFigures found = accord::unit_figures(choices, r::span(reference));
  const auto sums = [&](const std::vector<double>& figure, bool is_signed = false) {
    return sums_frame(
        {figure, choices.judge, r::integers(units, "cluster"), {}, is_signed}, n_judges);
  };
  return r::list({{"consistency", sums(found.same)},
                  {"position_bias", sums(found.sign, true)},
                  {"first_place", sums(found.first)},
                  {"ties", sums(found.tied)},
                  {"accuracy", sums(found.right)},
                  {"accuracy_of_all", sums(found.right_of_all)},
                  {"accuracy_both", sums(found.right_twice)},
                  {"n_lacking", found.n_lacking}});
}

// Returns counts of pairs of judges who judged the same pair, and of those for each judge
// who is one of them. `chosen`: `value`, `judge` and `pair`.
// [[Rcpp::export(rng = false)]]
Rcpp::List agreement_of_choices(Rcpp::List chosen, int n_judges, int n_pairs) {
  const accord::JudgeAgreement found = accord::judge_agreement(
      settled_of(chosen, n_judges), r::integers(chosen, "pair"), n_pairs);
  return r::list({{"equal", found.equal},
                  {"possible", found.possible},
                  {"same", found.same},
                  {"others", found.others}});
}

// Returns the circular triads of each judge. `block`: that of each choice.
// [[Rcpp::export(rng = false)]]
Rcpp::List triads_of_choices(Rcpp::List chosen, Rcpp::IntegerVector block, int n_judges,
                             int n_blocks) {
  const accord::JudgeTriads found = accord::judge_triads(
      settled_of(chosen, n_judges), r::span(block), r::integers(chosen, "one"),
      r::integers(chosen, "two"), n_blocks);
  return r::frame({{"n_blocks", found.n_blocks},
                   {"n_small", found.n_small},
                   {"n_tied", found.n_tied},
                   {"n_usable", found.n_usable},
                   {"triads", found.triads},
                   {"most", found.most},
                   {"pairs", found.pairs}});
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
