#include <vector>

#include "accord/ratings/own_raters.h"
#include "check.h"
#include "data.h"

// Group by group the same ratings, items and weights, by raters whose numbers rise; no
// more of them than rated in the group, unless it has a rating for each rater of all.
TEST(own_raters_are_the_raters_of_a_group) {
  data::Random random(1);
  for (int round = 0; round < 300; ++round) {
    const int n_raters = 1 + random.below(40), n_groups = 1 + random.below(4);
    std::vector<int> group_start{0}, item_start{0}, code, rater;
    std::vector<double> weight;
    for (int g = 0; g < n_groups; ++g) {
      for (int items = random.below(6); items > 0; --items) {
        for (int n = random.below(5); n > 0; --n) {
          code.push_back(random.below(3));
          rater.push_back(random.below(n_raters));
        }
        item_start.push_back(static_cast<int>(code.size()));
        weight.push_back(1 + random.below(9));
      }
      group_start.push_back(static_cast<int>(item_start.size()) - 1);
    }
    accord::RatingsView all{group_start, item_start, code, rater, 3, n_raters};
    if (random.one_in(2)) all.weight = weight;
    for (int g = 0; g < n_groups; ++g) {
      const accord::OwnRaters own(all, g);
      const accord::RatingsView& view = own.view();
      const int first = view.group_start[own.group()], whole = all.group_start[g];
      const int items = view.group_start[own.group() + 1] - first;
      if (!CHECK(items == all.group_start[g + 1] - whole)) continue;
      const int n = all.item_start[whole + items] - all.item_start[whole];
      CHECK(view.n_raters <= (n < n_raters ? n : n_raters));
      for (int i = 0; i < items; ++i) {
        CHECK(view.weight_of(first + i) == all.weight_of(whole + i));
        const auto mine = view.raters_of(first + i), others = all.raters_of(whole + i);
        if (!CHECK(mine.size() == others.size())) continue;
        for (std::size_t j = 0; j < mine.size(); ++j) {
          CHECK(mine[j] < view.n_raters && own.of_all(mine[j]) == others[j]);
          CHECK(view.codes_of(first + i)[j] == all.codes_of(whole + i)[j]);
        }
      }
      for (int r = 1; r < view.n_raters; ++r) CHECK(own.of_all(r - 1) < own.of_all(r));
    }
  }
}
