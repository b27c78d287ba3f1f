#include <algorithm>  // sort
#include <cstdint>    // uint64_t
#include <functional>
#include <map>
#include <utility>  // pair
#include <vector>

#include "accord/ratings/tally.h"
#include "check.h"
#include "data.h"

namespace {

using accord::Executor;
using accord::Pattern;
using accord::PatternSet;
using data::Items;

// The ratings of a pattern, one by one.
std::vector<int> ratings_of(const Pattern& p) {
  std::vector<int> result;
  for (std::size_t j = 0; j < p.code.size(); ++j) {
    result.insert(result.end(), p.count[j], p.code[j]);
  }
  return result;
}

// Sorted ratings, numbered in the order of their first arrival.
struct Numbers {
  std::map<std::vector<int>, int> number;
  std::vector<int> of_item;
  std::vector<std::vector<int>> patterns;

  explicit Numbers(const Items& items) {
    for (std::vector<int> item : items) {
      std::sort(item.begin(), item.end());
      const auto [at, is_new] = number.insert({item, static_cast<int>(number.size())});
      if (is_new) patterns.push_back(item);
      of_item.push_back(at->second);
    }
  }
};

void check_patterns(const PatternSet& set, const Numbers& truth) {
  CHECK(set.size() == static_cast<int>(truth.patterns.size()));
  bool same = true, rising = true, sizes = true;
  for (int i = 0; i < set.size(); ++i) {
    const Pattern p = set[i];
    same &= ratings_of(p) == truth.patterns[i];
    sizes &= p.size == static_cast<int>(truth.patterns[i].size());
    for (std::size_t j = 1; j < p.code.size(); ++j) rising &= p.code[j - 1] < p.code[j];
  }
  CHECK(same);
  CHECK(sizes);
  CHECK(rising);
}

void check_numbering(const Items& items, int n_categories,
                     const Executor& executor = {}) {
  const data::Ratings ratings(items, n_categories);
  const Numbers truth(items);
  PatternSet patterns;
  CHECK(accord::patterns_of_items(ratings.view(), executor, &patterns) == truth.of_item);
  check_patterns(patterns, truth);
}

Items random_items(data::Random* random, int n, int n_categories, int max_size) {
  Items items(n);
  for (auto& item : items) {
    const int size = random->below(max_size + 1);
    for (int i = 0; i < size; ++i) item.push_back(random->below(n_categories));
  }
  return items;
}

Executor backwards(int threads) {
  return {threads, [](int n, const std::function<void(int)>& task) {
            while (n-- > 0) task(n);
          }};
}

}  // namespace

TEST(tally_counts_the_items_of_each_pattern) {
  const accord::Tally tally =
      data::tally({{0, 0, 1}, {1, 0, 0}, {2}, {}, {0, 1, 0}, {}, {0, 1, 1}}, 3);
  CHECK(tally.patterns.size() == 4);
  CHECK(tally.which == std::vector<int>{0, 1, 2, 3});
  CHECK(tally.weight == std::vector<double>{3, 1, 2, 1});
  const Pattern first = tally.patterns[0];
  CHECK(ratings_of(first) == std::vector<int>{0, 0, 1});
  CHECK(first.code.size() == 2 && first.size == 3);
  CHECK(tally.patterns[2].size == 0 && tally.patterns[2].code.empty());
}

TEST(tally_shares_patterns_between_groups) {
  data::Ratings ratings(3);
  ratings.add_group({{0, 1}, {2, 2}, {1, 0}});
  ratings.add_group({});
  ratings.add_group({{2, 2}, {0, 1}, {1, 1}, {2, 2}});
  ratings.add_group({{1, 1}});
  const accord::Tally tally = accord::tally(ratings.view(), Executor());
  CHECK(tally.patterns.size() == 3);
  CHECK(tally.group_start == std::vector<int>{0, 2, 2, 5, 6});
  CHECK(tally.which == std::vector<int>{0, 1, 1, 0, 2, 2});
  CHECK(tally.weight == std::vector<double>{2, 1, 2, 1, 1, 1});
  CHECK(tally.group(1).size() == 0);
  CHECK(tally.group(2).size() == 3);
  CHECK(tally.group(2).weight[0] == 2);
  CHECK(ratings_of(tally.group(3).pattern(0)) == std::vector<int>{1, 1});
}

TEST(tally_works_on_nothing) {
  const data::Ratings no_groups(0);
  const accord::Tally none = accord::tally(no_groups.view(), Executor());
  CHECK(none.group_start == std::vector<int>{0});
  CHECK(none.patterns.size() == 0);
  const accord::Tally empty = data::tally({}, 3);
  CHECK(empty.group_start == std::vector<int>{0, 0});
  CHECK(empty.group(0).size() == 0);
}

TEST(tally_of_random_groups) {
  for (int seed = 0; seed < 100; ++seed) {
    check::set_scene("tally, seed %d", seed);
    data::Random random(seed);
    const int n_categories = 1 + random.below(4);
    data::Ratings ratings(n_categories);
    std::vector<Items> groups(random.below(5));
    Items all;
    for (Items& group : groups) {
      group = random_items(&random, random.below(30), n_categories, 3);
      ratings.add_group(group);
      all.insert(all.end(), group.begin(), group.end());
    }
    const accord::Tally tally = accord::tally(ratings.view(), Executor());
    check_patterns(tally.patterns, Numbers(all));
    CHECK(tally.group_start.size() == groups.size() + 1);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const Numbers truth(groups[g]);
      const accord::WeightedPatterns group = tally.group(static_cast<int>(g));
      CHECK(group.size() == truth.patterns.size());
      std::vector<double> weight(truth.patterns.size(), 0);
      for (int number : truth.of_item) ++weight[number];
      for (std::size_t i = 0; i < group.size(); ++i) {
        CHECK(ratings_of(group.pattern(i)) == truth.patterns[i]);
        CHECK(group.weight[i] == weight[i]);
      }
    }
  }
}

// Small patterns are stored in a shorter form: up to 16 categories, each given up to 15
// times.
TEST(tally_numbers_patterns_at_the_limits_of_its_short_way) {
  for (int n_categories : {1, 2, 15, 16, 17, 40}) {
    check::set_scene("tally, %d categories", n_categories);
    data::Random random(n_categories);
    Items items = random_items(&random, 300, n_categories, 4);
    for (int k : {0, n_categories - 1, n_categories / 2}) {
      for (int size : {14, 15, 16, 17, 31, 32, 64}) {
        items.push_back(std::vector<int>(size, k));
        items.push_back(std::vector<int>(size, k));
        items.back()[0] = 0;
      }
    }
    const Items again = items;
    items.insert(items.end(), again.begin(), again.end());
    check_numbering(items, n_categories);
  }
}

// There are more distinct patterns than the table of the shorter form has places, and
// each occurs twice.
TEST(tally_numbers_very_many_patterns) {
  data::Random random(3);
  Items items = random_items(&random, 12000, 16, 7);
  const Items again = items;
  items.insert(items.end(), again.rbegin(), again.rend());
  check_numbering(items, 16);
  check_numbering(items, 17);  // now the long way
}

TEST(tally_numbers_as_one_pass_does) {
  data::Random random(4);
  Items items = random_items(&random, 70000, 4, 4);
  for (std::size_t i = items.size() / 2; i < items.size(); ++i) {
    items[i].push_back(0);  // other patterns in later parts
  }
  for (int threads : {2, 3, 4, 8}) {
    check::set_scene("tally, %d parts from the last to the first", threads);
    check_numbering(items, 4, backwards(threads));
  }
}

TEST(tally_pattern_set_grows) {
  PatternSet set;
  std::vector<std::vector<int>> code, count;
  for (int i = 0; i < 5000; ++i) {  // {0: i + 1}, {0: 1, i + 1: 1}, …
    code.push_back(i % 2 ? std::vector<int>{0, i} : std::vector<int>{i});
    count.push_back(i % 2 ? std::vector<int>{1, 1 + i % 7} : std::vector<int>{1 + i % 5});
  }
  bool numbered = true, found = true, kept = true;
  for (int i = 0; i < 5000; ++i) {
    int size = 0;
    for (int n : count[i]) size += n;
    numbered &= set.add({code[i], count[i], size}) == i;
    found &= set.add({code[i / 2], count[i / 2], 0}) == i / 2;  // and does not grow
    numbered &= set.size() == i + 1;
  }
  for (int i = 0; i < 5000; ++i) {
    const Pattern p = set[i];
    kept &= std::vector<int>(p.code.begin(), p.code.end()) == code[i];
    kept &= std::vector<int>(p.count.begin(), p.count.end()) == count[i];
  }
  CHECK(numbered);
  CHECK(found);
  CHECK(kept);
}

// Different patterns whose 64-bit hashes are equal. Each step of the hash can be undone,
// so what follows {a: 1} can be chosen such that it ends where another pattern ends. Were
// the hash another, these would still be different patterns.
TEST(tally_tells_patterns_with_one_hash_apart) {
  const auto key = [](std::uint64_t code, std::uint64_t count) {
    return (code << 32) + count;
  };
  const auto step = [](std::uint64_t x) {
    x *= 0x9E3779B97F4A7C15ULL;
    return x ^ (x >> 32);
  };
  int pairs = 0;
  const auto try_pair = [&](std::vector<int> code, std::vector<int> count,
                            std::vector<int> other_code, std::uint64_t last) {
    other_code.push_back(static_cast<int>(last >> 32));
    std::vector<int> other_count(other_code.size(), 1);
    other_count.back() = static_cast<int>(last);
    if (other_code.back() <= other_code[0] || other_count.back() < 1) return;
    ++pairs;
    PatternSet set;
    for (int twice = 0; twice < 2; ++twice) {
      CHECK(set.add({code, count, 0}) == 0);
      CHECK(set.add({other_code, other_count, 0}) == 1);
    }
  };
  for (int a = 0; a < 30; ++a) {
    try_pair({a}, {1}, {a}, key(a, 1) ^ step(key(a, 1)));  // the same, and one more
    for (int b = a + 1; b < 30; ++b) {
      try_pair({a, 1000}, {1, 1}, {b}, key(1000, 1) ^ step(key(a, 1)) ^ step(key(b, 1)));
    }
  }
  CHECK(pairs > 50);

  // Equal codes too: among many {0: n, 1: m} some hashes differ in their lower half only.
  struct Start {
    std::uint64_t hash;
    int n, m;
  };
  data::Random random(6);
  std::vector<Start> starts(400000);
  for (Start& s : starts) {
    s.n = 1 + random.below(1 << 30);
    s.m = 1 + random.below(1 << 30);
    s.hash = step(step(key(0, s.n)) ^ key(1, s.m));
  }
  std::sort(starts.begin(), starts.end(),
            [](const Start& x, const Start& y) { return x.hash < y.hash; });
  int equal_codes = 0;
  for (std::size_t i = 1; i < starts.size(); ++i) {
    const Start &one = starts[i - 1], &two = starts[i];
    const std::uint64_t apart = one.hash ^ two.hash;
    if (apart >> 31 != 0 || apart < 2) continue;
    ++equal_codes;
    const std::vector<int> code{0, 1, 2}, count{one.n, one.m, 1},
        other{two.n, two.m, static_cast<int>(apart) ^ 1};
    PatternSet set;
    CHECK(set.add({code, count, 0}) == 0);
    CHECK(set.add({code, other, 0}) == 1);
    CHECK(set.add({code, count, 0}) == 0);
  }
  CHECK(equal_codes > 0);
}

TEST(tally_tells_a_pattern_from_its_beginning) {
  PatternSet set;
  const std::vector<int> none, code{3, 5}, count{2, 2}, other{2, 1};
  CHECK(set.add({none, none, 0}) == 0);
  CHECK(set.add({accord::Span<int>(code.data(), 1), {count.data(), 1}, 2}) == 1);
  CHECK(set.add({code, count, 4}) == 2);
  CHECK(set.add({code, other, 3}) == 3);
  CHECK(set.add({none, none, 0}) == 0);
  CHECK(set[0].code.empty() && set[3].count[1] == 1);
}
