#include <vector>

#include "accord/chains/chain_alpha.h"
#include "accord/chains/chain_matching.h"
#include "accord/chains/coref_blanc.h"
#include "accord/chains/coref_ceaf.h"
#include "accord/chains/coref_sides.h"
#include "accord/distance/set_distance.h"
#include "check.h"

namespace {

// The sets of two annotators, by numbers of mentions from 10 on.
struct Sets {
  std::vector<int> start, mention;
  accord::PartitionView view() const { return {start, mention, 10, 10}; }
};

const Sets first{{0, 3, 5, 6}, {10, 11, 12, 13, 14, 15}};
const Sets second{{0, 2, 5, 6, 7}, {10, 11, 12, 13, 14, 16, 17}};

}  // namespace

TEST(overlap_lists_what_sets_share) {
  const accord::Overlap sets = accord::overlap(first.view(), second.view());
  CHECK((sets.start == std::vector<int>{0, 2, 3, 3}));
  CHECK((sets.column == std::vector<int>{0, 1, 1}));
  CHECK((sets.shared == std::vector<int>{2, 1, 2}));
  CHECK((sets.row_size == std::vector<int>{3, 2, 1}));
  CHECK((sets.column_size == std::vector<int>{2, 3, 1, 1}));
  const accord::Overlap turned = accord::transposed(sets);
  const accord::Overlap again = accord::overlap(second.view(), first.view());
  CHECK(turned.start == again.start && turned.column == again.column);
  CHECK(turned.shared == again.shared && turned.row_size == again.row_size);
}

TEST(singletons_are_set_apart) {
  CHECK((accord::singletons(second.view()) == std::vector<int>{16, 17}));
  const accord::Partition rest = accord::without_singletons(second.view());
  CHECK((rest.start == std::vector<int>{0, 2, 5}));
  CHECK((rest.origin == std::vector<int>{0, 1}));
}

TEST(sets_are_matched_in_every_variant) {
  const accord::Overlap sets = accord::overlap(first.view(), second.view());
  for (const auto cost : {accord::MatchCost::symmetric, accord::MatchCost::jaccard,
                          accord::MatchCost::symmetric_free}) {
    const accord::Matching found = accord::match_sets(sets, cost);
    CHECK((found.column_of == std::vector<int>{0, 1, -1}));
    CHECK(!found.replaceable[0] && !found.replaceable[1]);
  }
}

// The pair that shares a mention costs 2 + 8 - 2, the other 2 + 1, and unpaired sets cost
// nothing.
TEST(free_sets_are_left_over_when_they_are_large) {
  const Sets one{{0, 2}, {10, 11}};
  const Sets two{{0, 8, 9}, {10, 12, 13, 14, 15, 16, 17, 18, 19}};
  const accord::Overlap sets = accord::overlap(one.view(), two.view());
  CHECK(accord::match_sets(sets, accord::MatchCost::symmetric).column_of[0] == 0);
  CHECK(accord::match_sets(sets, accord::MatchCost::symmetric_free).column_of[0] == -1);
  const accord::Overlap turned = accord::transposed(sets);
  const accord::Matching other =
      accord::match_sets(turned, accord::MatchCost::symmetric_free);
  CHECK(other.column_of[0] == -1 && other.column_of[1] == -1);
  const Sets none{{0}, {}};
  const accord::Overlap empty = accord::overlap(none.view(), two.view());
  CHECK(accord::match_sets(empty, accord::MatchCost::symmetric_free).column_of.empty());
}

TEST(scores_by_hand) {
  const accord::Overlap sets = accord::overlap(first.view(), second.view());
  const accord::Overlap turned = accord::transposed(sets);
  // Links held: 1 and 1 of 2 + 1 + 0; the other way 1 and 1 of 1 + 2.
  const accord::Figures muc =
      accord::figures(accord::count_sides(sets, turned, accord::Muc{}));
  CHECK_NEAR(muc.recall, 2.0 / 3, 1e-15);
  CHECK_NEAR(muc.precision, 2.0 / 3, 1e-15);
  const accord::Figures b_cubed =
      accord::figures(accord::count_sides(sets, turned, accord::BCubed{}));
  CHECK_NEAR(b_cubed.recall, (5.0 / 3 + 2) / 6, 1e-15);
  CHECK_NEAR(b_cubed.precision, (2 + 5.0 / 3) / 7, 1e-15);
  const accord::Figures lea =
      accord::figures(accord::count_sides(sets, turned, accord::Lea{}));
  CHECK_NEAR(lea.recall, (3 / 3.0 + 2) / 6, 1e-15);
  CHECK_NEAR(lea.precision, (2 + 3 / 3.0) / 7, 1e-15);
  const accord::Figures mentions = accord::figures(accord::ceaf_mentions(sets));
  CHECK_NEAR(mentions.recall, 4.0 / 6, 1e-15);
  CHECK_NEAR(mentions.precision, 4.0 / 7, 1e-15);
  const accord::Figures entities = accord::figures(accord::ceaf_entities(sets));
  CHECK_NEAR(entities.recall, (4.0 / 5 + 4.0 / 5) / 3, 1e-15);
  CHECK_NEAR(entities.precision, (4.0 / 5 + 4.0 / 5) / 4, 1e-15);
  // Coreference links shared 2 of 4 and 4; others 4 of 11 and 17.
  const accord::Figures blanc = accord::blanc(accord::blanc_counts(sets));
  CHECK_NEAR(blanc.recall, (2.0 / 4 + 4.0 / 11) / 2, 1e-15);
  CHECK_NEAR(blanc.precision, (2.0 / 4 + 4.0 / 17) / 2, 1e-15);
}

TEST(alpha_over_chains_by_hand) {
  // Mentions 10 11 12: {10 11} {12} against {10} {11 12}.
  const Sets one{{0, 2, 3}, {10, 11, 12}}, two{{0, 1, 3}, {10, 11, 12}};
  const accord::AlphaSums sums =
      accord::alpha_sums({one.view(), two.view()}, accord::SetDistance::passonneau);
  CHECK(sums.mentions == 3 && sums.values == 6);
  CHECK_NEAR(sums.observed(), 4.0 / 9, 1e-15);
  CHECK_NEAR(sums.expected(), 9.0 / 15, 1e-15);
}

TEST(distances_of_sets) {
  using accord::SetDistance;
  CHECK_NEAR(accord::set_distance(SetDistance::masi, 2, 4, 2), 2.0 / 3, 1e-15);
  CHECK_NEAR(accord::set_distance(SetDistance::masi, 2, 2, 1), 8.0 / 9, 1e-15);
  CHECK_NEAR(accord::set_distance(SetDistance::dice, 2, 4, 2), 1.0 / 3, 1e-15);
  CHECK(accord::set_distance(SetDistance::jaccard, 0, 0, 0) == 0);
  CHECK(accord::set_distance(SetDistance::jaccard, 0, 2, 0) == 1);
  CHECK_NEAR(accord::set_distance(SetDistance::passonneau, 0, 2, 0), 1.0 / 3, 1e-15);
  const std::vector<int> start{0, 0, 2, 5}, element{1, 3, 0, 1, 2};
  const std::vector<double> d =
      accord::set_distances(start, element, SetDistance::jaccard);
  CHECK(d[1] == 1 && d[3] == 1 && d[0] == 0);
  CHECK_NEAR(d[5], 3.0 / 4, 1e-15);
}
