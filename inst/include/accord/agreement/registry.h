#pragma once
// The only list of coefficients; R, the help pages and the tests read it.

#include <cmath>  // INFINITY
#include <string_view>

namespace accord {

// How a coefficient is computed; new_chance.h creates the models of chance.
enum class Model {
  percent,
  unanimous,
  shared,
  raters,
  pairs,
  uniform,
  gwet,
  van_oest,
  specific,
  alpha,
  icc,
  ranks
};
inline constexpr const char* model_names[] = {
    "percent", "unanimous", "shared",   "raters", "pairs", "uniform",
    "gwet",    "van_oest",  "specific", "alpha",  "icc",   "ranks"};

// Says what a coefficient depends on, besides the ratings of items with two or more.
namespace uses {
inline constexpr int raters = 1;        // who rated
inline constexpr int category_set = 2;  // which categories there are
inline constexpr int single = 4;        // the ratings of items with only one
}  // namespace uses

// Whether a coefficient is part of "all", can only be named in agreement(), or is only
// available from its own verb.
enum class Joins { all, named, own_verb };

struct CoefficientInfo {
  const char* id;      // in the column `coefficient`: the verb, unless that has several
  const char* verb;    // the R function
  const char* label;   // in tables
  const char* source;  // where it is defined
  const char* chance;  // the basis of chance agreement, in the table of ?agreement
  Model model;
  int uses;
  Joins joins = Joins::all;
  double lowest = -1;        // the lower bound of the estimate
  const char* general = "";  // if it is for two raters, the one for any number
};

inline constexpr CoefficientInfo coefficients[] = {
    {"percent_agreement", "percent_agreement", "Percent agreement",
     "Gwet (2014), section 2.2", "none", Model::percent, 0, Joins::all, 0},
    {"cohen_kappa", "cohen_kappa", "Cohen's kappa", "Cohen (1960), Cohen (1968)",
     "each rater's own shares", Model::raters, uses::raters | uses::single, Joins::all,
     -1, "conger_kappa"},
    {"scott_pi", "scott_pi", "Scott's pi", "Scott (1955)", "shares of all ratings",
     Model::shared, uses::single, Joins::all, -1, "fleiss_kappa"},
    {"fleiss_kappa", "fleiss_kappa", "Fleiss' kappa", "Fleiss (1971)",
     "shares of all ratings", Model::shared, uses::single},
    {"conger_kappa", "conger_kappa", "Conger's kappa", "Conger (1980)",
     "each rater's own shares", Model::raters, uses::raters | uses::single},
    {"light_kappa", "light_kappa", "Light's kappa", "Light (1971)", "pair by pair",
     Model::pairs, uses::raters},
    {"brennan_prediger", "brennan_prediger", "Brennan-Prediger",
     "Brennan and Prediger (1981)", "equal shares of all categories", Model::uniform,
     uses::category_set},
    {"gwet_ac1", "gwet_ac", "Gwet's AC1", "Gwet (2008)", "spread of the shares",
     Model::gwet, uses::category_set | uses::single},
    {"gwet_ac2", "gwet_ac", "Gwet's AC2", "Gwet (2014), chapter 4",
     "spread of the shares", Model::gwet, uses::category_set | uses::single},
    {"van_oest", "van_oest", "van Oest's Ir2", "van Oest (2019)",
     "shares of all ratings, shrunk towards equal", Model::van_oest,
     uses::category_set | uses::single, Joins::named},
    {"unanimous_agreement", "unanimous_agreement", "Unanimous agreement", "Conger (1980)",
     "none", Model::unanimous, 0, Joins::named, 0},
    {"krippendorff_alpha", "krippendorff_alpha", "Krippendorff's alpha",
     "Krippendorff (2019), Content Analysis, 4th ed., chapter 12",
     "shares of pairable ratings", Model::alpha, 0},
    {"category_agreement", "category_agreement", "Specific agreement",
     "Spitzer and Fleiss (1974)", "none", Model::specific, 0, Joins::own_verb, 0},
    {"icc1", "icc", "ICC(1)", "Shrout and Fleiss (1979)", "", Model::icc, uses::single,
     Joins::own_verb, -INFINITY},
    {"icc_a1", "icc", "ICC(A,1)", "McGraw and Wong (1996)", "", Model::icc, uses::single,
     Joins::own_verb, -INFINITY},
    {"icc_c1", "icc", "ICC(C,1)", "McGraw and Wong (1996)", "", Model::icc, uses::single,
     Joins::own_verb, -INFINITY},
    {"icc1k", "icc", "ICC(1,k)", "Shrout and Fleiss (1979)", "", Model::icc, uses::single,
     Joins::own_verb, -INFINITY},
    {"icc_ak", "icc", "ICC(A,k)", "McGraw and Wong (1996)", "", Model::icc, uses::single,
     Joins::own_verb, -INFINITY},
    {"icc_ck", "icc", "ICC(C,k)", "McGraw and Wong (1996)", "", Model::icc, uses::single,
     Joins::own_verb, -INFINITY},
    {"kendall_w", "kendall_w", "Kendall's W", "Kendall and Babington Smith (1939)", "",
     Model::ranks, 0, Joins::own_verb, 0},
    {"mean_spearman", "kendall_w", "Mean Spearman correlation",
     "Kendall and Gibbons (1990)", "", Model::ranks, 0, Joins::own_verb, -1},
    {"mean_kendall", "kendall_w", "Mean Kendall correlation",
     "Kendall and Gibbons (1990)", "", Model::ranks, 0, Joins::own_verb, -1},
};

// Returns whether a model depends on one of `uses`.
constexpr bool goes_by(Model model, int what) {
  for (const CoefficientInfo& info : coefficients) {
    if (info.model == model && (info.uses & what)) return true;
  }
  return false;
}

// Returns whether observed agreement is corrected for chance. If not, there is also a
// value if all ratings are in one category.
constexpr bool corrects_for_chance(const CoefficientInfo& info) {
  return std::string_view(info.chance) != "none";
}
constexpr bool corrects_for_chance(Model model) {
  for (const CoefficientInfo& info : coefficients) {
    if (info.model == model) return corrects_for_chance(info);
  }
  return true;
}

// Returns the number of ratings that an item needs in order to be used.
constexpr int least_ratings(const CoefficientInfo& info) {
  return info.uses & uses::single ? 1 : 2;
}

}  // namespace accord
