#pragma once
// The majority label of an item, and whether a rating agrees with it, where the rating's
// own vote is either counted or left out.

#include <cstddef>  // size_t

#include "../ratings/tally.h"

namespace accord {

// The largest number of votes for a category of an item, and the next smaller one, each
// with the number of categories that have it.
struct Front {
  int votes = 0, leaders = 0;
  int next_votes = 0, next = 0;
  int category = -1;  // the first leader

  bool tie() const { return leaders > 1; }
};

inline Front front(const Pattern& p) {
  Front f;
  for (std::size_t j = 0; j < p.code.size(); ++j) {
    const int votes = p.count[j];
    if (votes > f.votes) {
      f.next_votes = f.votes;
      f.next = f.leaders;
      f.votes = votes;
      f.leaders = 1;
      f.category = p.code[j];
    } else if (votes == f.votes) {
      ++f.leaders;
    } else if (votes > f.next_votes) {
      f.next_votes = votes;
      f.next = 1;
    } else if (votes == f.next_votes) {
      ++f.next;
    }
  }
  return f;
}

// How a rating counts if several categories, including its own, have most votes.
enum class TieVote { disagree, split };

// Returns 1 if the category of a rating, which has `votes` votes, is the majority of the
// item, else 0. If ties are split, each of the tied categories gets 1 over their number.
inline double with_majority(const Front& f, int votes, bool own_counts, TieVote ties) {
  const bool leads = votes == f.votes, alone = leads && f.leaders == 1;
  const int rival = alone ? f.next_votes : f.votes;
  const int rivals = alone ? f.next : f.leaders - leads;
  const int own = own_counts ? votes : votes - 1;
  if (own > rival) return 1;
  if (own < rival || ties == TieVote::disagree) return 0;
  return 1.0 / (rivals + 1);
}

}  // namespace accord
