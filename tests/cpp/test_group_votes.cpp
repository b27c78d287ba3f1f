#include <cstddef>
#include <map>
#include <vector>

#include "accord/consensus/group_votes.h"
#include "check.h"
#include "data.h"

namespace {

// The only code with the most votes of a group, without vote `left_out`; 0 for none.
int majority(const std::vector<int>& group, const std::vector<int>& code, int g,
             std::size_t left_out) {
  std::map<int, int> votes;
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (group[i] == g && i != left_out) ++votes[code[i]];
  }
  int most = 0, top = 0;
  for (const auto& [own, n] : votes) {
    if (n == most) top = 0;
    if (n > most) most = n, top = own;
  }
  return top;
}

}  // namespace

TEST(group_votes_are_those_of_the_definition) {
  data::Random random(20261129);
  for (int trial = 0; trial < 60; ++trial) {
    const int n_groups = 1 + random.below(8);
    const std::size_t n = random.below(40);
    std::vector<int> group(n), code(n);
    for (auto& g : group) g = 1 + random.below(n_groups);
    for (auto& c : code) c = 1 + random.below(4);
    const accord::GroupVotes found = accord::group_votes(group, code, n_groups);
    for (std::size_t i = 0; i < n; ++i) {
      CHECK(found.of_others[i] == majority(group, code, group[i], i));
    }
    for (int g = 1; g <= n_groups; ++g) {
      CHECK(found.majority[g - 1] == majority(group, code, g, n));
      double pairs = 0, equal = 0;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          if (group[i] != g || group[j] != g) continue;
          ++pairs;
          equal += code[i] == code[j];
        }
      }
      const double share = found.agreement[g - 1];
      CHECK(pairs == 0 ? share != share : share == equal / pairs);
    }
  }
}
