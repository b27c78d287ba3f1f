#pragma once
// Agreement within and across two sides, such as two groups of raters: alpha of each side
// and the cross-replication kappa (Wong, Paritosh & Aroyo 2021)
//   kappa_x = 1 - d_o / d_e,
//   d_o = sum over items of (r + s) / (r s) sum of D(x, y), divided by R + S,
//   d_e = sum over c and k of n_c^X n_k^Y D(c, k), divided by R S,
// with r and s ratings of an item from the two sides, of R and S in all items that both
// sides rated. Items are summed by their histograms, and so is all that leaves the totals
// with an item or with a rater, so that the time grows with the number of ratings.

#include <algorithm>  // sort
#include <array>
#include <cmath>    // NAN
#include <cstddef>  // size_t
#include <utility>  // move
#include <vector>

#include "../base/views.h"
#include "../distance/delta.h"
#include "../distance/level.h"

namespace accord {

// Returns the categories of some codes, which are sorted, with their counts.
inline Amounts histogram(std::vector<int> codes) {
  std::sort(codes.begin(), codes.end());
  Amounts result;
  for (int c : codes) {
    if (result.size() > 0 && result.code.back() == c) {
      ++result.amount.back();
    } else {
      result.add(c, 1);
    }
  }
  return result;
}

// Returns the sum of x + times * y.
inline Amounts added(const Amounts& x, const Amounts& y, double times) {
  Amounts sum;
  std::size_t i = 0, j = 0;
  while (i < x.size() || j < y.size()) {
    const bool left = j == y.size() || (i < x.size() && x.code[i] <= y.code[j]);
    const bool right = i == x.size() || (j < y.size() && y.code[j] <= x.code[i]);
    sum.add(left ? x.code[i] : y.code[j],
            (left ? x.amount[i] : 0) + (right ? times * y.amount[j] : 0));
    i += left;
    j += right;
  }
  return sum;
}

// Returns the sum over c and k of x_c y_k D(c, k): pair by pair if there are few, and
// otherwise from sums over pairs within, which most distances have in closed form.
inline double pairs_across(const Delta& delta, const Amounts& x, const Amounts& y) {
  double sum = 0;
  if (x.size() * y.size() <= 64) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = 0; j < y.size(); ++j) {
        sum += x.amount[i] * y.amount[j] * delta.between(x.code[i], y.code[j]);
      }
    }
    return sum;
  }
  sum = delta.pairs_within(added(x, y, 1)) - delta.pairs_within(x);
  return (sum - delta.pairs_within(y)) / 2;
}

// Holds what leaves the totals with some ratings: observed disagreements, and the ratings
// that leave the margins of alpha (`own`) and of kappa_x (`met`) of each side.
struct SideLoss {
  std::array<double, 2> within{};
  double across = 0;
  std::array<std::vector<int>, 2> own, met;
};

struct SideFigures {
  std::array<double, 2> alpha{NAN, NAN};
  double across = NAN;
};

class TwoSides {
 public:
  // `side`: 0, 1 or, for raters who are left out, -1. The distance must outlive it.
  TwoSides(const RatingsView& view, Span<int> side, const SharedDelta& delta)
      : view_(view), side_(side), delta_(*delta) {
    each_item([&](const Item& item) {
      const SideLoss all = whole(item);
      for (int s = 0; s < 2; ++s) {
        within_[s] += all.within[s];
        n_own_[s] += item.size(s) > 1;
        append(all.own[s], &own_codes_[s]);
        append(all.met[s], &met_codes_[s]);
      }
      across_ += all.across;
      n_items_ += item.met();
    });
    for (int s = 0; s < 2; ++s) {
      own_[s] = margin(&own_codes_[s]);
      met_[s] = margin(&met_codes_[s]);
      std::vector<double> sums;
      if (own_[s].size() > 0) delta_.to_each(own_[s], &sums, nullptr);
      to_own_[s] = by_code(own_[s], sums);
      all_own_[s] = dot(own_[s], to_own_[s]);
    }
    // Sums towards one margin are needed for categories that only the other has: they are
    // differences of sums towards margins that have all of them.
    if (met_[0].size() == 0) return;
    const Amounts once = added(met_[0], met_[1], 1), twice = added(met_[0], met_[1], 2);
    std::vector<double> one, two;
    delta_.to_each(once, &one, nullptr);
    delta_.to_each(twice, &two, nullptr);
    std::vector<double> first(one.size()), second(one.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      first[i] = 2 * one[i] - two[i];
      second[i] = two[i] - one[i];
    }
    to_met_[0] = by_code(once, first);
    to_met_[1] = by_code(once, second);
    all_met_ = dot(met_[0], to_met_[1]);
  }

  SideFigures figures() const { return without({}); }
  int n_items() const { return n_items_; }

  // Returns the figures without what is lost.
  SideFigures without(const SideLoss& loss) const {
    SideFigures result;
    std::array<Amounts, 2> met;
    std::array<double, 2> n;
    for (int s = 0; s < 2; ++s) {
      const Amounts own = histogram(loss.own[s]);
      const double left = own_[s].total() - own.total();
      const double expected =
          all_own_[s] - 2 * dot(own, to_own_[s]) + delta_.pairs_within(own);
      if (left > 1.5 && expected > 1e-12 * all_own_[s]) {
        result.alpha[s] = 1 - (left - 1) * (within_[s] - loss.within[s]) / expected;
      }
      met[s] = histogram(loss.met[s]);
      n[s] = met_[s].total() - met[s].total();
    }
    const double expected = all_met_ - dot(met[0], to_met_[1]) - dot(met[1], to_met_[0]) +
                            pairs_across(delta_, met[0], met[1]);
    if (n[0] > 0.5 && n[1] > 0.5 && expected > 1e-12 * all_met_) {
      const double observed = (across_ - loss.across) / (n[0] + n[1]);
      result.across = 1 - observed * n[0] * n[1] / expected;
    }
    return result;
  }

  // Returns how much the figures grow with one more item of mean size that all raters
  // place in one category, on average over categories; the fewer ratings a category has,
  // the more it counts. A sample with few items in a rare category does not show how much
  // they change the figures.
  SideFigures gain() const {
    SideFigures result;
    const SideFigures now = figures();
    for (int s = 0; s < 2; ++s) {
      const double n = own_[s].total(), size = n / n_own_[s];
      result.alpha[s] = mean_gain(own_[s], [&](int c) {
        const double expected = all_own_[s] + 2 * size * to_own_[s][c];
        return 1 - (n + size - 1) * within_[s] / expected - now.alpha[s];
      });
    }
    const double r = met_[0].total(), t = met_[1].total(), x = r / n_items_,
                 y = t / n_items_;
    result.across = mean_gain(added(met_[0], met_[1], 1), [&](int c) {
      const double expected = all_met_ + x * to_met_[1][c] + y * to_met_[0][c];
      return 1 - across_ / (r + t + x + y) * (r + x) * (t + y) / expected - now.across;
    });
    return result;
  }

  // Returns the loss of each unit of items, which are numbered from 0.
  std::vector<SideLoss> losses_of_units(Span<int> unit, int n_units) const {
    std::vector<SideLoss> losses(n_units);
    each_item([&](const Item& item) {
      const SideLoss all = whole(item);
      SideLoss& loss = losses[unit[item.number]];
      for (int s = 0; s < 2; ++s) {
        loss.within[s] += all.within[s];
        append(all.own[s], &loss.own[s]);
        append(all.met[s], &loss.met[s]);
      }
      loss.across += all.across;
    });
    return losses;
  }

  // Returns the loss of each rater. An item that has no other pair of ratings, or none of
  // the two sides, is lost as a whole.
  std::vector<SideLoss> losses_of_raters() const {
    std::vector<SideLoss> losses(side_.size());
    each_item([&](const Item& item) {
      const SideLoss all = whole(item);
      const Span<int> codes = view_.codes_of(item.number),
                      raters = view_.raters_of(item.number);
      for (std::size_t j = 0; j < codes.size(); ++j) {
        const int s = side_[raters[j]], t = 1 - s, c = codes[j];
        if (s < 0) continue;
        SideLoss& loss = losses[raters[j]];
        const double r = item.size(s), other = item.size(t);
        if (r == 2) {
          loss.within[s] += all.within[s];
          append(all.own[s], &loss.own[s]);
        } else if (r > 2) {
          const double left = all.within[s] * (r - 1) - 2 * towards(c, item.of[s]);
          loss.within[s] += all.within[s] - left / (r - 2);
          loss.own[s].push_back(c);
        }
        if (other == 0) continue;
        if (r == 1) {
          loss.across += all.across;
          append(all.met[s], &loss.met[s]);
          append(all.met[t], &loss.met[t]);
        } else {
          const double pairs = all.across * r * other / (r + other);
          const double left = pairs - towards(c, item.of[t]);
          loss.across += all.across - left * (r - 1 + other) / ((r - 1) * other);
          loss.met[s].push_back(c);
        }
      }
    });
    return losses;
  }

 private:
  struct Item {
    int number = 0;
    std::array<std::vector<int>, 2> codes;
    std::array<Amounts, 2> of;

    double size(int s) const { return static_cast<double>(codes[s].size()); }
    bool met() const { return !codes[0].empty() && !codes[1].empty(); }
  };

  template <class Visit>
  void each_item(const Visit& visit) const {
    Item item;
    for (int i = 0; i < view_.n_items(); ++i) {
      item.number = i;
      for (auto& codes : item.codes) codes.clear();
      const Span<int> codes = view_.codes_of(i), raters = view_.raters_of(i);
      for (std::size_t j = 0; j < codes.size(); ++j) {
        const int s = side_[raters[j]];
        if (s >= 0) item.codes[s].push_back(codes[j]);
      }
      for (int s = 0; s < 2; ++s) item.of[s] = histogram(item.codes[s]);
      visit(item);
    }
  }

  SideLoss whole(const Item& item) const {
    SideLoss all;
    for (int s = 0; s < 2; ++s) {
      if (item.size(s) < 2) continue;
      all.within[s] = delta_.pairs_within(item.of[s]) / (item.size(s) - 1);
      all.own[s] = item.codes[s];
    }
    if (!item.met()) return all;
    const double r = item.size(0), t = item.size(1);
    all.across = pairs_across(delta_, item.of[0], item.of[1]) * (r + t) / (r * t);
    all.met = item.codes;
    return all;
  }

  double towards(int c, const Amounts& x) const {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += x.amount[i] * delta_.between(c, x.code[i]);
    }
    return sum;
  }

  template <class Gain>
  static double mean_gain(const Amounts& margin, const Gain& gain) {
    double sum = 0, weights = 0;
    const double total = margin.total();
    for (std::size_t i = 0; i < margin.size(); ++i) {
      const double weight = total - margin.amount[i];
      sum += weight * gain(margin.code[i]);
      weights += weight;
    }
    return sum / weights;
  }

  static void append(const std::vector<int>& x, std::vector<int>* all) {
    all->insert(all->end(), x.begin(), x.end());
  }
  static Amounts margin(std::vector<int>* codes) {
    Amounts result = histogram(std::move(*codes));
    codes->clear();
    return result;
  }
  std::vector<double> by_code(const Amounts& x, const std::vector<double>& sums) const {
    std::vector<double> result(view_.n_categories);
    for (std::size_t i = 0; i < x.size(); ++i) result[x.code[i]] = sums[i];
    return result;
  }
  static double dot(const Amounts& x, const std::vector<double>& to) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x.amount[i] * to[x.code[i]];
    return sum;
  }

  RatingsView view_;
  Span<int> side_;
  const Delta& delta_;
  std::array<double, 2> within_{}, all_own_{};
  double across_ = 0, all_met_ = 0;
  int n_items_ = 0;
  std::array<int, 2> n_own_{};
  std::array<std::vector<int>, 2> own_codes_, met_codes_;
  std::array<Amounts, 2> own_, met_;
  std::array<std::vector<double>, 2> to_own_, to_met_;
};

}  // namespace accord
