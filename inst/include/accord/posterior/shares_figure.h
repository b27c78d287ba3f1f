#pragma once
// Coefficients without chance agreement, or whose chance agreement is fixed or depends on
// the shares of the categories, as figures of totals. They include alpha at all levels
// except the ordinal one: it is a kappa of shared chance in which an item is weighted by
// its number of ratings, and items with one rating do not count.
//
// Expected disagreement is between two ratings of different items, since a population is
// infinite: pairs of an item with itself are subtracted. In a sample their share is 1 / N
// and would lower D_e. If expected disagreement is a mean of squared distances, the
// moments of the ratings replace the shares, because numeric ratings have as many shares
// as distinct values.

#include <cmath>   // NAN
#include <memory>  // unique_ptr
#include <optional>
#include <utility>  // move
#include <vector>

#include "../agreement/kappa.h"
#include "../distance/any_distance.h"
#include "../ratings/tally.h"
#include "figure_rows.h"
#include "rater_margins.h"
#include "totals.h"

namespace accord {

enum class ItemsCount { alike, by_ratings };

class SharesFigure final : public GroupFigure {
 public:
  // `chance` must be fitted to the sample, and have own_pairs() and between_items().
  SharesFigure(std::unique_ptr<Chance> chance, ItemsCount count,
               const AnyDistance& distance, CategoryPlaces used)
      : chance_(std::move(chance)),
        count_(count),
        distance_(distance),
        used_(std::move(used)) {
    if (chance_->mean_over_pairs() && distance_.has_moments()) {
      moments_.emplace(distance_, used_);
    }
  }

  std::size_t n_totals() const override {
    return first_share + (moments_ ? moments_->size() : used_.size());
  }

  // Adds an item with its weight; it may have too few ratings to be used.
  void add_item(const RatedItem& item, double weight, RowDraft* draft) override {
    const Pattern& p = item.pattern;
    const bool pairs_only =
        count_ == ItemsCount::by_ratings || !chance_->needs.uses_single;
    if (p.size == 0 || (p.size == 1 && pairs_only)) return;
    const double all = count_ == ItemsCount::by_ratings ? weight * p.size : weight;
    draft->linear.push_back({items, all});
    if (p.size > 1) {
      draft->linear.push_back({pairable, all});
      draft->linear.push_back({disagreement, all * chance_->apart(p)});
    }
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      rate(p.code[j], all * p.count[j] / p.size, &draft->linear);
    }
  }

  std::vector<Addend> pair(const CategoryPair& x, const UnitSize& unit) const override {
    const double item = count_ == ItemsCount::by_ratings ? unit.ratings : unit.items;
    std::vector<Addend> row{{items, item},
                            {pairable, item},
                            {disagreement, item * distance_(x.first, x.second)}};
    rate(x.first, item / 2, &row);
    rate(x.second, item / 2, &row);
    join(&row);
    return row;
  }

  void add_squares(const std::vector<Addend>& linear,
                   std::vector<Addend>* square) const override {
    double n = 0;
    std::vector<Addend> own;
    for (const Addend& x : linear) {
      if (x.place == items) n = x.amount;
      if (x.place >= first_share) own.push_back({x.place - first_share, x.amount});
    }
    square->push_back({items_squared, n * n});
    if (moments_) {
      square->push_back({own_pairs, moments_->pairs_within(own)});
    } else {
      Amounts shares;
      for (const Addend& x : own) shares.add(used_.category(x.place), x.amount);
      square->push_back({own_pairs, chance_->own_pairs(shares)});
    }
  }

  double value(const Totals& t) const override {
    const double expected = between_items(t, t[items] * t[items] - t[items_squared]);
    return expected > 0 ? 1 - t[disagreement] / t[pairable] / expected : NAN;
  }

 private:
  enum { items, pairable, disagreement, items_squared, own_pairs, first_share };

  void rate(int code, double weight, std::vector<Addend>* row) const {
    if (moments_) {
      moments_->rate(code, weight, first_share, row);
    } else {
      row->push_back({first_share + used_.place(code), weight});
    }
  }

  double between_items(const Totals& t, double pairs) const {
    if (moments_) {
      Moments sum;
      moments_->read([&](int k) { return t[first_share + k]; }, &sum);
      return (moments_->pairs_within(sum) - t[own_pairs]) / pairs;
    }
    thread_local Amounts shares;
    shares.clear();
    for (int k = 0; k < used_.size(); ++k) {
      shares.add(used_.category(k), t[first_share + k]);
    }
    return chance_->between_items(shares, t[own_pairs], pairs);
  }

  std::unique_ptr<Chance> chance_;
  ItemsCount count_;
  AnyDistance distance_;
  CategoryPlaces used_;
  std::optional<MomentMargins> moments_;
};

}  // namespace accord
