#include <cstring>  // memcmp
#include <functional>
#include <thread>
#include <vector>

#include "accord/agreement/pairs.h"
#include "accord/base/parallel.h"
#include "accord/change/replicate.h"
#include "accord/distance/metric.h"
#include "accord/ratings/ratings_csr.h"
#include "accord/ratings/tally.h"
#include "any_distance.h"
#include "check.h"
#include "data.h"
#include "oracle.h"

namespace {

accord::Executor threads(int n_threads) {
  return {n_threads, [n_threads](int n, const std::function<void(int)>& task) {
            std::vector<std::thread> team;
            for (int t = 0; t < n_threads; ++t) {
              team.emplace_back([&, t] {
                for (int i = t; i < n; i += n_threads) task(i);
              });
            }
            for (std::thread& member : team) member.join();
          }};
}

// All results, from rows to values, that could depend on the number of threads.
struct Results {
  std::vector<int> item_start, code, rater, which, patterns;
  std::vector<double> weight, values;
  bool duplicates;
};

struct Rows {
  std::vector<int> item, rater, code, rank;
  int n_items, n_raters;
};

Results results(const Rows& rows, const accord::Executor& executor) {
  Results r;
  const accord::Triplets triplets{rows.item, rows.rater,   rows.code,    {},
                                  rows.rank, rows.n_items, rows.n_raters};
  const accord::Compressor compressor(triplets, executor);
  r.item_start.resize(rows.n_items + 1);
  r.code.resize(compressor.n_ratings());
  r.rater.resize(compressor.n_ratings());
  r.duplicates = compressor.fill(r.item_start.data(), r.code.data(), r.rater.data());

  const std::vector<int> groups{0, rows.n_items / 3, rows.n_items};
  const accord::Tally tally =
      accord::tally({groups, r.item_start, r.code, r.rater, 6, rows.n_raters}, executor);
  r.which = tally.which;
  r.weight = tally.weight;
  for (int i = 0; i < tally.patterns.size(); ++i) {
    const accord::Pattern p = tally.patterns[i];
    r.patterns.insert(r.patterns.end(), p.code.begin(), p.code.end());
    r.patterns.insert(r.patterns.end(), p.count.begin(), p.count.end());
  }

  for (accord::Level level : oracle::levels) {
    data::Random random(2);
    const oracle::Scale scale = oracle::random_scale(level, &random, 6);
    for (int g = 0; g < 2; ++g) {
      const oracle::CoreValues core = oracle::core_values(scale, tally.group(g));
      r.values.push_back(core.value.estimate());
      for (const auto& d : core.deletions) r.values.push_back(d.value.estimate());
    }
  }
  return r;
}

bool same_bits(const std::vector<double>& x, const std::vector<double>& y) {
  return x.size() == y.size() &&
         std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0;
}

}  // namespace

TEST(parallel_parts_cover_the_whole_once) {
  for (std::size_t size : {0, 1, 2, 7, 100, 65537}) {
    for (int parts : {1, 2, 3, 8, 101}) {
      std::size_t next = 0;
      bool in_turn = true, even = true;
      for (int i = 0; i < parts; ++i) {
        const accord::Range range = accord::part(size, parts, i);
        in_turn &= range.begin == next && range.end >= range.begin;
        even &= range.end - range.begin <= size / parts + 1;
        next = range.end;
      }
      CHECK(in_turn && even && next == size);
    }
  }
}

TEST(parallel_parts_are_not_too_small) {
  accord::Executor executor;
  CHECK(accord::parts_for(executor, 1000000, 10) == 1);
  executor.threads = 8;
  CHECK(accord::parts_for(executor, 1000000, 10) == 8);
  CHECK(accord::parts_for(executor, 0, 10) == 1);
  CHECK(accord::parts_for(executor, 9, 10) == 1);
  CHECK(accord::parts_for(executor, 35, 10) == 4);
}

TEST(parallel_executor_calls_every_task_once) {
  std::vector<int> calls;
  accord::Executor().run(4, [&](int i) { calls.push_back(i); });
  CHECK(calls == std::vector<int>{0, 1, 2, 3});
  accord::Executor().run(0, [&](int i) { calls.push_back(i); });
  CHECK(calls.size() == 4);
}

// 8 parts of the rows take 7 * 65536 rows, 8 parts of the items 7 * 16384 items.
TEST(parallel_results_are_the_same_for_any_number_of_threads) {
  data::Random random(1);
  Rows rows;
  rows.n_items = 120000;
  rows.n_raters = 3000;
  for (int i = 0; i < 480000; ++i) {
    rows.item.push_back(1 + random.below(rows.n_items));
    rows.rater.push_back(1 + random.below(rows.n_raters));
    rows.code.push_back(random.one_in(2) ? 2 : random.below(7));
  }
  for (int i = 0; i < rows.n_items; ++i) rows.rank.push_back(i);
  random.shuffle(&rows.rank);

  const Results one = results(rows, accord::Executor());
  CHECK(one.values.size() > 100 && one.weight.size() > 100);
  for (int n : {1, 2, 3, 8}) {
    check::set_scene("%d threads", n);
    const Results many = results(rows, threads(n));
    CHECK(many.item_start == one.item_start);
    CHECK(many.code == one.code);
    CHECK(many.rater == one.rater);
    CHECK(many.duplicates == one.duplicates);
    CHECK(many.patterns == one.patterns);
    CHECK(many.which == one.which);
    CHECK(same_bits(many.weight, one.weight));
    CHECK(same_bits(many.values, one.values));
  }
}

// Each thread has its own finder and some of the raters.
TEST(parallel_pairs_are_the_same_for_any_number_of_threads) {
  data::Random random(4);
  data::RatedItems items(3000);
  for (auto& item : items) {
    for (int rater = 0; rater < 40; ++rater) {
      if (random.one_in(8)) item.push_back({rater, random.below(5)});
    }
    random.shuffle(&item);
  }
  const data::Ratings ratings(items, 5, 40);
  const accord::RatingsView view = ratings.view();
  const std::vector<std::size_t> n_meetings = accord::count_meetings(view, 0);
  const auto pairs = [&](const accord::Executor& executor) {
    std::vector<std::vector<double>> found(executor.threads);
    executor.run(executor.threads, [&](int p) {
      accord::PairFinder finder(view, 0, n_meetings);
      const accord::Range raters = accord::part(40, executor.threads, p);
      finder.each(raters, [&](int g, int h, const accord::PairRows& rows, const auto&) {
        found[p].push_back(g);
        found[p].push_back(h);
        for (std::size_t i = 0; i < rows.size(); ++i) found[p].push_back(rows.weight[i]);
      });
    });
    std::vector<double> all;
    for (const auto& own : found) all.insert(all.end(), own.begin(), own.end());
    return all;
  };
  const std::vector<double> one = pairs(accord::Executor());
  CHECK(one.size() > 780 * 20);  // 780 pairs, most of their 25 cells in use
  for (int n : {2, 3, 8}) CHECK(same_bits(pairs(threads(n)), one));
}

// Each thread has some of the draws, and working memory of its own.
TEST(parallel_replicates_are_the_same_for_any_number_of_threads) {
  data::Random random(5);
  data::RatedItems items(200);
  for (auto& item : items) {
    for (int rater = 0; rater < 9; ++rater) {
      if (random.one_in(3)) item.push_back({rater, random.below(4)});
    }
  }
  const data::Ratings ratings(items, 4, 9);
  const accord::Tally tally = accord::tally(ratings.view(), accord::Executor());
  accord::Replication what;
  what.models = {accord::Model::shared, accord::Model::raters, accord::Model::pairs,
                 accord::Model::alpha};
  const int n = 30;
  std::vector<double> weight;
  for (std::size_t i = 0; i < n * items.size(); ++i) weight.push_back(random.below(3));
  std::vector<int> times(n * 9);
  for (int& t : times) t = random.below(3);
  what.distance = oracle::AnyDistance({accord::Level::nominal, "nominal", 4});
  what.metric = accord::metric_spec({accord::Level::ordinal, 4});
  for (bool with_raters : {false, true}) {
    accord::Draws draws{n, true, weight, {}};
    if (with_raters) draws.times = times;
    const auto estimates = [&](const accord::Executor& executor) {
      const accord::GroupSample sample(ratings.view(), tally, 0);
      std::vector<double> values;
      for (const accord::Estimate& e : sample.replicate(draws, what, executor))
        values.push_back(e.value.estimate());
      return values;
    };
    const std::vector<double> one = estimates(accord::Executor());
    CHECK(one[0] != one[4] && one[3] != one[7]);
    for (int team : {2, 3, 8}) CHECK(same_bits(estimates(threads(team)), one));
  }
}
