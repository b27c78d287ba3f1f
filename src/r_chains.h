#pragma once
// Views of an accord_chains object; R/chains.R lists its fields.

#include <Rcpp/Lightest>

#include "accord/chains/partition.h"
#include "r_views.h"

namespace r {

class Chains {
 public:
  explicit Chains(const Rcpp::List& chains)
      : document_start_(integers(chains, "document_start")),
        part_document_(integers(chains, "part_document")),
        part_start_(integers(chains, "part_start")),
        chain_start_(integers(chains, "chain_start")),
        mention_(integers(chains, "mention")) {}

  // Returns what one annotator marked in one document; parts count from 0.
  accord::PartitionView part(int p) const {
    const int document = part_document_[p] - 1;
    accord::PartitionView view;
    view.start = chain_start_.slice(part_start_[p], part_start_[p + 1] + 1);
    view.mention = mention_;
    view.first_mention = document_start_[document];
    view.n_mentions = document_start_[document + 1] - view.first_mention;
    return view;
  }
  // Returns the first chain of a part, from 0 over all parts.
  int first_chain(int p) const { return part_start_[p]; }

 private:
  accord::Span<int> document_start_, part_document_, part_start_, chain_start_, mention_;
};

}  // namespace r
