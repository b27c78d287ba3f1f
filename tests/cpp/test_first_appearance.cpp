#include <cmath>  // nan
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "accord/ratings/first_appearance.h"
#include "check.h"
#include "data.h"

namespace {

// The definition: a map from each value to its number.
template <class Key>
std::vector<int> by_map(const std::vector<Key>& x, std::vector<int>* first) {
  std::map<Key, int> number;
  std::vector<int> code;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto found = number.insert({x[i], static_cast<int>(number.size()) + 1});
    if (found.second) first->push_back(static_cast<int>(i));
    code.push_back(found.first->second);
  }
  return code;
}

template <class Key>
void compare(const std::vector<Key>& x, int threads) {
  accord::Executor executor;
  executor.threads = threads;
  std::vector<int> expected_first, code(x.size(), -9);
  const std::vector<int> expected = by_map(x, &expected_first);
  const auto read = [&](std::size_t i) { return x[i]; };
  const auto first =
      accord::code_by_first_appearance(read, x.size(), code.data(), executor);
  CHECK(code == expected);
  CHECK(first == expected_first);
}

// The same by a table of all values.
void compare_in_range(const std::vector<std::uint32_t>& x, std::size_t range) {
  std::vector<int> expected_first, code(x.size(), -9);
  const std::vector<int> expected = by_map(x, &expected_first);
  const auto read = [&](std::size_t i) { return x[i]; };
  const auto first = accord::code_in_range(read, x.size(), range, code.data());
  CHECK(code == expected);
  CHECK(first == expected_first);
}

}  // namespace

TEST(first_appearance_is_that_of_a_map) {
  std::uint64_t state = 7;
  const auto draw = [&] { return state = accord::split_mix(state + 1); };
  for (const std::size_t n : {0, 1, 5, 1000, 200000}) {
    for (const std::uint64_t values : {1, 3, 1000, 150000}) {
      std::vector<std::uint32_t> small, close;
      std::vector<std::uint64_t> large;
      for (std::size_t i = 0; i < n; ++i) {
        const std::uint64_t value = draw() % values;
        small.push_back(static_cast<std::uint32_t>(value * 4096));
        close.push_back(static_cast<std::uint32_t>(value));
        large.push_back(value << 40);  // all that differs lies in the upper bits
      }
      for (const int threads : {1, 3}) {
        compare(small, threads);
        compare(large, threads);
      }
      compare_in_range(close, values);
    }
  }
}

TEST(first_appearance_of_numbers_has_one_zero_and_two_kinds_of_nothing) {
  const double nan = std::nan("");
  CHECK(accord::value_bits(0.0) == accord::value_bits(-0.0));
  CHECK(accord::value_bits(nan) == accord::value_bits(-nan));
  CHECK(accord::value_bits(nan) != accord::value_bits(1.0));
  CHECK(accord::value_bits(1.0) != accord::value_bits(std::nextafter(1.0, 2.0)));
  CHECK(accord::value_bits(std::numeric_limits<double>::infinity()) !=
        accord::value_bits(-std::numeric_limits<double>::infinity()));
}
