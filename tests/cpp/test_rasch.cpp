// The many-facet Rasch model: derivatives against finite differences, and results
// that no number of threads changes.

#include <cmath>
#include <thread>
#include <vector>

#include "accord/scores/rasch_fit.h"
#include "check.h"
#include "data.h"

namespace {

struct Sample {
  std::vector<int> item_start{0}, score, location, steps, threshold, slope;
  std::vector<double> count;
  int n_facets = 2, top = 3, n_parameters = 0, first_slope = 0, n_slopes = 0;

  accord::RaschData view() const {
    accord::RaschData data;
    data.item_start = item_start;
    data.score = score;
    data.count = count;
    data.location = location;
    data.steps = steps;
    data.threshold = threshold;
    data.slope = slope;
    data.first_slope = first_slope;
    data.n_slopes = n_slopes;
    data.n_facets = n_facets;
    data.top = top;
    data.n_parameters = n_parameters;
    return data;
  }
};

// Four raters, three levels of a facet (the first is 0), two groups of steps; category 2
// of the second group never occurs.
Sample random_sample(data::Random* random, int n_items) {
  Sample sample;
  for (int i = 0; i < n_items; ++i) {
    for (int j = 0; j < 1 + random->below(4); ++j) {
      const int group = random->below(2);
      const int score = random->below(4);
      sample.score.push_back(group == 1 && score == 2 ? 3 : score);
      sample.count.push_back(1);
      sample.location.push_back(random->below(4));
      const int level = random->below(3);
      sample.location.push_back(level == 0 ? -1 : 3 + level);
      sample.steps.push_back(group);
    }
    sample.item_start.push_back(static_cast<int>(sample.score.size()));
  }
  sample.threshold = {6, 7, 8, -1};
  sample.n_parameters = 10;
  return sample;
}

// The same with a slope for each rater, after the locations.
Sample with_slopes(Sample sample) {
  for (int& at : sample.threshold) at += at < 0 ? 0 : 4;
  for (std::size_t row = 0; row < sample.score.size(); ++row) {
    sample.slope.push_back(6 + sample.location[row * sample.n_facets]);
  }
  sample.first_slope = 6;
  sample.n_slopes = 4;
  sample.n_parameters = 14;
  return sample;
}

// The same with each rating as often as it counts.
Sample repeated(const Sample& sample) {
  Sample many = sample;
  many.item_start = {0};
  for (auto* column : {&many.score, &many.location, &many.steps, &many.slope}) {
    column->clear();
  }
  many.count.clear();
  for (std::size_t i = 1; i < sample.item_start.size(); ++i) {
    for (int row = sample.item_start[i - 1]; row < sample.item_start[i]; ++row) {
      for (int copy = 0; copy < sample.count[row]; ++copy) {
        many.score.push_back(sample.score[row]);
        many.count.push_back(1);
        for (int f = 0; f < 2; ++f) many.location.push_back(sample.location[2 * row + f]);
        many.steps.push_back(sample.steps[row]);
        if (sample.n_slopes > 0) many.slope.push_back(sample.slope[row]);
      }
    }
    many.item_start.push_back(static_cast<int>(many.score.size()));
  }
  return many;
}

std::vector<double> random_parameters(const Sample& sample, data::Random* random) {
  std::vector<double> at(sample.n_parameters);
  for (double& x : at) x = random->between(-1, 1);
  return at;
}

// The log likelihood of an item from its definition, as a sum over close nodes, for
// ratings without slopes.
double log_likelihood(const Sample& sample, int item, const std::vector<double>& at) {
  std::vector<double> density;
  const double step = 1e-3;
  for (double z = -10; z < 10; z += step) {
    double sum = std::log(step) - z * z / 2 - std::log(2 * std::acos(-1.0)) / 2;
    for (int row = sample.item_start[item]; row < sample.item_start[item + 1]; ++row) {
      double place = at.back() * z;
      for (int f = 0; f < 2; ++f) {
        const int own = sample.location[2 * row + f];
        if (own >= 0) place -= at[own];
      }
      double total = 0, own = 0;
      for (int x = 0; x <= sample.top; ++x) {
        const bool inner = x > 0 && x < sample.top;
        const int step_at = inner ? sample.threshold[2 * sample.steps[row] + x - 1] : -1;
        if (inner && step_at < 0) continue;
        const double weight = x * place - (inner ? at[step_at] : 0);
        total += std::exp(weight);
        if (x == sample.score[row]) own = weight;
      }
      sum += sample.count[row] * (own - std::log(total));
    }
    density.push_back(sum);
  }
  return accord::rasch_shares(&density);
}

void check_derivatives(const Sample& sample, data::Random* random) {
  const accord::RaschData data = sample.view();
  const accord::RaschGrids grids(data.n_items());
  const int n = sample.n_parameters;
  const std::vector<double> at = random_parameters(sample, random);
  const auto point = [&](const std::vector<double>& parameter) {
    return accord::rasch_point(data, grids, parameter, accord::Executor());
  };
  const accord::RaschPoint here = point(at);
  const double h = 1e-5;
  for (int a = 0; a < n; ++a) {
    std::vector<double> up = at, down = at;
    up[a] += h;
    down[a] -= h;
    const accord::RaschPoint above = point(up), below = point(down);
    CHECK_NEAR(here.gradient[a], (above.log_likelihood - below.log_likelihood) / (2 * h),
               1e-7);
    for (int b = 0; b < n; ++b) {
      CHECK_NEAR(here.information[a * n + b],
                 -(above.gradient[b] - below.gradient[b]) / (2 * h), 1e-6);
    }
  }
}

}  // namespace

TEST(rasch_derivatives_are_those_of_finite_differences) {
  data::Random random(5);
  const Sample sample = random_sample(&random, 20);
  check_derivatives(sample, &random);
  check_derivatives(with_slopes(sample), &random);
}

TEST(rasch_ratings_that_count_several_times_are_as_many_ratings) {
  data::Random random(9);
  Sample sample = random_sample(&random, 30);
  for (double& x : sample.count) x = 1 + random.below(4);
  for (const Sample& one : {sample, with_slopes(sample)}) {
    const Sample many = repeated(one);
    const accord::RaschGrids grids(one.view().n_items());
    const std::vector<double> at = random_parameters(one, &random);
    const auto point = [&](const Sample& of) {
      return accord::rasch_point(of.view(), grids, at, accord::Executor());
    };
    const accord::RaschPoint found = point(one), expected = point(many);
    CHECK_NEAR(found.log_likelihood, expected.log_likelihood, 1e-9);
    for (std::size_t a = 0; a < found.gradient.size(); ++a) {
      CHECK_NEAR(found.gradient[a], expected.gradient[a], 1e-9);
    }
    for (std::size_t a = 0; a < found.information.size(); ++a) {
      CHECK_NEAR(found.information[a], expected.information[a], 1e-9);
    }
  }
}

// From items with one rating to those with 50,000.
TEST(rasch_items_have_as_many_nodes_as_their_ratings_need) {
  data::Random random(10);
  Sample sample = random_sample(&random, 30);
  for (int i = 0; i < 30; ++i) {
    for (int row = sample.item_start[i]; row < sample.item_start[i + 1]; ++row) {
      sample.count[row] = std::round(std::pow(10, i / 6.0));
    }
  }
  const accord::RaschData data = sample.view();
  std::vector<double> at = random_parameters(sample, &random);
  at.back() = 1.2;
  accord::RaschGrids grids(30);
  CHECK(grids.refine(data, at, accord::Executor()));
  CHECK(!grids.refine(data, at, accord::Executor()));
  CHECK(grids.of(29).size() > grids.of(0).size());
  accord::RaschItem item(data);
  const std::vector<double> odds = accord::rasch_odds(data, at);
  for (int i = 0; i < 30; ++i) {
    const double expected = log_likelihood(sample, i, at);
    CHECK_NEAR(item.read(i, grids.of(i), at, odds), expected, 1e-4);
    CHECK(item.width() < 60);
  }
}

TEST(rasch_slopes_have_the_sum_zero_at_the_maximum) {
  data::Random random(8);
  Sample sample = with_slopes(random_sample(&random, 400));
  // Ratings that mostly follow the item.
  for (int i = 0; i < 400; ++i) {
    for (int row = sample.item_start[i]; row < sample.item_start[i + 1]; ++row) {
      if (random.below(3) > 0 && !(sample.steps[row] == 1 && i % 4 == 2)) {
        sample.score[row] = i % 4;
      }
    }
  }
  std::vector<double> start(14, 0.0);
  start[13] = 1;
  const accord::RaschFit fit =
      accord::RaschSearch(sample.view(), accord::Executor()).run(start);
  CHECK(fit.converged);
  double sum = 0;
  for (int a = 6; a < 10; ++a) sum += fit.parameter[a];
  CHECK_NEAR(sum, 0, 1e-6);
}

TEST(rasch_fit_ends_where_the_gradient_is_zero) {
  data::Random random(6);
  const Sample sample = random_sample(&random, 200);
  const accord::RaschData data = sample.view();
  accord::Executor threads;
  threads.threads = 3;
  threads.run = [](int n, const std::function<void(int)>& task) {
    std::vector<std::thread> running;
    for (int i = 0; i < n; ++i) running.emplace_back(task, i);
    for (std::thread& thread : running) thread.join();
  };
  std::vector<double> start(10, 0.0);
  start[9] = 1;
  const accord::RaschFit one = accord::RaschSearch(data, accord::Executor()).run(start);
  const accord::RaschFit three = accord::RaschSearch(data, threads).run(start);
  CHECK(one.converged);
  for (int a = 0; a < 10; ++a) {
    CHECK_NEAR(one.point.gradient[a], 0, 1e-4);
    CHECK(one.parameter[a] == three.parameter[a]);
  }
}
