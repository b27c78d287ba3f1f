#pragma once
// The value of a coefficient in a population, from the probability of each pair of
// ratings of an item and the shares of the categories among the ratings of each rater.

#include <cmath>    // NAN
#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"
#include "../distance/any_distance.h"
#include "measure.h"
#include "pairs.h"

namespace accord {

// Rows as in rows.h: first pairs of ratings, then single ratings, which only determine
// how often a rater uses a category.
class PopulationRows final : public Rows {
 public:
  // `pairs` has a probability for every two categories, `shares` those of one rater after
  // the other.
  PopulationRows(Span<double> pairs, Span<double> shares, int n_categories)
      : n_raters_(static_cast<int>(shares.size()) / n_categories) {
    const double endless = 0x1p50;  // items; a power of 2, so that no digit is lost
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const int c = static_cast<int>(i) / n_categories;
      const int k = static_cast<int>(i) % n_categories;
      if (pairs[i] > 0) pairs_.add(i, c, k, endless * pairs[i]);
    }
    weight_.assign(pairs_.weight.begin(), pairs_.weight.end());
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (!(shares[i] > 0)) continue;
      rater_.push_back(static_cast<int>(i) / n_categories);
      code_.push_back(static_cast<int>(i) % n_categories);
      weight_.push_back(endless * shares[i]);
    }
  }

  std::size_t size() const override { return weight_.size(); }
  Pattern pattern(std::size_t i) const override {
    return is_pair(i) ? pairs_.pattern(i) : Pattern();
  }
  double weight_of(std::size_t i) const override { return weight_[i]; }
  Span<int> codes(std::size_t i) const override { return of(code_, i); }
  Span<int> raters(std::size_t i) const override { return of(rater_, i); }
  int n_raters() const override { return n_raters_; }

 private:
  bool is_pair(std::size_t i) const { return i < pairs_.size(); }
  Span<int> of(const std::vector<int>& x, std::size_t i) const {
    return is_pair(i) ? Span<int>() : Span<int>(x.data() + (i - pairs_.size()), 1);
  }

  PairRows pairs_;
  std::vector<double> weight_;
  std::vector<int> rater_, code_;
  int n_raters_;
};

// Returns NAN if there is no value, and for coefficients such as Light's kappa that are
// not a function of the pairs.
inline double population_value(const Asked& asked, const PopulationRows& rows) {
  const AnyDistance distance(asked.spec);
  const auto coefficient = new_coefficient(asked.model, asked.spec, distance, true);
  if (!coefficient || coefficient->needs().whole_items) return NAN;
  return coefficient->fit(rows).value().estimate();
}

}  // namespace accord
