#pragma once
// Alpha from its definition (Krippendorff 2019, chapter 12), by loops over all pairs of
// ratings, and a comparison of the core with it.

#include <cmath>  // NAN
#include <vector>

#include "accord/agreement/alpha.h"
#include "accord/distance/metric.h"
#include "data.h"
#include "oracle_scale.h"

namespace oracle {

struct Value {
  accord::Status status;
  double observed = NAN, expected = NAN, alpha = NAN;
};

Value alpha(const Items& items, const Scale& scale);

// The large-sample form: of items with weights, D_e divided by n^2.
double large_sample_alpha(const Items& items, const std::vector<double>& weight,
                          const Scale& scale);

// The influence of each item of a sample without unpairable ones: the central difference
// of the large-sample form, and the formula that Gwet (2014, section 5.4) printed, for
// all levels but ordinal.
std::vector<double> alpha_derivatives(const Items& items, const Scale& scale);
std::vector<double> gwet_influences_of_alpha(const Items& items, const Scale& scale);

// The results of the core for a sample: its value, the values without one item of each
// pattern, the influences, and its value once more, which deletions must not have
// changed.
struct CoreValues {
  accord::Disagreement value;
  std::vector<accord::Deletion> deletions;
  std::vector<accord::Influence> ratio, gwet;
  accord::Disagreement value_again;
};

CoreValues core_values(const Scale& scale, const accord::WeightedPatterns& sample);

// Check that they equal the definition within 1e-10, where each deleted item is actually
// left out.
void compare_all(const Items& items, const Scale& scale);
void compare(const accord::Disagreement& core, const Value& truth);

}  // namespace oracle
