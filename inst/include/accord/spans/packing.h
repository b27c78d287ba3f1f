#pragma once
// Finds the disjoint sets of units with the largest total gain, by branch and bound along
// the continuum.
//
// Units are decided in order: alone, or in a set with later ones. Two branches that use
// the same later units have the same continuations, so only the better one is kept. The
// loss of a branch is the amount by which the gain of its choices falls short of the
// prices of their units; a branch is cut when its loss reaches the gap between the total
// of the prices and the best known choice.

#include <algorithm>  // lower_bound, max, min, nth_element
#include <cstddef>    // size_t
#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>  // move
#include <vector>

#include "prices.h"

namespace accord {

struct Packed {
  std::vector<int> chosen;  // sets
  double gain = 0;
  double bound = 0;  // no choice gains more; equal to `gain` if it is the best
};

class Packing {
 public:
  // Units are numbered from 0 to n_units - 1 in their order along the continuum, and
  // members are sorted. `states` is the number of branches that are kept at a time.
  Packing(const UnitSets& sets, int n_units, std::size_t states)
      : sets_(sets), n_units_(n_units), most_(states) {}

  // Returns the best choice of all, or `known`.
  Packed run(const Packed& known, const std::function<void()>& poll) {
    const Prices prices = Pricing(sets_, n_units_).run(known.gain, poll);
    const double open = prices.total - known.gain;
    const double least = least_gain * (1 + known.gain);
    Packed best = known;
    best.bound = known.gain;
    if (open <= least) return best;
    loss_of_sets(prices, open);
    // The least loss of the branches that were dropped.
    double dropped = std::numeric_limits<double>::infinity();
    std::vector<State> layer(1), next;
    for (int u = 0; u < n_units_; ++u) {
      poll();
      step(u, prices.of[u], open - least, &layer, &next);
      layer.swap(next);
      // If this takes too long, fewer branches are kept from here on.
      if (tried_ > most_tried / n_units_ * (u + 1) && most_ > 16) most_ /= 2;
      dropped = std::min(dropped, thin(&layer));
    }
    double found = open;
    if (!layer.empty()) {
      found = layer[0].loss;
      best.gain = prices.total - found;
      best.chosen = path(layer[0].path);
    }
    best.bound = std::max(best.gain, prices.total - std::min(found, dropped));
    return best;
  }

 private:
  struct State {
    std::vector<int> used;  // later units
    double loss = 0;
    int path = -1;
  };
  struct Link {
    int before, set;
  };
  struct Hash {
    std::size_t operator()(const std::vector<int>& x) const {
      std::size_t h = x.size();
      for (const int i : x) h = h * 1000003 + static_cast<std::size_t>(i);
      return h;
    }
  };

  const UnitSets& sets_;
  int n_units_;
  std::size_t most_;
  std::vector<std::vector<int>> begins_;  // sets by their first unit
  std::vector<double> loss_;
  std::vector<Link> links_;
  double tried_ = 0;  // comparisons of sets with branches
  static constexpr double most_tried = 1e7;

  void loss_of_sets(const Prices& prices, double open) {
    begins_.assign(n_units_, {});
    loss_.assign(sets_.size(), 0);
    for (int s = 0; s < sets_.size(); ++s) {
      double loss = -sets_.gain[s];
      for (const int u : sets_.of(s)) loss += prices.of[u];
      loss_[s] = std::max(loss, 0.0);
      if (loss_[s] < open) begins_[sets_.of(s)[0]].push_back(s);
    }
  }

  void step(int u, double alone, double open, std::vector<State>* layer,
            std::vector<State>* next) {
    next->clear();
    std::unordered_map<std::vector<int>, int, Hash> known;
    const auto keep = [&](std::vector<int>&& used, double loss, int before, int set) {
      const auto [at, fresh] = known.try_emplace(used, static_cast<int>(next->size()));
      if (fresh) {
        next->push_back({std::move(used), loss, before});
      } else if (loss < (*next)[at->second].loss) {
        (*next)[at->second].loss = loss;
        (*next)[at->second].path = before;
      } else {
        return;
      }
      if (set < 0) return;
      links_.push_back({before, set});
      (*next)[at->second].path = static_cast<int>(links_.size()) - 1;
    };
    for (State& state : *layer) {
      const bool is_used = !state.used.empty() && state.used[0] == u;
      if (!is_used) {
        tried_ += static_cast<double>(begins_[u].size()) + 1;
        for (const int s : begins_[u]) {
          const double loss = state.loss + loss_[s];
          if (loss >= open) continue;
          std::vector<int> used = state.used;
          if (join(s, &used)) keep(std::move(used), loss, state.path, s);
        }
        if (state.loss + alone >= open) continue;
      } else {
        state.used.erase(state.used.begin());
      }
      keep(std::move(state.used), state.loss + (is_used ? 0 : alone), state.path, -1);
    }
  }

  // Adds the later units of a set; returns false if one is already used.
  bool join(int s, std::vector<int>* used) const {
    const Span<int> units = sets_.of(s);
    for (std::size_t i = 1; i < units.size(); ++i) {
      const auto at = std::lower_bound(used->begin(), used->end(), units[i]);
      if (at != used->end() && *at == units[i]) return false;
      used->insert(at, units[i]);
    }
    return true;
  }

  // Keeps the branches with the least loss; returns the least loss of the others.
  double thin(std::vector<State>* layer) const {
    if (layer->size() <= most_) return std::numeric_limits<double>::infinity();
    const auto cut = layer->begin() + static_cast<std::ptrdiff_t>(most_);
    std::nth_element(layer->begin(), cut, layer->end(),
                     [](const State& a, const State& b) {
                       return a.loss != b.loss ? a.loss < b.loss : a.used < b.used;
                     });
    const double loss = cut->loss;
    layer->resize(most_);
    return loss;
  }

  std::vector<int> path(int link) const {
    std::vector<int> sets;
    for (; link >= 0; link = links_[link].before) sets.push_back(links_[link].set);
    return sets;
  }
};

}  // namespace accord
