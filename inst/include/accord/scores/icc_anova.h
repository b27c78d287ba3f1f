#pragma once
// The result of an analysis of variance, and the intraclass correlations computed from it
// (icc.h).

#include <limits>  // numeric_limits

namespace accord {

enum class IccDesign { one_way, least_squares, rater_means };
inline constexpr const char* icc_design_names[] = {"one_way", "least_squares",
                                                   "rater_means"};

enum class IccStatus {
  ok,
  no_ratings,
  one_item,
  no_pairs,
  all_equal,
  anonymous_raters,
  one_rater,
  confounded,  // items, raters and error cannot be separated
  no_convergence
};
inline constexpr const char* icc_status_names[] = {
    "ok",        "no_ratings", "one_item",
    "no_pairs",  "all_equal",  "anonymous_raters",
    "one_rater", "confounded", "no_convergence"};

struct IccAnova {
  double items = 0, raters = 0, error = 0;           // mean squares B, R, E
  double df_items = 0, df_raters = 0, df_error = 0;  // their degrees of freedom
  double per_item = 0, per_rater = 0;                // k and n above
  double ratings_per_item = 0;                       // k of the one-way analysis
  IccStatus status = IccStatus::ok;

  // Returns ICC(1) or ICC(C,1); NaN if neither items nor the error have variance.
  double consistency() const {
    return share(items - error, items + (per_item - 1) * error);
  }
  // Returns ICC(A,1); NaN if the sum of the estimated variances is not positive.
  double agreement() const {
    const double rater = per_item * (raters - error) / per_rater;
    return share(items - error, items + (per_item - 1) * error + rater);
  }

 private:
  static double share(double part, double whole) {
    return whole > 0 ? part / whole : std::numeric_limits<double>::quiet_NaN();
  }
};

}  // namespace accord
