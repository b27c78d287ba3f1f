#pragma once
// Alpha within each of several groups of raters, and kappa_x of each with all others
// (two_sides.h), for many assignments of the same raters to groups. What does not depend
// on the assignment is computed once: the disagreement of each rating with all of its
// item.

#include <algorithm>  // lower_bound, sort, swap, unique
#include <cmath>      // NAN
#include <cstddef>    // size_t
#include <cstdint>    // uint64_t
#include <vector>

#include "../base/split_mix.h"
#include "../base/views.h"
#include "../distance/delta.h"
#include "../distance/level.h"
#include "two_sides.h"

namespace accord {

struct WithinAcross {
  double within = NAN, across = NAN;
};

class RaterGroups {
 public:
  // Raters with a group below 0 in `group` are left out. The distance must outlive it.
  RaterGroups(const RatingsView& view, Span<int> group, int n_groups,
              const SharedDelta& delta)
      : n_groups_(n_groups), n_categories_(view.n_categories), delta_(*delta) {
    start_.push_back(0);
    first_code_.push_back(0);
    std::vector<int> codes;
    for (int i = 0; i < view.n_items(); ++i) {
      const Span<int> code = view.codes_of(i), rater = view.raters_of(i);
      codes.clear();
      const std::size_t from = rater_.size();
      for (std::size_t j = 0; j < code.size(); ++j) {
        if (group[rater[j]] < 0) continue;
        rater_.push_back(rater[j]);
        local_.push_back(code[j]);
        codes.push_back(code[j]);
      }
      std::sort(codes.begin(), codes.end());
      const std::vector<int> all = codes;
      codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
      for (std::size_t j = from; j < rater_.size(); ++j) {
        double sum = 0;
        for (int k : all) sum += delta_.between(local_[j], k);
        to_item_.push_back(sum);
        local_[j] = static_cast<int>(
            std::lower_bound(codes.begin(), codes.end(), local_[j]) - codes.begin());
      }
      codes_.insert(codes_.end(), codes.begin(), codes.end());
      start_.push_back(rater_.size());
      first_code_.push_back(codes_.size());
    }
  }

  std::vector<WithinAcross> of(const std::vector<int>& group) const {
    const std::size_t q = n_categories_, g = n_groups_;
    // Margins of alpha, and of kappa_x on the side of the group and on that of the
    // others.
    std::vector<double> own(g * q), met(g * q), rest(g * q);
    std::vector<double> within(g), across(g), n_own(g), n_met(g), n_rest(g);
    std::vector<int> count, size(g);
    std::vector<double> to_item(g);
    for (std::size_t i = 0; i + 1 < start_.size(); ++i) {
      const std::size_t h = first_code_[i + 1] - first_code_[i];
      const int* codes = codes_.data() + first_code_[i];
      count.assign(g * h, 0);
      size.assign(g, 0);
      to_item.assign(g, 0);
      for (std::size_t j = start_[i]; j < start_[i + 1]; ++j) {
        const int k = group[rater_[j]];
        ++count[k * h + local_[j]];
        ++size[k];
        to_item[k] += to_item_[j];
      }
      const double all = static_cast<double>(start_[i + 1] - start_[i]);
      for (std::size_t k = 0; k < g; ++k) {
        const double r = size[k], s = all - r;
        if (r == 0) continue;
        double inside = 0;
        for (std::size_t a = 0; a < h; ++a) {
          if (count[k * h + a] == 0) continue;
          for (std::size_t b = 0; b < a; ++b) {
            if (count[k * h + b] == 0) continue;
            inside += 2.0 * count[k * h + a] * count[k * h + b] *
                      delta_.between(codes[a], codes[b]);
          }
        }
        if (r > 1) {
          within[k] += inside / (r - 1);
          n_own[k] += r;
          for (std::size_t a = 0; a < h; ++a) own[k * q + codes[a]] += count[k * h + a];
        }
        if (s == 0) continue;
        across[k] += (to_item[k] - inside) * all / (r * s);
        n_met[k] += r;
        n_rest[k] += s;
        for (std::size_t a = 0; a < h; ++a) {
          met[k * q + codes[a]] += count[k * h + a];
          for (std::size_t l = 0; l < g; ++l) {
            if (l != k) rest[k * q + codes[a]] += count[l * h + a];
          }
        }
      }
    }
    std::vector<WithinAcross> result(g);
    for (std::size_t k = 0; k < g; ++k) {
      const Amounts x = amounts(own, k), y = amounts(met, k), z = amounts(rest, k);
      const double expected = x.size() > 0 ? delta_.pairs_within(x) : 0;
      if (expected > 0) result[k].within = 1 - (n_own[k] - 1) * within[k] / expected;
      const double between = pairs_across(delta_, y, z);
      if (between > 1e-12 * n_met[k] * n_rest[k]) {
        result[k].across =
            1 - across[k] / (n_met[k] + n_rest[k]) * n_met[k] * n_rest[k] / between;
      }
    }
    return result;
  }

  // Returns the groups in another order of the raters that have one, the same for the
  // same `key`.
  static std::vector<int> permuted(Span<int> group, int key) {
    std::vector<int> who, result(group.begin(), group.end());
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (group[i] >= 0) who.push_back(static_cast<int>(i));
    }
    for (std::size_t i = who.size(); i > 1; --i) {
      const std::uint64_t counter = (static_cast<std::uint64_t>(key) << 32) + i;
      const std::size_t j = split_mix(0x9E3779B97F4A7C15ULL * counter) % i;
      std::swap(result[who[i - 1]], result[who[j]]);
    }
    return result;
  }

 private:
  Amounts amounts(const std::vector<double>& x, std::size_t k) const {
    Amounts result;
    for (int c = 0; c < n_categories_; ++c) {
      const double amount = x[k * n_categories_ + c];
      if (amount > 0) result.add(c, amount);
    }
    return result;
  }

  int n_groups_, n_categories_;
  const Delta& delta_;
  std::vector<std::size_t> start_, first_code_;
  std::vector<int> rater_, local_, codes_;
  std::vector<double> to_item_;
};

}  // namespace accord
