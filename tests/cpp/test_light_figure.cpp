#include <vector>

#include "accord/posterior/light_figure.h"
#include "any_distance.h"
#include "check.h"
#include "data.h"
#include "figures.h"

namespace {

// Raters and categories of a few items, and totals of random weights.
void compare_with_steps(const accord::AnyDistance& distance, int seed) {
  data::Random random(seed);
  const int q = distance.n_categories(), n_raters = 4;
  accord::LightFigure figure(distance, {figures::all_codes(q), q});
  for (int g = 0; g < n_raters; ++g) {
    for (int h = 0; h < n_raters; ++h) figure.meet(g, h);
  }
  figure.number_pairs();
  accord::TotalRows rows;
  for (int i = 0; i < 12; ++i) {
    const figures::DrawnItem item(&random, n_raters, q);
    accord::RowDraft draft;
    figure.add_item({{}, item.codes, item.raters}, 1, &draft);
    accord::join(&draft.linear);
    rows.push_back(accord::row_of(figure, draft.linear, random.between(0.5, 2)));
  }
  rows.push_back(accord::row_of(figure, figure.pair({0, q - 1, 1}, {1, 2, 1}), 0.3));
  figures::compare_slopes(figure, rows);
}

}  // namespace

TEST(light_figure_gradient_is_that_of_its_value) {
  figures::each_scale(compare_with_steps);
}
