#include <algorithm>  // count
#include <vector>

#include "accord/posterior/raters_figure.h"
#include "any_distance.h"
#include "check.h"
#include "data.h"
#include "figures.h"

namespace {

// A few items of four raters, pseudo-items and pseudo-ratings, with random weights.
template <class Margins>
void compare_with_steps(const accord::AnyDistance& distance, Margins margins, int seed) {
  data::Random random(seed);
  const int q = distance.n_categories(), n_raters = 4;
  accord::RatersFigure<Margins> figure(distance, margins, n_raters);
  accord::TotalRows rows;
  for (int i = 0; i < 12; ++i) {
    const figures::DrawnItem item(&random, n_raters, q);
    const std::vector<int>& codes = item.codes;
    accord::RowDraft draft;
    std::vector<int> used, times;
    for (int k = 0; k < q; ++k) {
      const auto n = static_cast<int>(std::count(codes.begin(), codes.end(), k));
      if (n > 0) used.push_back(k);
      if (n > 0) times.push_back(n);
    }
    const int size = static_cast<int>(codes.size());
    figure.add_item({{used, times, size}, codes, item.raters}, 1, &draft);
    accord::join(&draft.linear);
    rows.push_back(accord::row_of(figure, draft.linear, random.between(0.5, 2)));
  }
  rows.push_back(accord::row_of(figure, figure.pair({0, q - 1, 1}, {1, 2, 1}), 0.3));
  for (const accord::TotalRow& row : figure.pseudo_ratings({1, 2, 1}))
    rows.push_back(row);
  figures::compare_slopes(figure, rows);
}

}  // namespace

TEST(raters_figure_gradient_is_that_of_its_value) {
  figures::each_scale([](const accord::AnyDistance& distance, int seed) {
    const int q = distance.n_categories();
    const accord::CategoryPlaces used(figures::all_codes(q), q);
    compare_with_steps(distance, accord::CategoryMargins(distance, used), seed);
    if (!distance.has_moments()) return;
    compare_with_steps(distance, accord::MomentMargins(distance, used), seed);
  });
}

TEST(a_pseudo_rating_has_the_mean_shares_or_ten_of_many_categories) {
  const accord::Amounts few = accord::pseudo_rating({{0, 2, 5}, {0.5, 0, 0.5}});
  CHECK(few.code == std::vector<int>({0, 5}));
  CHECK(few.amount == std::vector<double>({0.5, 0.5}));
  // Twenty categories, the first of which has half of all ratings.
  accord::Amounts shares;
  for (int k = 0; k < 20; ++k) shares.add(k, k == 0 ? 0.5 : 0.5 / 19);
  const accord::Amounts many = accord::pseudo_rating(shares);
  CHECK(many.size() == 6);
  CHECK_NEAR(many.amount[0], 0.5, 1e-12);
  CHECK_NEAR(many.total(), 1, 1e-12);
}
