#pragma once
// Coefficients whose chance agreement is fixed or depends on the shares of the categories
// (agreement/share_formulas.h) as figures of totals. They include alpha at all levels
// except the ordinal one: it is a kappa of shared chance in which an item is weighted by
// its number of ratings, and items with one rating do not count.
//
// Expected disagreement is between two ratings of different items, since a population is
// infinite: pairs of an item with itself are subtracted. In a sample their share is 1 / N
// and would lower D_e. If expected disagreement is a mean of squared distances, the
// moments of the ratings replace the shares, because numeric ratings have as many shares
// as distinct values.

#include <algorithm>  // max, min
#include <cstddef>    // size_t
#include <optional>
#include <utility>  // move
#include <vector>

#include "../agreement/share_formulas.h"
#include "../distance/any_distance.h"
#include "../ratings/tally.h"
#include "figure_rows.h"
#include "rater_margins.h"
#include "totals.h"

namespace accord {

enum class ItemsCount { alike, by_ratings };

class SharesFigure final : public GroupFigure {
 public:
  // `ratings` is their number in the sample: a population is one from which as many are
  // drawn.
  SharesFigure(SharesOf of, ItemsCount count, CategoryPlaces used, double ratings)
      : of_(std::move(of)), count_(count), used_(std::move(used)), ratings_(ratings) {
    if (!formula().by_mark() && formula().by_apart && of_.between().has_moments()) {
      moments_.emplace(of_.between(), used_);
    }
  }

  std::size_t n_totals() const override {
    if (only_mark()) return first_share + 1;
    return first_share + (moments_ ? moments_->size() : used_.size());
  }

  // Adds an item with its weight; it may have too few ratings to be used.
  void add_item(const RatedItem& item, double weight, RowDraft* draft) override {
    const Pattern& p = item.pattern;
    const bool by_ratings = count_ == ItemsCount::by_ratings;
    if (p.size == 0 || !formula().uses(p) || (p.size == 1 && by_ratings)) return;
    add(p, by_ratings ? weight * p.size : weight, 1, &draft->linear);
  }

  // The pseudo-item stands for an item of the mean number of ratings, whose pairs may be
  // more than its one.
  std::vector<Addend> pair(const CategoryPair& x, const UnitSize& unit) const override {
    const int code[] = {std::min(x.first, x.second), std::max(x.first, x.second)};
    const int two[] = {2}, one[] = {1, 1};
    const std::size_t n = code[0] == code[1] ? 1 : 2;
    const double m = unit.ratings / unit.items;
    std::vector<Addend> row;
    add({{code, n}, {n == 1 ? two : one, n}, 2},
        count_ == ItemsCount::by_ratings ? unit.ratings : unit.items,
        formula().by_pairs ? m * (m - 1) / 2 : 1, &row);
    join(&row);
    return row;
  }

  void add_squares(const std::vector<Addend>& linear,
                   std::vector<Addend>* square) const override {
    if (!formula().by_apart) return;
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
      square->push_back({own_pairs, of_.between().pairs_within(shares)});
    }
  }

  double value(const Totals& t) const override {
    return value_of(t[disagreement] / t[pairable], of_.chance(means(t)).expected);
  }

 private:
  enum { items, pairable, disagreement, items_squared, own_pairs, first_share };

  const ShareFormula& formula() const { return of_.formula(); }
  // Then the mean mark is a total, and there are no shares.
  bool only_mark() const { return formula().by_mark() && !formula().by_apart; }

  // Adds an item that counts `all`, with `times` as many pairs as it has.
  void add(const Pattern& p, double all, double times, std::vector<Addend>* row) const {
    row->push_back({items, all});
    if (p.size > 1) {
      row->push_back({pairable, all});
      row->push_back({disagreement, all * times * of_.apart(p)});
    }
    double mark = 0;
    for (std::size_t j = 0; j < p.code.size(); ++j) {
      const double share = formula().share(p, j, all * times);
      if (only_mark()) {
        mark += share * of_.mark(p.code[j]);
      } else if (moments_) {
        moments_->rate(p.code[j], share, first_share, row);
      } else {
        row->push_back({first_share + used_.place(p.code[j]), share});
      }
    }
    if (only_mark()) row->push_back({first_share, mark});
  }

  ShareMeans means(const Totals& t) const {
    ShareMeans x;
    x.ratings = ratings_;
    if (only_mark()) x.mark = t[first_share] / t[items];
    if (!formula().by_apart) return x;
    double between, mark = 0;
    if (moments_) {
      Moments sum;
      moments_->read([&](int k) { return t[first_share + k]; }, &sum);
      between = moments_->pairs_within(sum);
    } else {
      thread_local Amounts shares;
      shares.clear();
      for (int k = 0; k < used_.size(); ++k) {
        shares.add(used_.category(k), t[first_share + k]);
        mark += t[first_share + k] * of_.mark(used_.category(k));
      }
      between = of_.between().pairs_within(shares);
    }
    x.mark = mark / t[items];
    x.apart = mean_between(between, t[own_pairs], t[items] * t[items], t[items_squared]);
    return x;
  }

  SharesOf of_;
  ItemsCount count_;
  CategoryPlaces used_;
  double ratings_;
  std::optional<MomentMargins> moments_;
};

}  // namespace accord
