#pragma once
// Alpha straight from the definition (Krippendorff 2019, chapter 12), by loops over all
// pairs of ratings, and a comparison of the core with it.

#include <cmath>  // NAN
#include <functional>
#include <vector>

#include "accord/alpha.h"
#include "accord/metric.h"
#include "data.h"

namespace oracle {

using data::Items;

struct Scale {
  accord::Level level;
  const char* name;
  int n_categories;
  std::vector<double> values = {};
  double circumference = 0, min = 0, max = 0;
  std::vector<double> distance = {};
};

struct Value {
  accord::Status status;
  double observed = NAN, expected = NAN, alpha = NAN;
};

Value alpha(const Items& items, const Scale& scale);

// What the core makes of a sample: its value, the values without one item of each
// pattern, and once more its value, on which the deletions must leave no trace.
struct CoreValues {
  struct Deletion {
    accord::Disagreement value;
    double items;
  };
  accord::Disagreement value;
  std::vector<Deletion> deletions;
  accord::Disagreement value_again;
};

CoreValues core_values(const Scale& scale, const accord::WeightedPatterns& sample);

// Checks that they equal the definition within 1e-10, each item of a deletion really left
// out.
void compare_all(const Items& items, const Scale& scale);
void compare(const accord::Disagreement& core, const Value& truth);

Scale random_scale(accord::Level level, data::Random* random, int n_categories);

// Calls use(items, scale) with random data, `times` for each number of categories up
// to 8.
void for_random_data(accord::Level level, int times,
                     const std::function<void(const Items&, const Scale&)>& use);

inline constexpr accord::Level levels[] = {
    accord::Level::nominal, accord::Level::ordinal,  accord::Level::interval,
    accord::Level::ratio,   accord::Level::circular, accord::Level::bipolar,
    accord::Level::matrix};

}  // namespace oracle
