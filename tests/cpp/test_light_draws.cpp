#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "accord/posterior/light_figure.h"
#include "any_distance.h"
#include "check.h"
#include "data.h"
#include "figures.h"

namespace {

using accord::draws_at_once;

// The weights of some rows in several draws, and the totals of each draw.
struct Drawn {
  Drawn(const accord::Figure& figure, data::Random* random, bool with_pseudo)
      : figure_(figure), random_(*random), with_pseudo_(with_pseudo) {}

  // Compares the values from weights with those of the totals.
  void compare(const accord::TotalRows& observed, const accord::TotalRows& pseudo) {
    const auto draws = figure_.from_weights(observed);
    if (!CHECK(draws != nullptr)) return;
    accord::FromWeights::Weights weights;
    weights.first.resize(figure_.n_first());
    std::vector<std::vector<double>> total(draws_at_once,
                                           std::vector<double>(figure_.n_totals()));
    for (const accord::TotalRow& row : observed) add(row, 0.7, &total, &weights);
    weights.linear.resize(observed.size());
    if (with_pseudo_) {
      for (const accord::TotalRow& row : pseudo) add(row, 1, &total, &weights);
    }
    accord::Lanes value;
    draws->values(weights, &value);
    for (std::size_t j = 0; j < draws_at_once; ++j) {
      const double wanted = figure_.value(accord::Totals(total[j].data(), 1));
      if (std::isnan(wanted)) {
        CHECK(std::isnan(value[j]));
      } else {
        CHECK_NEAR(value[j], wanted, 1e-10);
      }
    }
  }

 private:
  void add(const accord::TotalRow& row, double own,
           std::vector<std::vector<double>>* total,
           accord::FromWeights::Weights* weights) {
    accord::Lanes linear, square;
    for (std::size_t j = 0; j < draws_at_once; ++j) {
      const double w = random_.one_in(9) ? 0 : random_.between(0.1, 3);
      linear[j] = w;
      square[j] = own * w * w;
      for (const accord::Addend& x : row.linear) {
        (*total)[j][x.place] += w * x.amount;
        if (x.place < static_cast<int>(weights->first.size())) {
          weights->first[x.place][j] += w * x.amount;
        }
      }
      for (const accord::Addend& x : row.square) {
        (*total)[j][x.place] += own * w * w * x.amount;
      }
    }
    weights->linear.push_back(linear);
    weights->square.push_back(square);
  }

  const accord::Figure& figure_;
  data::Random& random_;
  bool with_pseudo_;
};

accord::TotalRow row_of_item(accord::LightFigure* figure,
                             const figures::DrawnItem& item) {
  accord::RowDraft draft;
  figure->add_item({{}, item.codes, item.raters}, 1, &draft);
  accord::join(&draft.linear);
  return accord::row_of(*figure, std::move(draft.linear), 1);
}

// Up to 30 categories, so that pairs of raters use few and many of them.
void compare(const accord::AnyDistance& distance, int seed, bool with_pseudo) {
  data::Random random(seed);
  const int q = distance.n_categories(), n_raters = 2 + seed % 4;
  accord::LightFigure figure(distance, {figures::all_codes(q), q});
  for (int g = 0; g < n_raters; ++g) {
    for (int h = 0; h < n_raters; ++h) figure.meet(g, h);
  }
  figure.number_pairs();
  accord::TotalRows rows, pseudo;
  for (int i = 0; i < 1 + seed % 40; ++i) {
    const figures::DrawnItem item(&random, n_raters, q);
    if (item.codes.size() > 1) rows.push_back(row_of_item(&figure, item));
  }
  if (rows.empty()) return;
  pseudo.push_back(accord::row_of(figure, figure.pair({0, q - 1, 1}, {1, 2, 1}), 0.3));
  Drawn(figure, &random, with_pseudo).compare(rows, pseudo);
}

}  // namespace

TEST(light_from_weights_is_light_from_totals) {
  for (const bool with_pseudo : {false, true}) {
    figures::each_scale([&](const accord::AnyDistance& distance, int seed) {
      compare(distance, seed, with_pseudo);
    });
    for (int seed = 0; seed < 40; ++seed) {
      accord::Scale scale;
      std::vector<double> values;
      for (int k = 0; k < 30; ++k) values.push_back(k * k + 1);
      scale.n_categories = 30;
      scale.values = values;
      for (accord::Level level : {accord::Level::nominal, accord::Level::interval}) {
        scale.level = level;
        check::set_scene("30 categories, seed %d", seed);
        compare(accord::AnyDistance(scale), seed, with_pseudo);
      }
    }
  }
}

TEST(light_of_raters_who_rate_twice_is_from_totals) {
  accord::Scale scale;
  scale.n_categories = 2;
  accord::LightFigure figure(accord::AnyDistance(scale), {figures::all_codes(2), 2});
  figure.meet(0, 1);
  figure.number_pairs();
  const std::vector<int> codes{0, 1, 1}, raters{0, 0, 1};
  accord::RowDraft draft;
  figure.add_item({{}, codes, raters}, 1, &draft);
  accord::join(&draft.linear);
  const accord::TotalRows rows{accord::row_of(figure, std::move(draft.linear), 1)};
  CHECK(figure.from_weights(rows) == nullptr);
}
