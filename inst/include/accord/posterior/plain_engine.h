#pragma once
// The plain form with the coefficients as they are stated for samples (coefficient.h):
// nothing is stated again for the posterior. Pairs of a row with itself are part of
// expected disagreement then or, if `own` is given, are taken off in the mean: of weights
// with a Dirichlet distribution they are q = 2 / (n + 1) of all pairs of n items, with the
// disagreement own times D_o.

#include <algorithm>  // fill, max, min
#include <cmath>      // NAN, isnan
#include <cstddef>    // ptrdiff_t, size_t
#include <cstdint>    // uint64_t
#include <vector>

#include "../agreement/measure.h"
#include "../ratings/rows.h"
#include "../ratings/tally.h"
#include "drafts.h"
#include "plain.h"
#include "pseudo_pairs.h"

namespace accord {

// What was observed, then the pairs of both kinds of pseudo-items; where it matters who
// rated, these have no rater, but each rater has a row of no pair for each category.
class RowsAndPairs final : public Rows {
 public:
  RowsAndPairs(const Rows& observed, const PseudoPairs& pseudo, int n_codes)
      : observed_(observed), n_codes_(n_codes), given_(observed.n_raters()) {
    double items = 0;
    for (std::size_t i = 0; i < observed.size(); ++i) {
      weight.push_back(observed.weight_of(i));
      items += weight.back();
      for (int g : observed.raters(i)) given_[g] += weight.back();
    }
    for (double& x : given_) x /= items;
    for (const auto* pairs : {&pseudo.random, &pseudo.agreeing}) {
      for (const CategoryPair& x : *pairs) {
        code_.push_back(std::min(x.first, x.second));
        code_.push_back(std::max(x.first, x.second));
      }
    }
    for (std::size_t g = 0; g < given_.size(); ++g) {
      if (given_[g] > 0) rater_.push_back(static_cast<int>(g));
    }
    for (int k = 0; k < n_codes; ++k) category_.push_back(k);
    weight.resize(first_single() + rater_.size() * n_codes);
  }

  std::size_t size() const override { return weight.size(); }
  std::size_t first_pair() const { return observed_.size(); }
  Pattern pattern(std::size_t i) const override {
    if (i < first_pair()) return observed_.pattern(i);
    if (i >= first_single()) return {};
    const int* const x = code_.data() + 2 * (i - first_pair());
    const std::size_t n = x[0] == x[1] ? 1 : 2;
    return {{x, n}, {n == 1 ? two : one, n}, 2};
  }
  double weight_of(std::size_t i) const override { return weight[i]; }
  Span<int> codes(std::size_t i) const override {
    if (i < first_pair()) return observed_.codes(i);
    if (i < first_single()) return {};
    return {category_.data() + (i - first_single()) % n_codes_, 1};
  }
  Span<int> raters(std::size_t i) const override {
    if (i < first_pair()) return observed_.raters(i);
    if (i < first_single()) return {};
    return {rater_.data() + (i - first_single()) / n_codes_, 1};
  }
  int n_raters() const override { return observed_.n_raters(); }

  // The i-th pair of pseudo-items weighs this much in the next draw.
  void add_pair(std::size_t i, double w) {
    weight[first_pair() + i] += w;
    for (std::size_t r = 0; r < rater_.size(); ++r) {
      for (int side = 0; side < 2; ++side) {
        weight[first_single() + r * n_codes_ + code_[2 * i + side]] +=
            w / 2 * given_[rater_[r]];
      }
    }
  }
  void clear_pairs() {
    const auto from = static_cast<std::ptrdiff_t>(first_pair());
    std::fill(weight.begin() + from, weight.end(), 0.0);
  }

  std::vector<double> weight;

 private:
  static constexpr int one[] = {1, 1}, two[] = {2};
  std::size_t first_single() const { return first_pair() + code_.size() / 2; }

  const Rows& observed_;
  int n_codes_;
  std::vector<double> given_;
  std::vector<int> code_, rater_, category_;
};

struct EnginePosterior {
  CoefficientOfRows& coefficient;
  const DraftedFigure& drafted;  // for the prior alone
  double per_size;               // what an item weighs, of the first total of a row
  double own;                    // NAN: pairs of an item with itself stay

  double value() const {
    const Disagreement x = coefficient.value();
    if (!x.defined()) return NAN;
    if (std::isnan(own)) return x.estimate();
    const double q = 2 / (drafted.rows.units + 1);
    const double expected = (x.expected - q * own * x.observed) / (1 - q);
    return expected > 0 ? 1 - x.observed / expected : NAN;
  }

  PlainLimits limits(const Rows& observed, int n_codes, double tail, std::uint64_t seed,
                     std::size_t draws, const Executor& executor) const {
    RowsAndPairs rows(observed, drafted.pseudo, n_codes);
    coefficient.fit(rows);
    std::vector<RandomStream> stream;
    std::vector<double> shape;
    for (std::size_t i = 0; i < rows.first_pair(); ++i) {
      const Pattern p = rows.pattern(i);
      std::uint64_t key = observed.raters(i).size() > 0 ? i : 0;
      for (std::size_t j = 0; j < p.code.size(); ++j) {
        key = mixed(mixed(key, p.code[j]), p.count[j]);
      }
      stream.emplace_back(seed + key);
      shape.push_back(drafted.rows.observed[0].lambda * rows.weight[i]);
    }
    std::vector<double> lower, upper;
    Sticks random(drafted.rows.random, seed + 1), agreeing(drafted.rows.agreeing, seed + 2);
    const auto size_of = [&](const TotalRows& pseudo) {
      return pseudo.empty() ? 0 : per_size * pseudo[0].linear[0].amount;
    };
    const double of_random = size_of(drafted.rows.random),
                 of_agreeing = size_of(drafted.rows.agreeing);
    for (std::size_t d = 0; d < draws; ++d) {
      if (d % 256 == 0) executor.poll();
      for (std::size_t i = 0; i < stream.size(); ++i) {
        rows.weight[i] = stream[i].gamma(shape[i]);
      }
      rows.clear_pairs();
      random.draw([&](std::size_t i, double g) { rows.add_pair(i, of_random * g); });
      coefficient.weigh(rows.weight);
      lower.push_back(value());
      rows.clear_pairs();
      agreeing.draw([&](std::size_t i, double g) {
        rows.add_pair(drafted.pseudo.random.size() + i, of_agreeing * g);
      });
      coefficient.weigh(rows.weight);
      upper.push_back(value());
    }
    return {quantile_of(&lower, tail), quantile_of(&upper, 1 - tail), NAN};
  }
};

}  // namespace accord
