#pragma once
// Light's kappa in several draws at once, pair of raters by pair of raters. With hundreds
// of raters the totals of all pairs in one draw are more than a cache holds; those of one
// pair in sixteen draws are few, and the weights of its common items are read once.

#include <algorithm>  // lower_bound, sort, unique
#include <array>
#include <cstddef>  // size_t
#include <utility>  // move
#include <vector>

#include "../agreement/light.h"
#include "../base/views.h"
#include "rater_margins.h"
#include "totals.h"

namespace accord {

// A common item of two raters: the row, the places of their categories, and its amount.
struct DrawnMeeting {
  std::size_t pair;
  int row, first, second;
  double amount;
};

class LightDraws final : public FromWeights {
 public:
  // `met` has for each pair the items that both rated in the sample, of `sample` items.
  // The meetings are in the order of the rows.
  LightDraws(const CategoryMargins& margins, const std::vector<double>& met,
             double sample, const std::vector<DrawnMeeting>& meetings)
      : margins_(margins), meetings_(meetings.size()), categories_(2 * meetings.size()) {
    std::vector<std::size_t> next(met.size() + 1);
    for (const DrawnMeeting& x : meetings) ++next[x.pair + 1];
    for (std::size_t i = 0; i < met.size(); ++i) {
      next[i + 1] += next[i];
      DrawnMeeting* const own = meetings_.data() + next[i];
      pairs_.push_back({{own, next[i + 1] - next[i]},
                        {categories_.data() + 2 * next[i], 0},
                        met[i],
                        met[i] / sample});
    }
    for (const DrawnMeeting& x : meetings) meetings_[next[x.pair]++] = x;
    for (Pair& pair : pairs_) order(&pair);
  }

  // The first totals are those of a LightFigure.
  void values(const Weights& weights, Lanes* to) const override {
    Work work(margins_, weights);
    for (const Pair& pair : pairs_) {
      if (pair.met > 1) {
        work.add_kappa(pair);
      } else {
        work.add_nothing(pair);
      }
    }
    for (std::size_t j = 0; j < draws_at_once; ++j) {
      (*to)[j] = Light::of(work.sum[j], work.defined[j]).estimate();
    }
  }

 private:
  struct Pair {
    Span<DrawnMeeting> meetings;
    Span<int> categories;
    double met, part;  // `part` of the pseudo-items is rated by the pair
  };

  // Meetings with the same two categories become neighbours. Categories are numbered
  // among those that the pair used.
  void order(Pair* pair) {
    const auto before = [](const DrawnMeeting& a, const DrawnMeeting& b) {
      if (a.first != b.first) return a.first < b.first;
      return a.second != b.second ? a.second < b.second : a.row < b.row;
    };
    const std::size_t from = pair->meetings.begin() - meetings_.data();
    DrawnMeeting* const begin = meetings_.data() + from;
    DrawnMeeting* const end = begin + pair->meetings.size();
    std::sort(begin, end, before);
    int* const used = categories_.data() + 2 * from;
    int* last = used;
    for (const DrawnMeeting* x = begin; x != end; ++x) {
      *last++ = x->first;
      *last++ = x->second;
    }
    std::sort(used, last);
    last = std::unique(used, last);
    pair->categories = {used, static_cast<std::size_t>(last - used)};
    for (DrawnMeeting* x = begin; x != end; ++x) {
      for (int* code : {&x->first, &x->second}) {
        *code = static_cast<int>(std::lower_bound(used, last, *code) - used);
      }
    }
  }

  static void add(double factor, const Lanes& x, Lanes* to) {
    const double* __restrict from = x.data();
    double* __restrict into = to->data();
    for (std::size_t j = 0; j < draws_at_once; ++j) into[j] += factor * from[j];
  }

  static void set(double factor, const Lanes& x, Lanes* to) {
    const double* __restrict from = x.data();
    double* __restrict into = to->data();
    for (std::size_t j = 0; j < draws_at_once; ++j) into[j] = factor * from[j];
  }

  struct Work {
    enum { items, by_all, by_all_disagreement, first_by_all };

    Work(const CategoryMargins& margins_of, const Weights& of)
        : margins(margins_of), weights(of), q(margins.size()) {
      for (double x : weights.first[by_all_disagreement]) always = always && x > 0;
      for (int k = 0; k < q; ++k) {
        for (std::size_t j = 0; j < draws_at_once; ++j) {
          squares[j] += of_all(k)[j] * of_all(k)[j];
        }
      }
      if (margins.identity()) return;
      from_all.resize(q);
      std::vector<double> all(q), each;
      for (std::size_t j = 0; j < draws_at_once; ++j) {
        if (!(weights.first[by_all][j] > 0)) continue;
        for (int k = 0; k < q; ++k) all[k] = of_all(k)[j];
        margins.to_each(all, &each);
        for (int k = 0; k < q; ++k) {
          from_all[k][j] = each[k];
          within_all[j] += all[k] * each[k];
        }
      }
    }

    const Lanes& of_all(int k) const { return weights.first[first_by_all + k]; }

    // The kappa of a pair with one common item is 0, if it is defined.
    void add_nothing(const Pair& pair) {
      if (always) {
        for (double& x : defined) x += 1;
        return;
      }
      Lanes apart = weights.first[by_all_disagreement];
      for (double& x : apart) x *= pair.part;
      for (const DrawnMeeting& x : pair.meetings) {
        const double distance = apart_in(pair, x);
        if (distance > 0) add(x.amount * distance, weights.linear[x.row], &apart);
      }
      for (std::size_t j = 0; j < draws_at_once; ++j) defined[j] += apart[j] > 0;
    }

    void add_kappa(const Pair& pair) {
      sum_up(pair);
      set_pairs(pair);
      const double met = pair.met;
      // D_o and D_e, both times the same factor. Each loop is one that compilers
      // vectorize.
      Lanes observed, expected;
      for (std::size_t j = 0; j < draws_at_once; ++j) {
        const double same = disagreement[j] * (n[j] * n[j] - met_squared[j]);
        expected[j] = (pairs[j] - own[j]) * (met - 1) * n[j] + same;
        observed[j] = met * same;
      }
      for (std::size_t j = 0; j < draws_at_once; ++j) {
        const bool has_kappa = expected[j] > 0;
        const double divisor = has_kappa ? expected[j] : 1;
        defined[j] += has_kappa ? 1 : 0;
        expected[j] = divisor;
        observed[j] = has_kappa ? observed[j] : divisor;
      }
      for (std::size_t j = 0; j < draws_at_once; ++j)
        sum[j] += 1 - observed[j] / expected[j];
    }

    double apart_in(const Pair& pair, const DrawnMeeting& x) const {
      return margins.apart(pair.categories[x.first], pair.categories[x.second]);
    }

    void sum_up(const Pair& pair) {
      const std::size_t used = pair.categories.size();
      if (first.size() < used) {
        first.resize(used);
        second.resize(used);
      }
      for (std::size_t k = 0; k < used; ++k) {
        set(pair.part, of_all(pair.categories[k]), &first[k]);
        second[k] = first[k];
      }
      set(pair.part, weights.first[by_all], &n);
      set(pair.part, weights.first[by_all_disagreement], &disagreement);
      met_squared.fill(0);
      own.fill(0);
      const Span<DrawnMeeting> meetings = pair.meetings;
      for (std::size_t i = 0; i < meetings.size();) {
        const DrawnMeeting& x = meetings[i];
        Lanes linear, square;
        set(x.amount, weights.linear[x.row], &linear);
        set(x.amount * x.amount, weights.square[x.row], &square);
        for (++i; i < meetings.size() && meetings[i].first == x.first &&
                  meetings[i].second == x.second;
             ++i) {
          const double amount = meetings[i].amount;
          add(amount, weights.linear[meetings[i].row], &linear);
          add(amount * amount, weights.square[meetings[i].row], &square);
        }
        add(1, linear, &n);
        add(1, square, &met_squared);
        add(1, linear, &first[x.first]);
        add(1, linear, &second[x.second]);
        const double distance = apart_in(pair, x);
        if (!(distance > 0)) continue;
        add(distance, linear, &disagreement);
        add(distance, square, &own);
      }
    }

    // Sets the disagreement of all ratings of the first rater with all of the second. For
    // categories that neither used there are only the ratings of the pseudo-items.
    void set_pairs(const Pair& pair) {
      if (margins.identity()) {
        const double part = pair.part * pair.part;
        Lanes same;
        set(part, squares, &same);
        for (std::size_t k = 0; k < pair.categories.size(); ++k) {
          const double* __restrict x = first[k].data();
          const double* __restrict y = second[k].data();
          const double* __restrict all = of_all(pair.categories[k]).data();
          for (std::size_t j = 0; j < draws_at_once; ++j) {
            same[j] += x[j] * y[j] - part * all[j] * all[j];
          }
        }
        for (std::size_t j = 0; j < draws_at_once; ++j) {
          pairs[j] = n[j] * n[j] - same[j];
        }
        return;
      }
      set_pairs_by_distance(pair);
    }

    void set_pairs_by_distance(const Pair& pair) {
      const std::size_t used = pair.categories.size();
      const std::size_t few = 12;  // the formula for all categories takes longer
      if (used > few) {
        std::vector<double> x(q), y(q);
        for (std::size_t j = 0; j < draws_at_once; ++j) {
          for (int k = 0; k < q; ++k) x[k] = y[k] = pair.part * of_all(k)[j];
          for (std::size_t k = 0; k < used; ++k) {
            x[pair.categories[k]] = first[k][j];
            y[pair.categories[k]] = second[k][j];
          }
          pairs[j] = margins.pairs_between(x, y);
        }
        return;
      }
      // Without the pseudo-items in the margins, whose pairs are added.
      for (std::size_t j = 0; j < draws_at_once; ++j) {
        pairs[j] = pair.part * pair.part * within_all[j];
      }
      for (std::size_t k = 0; k < used; ++k) {
        const int category = pair.categories[k];
        add(-pair.part, of_all(category), &first[k]);
        add(-pair.part, of_all(category), &second[k]);
        for (std::size_t j = 0; j < draws_at_once; ++j) {
          pairs[j] += pair.part * (first[k][j] + second[k][j]) * from_all[category][j];
        }
      }
      for (std::size_t c = 0; c < used; ++c) {
        for (std::size_t k = 0; k < used; ++k) {
          const double distance = margins.apart(pair.categories[c], pair.categories[k]);
          for (std::size_t j = 0; j < draws_at_once; ++j) {
            pairs[j] += distance * first[c][j] * second[k][j];
          }
        }
      }
    }

    const CategoryMargins& margins;
    const Weights& weights;
    int q;
    bool always = true;  // the pseudo-items disagree in all draws, so that D_e > 0
    Lanes sum{}, defined{}, squares{}, within_all{};
    std::vector<Lanes> from_all;  // disagreement of each category with all pseudo-items
    // These values are those of one pair of raters.
    Lanes n, disagreement, met_squared, own, pairs;
    std::vector<Lanes> first, second;
  };

  CategoryMargins margins_;
  std::vector<DrawnMeeting> meetings_;
  std::vector<int> categories_;  // that each pair used
  std::vector<Pair> pairs_;
};

}  // namespace accord
