#include "r_chains.h"

#include <Rcpp/Lightest>
#include <algorithm>  // set_intersection
#include <iterator>   // back_inserter
#include <vector>

#include "accord/chains/bracket_pairs.h"
#include "accord/chains/chain_matching.h"
#include "r_table.h"

namespace {

// One annotator's sets in a document, and the singletons that are matched separately.
struct Side {
  accord::Partition sets;
  std::vector<int> apart;
};

Side side(const accord::PartitionView& view, bool apart) {
  Side result{accord::without_singletons(view), {}};
  std::vector<int> single = accord::singletons(view);
  if (apart) {
    result.apart = single;
  } else if (!single.empty()) {
    result.sets.add(single, -1);
  }
  return result;
}

// A row per pair and unpaired set. Chains count from 1; 0 is the set of singletons, NA
// means none.
class Rows {
 public:
  Rows(int first, int second, int pair) : first_(first), second_(second), pair_(pair) {}

  void add(int origin, int other, int left, int both, int right, bool replaceable) {
    pair.push_back(pair_ + 1);
    chain_1.push_back(chain(first_, origin));
    chain_2.push_back(chain(second_, other));
    this->left.push_back(left);
    this->both.push_back(both);
    this->right.push_back(right);
    this->replaceable.push_back(replaceable);
  }
  void of(int first, int second, int pair) {
    first_ = first;
    second_ = second;
    pair_ = pair;
  }

  static constexpr int none = -2;
  std::vector<int> pair, chain_1, chain_2, left, both, right;
  std::vector<bool> replaceable;

 private:
  int first_, second_, pair_;

  static int chain(int first_chain, int origin) {
    if (origin == none) return NA_INTEGER;
    return origin < 0 ? 0 : first_chain + origin + 1;
  }
};

void add_sets(const Side& a, const Side& b, const accord::Overlap& sets,
              const accord::Matching& matching, Rows* rows) {
  std::vector<bool> paired(sets.n_columns());
  for (int row = 0; row < sets.n_rows(); ++row) {
    const int column = matching.column_of[row];
    if (column < 0) {
      rows->add(a.sets.origin[row], Rows::none, sets.row_size[row], 0, 0, false);
      continue;
    }
    paired[column] = true;
    int both = 0;
    for (int e = sets.start[row]; e < sets.start[row + 1]; ++e) {
      if (sets.column[e] == column) both = sets.shared[e];
    }
    rows->add(a.sets.origin[row], b.sets.origin[column], sets.row_size[row] - both, both,
              sets.column_size[column] - both, matching.replaceable[row]);
  }
  for (int column = 0; column < sets.n_columns(); ++column) {
    if (paired[column]) continue;
    rows->add(Rows::none, b.sets.origin[column], 0, 0, sets.column_size[column], false);
  }
}

// Adds singletons; both vectors are in the order of the mentions.
void add_apart(const Side& a, const Side& b, Rows* rows) {
  std::vector<int> both;
  std::set_intersection(a.apart.begin(), a.apart.end(), b.apart.begin(), b.apart.end(),
                        std::back_inserter(both));
  const int shared = static_cast<int>(both.size());
  const int left = static_cast<int>(a.apart.size()) - shared;
  const int right = static_cast<int>(b.apart.size()) - shared;
  if (left + shared + right == 0) return;
  rows->add(left + shared ? -1 : Rows::none, right + shared ? -1 : Rows::none, left,
            shared, right, false);
}

}  // namespace

// Returns for each pair of parts (from 1) of two annotators of one document the rows of
// its matching. `cost` is a place in the core's enum MatchCost.
// [[Rcpp::export(rng = false)]]
Rcpp::List match_chains(Rcpp::List chains, Rcpp::IntegerVector first,
                        Rcpp::IntegerVector second, int cost, bool apart) {
  const r::Chains view(chains);
  Rows rows(0, 0, 0);
  for (int i = 0; i < first.size(); ++i) {
    Rcpp::checkUserInterrupt();
    const accord::PartitionView one = view.part(first[i] - 1);
    const accord::PartitionView two = view.part(second[i] - 1);
    const Side a = side(one, apart), b = side(two, apart);
    const accord::Overlap sets = accord::overlap(a.sets.view(one), b.sets.view(two));
    rows.of(view.first_chain(first[i] - 1), view.first_chain(second[i] - 1), i);
    add_sets(a, b, sets, match_sets(sets, static_cast<accord::MatchCost>(cost)), &rows);
    if (apart) add_apart(a, b, &rows);
  }
  return r::list({{"pair", rows.pair},
                  {"chain_1", rows.chain_1},
                  {"chain_2", rows.chain_2},
                  {"left", rows.left},
                  {"both", rows.both},
                  {"right", rows.right},
                  {"replaceable", rows.replaceable}});
}

// Returns the position of the partner of each bracket, from 1; 0 if it has none. `kind`
// counts from 1.
// [[Rcpp::export(rng = false)]]
Rcpp::IntegerVector bracket_partners(Rcpp::IntegerVector kind, Rcpp::LogicalVector opens,
                                     int n_kinds) {
  std::vector<int> from_zero(kind.begin(), kind.end());
  for (int& k : from_zero) --k;
  const std::vector<int> is_open(opens.begin(), opens.end());
  std::vector<int> partner = accord::match_brackets(from_zero, is_open, n_kinds);
  for (int& position : partner) ++position;
  return Rcpp::wrap(partner);
}
