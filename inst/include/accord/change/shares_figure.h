#pragma once
// Coefficients whose chance is none, fixed, or a matter of the shares of the categories,
// as figures of totals. Alpha at all levels but the ordinal one is among them: the kappa
// of shared chance in which an item counts by its ratings, and those with one rating do
// not count.
//
// Expected disagreement is between two ratings of different items, since a population has
// endlessly many: what an item makes of pairs with itself is taken off. In a sample that
// share is 1 / N and would pull D_e down.

#include <cmath>    // NAN
#include <cstddef>  // size_t
#include <vector>

#include "../agreement/registry.h"
#include "../distance/any_distance.h"
#include "../ratings/tally.h"
#include "figure_rows.h"
#include "totals.h"

namespace accord {

class SharesFigure : public Figure {
 public:
  // `categories`: those that occur or may occur, rising. `q`: how many there are.
  SharesFigure(Model model, const AnyDistance& distance, std::vector<int> categories,
               double total)
      : model_(model),
        distance_(distance),
        categories_(std::move(categories)),
        q_(distance.n_categories()),
        total_(total),
        place_(q_, -1) {
    for (std::size_t i = 0; i < categories_.size(); ++i) {
      place_[categories_[i]] = static_cast<int>(i);
    }
  }

  std::size_t n_totals() const override { return first_share + categories_.size(); }

  // An item, as often as it weighs; its ratings may be too few to take part.
  void add_item(const Pattern& p, double weight, RowDraft* draft) const {
    if (p.size == 0 || (p.size == 1 && pairs_only())) return;
    draft->items += weight;
    const double item = weight * (model_ == Model::alpha ? p.size : 1);
    draft->linear.push_back({items, item});
    if (p.size > 1) {
      const double apart = distance_.inside(p) / (1.0 * p.size * (p.size - 1));
      draft->linear.push_back({pairable, item});
      draft->linear.push_back({disagreement, item * apart});
      draft->ratings += weight * p.size;
    }
    if (!uses_shares()) return;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      draft->linear.push_back(
          {first_share + place_[p.code[j]], item * p.count[j] / p.size});
    }
  }

  std::vector<Addend> pair(const CategoryPair& x, const UnitSize& unit) override {
    const double item = model_ == Model::alpha ? unit.ratings : unit.items;
    std::vector<Addend> row{{items, item},
                            {pairable, item},
                            {disagreement, item * distance_(x.first, x.second)}};
    if (uses_shares()) {
      row.push_back({first_share + place_[x.first], item / 2});
      row.push_back({first_share + place_[x.second], item / 2});
    }
    join(&row);
    return row;
  }

  void add_squares(const std::vector<Addend>& linear,
                   std::vector<Addend>* square) const override {
    if (!uses_shares()) return;
    double n = 0, squares = 0;
    Amounts shares;
    for (const Addend& x : linear) {
      if (x.place == items) n = x.amount;
      if (x.place < first_share) continue;
      shares.add(categories_[x.place - first_share], x.amount);
      squares += x.amount * x.amount;
    }
    const double own = model_ == Model::gwet ? squares : distance_.pairs_within(shares);
    square->push_back({items_squared, n * n});
    square->push_back({own_pairs, own});
  }

  double value(const Totals& t) const override {
    const double observed = t[disagreement] / t[pairable], e = expected(t);
    return e > 0 ? 1 - observed / e : NAN;
  }

 private:
  enum { items, pairable, disagreement, items_squared, own_pairs, first_share };

  bool uses_shares() const {
    return model_ != Model::percent && model_ != Model::uniform;
  }
  bool pairs_only() const { return model_ == Model::alpha; }

  double expected(const Totals& t) const {
    if (model_ == Model::percent) return 1;
    if (model_ == Model::uniform) return total_ / (1.0 * q_ * q_);
    const double pairs = t[items] * t[items] - t[items_squared];
    if (model_ == Model::gwet) {
      double squares = 0;
      for (std::size_t k = 0; k < categories_.size(); ++k) {
        squares += t[first_share + k] * t[first_share + k];
      }
      const double factor = (1.0 * q_ * q_ - total_) / (1.0 * q_ * (q_ - 1));
      return 1 - factor * (1 - (squares - t[own_pairs]) / pairs);
    }
    if (distance_.identity()) {
      double squares = 0, n = 0;
      for (std::size_t k = 0; k < categories_.size(); ++k) {
        n += t[first_share + k];
        squares += t[first_share + k] * t[first_share + k];
      }
      return (n * n - squares - t[own_pairs]) / pairs;
    }
    thread_local Amounts shares;
    shares.clear();
    for (std::size_t k = 0; k < categories_.size(); ++k) {
      shares.add(categories_[k], t[first_share + k]);
    }
    return (distance_.pairs_within(shares) - t[own_pairs]) / pairs;
  }

  Model model_;
  const AnyDistance& distance_;
  std::vector<int> categories_;
  int q_;
  double total_;
  std::vector<int> place_;
};

}  // namespace accord
