// The interface of consensus and scores, compiled as one unit, the only one with Eigen.
#include "r_consensus.cpp"
#include "r_icc.cpp"
#include "r_mixed.cpp"
#include "r_preferences.cpp"
#include "r_ranks.cpp"
#include "r_rater_bias.cpp"
#include "r_residuals.cpp"
#include "r_severity.cpp"
#include "r_summaries.cpp"
#include "r_worths.cpp"

// The functions called by R. They are included here because they need no headers beyond
// those above, so that the rest of Rcpp is not compiled a second time.
#include "RcppExports.cpp"
