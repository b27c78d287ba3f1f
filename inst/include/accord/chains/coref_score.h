#pragma once
// Recall, precision and F1 of coreference: the counts of each measure in one document,
// and the scores computed from counts of one document, or summed over many.
//
// Recall or precision is 0 if its denominator is 0, as in the reference scorer of the
// CoNLL shared tasks; if both denominators are 0, `counted` is false.

namespace accord {

struct Figures {
  double recall = 0, precision = 0, f1 = 0;
  bool counted = true;
};

// The two numbers of `hits` can differ: those of recall are summed over the key, those of
// precision over the response.
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
