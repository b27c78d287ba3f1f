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
  std::vector<int> all(q);
  for (int k = 0; k < q; ++k) all[k] = k;
  accord::LightFigure figure(distance, {all, q});
  for (int g = 0; g < n_raters; ++g) {
    for (int h = 0; h < n_raters; ++h) figure.meet(g, h);
  }
  figure.number_pairs();
  accord::TotalRows rows;
  for (int i = 0; i < 12; ++i) {
    std::vector<int> codes, raters;
    for (int g = 0; g < n_raters; ++g) {
      if (random.one_in(4)) continue;
      raters.push_back(g);
      codes.push_back(random.below(q));
    }
    accord::RowDraft draft;
    figure.add_item({{}, codes, raters}, 1, &draft);
    accord::join(&draft.linear);
    rows.push_back(accord::row_of(figure, draft.linear, random.between(0.5, 2)));
  }
  rows.push_back(accord::row_of(figure, figure.pair({0, q - 1, 1}, {1, 2, 1}), 0.3));
  figures::compare_slopes(figure, rows);
}

}  // namespace

TEST(light_figure_gradient_is_that_of_its_value) {
  for (int seed = 0; seed < 40; ++seed) {
    accord::Scale scale;
    scale.n_categories = 2 + seed % 4;
    std::vector<double> values;
    for (int k = 0; k < scale.n_categories; ++k) values.push_back(k * k + 1);
    scale.values = values;
    for (accord::Level level : {accord::Level::nominal, accord::Level::interval}) {
      scale.level = level;
      check::set_scene("seed %d", seed);
      compare_with_steps(accord::AnyDistance(scale), seed);
    }
  }
}
