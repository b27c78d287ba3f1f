#ifndef ACCORD_H
#define ACCORD_H
// Agreement between raters: the header that an outside user includes. Needs C++17 and
// nothing else; no R, no library. (Variance components are there if Eigen is.)

#include "accord/agreement/alpha.h"
#include "accord/agreement/coincidence_cells.h"
#include "accord/agreement/coincidences.h"
#include "accord/agreement/contributions.h"
#include "accord/agreement/disagreement.h"
#include "accord/agreement/measure.h"
#include "accord/agreement/pairs.h"
#include "accord/agreement/registry.h"
#include "accord/agreement/variance.h"
#include "accord/base/blocks.h"
#include "accord/base/digamma.h"
#include "accord/base/means.h"
#include "accord/base/parallel.h"
#include "accord/base/views.h"
#include "accord/chains/bracket_pairs.h"
#include "accord/chains/chain_alpha.h"
#include "accord/chains/chain_matching.h"
#include "accord/chains/coref_blanc.h"
#include "accord/chains/coref_ceaf.h"
#include "accord/chains/coref_sides.h"
#include "accord/change/measure_items.h"
#include "accord/change/measure_raters.h"
#include "accord/change/replicate.h"
#include "accord/change/reweighted.h"
#include "accord/change/reweighted_light.h"
#include "accord/consensus/answers.h"
#include "accord/consensus/dawid_skene.h"
#include "accord/consensus/em.h"
#include "accord/consensus/glad.h"
#include "accord/consensus/item_figures.h"
#include "accord/consensus/mace.h"
#include "accord/consensus/majority.h"
#include "accord/consensus/one_coin.h"
#include "accord/consensus/rater_bias.h"
#include "accord/consensus/rater_sums.h"
#include "accord/consensus/votes.h"
#include "accord/consensus/winner.h"
#include "accord/distance/any_distance.h"
#include "accord/distance/metric.h"
#include "accord/distance/set_distance.h"
#include "accord/ratings/counts.h"
#include "accord/ratings/ratings_csr.h"
#include "accord/ratings/tally.h"
#include "accord/scores/icc.h"
#include "accord/scores/two_way.h"

// Variance components need Eigen 3.3, which package RcppEigen brings.
#if __has_include(<Eigen/Sparse>)
#include "accord/scores/mixed_fit.h"
#include "accord/scores/mixed_profile.h"
#endif

#endif  // ACCORD_H
