#include <Rcpp/Lightest>
#include <iterator>  // size
#include <string>
#include <vector>

#include "accord/chains/chain_alpha.h"
#include "accord/chains/coref_blanc.h"
#include "accord/chains/coref_ceaf.h"
#include "accord/chains/coref_sides.h"
#include "r_chains.h"
#include "r_table.h"

namespace {

// The measures in the order of Table::add().
constexpr const char* measures[] = {"muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea"};
constexpr int n_measures = std::size(measures);

struct DocumentCounts {
  accord::Counts muc, b_cubed, ceaf_m, ceaf_e, lea;
  accord::BlancCounts blanc;

  DocumentCounts& operator+=(const DocumentCounts& x) {
    muc += x.muc;
    b_cubed += x.b_cubed;
    ceaf_m += x.ceaf_m;
    ceaf_e += x.ceaf_e;
    blanc += x.blanc;
    lea += x.lea;
    return *this;
  }
};

DocumentCounts count(const accord::PartitionView& key,
                     const accord::PartitionView& response) {
  const accord::Overlap sets = accord::overlap(key, response);
  const accord::Overlap turned = accord::transposed(sets);
  DocumentCounts counts;
  counts.muc = accord::count_sides(sets, turned, accord::Muc{});
  counts.b_cubed = accord::count_sides(sets, turned, accord::BCubed{});
  counts.ceaf_m = accord::ceaf_mentions(sets);
  counts.ceaf_e = accord::ceaf_entities(sets);
  counts.blanc = accord::blanc_counts(sets);
  counts.lea = accord::count_sides(sets, turned, accord::Lea{});
  return counts;
}

class Table {
 public:
  explicit Table(int rows)
      : recall(rows * n_measures),
        precision(rows * n_measures),
        f1(rows * n_measures),
        counted(rows * n_measures) {}

  Rcpp::NumericVector recall, precision, f1;
  Rcpp::LogicalVector counted;  // NA if there is no mention at all

  void add(const DocumentCounts& x) {
    const bool none = x.blanc.key_mentions + x.blanc.response_mentions == 0;
    for (const accord::Counts& one : {x.muc, x.b_cubed, x.ceaf_m, x.ceaf_e}) {
      add(accord::figures(one), none);
    }
    add(accord::blanc(x.blanc), none);
    add(accord::figures(x.lea), none);
  }

 private:
  int row_ = 0;

  void add(const accord::Figures& x, bool none) {
    recall[row_] = none ? NA_REAL : x.recall;
    precision[row_] = none ? NA_REAL : x.precision;
    f1[row_] = none ? NA_REAL : x.f1;
    counted[row_++] = none ? NA_LOGICAL : x.counted;
  }
};

accord::PartitionView without(const accord::PartitionView& view, accord::Partition* own,
                              bool singletons) {
  if (singletons) return view;
  *own = accord::without_singletons(view);
  return own->view(view);
}

}  // namespace

// Returns `measure`, the names of the measures, and the scores of each for each pair of
// parts (from 1), key and response, followed by those of each of the `n_totals` sums of
// these; `total` (from 1) is the sum to which a pair is added.
// [[Rcpp::export(rng = false)]]
Rcpp::List score_chains(Rcpp::List chains, Rcpp::IntegerVector key,
                        Rcpp::IntegerVector response, Rcpp::IntegerVector total,
                        int n_totals, bool singletons) {
  const r::Chains view(chains);
  std::vector<DocumentCounts> sums(n_totals);
  Table table(key.size() + n_totals);
  accord::Partition one, two;
  for (int i = 0; i < key.size(); ++i) {
    Rcpp::checkUserInterrupt();
    const DocumentCounts counts =
        count(without(view.part(key[i] - 1), &one, singletons),
              without(view.part(response[i] - 1), &two, singletons));
    table.add(counts);
    sums[total[i] - 1] += counts;
  }
  for (const DocumentCounts& sum : sums) table.add(sum);
  return r::list({{"measure", std::vector<std::string>(measures, measures + n_measures)},
                  {"recall", table.recall},
                  {"precision", table.precision},
                  {"f1", table.f1},
                  {"counted", table.counted}});
}

// Returns the sums for alpha of each document, a row each: its parts are part[start[d]] …
// (from 1). `kind` is a place in the core's enum SetDistance.
// [[Rcpp::export(rng = false)]]
Rcpp::List alpha_over_chains(Rcpp::List chains, Rcpp::IntegerVector start,
                             Rcpp::IntegerVector part, int kind) {
  const r::Chains view(chains);
  const int n = start.size() - 1;
  Rcpp::NumericVector mentions(n + 1), values(n + 1), observed(n + 1), expected(n + 1);
  accord::AlphaSums all;
  const auto set = [&](int row, const accord::AlphaSums& sums) {
    mentions[row] = sums.mentions;
    values[row] = sums.values;
    observed[row] = sums.values > 0 ? sums.observed() : NA_REAL;
    expected[row] = sums.values > 0 ? sums.expected() : NA_REAL;
  };
  for (int d = 0; d < n; ++d) {
    Rcpp::checkUserInterrupt();
    std::vector<accord::PartitionView> annotators;
    for (int i = start[d]; i < start[d + 1]; ++i) {
      annotators.push_back(view.part(part[i] - 1));
    }
    const accord::AlphaSums sums =
        accord::alpha_sums(annotators, static_cast<accord::SetDistance>(kind));
    set(d, sums);
    all += sums;
  }
  set(n, all);
  return r::frame({{"n_mentions", mentions},
                   {"n_values", values},
                   {"observed", observed},
                   {"expected", expected}});
}
