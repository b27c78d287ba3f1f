#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "accord/scores/share_sums.h"
#include "check.h"

namespace {

// p (1 - p) / v with v the jackknife variance over clusters, each of which is left out in
// turn, and a cluster of `added` units of which half counts.
double worth_with(std::vector<double> counted, std::vector<double> size, double added) {
  counted.push_back(added / 2);
  size.push_back(added);
  double all_counted = 0, all_size = 0;
  for (double c : counted) all_counted += c;
  for (double s : size) all_size += s;
  std::vector<double> without;
  double sum = 0;
  for (std::size_t k = 0; k < size.size(); ++k) {
    without.push_back((all_counted - counted[k]) / (all_size - size[k]));
    sum += without.back();
  }
  const auto n = static_cast<double>(size.size());
  double variance = 0;
  for (double share : without) variance += (share - sum / n) * (share - sum / n);
  const double p = all_counted / all_size;
  return p * (1 - p) / ((n - 1) / n * variance);
}

// The added cluster is worth four independent units, at most it is of mean size.
double worth_by_definition(const std::vector<double>& counted,
                           const std::vector<double>& size) {
  double all = 0;
  for (double s : size) all += s;
  const double mean = all / static_cast<double>(size.size());
  return worth_with(counted, size,
                    std::min(mean, 4 * all / worth_with(counted, size, mean)));
}

}  // namespace

TEST(sums_of_scores_are_those_of_their_groups) {
  // Group 2 has clusters 5 (two units) and 3; group 1 has a unit that does not count;
  // group 3 has none.
  const std::vector<double> value{1, 0, 0.25, std::nan(""), 1, 1};
  const std::vector<int> group{2, 2, 2, 1, 1, 1}, cluster{5, 5, 3, 2, 5, 2};
  const std::vector<accord::ShareSums> found =
      accord::share_sums({value, group, cluster, {}, false}, 3);
  CHECK(found[0].n == 2 && found[0].n_clusters == 2);
  CHECK(found[0].mean == 1 && found[0].score.is_binary && found[0].score.alone == 2);
  CHECK(found[1].n == 3 && found[1].n_clusters == 2);
  CHECK(found[1].mean == 1.25 / 3 && !found[1].score.is_binary);
  CHECK(found[1].more == 1 && found[1].less == 1.5);
  CHECK_NEAR(found[1].score.alone, worth_by_definition({1, 0, 0.25}, {1, 1, 1}), 1e-12);
  CHECK_NEAR(found[1].score.together, worth_by_definition({1, 0.25}, {2, 1}), 1e-12);
  CHECK_NEAR(found[1].size.together, worth_by_definition({2, 0.5}, {2, 1}), 1e-12);
  CHECK(found[2].n == 0 && std::isnan(found[2].mean));
}

TEST(weighted_and_signed_sums_equal_the_definition) {
  const std::vector<double> value{1, -1, 0, 0.25}, weight{2, 1, 0.5, 3};
  const std::vector<int> cluster{1, 2, 1, 2};
  const accord::ShareSums found =
      accord::share_sums({value, {}, cluster, weight, true}, 1)[0];
  CHECK_NEAR(found.mean, (2 - 1 + 0.75) / 6.5, 1e-12);
  CHECK_NEAR(found.n_effective, 6.5 * 6.5 / (4 + 1 + 0.25 + 9), 1e-12);
  CHECK_NEAR(found.more, 2.75, 1e-12);
  CHECK_NEAR(found.less, 1, 1e-12);
  CHECK_NEAR(found.score.alone, worth_by_definition({2, 0, 0.25, 1.875}, {2, 1, 0.5, 3}),
             1e-12);
  CHECK_NEAR(found.score.together, worth_by_definition({2.25, 1.875}, {2.5, 4}), 1e-12);
  CHECK_NEAR(found.size.together, worth_by_definition({2, 1.75}, {2.5, 4}), 1e-12);
}

TEST(an_added_cluster_is_smaller_than_the_others_where_these_are_large_and_alike) {
  // Six clusters of 200 units with nearly the same share, in units of their own.
  std::vector<double> value, counted, size;
  std::vector<int> cluster;
  for (int c = 0; c < 6; ++c) {
    for (int k = 0; k < 200; ++k) {
      value.push_back(k < 150 + 2 * c ? 1 : 0);
      cluster.push_back(c + 1);
    }
    counted.push_back(150 + 2 * c);
    size.push_back(200);
  }
  const accord::ShareSums found =
      accord::share_sums({value, {}, cluster, {}, false}, 1)[0];
  CHECK_NEAR(found.score.together, worth_by_definition(counted, size), 1e-9);
  CHECK(found.score.together > 2 * worth_with(counted, size, 200));
}
