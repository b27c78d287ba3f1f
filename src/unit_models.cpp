// Glue of consensus and of scores but for r_mixed.cpp, the only one that includes Eigen.
#include "r_consensus.cpp"
#include "r_icc.cpp"
#include "r_rater_bias.cpp"
#include "r_severity.cpp"
#include "r_summaries.cpp"

// What R calls. It asks for no more than the glue above, and not for all of Rcpp a second
// time.
#include "RcppExports.cpp"
