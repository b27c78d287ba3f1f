#include "accord/alpha.h"

#include <cmath>  // NAN, round
#include <string>
#include <vector>

#include "accord/metric.h"
#include "check.h"
#include "oracle.h"

namespace {

using accord::Level;
using accord::Status;
using oracle::Items;
using oracle::Scale;

const Level levels[] = {Level::nominal,  Level::ordinal, Level::interval, Level::ratio,
                        Level::circular, Level::bipolar, Level::matrix};

void compare(const Items& items, const Scale& scale) {
  accord::with_metric(scale.spec(),
                      [&](auto& metric) { oracle::compare(&metric, items, scale); });
}

accord::Disagreement value_of(const Items& items, const Scale& scale) {
  const accord::Tally tally = data::tally(items, scale.n_categories);
  return accord::with_metric(scale.spec(), [&](auto& metric) {
    return accord::Alpha(&metric, tally.group(0)).value();
  });
}

// Rows of raters as papers print them: a digit for the category 1, 2, …, a point for none.
Items items_of(const std::vector<std::string>& raters) {
  Items items(raters[0].size());
  for (const std::string& row : raters) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] != '.') items[i].push_back(row[i] - '1');
    }
  }
  return items;
}

// Rows of items.
Items items_of(const char* const* first, const char* const* last) {
  Items items;
  for (; first != last; ++first) {
    items.emplace_back();
    for (const char* k = *first; *k; ++k) {
      if (*k != '.') items.back().push_back(*k - '0');
    }
  }
  return items;
}

bool prints_as(double value, double printed, int digits) {
  const double unit = std::pow(10, digits);
  return std::round(value * unit) == std::round(printed * unit);
}

Scale scale_of(Level level, const std::vector<double>& values) {
  Scale scale{level, "published", static_cast<int>(values.size()), values};
  scale.circumference = 5;
  scale.min = values.front();
  scale.max = values.back();
  return scale;
}

}  // namespace

// Krippendorff (2011), Computing Krippendorff's alpha-reliability, example C. Circular and
// bipolar: irrCAC 1.0, cac.raw4raters with circular and bipolar weights.
TEST(alpha_of_krippendorff_2011_c) {
  const Items items = items_of(
      {"12332141 2...", "12332241 25.3", ".3332342 251.", "12332441 251."});
  (void)items;
}
