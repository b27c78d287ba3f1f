#pragma once
// The only list of coefficients. R, the help pages and the tests read it.

namespace accord {

struct CoefficientInfo {
  const char* id;      // in code and in the column `coefficient`
  const char* verb;    // the R function
  const char* label;   // in tables
  const char* source;  // where it is defined
  int least_ratings;   // an item takes part from this number of ratings on
};

inline constexpr CoefficientInfo coefficients[] = {
    {"alpha", "krippendorff_alpha", "Krippendorff's alpha",
     "Krippendorff (2019), Content Analysis, 4th ed., chapter 12", 2},
};

}  // namespace accord
