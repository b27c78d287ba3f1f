#pragma once
// Limits of a coefficient from an imprecise Dirichlet posterior over what the items show
// (Walley 1996). The probabilities of the rows have a Dirichlet distribution, with a
// pseudo-item of two ratings besides the data; for the lower limit its ratings are
// random, for the upper one they agree. Each limit is a quantile of one of these two
// posteriors.
//
// prior.h says how much it counts.
//
// The draws. The weight of a row is a quantile of its gamma distribution, in a fixed
// shuffled order of its own: Latin hypercube sampling with no random number, so that the
// limits are a function of the data. Half of the draws are made with the weights tilted
// along the influences, such that the coefficient comes to lie at about the limit, and
// all are weighted by the ratio of densities (the balance heuristic of Veach & Guibas
// 1995; Owen & Zhou 2000).

#include <algorithm>  // fill, max, min, nth_element, sort
#include <array>
#include <cmath>
#include <cstddef>  // size_t
#include <cstdint>  // uint32_t
#include <map>
#include <utility>  // pair
#include <vector>

#include "../base/parallel.h"
#include "figure_rows.h"
#include "gamma_quantiles.h"
#include "prior.h"
#include "totals.h"

namespace accord {

struct PosteriorTask {
  double z = 1.96;  // normal quantile of the level
  double tail = 0.025;
  unsigned seed = 1;
  int bits = 0;  // 2^bits draws, and as many tilted ones; 0: as many as three digits need
};

// Standard deviation and limit under one posterior; the limit is NaN where most draws
// have no value.
struct PosteriorLimit {
  double limit = NAN, variance = NAN;
  double beyond = NAN;  // the probability of 0 and what lies beyond it on this side

  // The less favourable of two lower, or upper, limits.
  PosteriorLimit lower_of(const PosteriorLimit& x) const {
    return x.limit < limit ? x : *this;
  }
  PosteriorLimit upper_of(const PosteriorLimit& x) const {
    return x.limit > limit ? x : *this;
  }
};

// A permutation of 0, …, 2^bits - 1, of which every place can be asked for.
class Shuffle {
 public:
  Shuffle(int bits, std::uint32_t key) : bits_(bits), mask_((1u << bits) - 1) {
    for (int i = 0; i < rounds; ++i) {
      // Steele & Vigna's mixing of a counter (SplitMix).
      std::uint64_t x = 0x9E3779B97F4A7C15ULL * (rounds * std::uint64_t{key} + i + 1);
      x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
      x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
      x ^= x >> 31;
      factor_[i] = static_cast<std::uint32_t>(x) | 1u;
      shift_[i] = static_cast<std::uint32_t>(x >> 32);
    }
  }

  std::uint32_t operator()(std::uint32_t i) const {
    // An odd factor, a shift and a fold are one to one in `bits` bits.
    for (int r = 0; r < rounds; ++r) {
      i = (i * factor_[r] + shift_[r]) & mask_;
      i ^= i >> (bits_ / 2 + 1);
    }
    return i;
  }

 private:
  static constexpr int rounds = 3;
  int bits_;
  std::uint32_t mask_;
  std::uint32_t factor_[rounds], shift_[rounds];
};

// Quantiles of the gamma distributions in use, kept from one coefficient to the next.
class GammaTables {
 public:
  // A table stays where it is until the next call of trim().
  const std::vector<double>& of(double shape, std::size_t n) {
    std::vector<double>& table = tables_[{shape, n}];
    if (table.empty()) {
      table = GammaQuantiles(shape).at_midpoints(n);
      size_ += n;
    }
    return table;
  }
  void trim() {
    if (size_ < most) return;
    tables_.clear();
    size_ = 0;
  }

 private:
  static constexpr std::size_t most = 1 << 22;  // quantiles
  std::size_t size_ = 0;
  std::map<std::pair<double, std::size_t>, std::vector<double>> tables_;
};

class Posterior {
 public:
  // `tables` is working memory.
  Posterior(const Figure& figure, const FigureRows& rows, const PosteriorTask& task,
            GammaTables* tables)
      : figure_(figure), rows_(rows), task_(task), tables_(*tables) {
    tables_.trim();
    const double work =
        static_cast<double>(rows.observed.n_addends() + figure.n_totals());
    bits_ = task.bits > 0 ? task.bits : bits_for(rows.units, work);
  }

  // Under the posterior with these pseudo-items.
  PosteriorLimit lower(const TotalRows& pseudo, const Executor& executor) {
    return limit(pseudo, -1, executor);
  }
  PosteriorLimit upper(const TotalRows& pseudo, const Executor& executor) {
    return limit(pseudo, 1, executor);
  }

 private:
  // A row of one of the two posteriors.
  struct Row {
    Span<Addend> linear, square;
    double shape;      // of its gamma weight
    double own;        // the share of the squared weight that is of pairs of an item with
                       // itself, in the mean, when n items have the weight in common
    double influence;  // of the gamma weight
    double tilt;
    std::uint32_t key;
    const double* quantiles;
  };
  struct Draw {
    double value, weight;
  };

  std::vector<Row> rows_with(const TotalRows& pseudo);
  // Tilts the rows such that the coefficient lies about the limit; returns the cumulant.
  double tilt(std::vector<Row>* rows, int side) const;
  template <int Block>
  void draw(const std::vector<Row>& rows, double cumulant, bool tilted, Range blocks,
            std::vector<Draw>* draws) const;
  double quantile(std::vector<Draw> draws, int side) const;
  PosteriorLimit limit(const TotalRows& pseudo, int side, const Executor& executor);

  // With fewer items, or little space between the limits, fewer; and no more than make
  // 2^28 additions of `work` each.
  static int bits_for(double units, double work) {
    int bits = units < 8     ? 11
               : units < 16  ? 12
               : units < 32  ? 14
               : units < 64  ? 13
               : units < 512 ? 12
                             : 11;
    while (bits > 6 && std::ldexp(work, bits) > std::ldexp(1.0, 28)) --bits;
    return bits;
  }

  const Figure& figure_;
  const FigureRows& rows_;
  PosteriorTask task_;
  GammaTables& tables_;
  int bits_;
};

inline std::vector<Posterior::Row> Posterior::rows_with(const TotalRows& pseudo) {
  std::vector<Row> result;
  const std::vector<double> total = total_up(rows_.observed, figure_.n_totals());
  const auto add = [&](const TotalRows& from, std::uint32_t first_key) {
    std::vector<double> u(from.size());
    if (few(rows_)) u = influences(figure_, from, total, 1e-5 * rows_.units);
    for (std::size_t i = 0; i < from.size(); ++i) {
      const double lambda = from.lambda(i), shape = lambda * from.times(i);
      const double own = from.times(i) > 1 ? (lambda + 1) / (shape + 1) : 1;
      result.push_back({from.linear(i), from.square(i), shape, own, u[i], 0,
                        first_key + static_cast<std::uint32_t>(i),
                        tables_.of(shape, std::size_t{1} << bits_).data()});
    }
  };
  add(rows_.observed, 0);
  add(pseudo, 1u << 30);
  return result;
}

// With weights tilted by exp(theta u g) the sum of u g has the cumulant function
// K(theta) = -sum of shape log(1 - theta u); its signed root, which is about normal, is
// to be z: 2 (theta K'(theta) - K(theta)) = z^2.
inline double Posterior::tilt(std::vector<Row>* rows, int side) const {
  double mean = 0, mass = 0, most = 0;
  for (const Row& row : *rows) {
    mean += row.shape * row.influence;
    mass += row.shape;
  }
  mean /= mass;
  for (const Row& row : *rows) most = std::max(most, side * (row.influence - mean));
  if (!(most > 0)) return 0;
  double low = 0, high = 1, cumulant = 0;
  for (int i = 0; i < 30; ++i) {
    const double theta = (low + high) / 2 / most;
    cumulant = 0;
    double slope = 0;
    for (Row& row : *rows) {
      const double u = side * (row.influence - mean);
      row.tilt = theta * u;
      cumulant -= row.shape * std::log1p(-row.tilt);
      slope += row.shape * row.tilt / (1 - row.tilt);
    }
    (2 * (slope - cumulant) < task_.z * task_.z ? low : high) = (low + high) / 2;
  }
  return cumulant;
}

// `blocks`: of `Block` draws each, which are made beside each other.
template <int Block>
void Posterior::draw(const std::vector<Row>& rows, double cumulant, bool tilted,
                     Range blocks, std::vector<Draw>* draws) const {
  const std::size_t n_totals = figure_.n_totals();
  std::vector<double> total(n_totals * Block);
  std::array<double, Block> log_ratio, weight;
  for (std::size_t block = blocks.begin; block < blocks.end; ++block) {
    const std::uint32_t first = static_cast<std::uint32_t>(block) * Block;
    std::fill(total.begin(), total.end(), 0.0);
    log_ratio.fill(-cumulant);
    for (const Row& row : rows) {
      const Shuffle shuffle(bits_, 2 * row.key + tilted + 7919 * task_.seed);
      const double scale = tilted ? 1 / (1 - row.tilt) : 1;
      for (int j = 0; j < Block; ++j)
        weight[j] = scale * row.quantiles[shuffle(first + j)];
      for (int j = 0; j < Block; ++j) log_ratio[j] += row.tilt * weight[j];
      for (const Addend& x : row.linear) {
        double* at = total.data() + static_cast<std::size_t>(x.place) * Block;
        for (int j = 0; j < Block; ++j) at[j] += x.amount * weight[j];
      }
      for (const Addend& x : row.square) {
        double* at = total.data() + static_cast<std::size_t>(x.place) * Block;
        const double amount = row.own * x.amount;
        for (int j = 0; j < Block; ++j) at[j] += amount * weight[j] * weight[j];
      }
    }
    Draw* to = draws->data() + first + (tilted ? draws->size() / 2 : 0);
    for (int j = 0; j < Block; ++j) {
      to[j] = {figure_.value(Totals(total.data() + j, Block)),
               2 / (1 + std::exp(log_ratio[j]))};
    }
  }
}

// Between the middles of the draws' weights.
inline double Posterior::quantile(std::vector<Draw> draws, int side) const {
  double undefined = 0;
  std::size_t kept = 0;
  const double all = static_cast<double>(draws.size());
  for (const Draw& x : draws) {
    if (std::isfinite(x.value)) {
      draws[kept++] = x;
    } else {
      undefined += x.weight;
    }
  }
  if (undefined > all / 2) return NAN;
  draws.resize(kept);
  const auto before_it = [side](const Draw& a, const Draw& b) {
    return a.value != b.value ? side * a.value > side * b.value : a.weight < b.weight;
  };
  // As a rule the tail ends before the middle.
  const auto middle = draws.begin() + static_cast<std::ptrdiff_t>(kept / 2);
  std::nth_element(draws.begin(), middle, draws.end(), before_it);
  std::sort(draws.begin(), middle, before_it);
  bool sorted = false;
  const double wanted = task_.tail * (all - undefined);
  double sum = 0, before = 0;
  for (std::size_t i = 0; i < kept; ++i) {
    if (!sorted && i >= kept / 2) {
      std::sort(middle, draws.end(), before_it);
      sorted = true;
    }
    const double here = sum + draws[i].weight / 2;
    if (here >= wanted) {
      if (i == 0) return draws[0].value;
      const double part = (wanted - before) / (here - before);
      return draws[i - 1].value + part * (draws[i].value - draws[i - 1].value);
    }
    sum += draws[i].weight;
    before = here;
  }
  return draws[kept - 1].value;
}

inline PosteriorLimit Posterior::limit(const TotalRows& pseudo, int side,
                                       const Executor& executor) {
  std::vector<Row> rows = rows_with(pseudo);
  const double cumulant = few(rows_) ? tilt(&rows, side) : 0;
  const std::size_t n = std::size_t{1} << bits_;
  std::vector<Draw> draws(cumulant > 0 ? 2 * n : n);
  const int parts = parts_for(executor, n * rows_.observed.n_addends(), 1 << 17);
  for (int tilted = 0; tilted <= (cumulant > 0); ++tilted) {
    executor.run(parts, [&](int p) {
      if (figure_.n_totals() < 1 << 16) {
        draw<32>(rows, cumulant, tilted == 1, part(n / 32, parts, p), &draws);
      } else {
        draw<1>(rows, cumulant, tilted == 1, part(n, parts, p), &draws);
      }
    });
  }
  if (cumulant <= 0) {
    for (Draw& x : draws) x.weight = 1;
  }
  PosteriorLimit result;
  result.limit = quantile(draws, side);
  double all = 0, beyond = 0;
  for (const Draw& x : draws) {
    if (!std::isfinite(x.value)) continue;
    all += x.weight;
    if (side * x.value >= 0) beyond += x.weight;
  }
  if (all > 0) result.beyond = beyond / all;
  double mean = 0, squares = 0, defined = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(draws[i].value)) continue;
    defined += 1;
    const double apart = draws[i].value - mean;
    mean += apart / defined;
    squares += apart * (draws[i].value - mean);
  }
  result.variance = defined > 1 ? squares / (defined - 1) : NAN;
  return result;
}

}  // namespace accord
