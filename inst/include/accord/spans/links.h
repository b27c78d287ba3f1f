#pragma once
// Links: which span of one annotator is the same as which span of another one. Each span
// has one link at most.

#include <algorithm>  // max, min, sort
#include <cmath>      // fabs
#include <vector>

#include "../base/assignment.h"
#include "../base/views.h"

namespace accord {

// The spans of an annotator, sorted by block (a document, or a label in a document) and
// by start.
struct LinkSide {
  Span<int> block;
  Span<double> start, end;

  int size() const { return static_cast<int>(block.size()); }
};

enum class LinkBy { overlap, jaccard, onset, ends };

struct LinkRule {
  LinkBy by = LinkBy::overlap;
  double at_least = 0;  // for overlaps
  double within = 0;    // for distances, which are whole numbers
};

struct LinkCandidate {
  int first = 0, second = 0;
  double similarity = 0;
};

// The similarity of two spans; 0 if the rule does not allow a link.
inline double link_similarity(const LinkSide& a, int i, const LinkSide& b, int j,
                              const LinkRule& rule) {
  const double onset = std::fabs(a.start[i] - b.start[j]);
  const double offset = std::fabs(a.end[i] - b.end[j]);
  if (rule.by == LinkBy::onset || rule.by == LinkBy::ends) {
    const double d = rule.by == LinkBy::onset ? onset : std::max(onset, offset);
    return d > rule.within ? 0 : 1 - d / (rule.within + 1);
  }
  const double shared = std::min(a.end[i], b.end[j]) - std::max(a.start[i], b.start[j]);
  const double one = a.end[i] - a.start[i], other = b.end[j] - b.start[j];
  const double whole =
      rule.by == LinkBy::overlap ? std::max(one, other) : one + other - shared;
  // Two points at one time are the same.
  if (one == 0 && other == 0) return onset == 0 ? 1 : 0;
  if (shared <= 0) return 0;
  const double share = shared / whole;
  return share < rule.at_least - 1e-12 ? 0 : share;
}

// Visits the pairs that may be linked in one sweep: a span stays open as long as a later
// start can still reach it.
template <class Visit>
void sweep_pairs(const LinkSide& a, const LinkSide& b, const LinkRule& rule,
                 const Visit& visit) {
  const bool near = rule.by == LinkBy::onset || rule.by == LinkBy::ends;
  std::vector<int> open_a, open_b;
  int block = -1;
  const auto meet = [&](std::vector<int>* open, const LinkSide& theirs, double start,
                        const auto& pair) {
    std::size_t kept = 0;
    for (const int other : *open) {
      const double last = near ? theirs.start[other] + rule.within : theirs.end[other];
      if (last < start) continue;
      (*open)[kept++] = other;
      pair(other);
    }
    open->resize(kept);
  };
  for (int i = 0, j = 0; i < a.size() || j < b.size();) {
    const bool first =
        j >= b.size() ||
        (i < a.size() && (a.block[i] < b.block[j] ||
                          (a.block[i] == b.block[j] && a.start[i] <= b.start[j])));
    const int now = first ? a.block[i] : b.block[j];
    if (now != block) {
      open_a.clear();
      open_b.clear();
      block = now;
    }
    if (first) {
      meet(&open_b, b, a.start[i], [&](int other) { visit(i, other); });
      open_a.push_back(i++);
    } else {
      meet(&open_a, a, b.start[j], [&](int other) { visit(other, j); });
      open_b.push_back(j++);
    }
  }
}

inline std::vector<LinkCandidate> link_candidates(const LinkSide& a, const LinkSide& b,
                                                  const LinkRule& rule) {
  std::vector<LinkCandidate> found;
  sweep_pairs(a, b, rule, [&](int i, int j) {
    const double similarity = link_similarity(a, i, b, j, rule);
    if (similarity > 0) found.push_back({i, j, similarity});
  });
  return found;
}

// The most similar pair first (Holle and Rein 2015). Ties go to the nearer starts, then
// to the earlier pair, so that the result does not depend on which annotator is first.
inline std::vector<LinkCandidate> greedy_links(const LinkSide& a, const LinkSide& b,
                                               std::vector<LinkCandidate> found) {
  const auto apart = [&](const LinkCandidate& x) {
    return std::fabs(a.start[x.first] - b.start[x.second]);
  };
  const auto low = [&](const LinkCandidate& x) {
    return std::min(a.start[x.first], b.start[x.second]);
  };
  std::sort(found.begin(), found.end(),
            [&](const LinkCandidate& x, const LinkCandidate& y) {
              if (x.similarity != y.similarity) return x.similarity > y.similarity;
              if (apart(x) != apart(y)) return apart(x) < apart(y);
              if (low(x) != low(y)) return low(x) < low(y);
              return x.first != y.first ? x.first < y.first : x.second < y.second;
            });
  std::vector<bool> used_a(a.size()), used_b(b.size());
  std::vector<LinkCandidate> made;
  for (const LinkCandidate& x : found) {
    if (used_a[x.first] || used_b[x.second]) continue;
    used_a[x.first] = used_b[x.second] = true;
    made.push_back(x);
  }
  return made;
}

// The links with the largest sum of similarities; with `most`, first the largest number
// of links.
inline std::vector<LinkCandidate> optimal_links(const LinkSide& a, const LinkSide& b,
                                                std::vector<LinkCandidate> found,
                                                bool most) {
  std::sort(found.begin(), found.end(),
            [](const LinkCandidate& x, const LinkCandidate& y) {
              return x.first != y.first ? x.first < y.first : x.second < y.second;
            });
  SparseGains gains;
  gains.n_columns = b.size();
  gains.start.assign(a.size() + 1, 0);
  for (const LinkCandidate& x : found) {
    ++gains.start[x.first + 1];
    gains.column.push_back(x.second);
    gains.gain.push_back(most ? Gain{1, x.similarity} : Gain{x.similarity, 1});
  }
  for (int i = 0; i < a.size(); ++i) gains.start[i + 1] += gains.start[i];
  const Assignment result = best_assignment(gains);
  std::vector<LinkCandidate> made;
  for (const LinkCandidate& x : found) {
    if (result.column_of[x.first] == x.second) made.push_back(x);
  }
  return made;
}

}  // namespace accord
