#include <algorithm>  // max
#include <climits>    // INT_MIN
#include <set>
#include <utility>  // pair
#include <vector>

#include "accord/ratings/ratings_csr.h"
#include "check.h"
#include "data.h"

namespace {

struct Rows {
  std::vector<int> item, rater, value, code_of, rank;
  int n_items = 0, n_raters = 0;

  void add(int i, int r, int k) {
    item.push_back(i);
    rater.push_back(r);
    value.push_back(k);
  }
  accord::Triplets view() const {
    return {item, rater, value, code_of, rank, n_items, n_raters};
  }
};

struct Sparse {
  std::vector<int> item_start, code, rater;
  bool duplicates = false;

  bool operator==(const Sparse& x) const {
    return item_start == x.item_start && code == x.code && rater == x.rater &&
           duplicates == x.duplicates;
  }
};

// The arrays have exactly the required size, so that the sanitizer detects any access
// beyond.
Sparse compress(const Rows& rows, int threads = 1) {
  accord::Executor executor;
  executor.threads = threads;
  const accord::Compressor compressor(rows.view(), executor);
  Sparse result;
  result.item_start.assign(rows.n_items + 1, -9);
  result.code.assign(compressor.n_ratings(), -9);
  if (!rows.rater.empty()) result.rater.assign(compressor.n_ratings(), -9);
  result.duplicates =
      compressor.fill(result.item_start.data(), result.code.data(), result.rater.data());
  return result;
}

// The oracle makes a list for each item.
Sparse compress_by_lists(const Rows& rows) {
  std::vector<std::vector<std::pair<int, int>>> lists(rows.n_items);
  for (std::size_t i = 0; i < rows.item.size(); ++i) {
    int code = rows.value[i];
    if (code > 0 && !rows.code_of.empty()) code = rows.code_of[code - 1];
    if (code < 1) continue;
    const int id = rows.item[i] - 1;
    lists[rows.rank.empty() ? id : rows.rank[id]].push_back(
        {rows.rater.empty() ? 0 : rows.rater[i], code});
  }
  Sparse result;
  result.item_start.push_back(0);
  for (const auto& list : lists) {
    std::set<int> raters;
    for (const auto& [rater, code] : list) {
      result.code.push_back(code - 1);
      if (rows.rater.empty()) continue;
      result.rater.push_back(rater - 1);
      result.duplicates |= !raters.insert(rater).second;
    }
    result.item_start.push_back(static_cast<int>(result.code.size()));
  }
  return result;
}

Rows random_rows(data::Random* random, int n_rows, int n_items, int n_raters) {
  Rows rows;
  rows.n_items = n_items;
  rows.n_raters = std::max(n_raters, 0);
  for (int i = 0; i < n_rows; ++i) {
    rows.add(1 + random->below(n_items), 1 + random->below(n_raters),
             random->below(6) - (random->one_in(9) ? 3 : 0));
  }
  if (random->one_in(3)) {
    for (int i = 0; i < n_items; ++i) rows.rank.push_back(i);
    random->shuffle(&rows.rank);
  }
  if (random->one_in(3)) rows.code_of = {7, 0, 2, 3, -1};  // for the values 1 to 5
  if (random->one_in(4)) rows.rater.clear();
  return rows;
}

}  // namespace

TEST(compress_keeps_the_order_of_rows) {
  Rows rows;
  rows.n_items = 3;
  rows.n_raters = 4;
  rows.add(3, 4, 2);
  rows.add(1, 2, 5);
  rows.add(3, 1, 1);
  rows.add(1, 1, 3);
  rows.add(3, 2, 2);
  const Sparse sparse = compress(rows);
  CHECK(sparse.item_start == std::vector<int>{0, 2, 2, 5});
  CHECK(sparse.code == std::vector<int>{4, 2, 1, 0, 1});
  CHECK(sparse.rater == std::vector<int>{1, 0, 3, 0, 1});
  CHECK(!sparse.duplicates);

  rows.rank = {2, 0, 1};
  const Sparse ranked = compress(rows);
  CHECK(ranked.item_start == std::vector<int>{0, 0, 3, 5});
  CHECK(ranked.code == std::vector<int>{1, 0, 1, 4, 2});
  CHECK(ranked.rater == std::vector<int>{3, 0, 1, 1, 0});
}

TEST(compress_passes_over_what_is_no_rating) {
  Rows rows;
  rows.n_items = 2;
  rows.n_raters = 2;
  rows.add(1, 1, 0);
  rows.add(1, 1, 2);              // not twice: the first was no rating
  rows.add(INT_MIN, INT_MIN, 0);  // R's NA, which is never used
  rows.add(2, 2, INT_MIN);
  rows.add(2, 2, -1);
  const Sparse sparse = compress(rows);
  CHECK(sparse.item_start == std::vector<int>{0, 1, 1});
  CHECK(sparse.code == std::vector<int>{1});
  CHECK(sparse.rater == std::vector<int>{0});
  CHECK(!sparse.duplicates);
}

TEST(compress_finds_a_rater_who_rated_an_item_twice) {
  Rows rows;
  rows.n_items = 9000;  // items in three bins
  rows.n_raters = 3;
  for (int item : {1, 4096, 4097, 8192, 8193, 9000}) {
    for (int rater = 1; rater <= 3; ++rater) rows.add(item, rater, 1);
  }
  CHECK(!compress(rows).duplicates);
  for (int item : {1, 4096, 4097, 8192, 8193, 9000}) {
    check::set_scene("a duplicate in item %d", item);
    Rows twice = rows;
    twice.add(item, 1, 2);  // not next to the first in its item
    CHECK(compress(twice).duplicates);
    twice.rater.clear();  // raters are anonymous
    CHECK(!compress(twice).duplicates);
    twice = rows;
    twice.add(item, 2, 0);
    CHECK(!compress(twice).duplicates);
  }
}

TEST(compress_works_on_nothing) {
  Rows rows;
  CHECK(compress(rows).item_start == std::vector<int>{0});
  CHECK(!compress(rows, 3).duplicates);
  rows.n_items = 3;
  rows.n_raters = 2;
  CHECK(compress(rows).item_start == std::vector<int>{0, 0, 0, 0});
  rows.add(2, 1, 0);
  CHECK(compress(rows).item_start == std::vector<int>{0, 0, 0, 0});
  CHECK(compress(rows).code.empty());
}

TEST(compress_equals_lists_of_items) {
  for (int seed = 0; seed < 200; ++seed) {
    check::set_scene("compress, seed %d", seed);
    data::Random random(seed);
    const int n_items = 1 + random.below(40), n_raters = 1 + random.below(9);
    const Rows rows = random_rows(&random, random.below(120), n_items, n_raters);
    CHECK(compress(rows) == compress_by_lists(rows));
  }
}

// Bins hold 4096 items or more, a part of the work 65536 rows or more.
TEST(compress_is_right_at_the_ends_of_bins_and_parts) {
  for (int n_items : {4095, 4096, 4097, 8191, 8192, 8193, 20000}) {
    check::set_scene("compress, %d items", n_items);
    data::Random random(n_items);
    Rows rows = random_rows(&random, 2000, n_items, 50);
    rows.add(1, 1, 1);
    rows.add(n_items, 1, 1);
    if (rows.rater.size() < rows.item.size()) rows.rater.clear();
    CHECK(compress(rows) == compress_by_lists(rows));
  }
  data::Random random(1);
  const Rows rows = random_rows(&random, 200000, 30000, 5000);
  const Sparse truth = compress_by_lists(rows);
  for (int threads : {1, 2, 3, 4, 9}) {
    check::set_scene("compress, %d threads", threads);
    CHECK(compress(rows, threads) == truth);
  }
}

// 12 bits for an item of its bin, and 20 for raters and codes.
TEST(compress_is_right_where_ratings_need_more_than_32_bits) {
  for (const int raters : {1, 1 << 10, (1 << 16) - 1, 1 << 16, 1 << 18}) {
    for (const int codes : {1, 7, 8, 15, 16, 1 << 9, 1 << 20}) {
      check::set_scene("compress, %d raters, %d codes", raters, codes);
      data::Random random(raters + codes);
      Rows rows;
      rows.n_items = 9000;
      rows.n_raters = raters;
      for (int i = 0; i < 500; ++i) {
        rows.add(1 + random.below(9000), 1 + random.below(raters),
                 1 + random.below(codes));
      }
      rows.add(9000, raters, codes);
      CHECK(compress(rows) == compress_by_lists(rows));
      rows.rater.clear();
      CHECK(compress(rows) == compress_by_lists(rows));
    }
  }
}

TEST(compress_widens_its_bins_for_very_many_items) {
  Rows rows;
  rows.n_items = 4500000;
  rows.n_raters = 2;
  data::Random random(1);
  for (int i = 0; i < 300; ++i) rows.add(1 + random.below(rows.n_items), 1, 1 + i);
  rows.add(rows.n_items, 2, 1000);
  const Sparse sparse = compress(rows);
  std::vector<int> code_of(rows.n_items, 0), count_of(rows.n_items, 0);
  for (std::size_t i = 0; i < rows.item.size(); ++i) {
    code_of[rows.item[i] - 1] = rows.value[i] - 1;  // the last one of the item
    ++count_of[rows.item[i] - 1];
  }
  bool right = sparse.item_start[0] == 0;
  for (int i = 0; i < rows.n_items; ++i) {
    const int from = sparse.item_start[i], to = sparse.item_start[i + 1];
    right &= to - from == count_of[i];
    right &= from == to || sparse.code[to - 1] == code_of[i];
  }
  CHECK(right);
}

TEST(compress_reads_codes_through_a_table) {
  Rows rows;
  rows.n_items = 2;
  rows.n_raters = 3;
  rows.add(1, 1, 3);
  rows.add(2, 2, 1);
  rows.add(1, 3, 2);   // a value without a code
  rows.add(2, 1, -1);  // no value
  rows.code_of = {2, 0, 1};
  const Sparse sparse = compress(rows);
  CHECK((sparse.item_start == std::vector<int>{0, 1, 2}));
  CHECK((sparse.code == std::vector<int>{0, 1}));
  CHECK((sparse.rater == std::vector<int>{0, 1}));
}
