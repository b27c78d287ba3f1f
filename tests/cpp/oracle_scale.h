#pragma once
// The disagreement of two categories at every level, from the definitions (Krippendorff
// 2019, section 12.3.4; Gwet 2014, section 3.5).

#include <functional>
#include <vector>

#include "accord/distance/metric.h"
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

inline constexpr accord::Level levels[] = {
    accord::Level::nominal, accord::Level::ordinal,  accord::Level::interval,
    accord::Level::ratio,   accord::Level::circular, accord::Level::bipolar,
    accord::Level::linear,  accord::Level::radical,  accord::Level::steps,
    accord::Level::matrix};

// Returns the disagreement of categories c and k. Only the ordinal level uses `n`, how
// often each category was used in pairable items.
double delta(const Scale& scale, int c, int k, const std::vector<double>& n = {});

// 1 - w, w the weight of agreement of two categories, by rows: delta divided by the
// largest of the category set. Nominal disagreement and matrices are used as they are.
std::vector<double> distances(const Scale& scale);

accord::MetricSpec spec_of(const Scale& scale);

Scale random_scale(accord::Level level, data::Random* random, int n_categories);

// The same with values that rise with the number of their category.
Scale rising(Scale scale);

// Returns the scale with some of the categories only.
Scale among(const Scale& scale, const std::vector<int>& codes);

// Calls use(items, scale) with random data, `times` for each number of categories up
// to 8.
void for_random_data(accord::Level level, int times,
                     const std::function<void(const Items&, const Scale&)>& use);

}  // namespace oracle
