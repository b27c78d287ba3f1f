#include "oracle_kappa.h"

#include <algorithm>  // max
#include <cstddef>    // size_t
#include <vector>

#include "check.h"

namespace oracle {
namespace {

// The parts of all definitions. `pi` is the mean over items of the share of their ratings
// in each category; share[g * q + k] is that of category k among the ratings of rater g,
// whose number is n_g[g].
struct Parts {
  int q;
  std::vector<double> d, apart, pi, share, n_g;
  double items = 0, pairable = 0, raters = 0;

  double between(const double* x, const double* y) const {
    double sum = 0;
    for (int c = 0; c < q; ++c) {
      for (int k = 0; k < q; ++k) sum += x[c] * y[k] * d[c * q + k];
    }
    return sum;
  }
  const double* shares_of(int g) const { return share.data() + g * q; }
};

Parts parts(const RatedItems& items, const Scale& scale,
            const std::vector<double>& weight) {
  const int q = scale.n_categories;
  int raters = 0;
  for (const auto& item : items) {
    for (const auto& rating : item) raters = std::max(raters, rating.rater + 1);
  }
  Parts p{q,
          distances(scale),
          {},
          std::vector<double>(q, 0),
          std::vector<double>(raters * q, 0),
          std::vector<double>(raters, 0)};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto& item = items[i];
    const double size = static_cast<double>(item.size());
    double pairs = 0;
    for (std::size_t j = 0; j < item.size(); ++j) {
      for (std::size_t l = 0; l < item.size(); ++l) {
        if (j != l) pairs += p.d[item[j].code * q + item[l].code];
      }
      p.pi[item[j].code] += weight[i] / size;
      p.share[item[j].rater * q + item[j].code] += weight[i];
      p.n_g[item[j].rater] += weight[i];
    }
    p.apart.push_back(item.size() > 1 ? pairs / (size * (size - 1)) : 0);
    if (!item.empty()) p.items += weight[i];
    if (item.size() > 1) p.pairable += weight[i];
  }
  for (double& x : p.pi) x /= p.items;
  for (int g = 0; g < raters; ++g) {
    if (p.n_g[g] > 0) ++p.raters;
    for (int k = 0; k < q; ++k) p.share[g * q + k] /= p.n_g[g] > 0 ? p.n_g[g] : 1;
  }
  return p;
}

double in_category(const std::vector<data::Rating>& item) {
  double n = 0;
  for (const auto& rating : item) n += rating.code == 1;
  return n;
}

double sum_of_weights(const Parts& p) {
  double sum = 0;
  for (double d : p.d) sum += 1 - d;
  return sum;
}

double expected_disagreement(Chance chance, const Parts& p) {
  double sum = 0;
  switch (chance) {
    case Chance::none:
      return 1;
    case Chance::uniform:
      for (double d : p.d) sum += d;
      return sum / (p.q * p.q);
    case Chance::shared:
      return p.between(p.pi.data(), p.pi.data());
    case Chance::gwet:
      for (double pi : p.pi) sum += pi * (1 - pi);
      return p.q > 1 ? 1 - sum_of_weights(p) / (p.q * (p.q - 1)) * sum : 1;
    case Chance::raters:
      for (std::size_t g = 0; g < p.n_g.size(); ++g) {
        for (std::size_t h = 0; h < p.n_g.size(); ++h) {
          if (g != h) {
            sum += p.between(p.shares_of(static_cast<int>(g)),
                             p.shares_of(static_cast<int>(h)));
          }
        }
      }
      return sum / (p.raters * (p.raters - 1));
    case Chance::specific:
      break;
  }
  return NAN;
}

KappaValue specific(const RatedItems& items, const std::vector<double>& weight) {
  double pairable = 0, differ = 0, others = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].size() < 2) continue;
    const double m = static_cast<double>(items[i].size()), r = in_category(items[i]);
    pairable += weight[i];
    differ += weight[i] * r * (m - r);
    others += weight[i] * r * (m - 1);
  }
  if (others == 0) return {accord::Status::unused_category};
  return {accord::Status::ok, differ / pairable, others / pairable};
}

// p_e|i - p_e, with p_e|i as Gwet prints it.
double chance_of_item(Chance chance, const Parts& p,
                      const std::vector<data::Rating>& item) {
  const double size = static_cast<double>(item.size());
  const double expected = expected_disagreement(chance, p);
  double sum = 0;
  if (chance == Chance::shared) {
    for (const auto& rating : item) {
      for (int k = 0; k < p.q; ++k) {
        sum += p.d[rating.code * p.q + k] * p.pi[k] / size;
      }
    }
    return expected - sum;
  }
  if (chance == Chance::gwet) {
    if (p.q < 2) return 0;
    for (const auto& rating : item) sum += (1 - p.pi[rating.code]) / size;
    return sum_of_weights(p) / (p.q * (p.q - 1)) * sum - (1 - expected);
  }
  if (chance == Chance::raters) {
    for (std::size_t g = 0; g < p.n_g.size(); ++g) {
      if (p.n_g[g] == 0) continue;
      for (int k = 0; k < p.q; ++k) {
        double lambda = 0, others = 0;  // others: r times the mean share, less that of g
        for (int l = 0; l < p.q; ++l) {
          double chose = 0, rated = 0;
          for (const auto& rating : item) {
            if (rating.rater != static_cast<int>(g)) continue;
            chose += rating.code == l;
            rated += 1;
          }
          const double part =
              chose - (rated - p.n_g[g] / p.items) * p.shares_of(static_cast<int>(g))[l];
          lambda += p.items / p.n_g[g] * p.d[k * p.q + l] * part;
        }
        for (std::size_t h = 0; h < p.n_g.size(); ++h) {
          if (h != g) others += p.shares_of(static_cast<int>(h))[k];
        }
        sum += lambda * others / (p.raters * (p.raters - 1));
      }
    }
    return expected - sum;
  }
  return 0;
}

bool uses_single(Chance chance) {
  return chance == Chance::shared || chance == Chance::gwet || chance == Chance::raters;
}

}  // namespace

KappaValue kappa(const RatedItems& items, const KappaCase& c,
                 const std::vector<double>& weight) {
  const Parts p = parts(items, c.scale, weight);
  if (p.items == 0) return {accord::Status::no_ratings};
  if (p.pairable == 0) return {accord::Status::no_pairs};
  if (c.chance == Chance::specific) return specific(items, weight);
  int used = 0;
  for (double pi : p.pi) used += pi > 0;
  if (c.chance == Chance::raters && p.raters < 2) return {accord::Status::no_pairs};
  const bool by_use = c.chance == Chance::shared || c.chance == Chance::raters;
  if (by_use && used < 2) return {accord::Status::one_category};
  if (c.chance == Chance::uniform && p.q < 2) return {accord::Status::one_category};
  KappaValue value{accord::Status::ok, 0, expected_disagreement(c.chance, p)};
  if (value.expected == 0) return {accord::Status::no_distance};
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].size() > 1) value.observed += weight[i] * p.apart[i] / p.pairable;
  }
  return value;
}

KappaValue kappa(const RatedItems& items, const KappaCase& c) {
  return kappa(items, c, std::vector<double>(items.size(), 1));
}

std::vector<double> kappa_derivatives(const RatedItems& items, const KappaCase& c) {
  const double step = 3e-5;
  double n = 0;
  for (const auto& item : items) n += item.size() > (uses_single(c.chance) ? 0 : 1);
  std::vector<double> result, weight(items.size(), 1);
  for (double& w : weight) {
    w = 1 + step;
    const double more = kappa(items, c, weight).estimate();
    w = 1 - step;
    const double less = kappa(items, c, weight).estimate();
    w = 1;
    result.push_back(n * (more - less) / (2 * step));
  }
  return result;
}

std::vector<double> gwet_influences(const RatedItems& items, const KappaCase& c) {
  const Parts p = parts(items, c.scale, std::vector<double>(items.size(), 1));
  const KappaValue whole = kappa(items, c);
  const double estimate = whole.estimate();
  std::vector<double> result;
  for (std::size_t i = 0; i < items.size(); ++i) {
    double own = 0;
    if (items[i].size() > 1) {
      own = p.items / p.pairable * (whole.expected - p.apart[i]) / whole.expected;
    }
    const double chance = chance_of_item(c.chance, p, items[i]) / whole.expected;
    result.push_back(own - 2 * (1 - estimate) * chance - estimate);
  }
  return result;
}

RatedItems common_items(const RatedItems& items, int first, int second) {
  RatedItems result;
  for (const auto& item : items) {
    for (const auto& one : item) {
      for (const auto& other : item) {
        if (one.rater == first && other.rater == second) {
          result.push_back({{0, one.code}, {1, other.code}});
        }
      }
    }
  }
  return result;
}

void for_random_ratings(accord::Level level, int times, bool twice, const UseRated& use) {
  for (int seed = 0; seed < 8 * times; ++seed) {
    data::Random random(seed);
    const int n_categories = 1 + seed % 8;
    const Scale scale = rising(random_scale(level, &random, n_categories));
    const int n_raters = 1 + random.below(most_raters);
    const RatedItems items = data::rated_items(&random, n_categories, n_raters, twice);
    check::set_scene("%s, %d categories, seed %d", scale.name, n_categories, seed);
    use(items, scale);
  }
}

}  // namespace oracle
