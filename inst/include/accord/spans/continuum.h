#pragma once
// A continuum: the units that annotators marked in it, and the dissimilarity of two units
// (Mathet, Widlöcher and Métivier 2015, doi:10.1162/COLI_a_00227).

#include <algorithm>  // max, sort
#include <cmath>      // fabs, sqrt
#include <limits>
#include <vector>

#include "../base/views.h"

namespace accord {

// Units are stored annotator by annotator, those of annotator a from first[a] to first[a
// + 1] - 1.
struct Continuum {
  Span<int> first;  // annotators + 1
  Span<double> start, end;
  Span<int> label;

  int n_annotators() const { return static_cast<int>(first.size()) - 1; }
  int n_units() const { return static_cast<int>(start.size()); }
  double size(int u) const { return end[u] - start[u]; }
  double middle(int u) const { return (start[u] + end[u]) / 2; }
  std::vector<int> annotators() const {
    std::vector<int> of(n_units());
    for (int a = 0; a < n_annotators(); ++a) {
      for (int u = first[a]; u < first[a + 1]; ++u) of[u] = a;
    }
    return of;
  }
  int n_pairs() const { return n_annotators() * (n_annotators() - 1) / 2; }
};

// The dissimilarity relative to that of a unit and an empty one, since no alignment
// depends on the scale: alpha times that of positions plus beta times that of labels.
struct Dissimilarity {
  double alpha = 1, beta = 1;
  int n_labels = 0;
  Span<double> table = {};  // of two labels; if empty, 0 for equal labels, else 1

  double places(const Continuum& x, int u, int v) const {
    const double apart =
        std::fabs(x.start[u] - x.start[v]) + std::fabs(x.end[u] - x.end[v]);
    const double share = apart == 0 ? 0 : apart / (x.size(u) + x.size(v));
    return share * share;
  }
  double labels(const Continuum& x, int u, int v) const {
    if (table.empty()) return x.label[u] == x.label[v] ? 0 : 1;
    return table[x.label[u] * n_labels + x.label[v]];
  }
  double operator()(const Continuum& x, int u, int v) const {
    return alpha * places(x, u, v) + beta * labels(x, u, v);
  }
  // If the ends of two units are further apart than this times the sum of their sizes,
  // their dissimilarity exceeds `most`.
  double reach(double most) const {
    return alpha > 0 ? std::sqrt(most / alpha) : std::numeric_limits<double>::infinity();
  }
};

// For each unit, those of other annotators with at most a given dissimilarity, in order.
struct Neighbours {
  std::vector<int> start, unit;

  Span<int> of(int u) const { return Span<int>(unit).slice(start[u], start[u + 1]); }
};

inline Neighbours neighbours(const Continuum& x, const Dissimilarity& d, double most) {
  const int n = x.n_units();
  const std::vector<int> annotator = x.annotators();
  std::vector<int> order(n), found;
  double longest = 0;
  for (int u = 0; u < n; ++u) {
    order[u] = u;
    longest = std::max(longest, x.size(u));
  }
  std::sort(order.begin(), order.end(), [&](int u, int v) {
    return x.start[u] != x.start[v] ? x.start[u] < x.start[v] : u < v;
  });
  // The range is slightly wider, as the bound and the dissimilarity are rounded
  // differently.
  const double reach = d.reach(most) * (1 + 1e-9);
  std::vector<std::vector<int>> near(n);
  for (int i = 0; i < n; ++i) {
    const int u = order[i];
    for (int j = i + 1; j < n; ++j) {
      const int v = order[j];
      if (x.start[v] - x.start[u] > reach * (x.size(u) + longest)) break;
      if (annotator[u] == annotator[v] || d(x, u, v) > most) continue;
      near[u].push_back(v);
      near[v].push_back(u);
    }
  }
  Neighbours result;
  result.start.push_back(0);
  for (auto& of : near) {
    std::sort(of.begin(), of.end());
    result.unit.insert(result.unit.end(), of.begin(), of.end());
    result.start.push_back(static_cast<int>(result.unit.size()));
  }
  return result;
}

}  // namespace accord
