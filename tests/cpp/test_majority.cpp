#include <cstddef>  // size_t
#include <vector>

#include "accord/consensus/majority.h"
#include "check.h"
#include "data.h"

namespace {

// Straight from the definition: the categories that received the most of these votes.
double agreement_with(const std::vector<int>& votes, int own, accord::TieVote ties) {
  int most = 0;
  for (int n : votes) most = n > most ? n : most;
  int leaders = 0;
  for (int n : votes) leaders += n == most;
  if (votes[own] < most || most == 0) return 0;
  if (leaders == 1) return 1;
  return ties == accord::TieVote::split ? 1.0 / leaders : 0;
}

}  // namespace

TEST(majority_is_what_the_votes_say_with_and_without_ones_own) {
  for (int seed = 0; seed < 200; ++seed) {
    data::Random random(seed);
    const int q = 1 + random.below(5);
    const data::Items items = data::sparse_items(&random, q);
    const accord::Tally tally = data::tally(items, q);
    for (std::size_t i = 0; i < items.size(); ++i) {
      check::set_scene("majority, seed %d, item %d", seed, static_cast<int>(i));
      const accord::Front f = accord::front(tally.patterns[tally.of_item[i]]);
      std::vector<int> votes(q);
      for (int code : items[i]) ++votes[code];
      if (items[i].size() < 2) continue;
      for (int code : items[i]) {
        std::vector<int> others = votes;
        --others[code];
        for (const auto ties : {accord::TieVote::disagree, accord::TieVote::split}) {
          const double with = accord::with_majority(f, votes[code], true, ties);
          const double without = accord::with_majority(f, votes[code], false, ties);
          CHECK_NEAR(with, agreement_with(votes, code, ties), 0);
          CHECK_NEAR(without, agreement_with(others, code, ties), 0);
        }
      }
    }
  }
}

TEST(majority_front_by_hand) {
  const std::vector<int> code{1, 2, 4, 7}, count{2, 3, 2, 1};
  const accord::Front f = accord::front({code, count, 8});
  CHECK(f.votes == 3 && f.leaders == 1 && f.category == 2 && !f.tie());
  CHECK(f.next_votes == 2 && f.next == 2);
  const accord::Front none = accord::front({});
  CHECK(none.votes == 0 && none.leaders == 0 && none.category == -1 && !none.tie());
}
