// Glue of consensus and of scores, as one unit, and the only one with Eigen.
#include "r_consensus.cpp"
#include "r_icc.cpp"
#include "r_mixed.cpp"
#include "r_rater_bias.cpp"
#include "r_severity.cpp"
#include "r_summaries.cpp"

// What R calls. It asks for no more than the glue above, and not for all of Rcpp a second
// time.
#include "RcppExports.cpp"
