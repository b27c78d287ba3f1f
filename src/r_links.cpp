#include <Rcpp/Lightest>
#include <utility>  // move
#include <vector>

#include "accord/spans/links.h"
#include "accord/spans/sequence.h"
#include "r_interrupt.h"
#include "r_table.h"
#include "r_views.h"

namespace {

accord::LinkSide link_side(const Rcpp::List& of) {
  return {r::integers(of, "block"), r::numbers(of, "start"), r::numbers(of, "end")};
}

accord::Sequence sequence(const Rcpp::List& of) {
  return {r::integers(of, "block"), r::integers(of, "label")};
}

}  // namespace

// Returns the pairs of the best alignment of the labels of two annotators in each block:
// positions from 1 on each side.
// [[Rcpp::export(rng = false)]]
Rcpp::List align_labels(Rcpp::List one, Rcpp::List other, bool same) {
  r::Interrupt interrupt;
  accord::SequenceAlignment alignment(sequence(one), sequence(other), same,
                                      [&] { interrupt.poll(); });
  std::vector<int> first, second;
  for (const accord::AlignedPair& x : alignment.pairs()) {
    first.push_back(x.first + 1);
    second.push_back(x.second + 1);
  }
  return r::list({{"first", first}, {"second", second}});
}

// Returns the links of two annotators, whose spans are sorted by block and start:
// positions from 1 on each side, and the similarity. `rule`: the code of the similarity
// from 0, at_least, within. `method`: 0 greedy, 1 optimal, 2 the most links, 3 all pairs.
// [[Rcpp::export(rng = false)]]
Rcpp::List link_spans(Rcpp::List one, Rcpp::List other, Rcpp::NumericVector rule,
                      int method) {
  const accord::LinkSide a = link_side(one), b = link_side(other);
  const accord::LinkRule by = {static_cast<accord::LinkBy>(static_cast<int>(rule[0])),
                               rule[1], rule[2]};
  std::vector<accord::LinkCandidate> found = accord::link_candidates(a, b, by);
  if (method == 0) {
    found = accord::greedy_links(a, b, std::move(found));
  } else if (method < 3) {
    found = accord::optimal_links(a, b, std::move(found), method == 2);
  }
  std::vector<int> first, second;
  std::vector<double> similarity;
  for (const accord::LinkCandidate& x : found) {
    first.push_back(x.first + 1);
    second.push_back(x.second + 1);
    similarity.push_back(x.similarity);
  }
  return r::list({{"first", first}, {"second", second}, {"similarity", similarity}});
}
