#include <algorithm>  // sort
#include <cstddef>
#include <map>
#include <vector>

#include "accord/ratings/combinations.h"
#include "check.h"
#include "data.h"

namespace {

using Columns = std::vector<std::vector<int>>;

// The definition: a map from each combination to its number.
void compare(const Columns& columns, const std::vector<int>& n_codes, std::size_t n) {
  std::map<std::vector<int>, int> number;
  std::vector<int> expected, expected_first;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<int> own;
    for (const auto& column : columns) own.push_back(column[i]);
    const auto found = number.insert({own, static_cast<int>(number.size()) + 1});
    if (found.second) expected_first.push_back(static_cast<int>(i));
    expected.push_back(found.first->second);
  }
  std::vector<accord::CodedColumn> coded;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    coded.push_back({columns[k].data(), n_codes[k]});
  }
  std::vector<int> code(n, -9);
  const auto first = accord::code_combinations(coded, n, code.data(), {});
  CHECK(code == expected);
  CHECK(first == expected_first);
}

}  // namespace

TEST(codes_of_combinations_are_those_of_a_map) {
  data::Random random(20261129);
  // Few and many codes; the last need more than 64 bits together.
  const std::vector<std::vector<int>> designs = {{1},
                                                 {3, 1},
                                                 {2, 3, 2},
                                                 {50, 4, 300},
                                                 {400, 10},
                                                 {2000, 2000, 5},
                                                 {7, 1, 100000, 90},
                                                 {2000000, 2000000, 2000000, 2000000}};
  for (const auto& n_codes : designs) {
    for (const std::size_t n : {0, 1, 40, 5000}) {
      for (const bool sorted : {false, true}) {
        Columns columns;
        for (const int size : n_codes) {
          // Some codes are frequent, so that combinations repeat.
          std::vector<int> column(n);
          for (auto& code : column) {
            code = 1 + random.below(random.one_in(2) ? size : 1 + size / 20);
          }
          if (sorted) std::sort(column.begin(), column.end());
          columns.push_back(column);
        }
        compare(columns, n_codes, n);
      }
    }
  }
}
