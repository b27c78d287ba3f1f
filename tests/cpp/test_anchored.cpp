// The anchored model against its definition: pooled rows in plain loops over dense
// arrays.

#include <cmath>
#include <vector>

#include "accord/consensus/anchored.h"
#include "check.h"
#include "data.h"

namespace {

const int K = 3, RATERS = 5;

using Row = std::vector<double>;
using Table = std::vector<Row>;

Table zeros(int n) { return Table(n, Row(K, 0)); }

void normalise(Row* p) {
  double total = 0;
  for (double x : *p) total += x;
  for (double& x : *p) x /= total;
}

// Counts of one rater under each class: of right answers, of all, and of each answer.
struct Counts {
  Row hits = Row(K, 0), all = Row(K, 0);
  Table of = zeros(K);  // class, answer

  void add(int answer, const Row& weight, double sign) {
    for (int k = 0; k < K; ++k) {
      all[k] += sign * weight[k];
      of[k][answer] += sign * weight[k];
    }
    hits[answer] += sign * weight[answer];
  }
};

struct Definition {
  const data::RatedItems& items;
  int iterations;
  double o = 3;
  Row o_class = Row(K, 3), ability = Row(RATERS, 1);
  Table o_cell = Table(RATERS, Row(K, 3)), e = zeros(K);
  std::vector<Counts> counts = {};

  void improve() {
    Row exposed(K, 0), right(K, 0);
    double all_right = 1.5, down = 2 / (1 + o);
    for (int k = 0; k < K; ++k) {
      for (int j = 0; j < RATERS; ++j) {
        right[k] += counts[j].hits[k];
        exposed[k] += counts[j].all[k] * ability[j] / (1 + ability[j] * o_class[k]);
      }
      all_right += right[k];
      down += exposed[k] * o_class[k] / o;
    }
    o = all_right / down;
    for (int k = 0; k < K; ++k) {
      o_class[k] = o * (right[k] + 20) / (exposed[k] * o + 20);
    }
    for (int j = 0; j < RATERS; ++j) {
      double up = 4, below = 4;
      for (int k = 0; k < K; ++k) {
        up += counts[j].hits[k];
        below += counts[j].all[k] * o_class[k] / (1 + ability[j] * o_class[k]);
      }
      ability[j] = up / below;
      for (int k = 0; k < K; ++k) {
        const double mean = ability[j] * o_class[k] / (1 + ability[j] * o_class[k]);
        o_cell[j][k] =
            (counts[j].hits[k] + 4 * mean) * (1 + o_cell[j][k]) / (counts[j].all[k] + 4);
      }
    }
  }

  void learn(const Table& weight) {
    counts.assign(RATERS, Counts());
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (const data::Rating& r : items[i]) counts[r.rater].add(r.code, weight[i], 1);
    }
    for (int k = 0; k < K; ++k) {
      for (int x = 0; x < K; ++x) {
        e[k][x] = x == k ? 0 : 2.0 / (K - 1);
        for (int j = 0; j < RATERS && x != k; ++j) e[k][x] += counts[j].of[k][x];
      }
      normalise(&e[k]);
    }
  }

  // The probability of an answer under class k, from these counts of the rater.
  double chance(int j, const Counts& others, const Counts& all, int k, int x,
                const Row& own) const {
    double right = 4, exposed = 4;
    for (int c = 0; c < K; ++c) {
      right += others.hits[c];
      exposed += (all.all[c] - own[c]) * o_class[c] / (1 + ability[j] * o_class[c]);
    }
    const double able = right / exposed * o_class[k], mean = able / (1 + able);
    const double odds =
        (others.hits[k] + 4 * mean) * (1 + o_cell[j][k]) / (others.all[k] + 4);
    if (x == k) return odds / (1 + odds);
    return (others.of[k][x] + 4 * e[k][x]) / (others.all[k] - others.hits[k] + 4) /
           (1 + odds);
  }

  // With probabilities of the answers of known raters for items that are not in the sums.
  Table fit(double accuracy, double anchor, accord::Tempering tempering) {
    Table vote = zeros(static_cast<int>(items.size())), q = vote;
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (int k = 0; k < K; ++k) {
        int n = 0;
        for (const data::Rating& r : items[i]) n += r.code == k;
        vote[i][k] = std::pow(accuracy * (K - 1) / (1 - accuracy), n);
      }
      normalise(&vote[i]);
    }
    Table weight = vote;
    for (int step = 0; step < iterations; ++step) {
      learn(weight);
      for (int i = 0; i < (step == 0 ? 8 : 1); ++i) improve();
      Row share(K, 1);
      for (const Row& w : weight) {
        for (int k = 0; k < K; ++k) share[k] += w[k];
      }
      for (std::size_t i = 0; i < items.size(); ++i) {
        for (int k = 0; k < K; ++k) q[i][k] = share[k] - weight[i][k];
        for (const data::Rating& r : items[i]) {
          Counts others = counts[r.rater];
          others.add(r.code, weight[i], -1);
          for (int k = 0; k < K; ++k) {
            q[i][k] *= chance(r.rater, others, counts[r.rater], k, r.code, weight[i]);
          }
        }
        normalise(&q[i]);
      }
      // The rows of the result are those before the weights change for the last time.
      for (std::size_t i = 0; i < items.size() && step + 1 < iterations; ++i) {
        for (int k = 0; k < K; ++k) {
          weight[i][k] = (1 - anchor) * q[i][k] + anchor * vote[i][k];
        }
      }
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (double& x : q[i]) {
        x = std::pow(x, 1 / (1 + tempering.rho * (items[i].size() - 1.0)));
      }
      normalise(&q[i]);
      for (double& x : q[i]) x = (1 - tempering.eps) * x + tempering.eps / K;
    }
    return q;
  }
};

}  // namespace

TEST(anchored_definition) {
  for (int seed = 0; seed < 40; ++seed) {
    check::set_scene("anchored_definition %d", seed);
    const data::RatedItems items = data::answered_items(seed, K, RATERS);
    const data::Ratings ratings(items, K, RATERS);
    const accord::Answers answers(ratings.view(), 0);
    accord::AnchoredSettings settings;
    settings.iterations = 1 + seed % 20;
    accord::Anchored model(answers, {}, settings, accord::Executor());
    Table found = zeros(static_cast<int>(items.size()));
    const accord::AnchoredFit fit = model.fit([&](int item, const double* p) {
      for (int k = 0; k < K; ++k) found[item][k] = p[k];
    });
    Definition definition{items, settings.iterations};
    const Table expected = definition.fit(fit.accuracy, settings.anchor, fit.tempering);
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (int k = 0; k < K; ++k) CHECK_NEAR(found[i][k], expected[i][k], 1e-10);
    }
    const Row none(K, 0);
    for (int r = 0; r < answers.n_raters(); ++r) {
      const int j = answers.raters()[r];
      const Counts& own = definition.counts[j];
      for (int k = 0; k < K; ++k) {
        for (int x = 0; x < K; ++x) {
          CHECK_NEAR(model.rows().probability(r, k, x),
                     definition.chance(j, own, own, k, x, none), 1e-10);
        }
      }
    }
  }
}
