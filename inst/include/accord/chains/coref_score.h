#pragma once
// Recall, precision and F1 of coreference: what each measure counts in one document, and
// the figures that come of counts, of one document or added up over many.
//
// Where recall or precision has nothing to divide by it is 0, as in the reference scorer
// of the CoNLL shared tasks; where both have nothing, `counted` is false.

namespace accord {

struct Figures {
  double recall = 0, precision = 0, f1 = 0;
  bool counted = true;
};

// `hits` may differ: those of recall add up over the key, those of precision over the
// response.
struct Counts {
  double recall_hits = 0, in_key = 0, precision_hits = 0, in_response = 0;

  Counts& operator+=(const Counts& x) {
    recall_hits += x.recall_hits;
    in_key += x.in_key;
    precision_hits += x.precision_hits;
    in_response += x.in_response;
    return *this;
  }
};

inline double f1(double recall, double precision) {
  const double sum = recall + precision;
  return sum > 0 ? 2 * recall * precision / sum : 0;
}

inline Figures figures(const Counts& x) {
  Figures result;
  result.counted = x.in_key > 0 || x.in_response > 0;
  result.recall = x.in_key > 0 ? x.recall_hits / x.in_key : 0;
  result.precision = x.in_response > 0 ? x.precision_hits / x.in_response : 0;
  result.f1 = f1(result.recall, result.precision);
  return result;
}

}  // namespace accord
