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
  int n_facets = 2, top = 3, n_parameters = 0, first_slope = 0, n_slopes = 0;

  accord::RaschData view() const {
    accord::RaschData data;
    data.item_start = item_start;
    data.score = score;
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

void check_derivatives(const Sample& sample, data::Random* random) {
  const accord::RaschData data = sample.view();
  const accord::RaschNodes nodes(41);
  const int n = sample.n_parameters;
  std::vector<double> at(n);
  for (double& x : at) x = random->between(-1, 1);
  const auto point = [&](const std::vector<double>& parameter) {
    return accord::rasch_point(data, nodes, parameter, accord::Executor());
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
