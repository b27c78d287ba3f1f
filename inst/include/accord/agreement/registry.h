#pragma once
// The only list of coefficients. R, the help pages and the tests read it.

#include <cmath>  // INFINITY

namespace accord {

// What a coefficient is computed by.
enum class Model { percent, shared, raters, pairs, uniform, gwet, specific, alpha, icc };

struct CoefficientInfo {
  const char* id;      // in code and in the column `coefficient`
  const char* verb;    // the R function
  const char* label;   // in tables
  const char* source;  // where it is defined
  Model model;
  int least_ratings;    // an item takes part from this number of ratings on
  double lowest;        // no estimate lies below
  const char* general;  // of a coefficient for two raters: the one for any number
};

inline constexpr CoefficientInfo coefficients[] = {
    {"percent", "percent_agreement", "Percent agreement", "Gwet (2014), section 2.2",
     Model::percent, 2, 0, ""},
    {"cohen", "cohen_kappa", "Cohen's kappa", "Cohen (1960), Cohen (1968)", Model::raters,
     1, -1, "conger"},
    {"scott", "scott_pi", "Scott's pi", "Scott (1955)", Model::shared, 1, -1, "fleiss"},
    {"fleiss", "fleiss_kappa", "Fleiss' kappa", "Fleiss (1971)", Model::shared, 1, -1,
     ""},
    {"conger", "conger_kappa", "Conger's kappa", "Conger (1980)", Model::raters, 1, -1,
     ""},
    {"light", "light_kappa", "Light's kappa", "Light (1971)", Model::pairs, 2, -1, ""},
    {"brennan_prediger", "brennan_prediger", "Brennan-Prediger",
     "Brennan and Prediger (1981)", Model::uniform, 2, -1, ""},
    {"gwet_ac1", "gwet_ac", "Gwet's AC1", "Gwet (2008)", Model::gwet, 1, -1, ""},
    {"gwet_ac2", "gwet_ac", "Gwet's AC2", "Gwet (2014), chapter 4", Model::gwet, 1, -1,
     ""},
    {"alpha", "krippendorff_alpha", "Krippendorff's alpha",
     "Krippendorff (2019), Content Analysis, 4th ed., chapter 12", Model::alpha, 2, -1,
     ""},
    {"specific", "category_agreement", "Specific agreement", "Spitzer and Fleiss (1974)",
     Model::specific, 2, 0, ""},
    {"icc1", "icc", "ICC(1)", "Shrout and Fleiss (1979)", Model::icc, 1, -INFINITY, ""},
    {"icc_a1", "icc", "ICC(A,1)", "McGraw and Wong (1996)", Model::icc, 1, -INFINITY, ""},
    {"icc_c1", "icc", "ICC(C,1)", "McGraw and Wong (1996)", Model::icc, 1, -INFINITY, ""},
    {"icc1k", "icc", "ICC(1,k)", "Shrout and Fleiss (1979)", Model::icc, 1, -INFINITY,
     ""},
    {"icc_ak", "icc", "ICC(A,k)", "McGraw and Wong (1996)", Model::icc, 1, -INFINITY, ""},
    {"icc_ck", "icc", "ICC(C,k)", "McGraw and Wong (1996)", Model::icc, 1, -INFINITY, ""},
};

}  // namespace accord
