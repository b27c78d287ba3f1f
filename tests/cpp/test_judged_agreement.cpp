#include <vector>

#include "accord/scores/judged_agreement.h"
#include "check.h"

TEST(agreement_of_judges_counts_pairs_of_judges) {
  // Of pair 1 two of three judges prefer the first answer, of pair 2 both judges do.
  const std::vector<double> value{1, 1, 0, 1, 1};
  const std::vector<int> judge{1, 2, 3, 1, 3}, pair{1, 1, 1, 2, 2};
  const accord::JudgeAgreement found =
      accord::judge_agreement({value, judge, 3}, pair, 2);
  CHECK(found.equal == 2 && found.possible == 4);
  CHECK(found.same == (std::vector<double>{2, 1, 1}));
  CHECK(found.others == (std::vector<double>{3, 2, 3}));
}

TEST(circular_triads_are_those_counted_by_hand) {
  // Judge 1 prefers 1 to 2, 2 to 3 and 3 to 1, and is consistent in another item; judge 2
  // did not judge all pairs; the pairs of judge 3 have a tie, or only two answers.
  const std::vector<double> value{1, 1, 0, 1, 1, 1, 1, 0, 0.5, 1, 0, 1};
  const std::vector<int> judge{1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3};
  const std::vector<int> block{1, 1, 1, 4, 4, 4, 2, 2, 3, 3, 3, 5};
  const std::vector<int> one{1, 2, 1, 1, 2, 1, 1, 2, 1, 2, 1, 1};
  const std::vector<int> two{2, 3, 3, 2, 3, 3, 2, 3, 2, 3, 3, 2};
  const accord::JudgeTriads found =
      accord::judge_triads({value, judge, 3}, block, one, two, 5);
  CHECK(found.n_blocks == (std::vector<int>{2, 1, 2}));
  CHECK(found.n_usable == (std::vector<int>{2, 0, 0}));
  CHECK(found.n_small == (std::vector<int>{0, 0, 1}));
  CHECK(found.n_tied == (std::vector<int>{0, 0, 1}));
  CHECK(found.triads[0] == 1 && found.most[0] == 2 && found.pairs[0] == 6);
}
