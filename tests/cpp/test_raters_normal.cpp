#include <algorithm>  // sort
#include <cmath>      // log, sqrt
#include <cstddef>    // size_t
#include <optional>
#include <utility>  // pair
#include <vector>

#include "accord/posterior/raters_normal.h"
#include "any_distance.h"
#include "check.h"
#include "data.h"

namespace {

using accord::Level;
using data::RatedItems;

constexpr int n_categories = 3;
const accord::PriorTask prior{2, 1.959964, 1.959964};

// `rare` more raters with `few` items each; the others rate three items in four.
RatedItems crowd(int n_items, int raters, int rare, int few, int seed) {
  data::Random random(seed);
  RatedItems items(n_items);
  std::vector<int> truth;
  const auto rate = [&](int item, int rater) {
    const int own = random.one_in(3) ? random.below(n_categories) : truth[item];
    items[item].push_back({rater, random.one_in(9) ? 0 : own});
  };
  for (int i = 0; i < n_items; ++i) {
    truth.push_back(random.below(4) % n_categories);
    for (int g = 0; g < raters; ++g) {
      if (!random.one_in(4)) rate(i, g);
    }
  }
  for (int g = 0; g < rare; ++g) {
    for (int j = 0; j < few; ++j) rate((g * few + j) % n_items, raters + g);
  }
  return items;
}

std::optional<accord::TwoLimits> limits(const data::Ratings& ratings,
                                        const std::vector<double>& weight = {}) {
  accord::RatingsView view = ratings.view();
  view.weight = weight;
  view.frequencies = true;
  const accord::Tally tally = accord::tally(view, accord::Executor());
  accord::Scale scale;
  scale.level = Level::nominal;
  scale.n_categories = n_categories;
  return accord::limits_of_many({view, tally, 0, {}}, Level::nominal,
                                accord::AnyDistance(scale), prior, accord::Executor());
}

// Conger's kappa under weights of the items and one of a pseudo-item, straight from the
// definition: D_o over items with two ratings, D_e over pairs of raters, without what an
// item makes of pairs with itself.
class Definition {
 public:
  Definition(const RatedItems& items, int n_raters) : items_(items), n_raters_(n_raters) {
    given_.assign(n_raters, 0);
    for (const auto& item : items) {
      ratings_ += item.size() > 1 ? static_cast<double>(item.size()) : 0;
      paired_ += item.size() > 1;
      for (const auto& x : item) ++given_[x.rater];
    }
    for (const auto& item : items) {
      for (const auto& x : item) mean_[x.code] += 1 / given_[x.rater] / n_raters;
    }
  }

  // Returns the category of a pseudo-rating for a number that is uniform between 0 and 1.
  int category(double at) const {
    int k = 0;
    for (; k + 1 < n_categories && at > mean_[k]; ++k) at -= mean_[k];
    return k;
  }

  // `of_raters`: weight of a pseudo-rating of each rater, and its category.
  using PseudoRatings = std::vector<std::pair<double, int>>;
  double kappa(const std::vector<double>& w, double of_pseudo, int c, int k,
               const PseudoRatings& of_raters) const {
    const double size = 2 * paired_ / ratings_ * of_pseudo;
    std::vector<std::vector<double>> n(n_raters_, std::vector<double>(n_categories));
    double apart = c != k ? size : 0, all = size, own = 0, same = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      double differ = 0, pairs = 0;
      for (const auto& x : items_[i]) {
        n[x.rater][x.code] += w[i];
        for (const auto& y : items_[i]) {
          differ += x.code != y.code;
          pairs += x.rater != y.rater;
        }
      }
      if (pairs == 0) continue;
      apart += w[i] * differ / pairs;
      all += w[i];
      own += w[i] * w[i] * differ;
      same += w[i] * w[i] * pairs;
    }
    double total = 0, squares = 0;
    for (int g = 0; g < n_raters_; ++g) {
      const double part = given_[g] / static_cast<double>(items_.size());
      n[g][c] += part * size / 2;
      n[g][k] += part * size / 2;
      n[g][of_raters[g].second] += of_raters[g].first;
      double ratings = 0;
      for (double x : n[g]) ratings += x;
      for (double& x : n[g]) x /= ratings;
      total += ratings;
      squares += ratings * ratings;
    }
    // Over all pairs of two raters, the sum of n_gj n_hj is (sum_g n_gj)^2 - sum_g
    // n_gj^2.
    double equal = 0;
    for (int j = 0; j < n_categories; ++j) {
      double sum = 0, of_same = 0;
      for (int g = 0; g < n_raters_; ++g) {
        sum += n[g][j];
        of_same += n[g][j] * n[g][j];
      }
      equal += sum * sum - of_same;
    }
    const double expected = 1 - equal / (n_raters_ * (n_raters_ - 1.0));
    const double pairs = total * total - squares;
    return 1 - apart / all / ((expected - own / pairs) / (1 - same / pairs));
  }

 private:
  const RatedItems& items_;
  int n_raters_;
  std::vector<double> given_;
  double ratings_ = 0, paired_ = 0;
  double mean_[n_categories] = {};  // shares of the raters
};

}  // namespace

TEST(raters_normal_limits_are_those_of_a_simulation) {
  const int draws = 1500, n_items = 4600;
  struct Design {
    int raters, rare, few;
  };
  for (const Design& x : {Design{2, 0, 0}, Design{4, 12, 40}, Design{3, 600, 3}}) {
    check::set_scene("%d raters, %d with %d", x.raters, x.rare, x.few);
    const RatedItems items = crowd(n_items, x.raters, x.rare, x.few, 7);
    const int n_raters = x.raters + x.rare;
    const auto found = limits(data::Ratings(items, n_categories, n_raters));
    if (!CHECK(found.has_value())) continue;
    const Definition definition(items, n_raters);
    data::Random random(11);
    const auto gamma = [&] { return -std::log(random.between(1e-300, 1)); };
    for (bool agree : {false, true}) {
      std::vector<double> value;
      double mean = 0, squares = 0;
      std::vector<double> w(n_items);
      for (int b = 0; b < draws; ++b) {
        for (double& x_i : w) x_i = gamma();
        const int c = random.below(n_categories);
        const int k = agree ? c : random.below(n_categories);
        Definition::PseudoRatings of_raters;
        for (int g = 0; g < n_raters; ++g) {
          of_raters.emplace_back(gamma(), definition.category(random.between(0, 1)));
        }
        value.push_back(definition.kappa(w, gamma(), c, k, of_raters));
        mean += value.back() / draws;
        squares += value.back() * value.back() / draws;
      }
      std::sort(value.begin(), value.end());
      const double sd = std::sqrt(squares - mean * mean);
      const double limit = value[agree ? draws * 39 / 40 : draws / 40];
      CHECK_NEAR((agree ? found->upper : found->lower), limit, 0.25 * sd);
      CHECK_NEAR(std::sqrt(found->variance), sd, 0.06 * sd);
    }
  }
}

// Each item twice, or all with the frequency 2.
TEST(raters_normal_frequencies_are_equal_items) {
  const RatedItems items = crowd(4200, 5, 30, 40, 3);
  RatedItems twice = items;
  twice.insert(twice.end(), items.begin(), items.end());
  const auto by_weight = limits(data::Ratings(items, n_categories, 35),
                                std::vector<double>(items.size(), 2));
  const auto by_item = limits(data::Ratings(twice, n_categories, 35));
  if (!CHECK(by_weight.has_value() && by_item.has_value())) return;
  CHECK_NEAR(by_weight->lower, by_item->lower, 1e-10);
  CHECK_NEAR(by_weight->upper, by_item->upper, 1e-10);
  CHECK_NEAR(by_weight->variance, by_item->variance, 1e-14);
}

// No limits are returned for a rater with few ratings on whom chance agreement depends,
// few items, or nearly perfect agreement.
TEST(raters_normal_leaves_to_draws_what_is_not_normal) {
  CHECK(!limits(data::Ratings(crowd(4200, 2, 1, 2, 5), n_categories, 3)));
  CHECK(!limits(data::Ratings(crowd(4000, 3, 0, 0, 5), n_categories, 3)));
  RatedItems agreed(5000);
  for (int i = 0; i < 5000; ++i) agreed[i] = {{0, i % 2}, {1, i < 9 ? 0 : i % 2}};
  CHECK(!limits(data::Ratings(agreed, n_categories, 2)));
}
