#pragma once
// Limits of a coefficient from an imprecise Dirichlet posterior of the patterns of items
// (Walley 1996). The probabilities of the rows have a Dirichlet distribution, with a
// pseudo-item of two ratings in addition to the data; for the lower limit its ratings are
// random, for the upper one they agree. Each limit is a quantile of one of these two
// posteriors.
//
// The weight of the pseudo-item is computed in prior.h.
//
// Draws are made as follows. The weight of a row is a quantile of its gamma distribution,
// in a fixed shuffled order of its own: Latin hypercube sampling without random numbers,
// so that the limits are a function of the data. Half of the draws are made with the
// weights tilted along the influences, such that the coefficient is near the limit, and
// all are weighted by the ratio of densities (the balance heuristic of Veach & Guibas
// 1995; Owen & Zhou 2000).

#include <algorithm>  // fill, lower_bound, max, min
#include <cmath>
#include <cstddef>  // size_t
#include <memory>   // unique_ptr
#include <utility>  // move
#include <vector>

#include "../base/parallel.h"
#include "draw_variance.h"
#include "figure_rows.h"
#include "gamma_quantiles.h"
#include "prior.h"
#include "row_weights.h"
#include "shuffle.h"
#include "tilt.h"
#include "totals.h"
#include "weighted_draws.h"

namespace accord {

struct PosteriorTask {
  double tail = 0.025;
  unsigned seed = 1;
  // 2^bits draws and as many tilted ones are made; if 0, as many as the precision needs.
  int bits = 0;
  // The largest absolute value of an estimate: 1, or 2 for a difference.
  double reach = 1;
  // Whether the probability of 0 and beyond is computed, also if it is small.
  bool test = false;
};

// Variance and limit under one posterior; the limit is NaN if most draws have no value.
struct PosteriorLimit {
  double limit = NAN, variance = NAN;
  double beyond = NAN;  // the probability of 0 and beyond on this side

  // Return the less favourable of two lower, or upper, limits.
  PosteriorLimit lower_of(const PosteriorLimit& x) const {
    return x.limit < limit ? x : *this;
  }
  PosteriorLimit upper_of(const PosteriorLimit& x) const {
    return x.limit > limit ? x : *this;
  }
};

class Posterior {
 public:
  // `tables` is working memory.
  Posterior(const Figure& figure, const FigureRows& rows, const PosteriorTask& task,
            GammaTables* tables)
      : figure_(figure), rows_(rows), task_(task), tables_(*tables) {
    tables_.trim();
    for (const TotalRows* of : {&rows.observed, &rows.of_raters}) {
      for (const TotalRow& row : *of) n_addends_ += row.linear.size() + row.square.size();
    }
    from_weights_ = figure.from_weights(rows.observed);
  }

  // Return the limits under the posterior with these pseudo-items.
  PosteriorLimit lower(const TotalRows& pseudo, const Executor& executor) const {
    return limit_and_test(pseudo, -1, executor);
  }
  PosteriorLimit upper(const TotalRows& pseudo, const Executor& executor) const {
    return limit_and_test(pseudo, 1, executor);
  }

 private:
  PosteriorLimit limit_and_test(const TotalRows& pseudo, int side,
                                const Executor& executor) const;
  // Returns the limit with the probability `aim` beyond it, from 2^bits draws and as many
  // tilted ones, or, if `bits` is 0, from as many as its precision needs.
  PosteriorLimit limit(const TotalRows& pseudo, int side, double aim, int bits,
                       const Executor& executor) const;
  // Returns 2^bits draws, and as many tilted ones if there is a cumulant.
  std::vector<Draw> draws_of(std::vector<PosteriorRow>* rows, double cumulant, int bits,
                             const Executor& executor) const;
  void draw(const std::vector<PosteriorRow>& rows, double cumulant, bool tilted,
            Range draws, int bits, const Executor& executor, Draw* to) const;
  void draw_from_weights(const std::vector<PosteriorRow>& rows, double cumulant,
                         bool tilted, Range draws, int bits, const Executor& executor,
                         Draw* to) const;
  std::size_t block_size() const;

  // Returns the standard deviation that a limit should have between seeds. It is
  // estimated from the draws, so the documented values, .0005 from 100 items on and .001
  // with 20, are a little larger. For few items it is larger, since their limits are
  // imprecise anyway, and the heavy tails would require many draws.
  double precision() const {
    const double many = 0.00045, of_20 = 0.0008, of_few = 0.0032;
    if (rows_.units >= 100) return many;
    return std::min(of_few, of_20 * std::pow(std::max(20 / rows_.units, 1.0), 1.5));
  }
  // The time for tilting depends on the number of rows, not on that of equal items.
  bool worth_tilting() const {
    return few(rows_) || static_cast<double>(rows_.observed.size()) <= few_items;
  }
  // 2^28 additions take between a few tenths of a second and a second, depending on what
  // is in the cache. The first draws, 2^11 or twice 2^9 of which half are tilted, are
  // enough for most data; at most 2^17 are made, and at most as many as 2^26 additions
  // allow.
  static constexpr int seconds = 28, part_of_second = 26, tenth_of_second = 24;
  static constexpr int usual_bits = 11, tilted_bits = 9, most_bits = 17;
  // The many pairs of raters of a figure by weights average out, so that fewer first
  // draws usually do, unless more take hardly any time.
  int first_bits(bool tilts) const {
    if (!tilts) return bits_within(seconds, usual_bits);
    const int most = from_weights_
                         ? std::max(7, bits_within(tenth_of_second, tilted_bits))
                         : tilted_bits;
    return bits_within(seconds, most);
  }
  // Returns `most` bits, or fewer if the draws would take more than 2^additions
  // additions.
  int bits_within(int additions, int most) const {
    const double work = static_cast<double>(n_addends_ + figure_.n_totals());
    while (most > 6 && std::ldexp(work, most) > std::ldexp(1.0, additions)) --most;
    return most;
  }

  const Figure& figure_;
  const FigureRows& rows_;
  PosteriorTask task_;
  GammaTables& tables_;
  std::size_t n_addends_ = 0;  // of the observations
  std::unique_ptr<const FromWeights> from_weights_;
};

// Returns how many draws are computed side by side, so that a table of quantiles is read
// once for all of them. It is limited so that their totals stay in the nearest cache.
// Sixteen draws, two cache lines, take little longer than one as long as their totals
// stay in the next cache.
inline std::size_t Posterior::block_size() const {
  const std::size_t cache = 1 << 15;  // numbers: 256 kB; the next one has 4 MB
  std::size_t block = 2048;
  while (block > 16 && block * figure_.n_totals() > cache) block /= 2;
  while (block > 1 && block * figure_.n_totals() > 16 * cache) block /= 2;
  return block;
}

inline void Posterior::draw(const std::vector<PosteriorRow>& rows, double cumulant,
                            bool tilted, Range draws, int bits, const Executor& executor,
                            Draw* to) const {
  if (from_weights_) {
    return draw_from_weights(rows, cumulant, tilted, draws, bits, executor, to);
  }
  // Totals at distances of a power of two would compete for the same cache lines. If
  // there are many totals, draws are made one at a time, and totals are adjacent.
  const std::size_t most = block_size(), stride = most > 1 ? most + 8 : 1;
  std::vector<double> total(figure_.n_totals() * stride), log_ratio(most);
  RowWeights weights(most);
  for (std::size_t first = draws.begin; first < draws.end; first += most) {
    const std::size_t n = std::min(most, draws.end - first);
    executor.poll();
    std::fill(total.begin(), total.end(), 0.0);
    std::fill(log_ratio.begin(), log_ratio.end(), -cumulant);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i % 64 == 63) executor.poll();  // a million rows take seconds
      const PosteriorRow& row = rows[i];
      const Shuffle shuffle(bits, 2 * row.key + tilted + 7919 * task_.seed);
      weights.draw(row, shuffle, tilted ? 1 / (1 - row.tilt) : 1, first, n);
      weights.add_times(row.tilt, log_ratio.data());
      for (const Addend& x : row.linear) {
        if (x.amount == 0) continue;  // such as the disagreement of raters who agree
        weights.add_times(x.amount, total.data() + x.place * stride);
      }
      if (row.square.empty()) continue;
      weights.square();
      for (const Addend& x : row.square) {
        if (x.amount == 0) continue;
        weights.add_times(row.own * x.amount, total.data() + x.place * stride);
      }
    }
    for (std::size_t j = 0; j < n; ++j) {
      to[first + j] = {figure_.value(Totals(total.data() + j, stride)),
                       2 / (1 + std::exp(log_ratio[j])), log_ratio[j] + cumulant};
    }
  }
}

inline void Posterior::draw_from_weights(const std::vector<PosteriorRow>& rows,
                                         double cumulant, bool tilted, Range draws,
                                         int bits, const Executor& executor,
                                         Draw* to) const {
  FromWeights::Weights of;
  of.linear.resize(rows_.observed.size());
  of.square.resize(rows_.observed.size());
  Lanes value, log_ratio;
  RowWeights weights(draws_at_once);
  for (std::size_t first = draws.begin; first < draws.end; first += draws_at_once) {
    const std::size_t n = std::min(draws_at_once, draws.end - first);
    executor.poll();
    of.first.assign(figure_.n_first(), Lanes{});
    log_ratio.fill(-cumulant);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const PosteriorRow& row = rows[i];
      const Shuffle shuffle(bits, 2 * row.key + tilted + 7919 * task_.seed);
      weights.draw(row, shuffle, tilted ? 1 / (1 - row.tilt) : 1, first, n);
      weights.add_times(row.tilt, log_ratio.data());
      if (i < of.linear.size()) weights.write(row.own, &of.linear[i], &of.square[i]);
      for (const Addend& x : row.linear) {
        if (x.place >= static_cast<int>(of.first.size())) break;
        weights.add_times(x.amount, of.first[x.place].data());
      }
    }
    from_weights_->values(of, &value);
    for (std::size_t j = 0; j < n; ++j) {
      to[first + j] = {value[j], 2 / (1 + std::exp(log_ratio[j])),
                       log_ratio[j] + cumulant};
    }
  }
}

inline std::vector<Draw> Posterior::draws_of(std::vector<PosteriorRow>* rows,
                                             double cumulant, int bits,
                                             const Executor& executor) const {
  const std::size_t n = std::size_t{1} << bits;
  std::vector<double> shapes;
  for (const PosteriorRow& row : *rows) shapes.push_back(row.shape);
  const auto quantiles = tables_.of(shapes, n, executor);
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const double* const own = quantiles[i];
    (*rows)[i].quantiles = own;
    // If there are many pseudo-items, most weights of each are negligible.
    const double no_weight = 1e-12;
    const auto none = std::lower_bound(own, own + n, no_weight) - own;
    (*rows)[i].from = static_cast<std::size_t>(none) > n / 2 ? none : 0;
  }
  const bool tilts = cumulant < 0;
  std::vector<Draw> draws(tilts ? 2 * n : n);
  const std::size_t worth_a_thread =
      1 << 17;  // additions: fewer take no longer than a thread to start
  const int parts = parts_for(executor, n * n_addends_, worth_a_thread);
  for (int tilted = 0; tilted <= tilts; ++tilted) {
    executor.run(parts, [&](int p) {
      draw(*rows, cumulant, tilted == 1, part(n, parts, p), bits, executor,
           draws.data() + tilted * n);
    });
  }
  if (!tilts) {
    for (Draw& x : draws) x.weight = 1;
  }
  return draws;
}

// Draws near the limit say little about what is far beyond it. So others are made near
// limits further out, with a probability smaller by a factor of a thousand, until enough
// of them reach 0.
inline PosteriorLimit Posterior::limit_and_test(const TotalRows& pseudo, int side,
                                                const Executor& executor) const {
  PosteriorLimit result = limit(pseudo, side, task_.tail, task_.bits, executor);
  if (!task_.test) return result;
  const double least = 1e-8;        // no smaller p value is given
  const double too_few = 1.0 / 50;  // of the draws beyond a limit that are beyond 0
  const double further = 1.0 / 1000;
  const int bits = task_.bits > 0 ? task_.bits : bits_within(seconds, usual_bits);
  for (double tail = task_.tail; tail > least && result.beyond < too_few * tail;) {
    tail = std::max(further * tail, least);
    result.beyond = limit(pseudo, side, tail, bits, executor).beyond;
  }
  result.beyond = std::max(result.beyond, least);
  return result;
}

inline PosteriorLimit Posterior::limit(const TotalRows& pseudo, int side, double aim,
                                       int bits, const Executor& executor) const {
  std::vector<PosteriorRow> rows = posterior_rows(rows_, pseudo);
  // The tangent is taken at the limit, whose position is only approximate after the first
  // step.
  double cumulant = 0;
  const bool worthwhile = aim < task_.tail || worth_tilting();
  for (int i = 0; i < (worthwhile ? 3 : 0); ++i) {
    executor.poll();
    set_influences(figure_, small_step * rows_.units, &rows);
    cumulant = tilt(&rows, side, aim);
  }
  const bool tilts = cumulant < 0;
  const double known = tilts ? above_zero(rows) : NAN;
  const bool fixed = bits > 0;
  if (!fixed) bits = first_bits(tilts);
  // For fewer than five items the limits are imprecise anyway.
  const int most =
      fixed
          ? bits
          : std::max(bits, bits_within(part_of_second, rows_.units < 5 ? 10 : most_bits));
  for (;;) {
    std::vector<Draw> draws = draws_of(&rows, cumulant, bits, executor);
    PosteriorLimit result;
    result.variance = variance_of(draws, std::size_t{1} << bits, rows, task_.reach);
    Tail tail(std::move(draws), side, aim);
    result.limit = tilts ? tail.limit_with_control(known) : tail.limit();
    result.beyond = tail.probability_from(0, known);
    // Without tilting, probabilities below that of one draw cannot be determined.
    if (worthwhile && !tilts) {
      result.beyond = std::max(result.beyond, std::ldexp(1.0, -bits));
    }
    const double too_wide = tail.error() / precision();
    if (bits == most || !(too_wide > 1)) return result;
    bits = std::min(most, bits + static_cast<int>(std::ceil(2 * std::log2(too_wide))));
  }
}

}  // namespace accord
