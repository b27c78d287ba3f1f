#include <algorithm>  // min
#include <limits>
#include <random>
#include <vector>

#include "accord/spans/label_disorder.h"
#include "check.h"

namespace {

struct Data {
  std::vector<int> first{0}, label;
  std::vector<double> start, end;

  accord::Continuum view() const { return {first, start, end, label}; }
};

// Units of a few positions, so that ties and stacked units come too.
Data some_units(std::mt19937* random, int annotators, int most, int length) {
  Data data;
  for (int a = 0; a < annotators; ++a) {
    const int n = static_cast<int>((*random)() % (most + 1));
    for (int i = 0; i < n; ++i) {
      const double from = (*random)() % length;
      data.start.push_back(from);
      data.end.push_back(from + 1 + (*random)() % 6);
      data.label.push_back((*random)() % 3);
    }
    data.first.push_back(static_cast<int>(data.start.size()));
  }
  return data;
}

// The paper's definition: a tuple of a unit or none (-1) of each annotator.
double cost_of(const accord::Continuum& x, const accord::Dissimilarity& d,
               const std::vector<int>& tuple) {
  double sum = 0;
  int pairs = 0;
  for (std::size_t a = 0; a < tuple.size(); ++a) {
    for (std::size_t b = a + 1; b < tuple.size(); ++b) {
      ++pairs;
      sum += tuple[a] < 0 || tuple[b] < 0 ? 1 : d(x, tuple[a], tuple[b]);
    }
  }
  return sum / pairs;
}

// The first unit that is left, with every choice of units of the others.
class Brute {
 public:
  Brute(const accord::Continuum& x, const accord::Dissimilarity& d)
      : x_(x), d_(d), used_(x.n_units()) {}

  double least() {
    const auto unit = std::find(used_.begin(), used_.end(), false);
    if (unit == used_.end()) return 0;
    const int u = static_cast<int>(unit - used_.begin());
    tuple_.assign(x_.n_annotators(), -1);
    int a = 0;
    while (x_.first[a + 1] <= u) ++a;
    tuple_[a] = u;
    used_[u] = true;
    const double best = choose(a + 1);
    used_[u] = false;
    return best;
  }

 private:
  const accord::Continuum& x_;
  const accord::Dissimilarity& d_;
  std::vector<bool> used_;
  std::vector<int> tuple_;

  double choose(int a) {
    if (a == x_.n_annotators()) {
      const std::vector<int> tuple = tuple_;
      const double all = cost_of(x_, d_, tuple) + least();
      tuple_ = tuple;
      return all;
    }
    tuple_[a] = -1;
    double best = choose(a + 1);
    for (int v = x_.first[a]; v < x_.first[a + 1]; ++v) {
      if (used_[v]) continue;
      used_[v] = true;
      tuple_[a] = v;
      best = std::min(best, choose(a + 1));
      tuple_[a] = -1;
      used_[v] = false;
    }
    return best;
  }
};

// Returns the cost of the sets of an alignment by definition; -1 if it is not an
// alignment.
double cost_of(const accord::Continuum& x, const accord::Dissimilarity& d,
               const accord::Alignment& of) {
  std::vector<std::vector<int>> tuple(of.n_sets, std::vector<int>(x.n_annotators(), -1));
  const std::vector<int> annotator = x.annotators();
  for (int u = 0; u < x.n_units(); ++u) {
    int& place = tuple[of.set_of[u]][annotator[u]];
    if (place >= 0) return -1;
    place = u;
  }
  double sum = 0;
  for (const auto& one : tuple) sum += cost_of(x, d, one);
  return sum;
}

const double alphas[] = {1, 3, 0.3, 0}, betas[] = {1, 2, 0, 1};

}  // namespace

TEST(span_alignment_is_the_best_of_all) {
  std::mt19937 random(15);
  const int sizes[][2] = {{2, 6}, {3, 4}, {4, 3}, {5, 2}};
  for (int i = 0; i < 600; ++i) {
    const auto& size = sizes[i % 4];
    const Data data = some_units(&random, size[0], size[1], 4 + i % 20);
    const accord::Continuum x = data.view();
    const accord::Dissimilarity d{alphas[i / 4 % 4], betas[i / 4 % 4], 3};
    check::set_scene("best alignment %d", i);
    const accord::Alignment best = accord::best_alignment(x, d, {});
    CHECK_NEAR(best.cost, Brute(x, d).least(), 1e-9);
    CHECK_NEAR(best.cost, cost_of(x, d, best), 1e-9);
    CHECK(best.bound == best.cost);
  }
}

TEST(span_alignment_cut_short_tells_a_bound) {
  std::mt19937 random(16);
  int open = 0;
  for (int i = 0; i < 300; ++i) {
    const Data data = some_units(&random, 3 + i % 2, 3, 6);
    const accord::Continuum x = data.view();
    const accord::Dissimilarity d{1, 1, 3};
    check::set_scene("cut short %d", i);
    const double least = Brute(x, d).least();
    accord::AlignmentLimits limits;
    (i % 3 ? limits.states : limits.sets) = i % 3 ? 1 : 3;
    const accord::Alignment found = accord::best_alignment(x, d, limits);
    CHECK_NEAR(found.cost, cost_of(x, d, found), 1e-9);
    CHECK(found.bound <= least + 1e-9);
    CHECK(found.cost >= least - 1e-9);
    open += found.bound < found.cost;
  }
  CHECK(open > 0);
}

TEST(span_alignment_takes_a_table_of_labels) {
  Data data;
  data.first = {0, 1, 2};
  data.start = {0, 0};
  data.end = {4, 4};
  data.label = {0, 2};
  const std::vector<double> table{0, 1, .5, 1, 0, 1, .5, 1, 0};
  const accord::Dissimilarity d{1, 1, 3, table};
  const accord::Alignment best = accord::best_alignment(data.view(), d, {});
  CHECK_NEAR(best.cost, .5, 1e-15);
  const auto labels = accord::label_disorder(data.view(), d, best, false);
  CHECK_NEAR(labels[0].sum, .5, 1e-15);
  CHECK_NEAR(labels[0].weight, 1, 1e-15);
  CHECK_NEAR(labels[2].weight, 0, 0);
}
