#pragma once
// Disagreements without a closed form. Sums visit each pair of distinct values, but take
// no memory for the pairs.

#include <cmath>    // abs, sqrt
#include <cstddef>  // size_t
#include <vector>

#include "delta.h"

namespace accord {

// How the pair of categories that is furthest apart is found. Matrices are not rescaled.
enum class Widest { ends, any_pair, one };

// ((c - k) / (c + k))^2, and 0 between 0 and 0 (Krippendorff 2019, section 12.3.4).
struct RatioFormula {
  static constexpr Widest widest = Widest::ends;
  Span<double> values;
  double operator()(int c, int k) const {
    if (c == k) return 0;
    const double d = (values[c] - values[k]) / (values[c] + values[k]);
    return d * d;
  }
};

// (c - k)^2 / ((c + k - 2 min) (2 max - c - k)), where min and max are the ends of the
// scale (ibid.).
struct BipolarFormula {
  static constexpr Widest widest = Widest::any_pair;
  Span<double> values;
  double min, max;
  double operator()(int c, int k) const {
    if (c == k) return 0;
    const double d = values[c] - values[k], s = values[c] + values[k];
    return d * d / ((s - 2 * min) * (2 * max - s));
  }
};

// sqrt |c - k| (Gwet 2014, section 3.5, which also has the step disagreement).
struct RadicalFormula {
  static constexpr Widest widest = Widest::ends;
  Span<double> values;
  double operator()(int c, int k) const {
    return std::sqrt(std::abs(values[c] - values[k]));
  }
};

// The number of pairs among the categories from c to k, (s + 1) s / 2 for s steps: the
// complement of Gwet's ordinal weights, which differ from Krippendorff's ordinal
// disagreement. A step leads from one category of the set to the next.
struct StepFormula {
  static constexpr Widest widest = Widest::ends;
  std::vector<int> place;  // of each category in the set

  explicit StepFormula(Span<int> codes) {
    if (!codes.empty()) place.resize(codes[codes.size() - 1] + 1);
    for (std::size_t i = 0; i < codes.size(); ++i) place[codes[i]] = static_cast<int>(i);
  }
  double operator()(int c, int k) const {
    const double s = std::abs(place[c] - place[k]);
    return (s + 1) * s / 2;
  }
};

// Reads the disagreement from a square matrix, which is symmetric, so that the order of
// storage does not matter.
struct MatrixFormula {
  static constexpr Widest widest = Widest::one;
  Span<double> distance;
  std::size_t n;
  double operator()(int c, int k) const { return distance[c * n + k]; }
};

template <class Formula>
class PairDelta final : public Delta {
 public:
  explicit PairDelta(const Formula& formula) : formula_(formula) {}

  double between(int c, int k) const override { return formula_(c, k); }

  double inside(const Pattern& p) const override { return pairs(p.code, p.count); }
  double pairs_within(const Amounts& x) const override {
    return pairs<double>(x.code, x.amount);
  }

  void to_each(const Amounts& x, std::vector<double>* sum,
               const Tick& tick) const override {
    const std::size_t n = x.size();
    sum->assign(n, 0.0);
    std::size_t looks = 0;  // each pair is visited for both of its categories
    bool told = false;
    for (std::size_t i = 0; i < n; ++i) {
      double own = 0;
      for (std::size_t j = 0; j < i; ++j) {
        const double d = formula_(x.code[i], x.code[j]);
        own += x.amount[j] * d;
        (*sum)[j] += x.amount[i] * d;
      }
      (*sum)[i] = own;
      looks += 2 * i;
      if (tick && looks > (1 << 24)) {
        looks = 0;
        tick(static_cast<double>(i) * i / (static_cast<double>(n) * n));
        told = true;
      }
    }
    if (told) tick(1);
  }

  double widest(Span<int> codes) const override {
    if (Formula::widest == Widest::one) return 1;
    return Formula::widest == Widest::ends ? Delta::widest(codes)
                                           : widest_of_all_pairs(codes);
  }

 private:
  template <class Number>
  double pairs(Span<int> code, Span<Number> amount) const {
    double sum = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
      double own = 0;
      for (std::size_t j = 0; j < i; ++j) own += amount[j] * formula_(code[i], code[j]);
      sum += amount[i] * own;
    }
    return 2 * sum;
  }

  Formula formula_;
};

}  // namespace accord
