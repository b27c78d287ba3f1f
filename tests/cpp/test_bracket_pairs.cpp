#include <vector>

#include "accord/chains/bracket_pairs.h"
#include "check.h"

TEST(brackets_of_a_kind_nest_and_those_of_two_may_cross) {
  // (0 (0 (1 0) 1) 0) 1) (1
  const std::vector<int> kind{0, 0, 1, 0, 1, 0, 1, 1}, opens{1, 1, 1, 0, 0, 0, 0, 1};
  const std::vector<int> partner = accord::match_brackets(kind, opens, 2);
  CHECK((partner == std::vector<int>{5, 3, 4, 1, 2, 0, -1, -1}));
  CHECK(accord::match_brackets({}, {}, 0).empty());
}
