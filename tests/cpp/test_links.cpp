#include <algorithm>  // max, min, sort
#include <cmath>      // fabs
#include <random>
#include <vector>

#include "accord/spans/links.h"
#include "check.h"

namespace {

struct Data {
  std::vector<int> block;
  std::vector<double> start, end;

  accord::LinkSide view() const { return {block, start, end}; }
  int size() const { return static_cast<int>(block.size()); }
};

// Few positions, so that ties, nested spans and points come too; sorted by block, start.
Data some_spans(std::mt19937* random, int most) {
  struct Row {
    int block;
    double start, end;
  };
  std::vector<Row> rows((*random)() % (most + 1));
  for (Row& x : rows) {
    x.block = static_cast<int>((*random)() % 2);
    x.start = (*random)() % 12;
    x.end = x.start + (*random)() % 6;
  }
  std::sort(rows.begin(), rows.end(), [](const Row& x, const Row& y) {
    if (x.block != y.block) return x.block < y.block;
    return x.start != y.start ? x.start < y.start : x.end < y.end;
  });
  Data data;
  for (const Row& x : rows) {
    data.block.push_back(x.block);
    data.start.push_back(x.start);
    data.end.push_back(x.end);
  }
  return data;
}

// The definition, by counting positions one by one; 0 if no link is allowed.
double plain_similarity(const Data& a, int i, const Data& b, int j,
                        const accord::LinkRule& rule) {
  if (a.block[i] != b.block[j]) return 0;
  const double onset = std::fabs(a.start[i] - b.start[j]);
  const double offset = std::fabs(a.end[i] - b.end[j]);
  if (rule.by == accord::LinkBy::onset) {
    return onset <= rule.within ? 1 - onset / (rule.within + 1) : 0;
  }
  if (rule.by == accord::LinkBy::ends) {
    const double d = std::max(onset, offset);
    return d <= rule.within ? 1 - d / (rule.within + 1) : 0;
  }
  double both = 0, either = 0, one = 0, other = 0;
  for (int p = 0; p < 20; ++p) {
    const bool x = a.start[i] <= p && p < a.end[i];
    const bool y = b.start[j] <= p && p < b.end[j];
    both += x && y;
    either += x || y;
    one += x;
    other += y;
  }
  if (one == 0 && other == 0) return onset == 0 ? 1 : 0;
  if (both == 0) return 0;
  const double share =
      both / (rule.by == accord::LinkBy::overlap ? std::max(one, other) : either);
  return share >= rule.at_least - 1e-9 ? share : 0;
}

// The largest sum and the largest number of links, over every choice.
struct Best {
  double sum = 0, most = 0;
};

void try_all(const Data& a, const Data& b, const accord::LinkRule& rule, int i,
             std::vector<bool>* used, double sum, int n, Best* best) {
  if (i == a.size()) {
    best->sum = std::max(best->sum, sum);
    best->most = std::max(best->most, static_cast<double>(n));
    return;
  }
  try_all(a, b, rule, i + 1, used, sum, n, best);
  for (int j = 0; j < b.size(); ++j) {
    const double s = (*used)[j] ? 0 : plain_similarity(a, i, b, j, rule);
    if (s == 0) continue;
    (*used)[j] = true;
    try_all(a, b, rule, i + 1, used, sum + s, n + 1, best);
    (*used)[j] = false;
  }
}

// The greedy rule by repeated search: the largest similarity that is left.
std::vector<double> plain_greedy(const Data& a, const Data& b,
                                 const accord::LinkRule& rule) {
  std::vector<bool> used_a(a.size()), used_b(b.size());
  std::vector<double> taken;
  for (;;) {
    double top = 0, apart = 0, low = 0;
    int first = -1, second = -1;
    for (int i = 0; i < a.size(); ++i) {
      for (int j = 0; j < b.size(); ++j) {
        if (used_a[i] || used_b[j]) continue;
        const double s = plain_similarity(a, i, b, j, rule);
        if (s == 0) continue;
        const double d = std::fabs(a.start[i] - b.start[j]);
        const double least = std::min(a.start[i], b.start[j]);
        const bool better = s != top ? s > top : d != apart ? d < apart : least < low;
        if (first < 0 || better) {
          top = s, apart = d, low = least;
          first = i, second = j;
        }
      }
    }
    if (first < 0) return taken;
    used_a[first] = used_b[second] = true;
    taken.push_back(top);
  }
}

double sum_of(const std::vector<accord::LinkCandidate>& links) {
  double sum = 0;
  for (const accord::LinkCandidate& x : links) sum += x.similarity;
  return sum;
}

bool each_once(const std::vector<accord::LinkCandidate>& links, int n, int m) {
  std::vector<bool> a(n), b(m);
  for (const accord::LinkCandidate& x : links) {
    if (a[x.first] || b[x.second]) return false;
    a[x.first] = b[x.second] = true;
  }
  return true;
}

}  // namespace

TEST(links_are_those_of_the_definition) {
  std::mt19937 random(47);
  for (int round = 0; round < 400; ++round) {
    const Data a = some_spans(&random, 6), b = some_spans(&random, 6);
    accord::LinkRule rule;
    rule.by = static_cast<accord::LinkBy>(round % 4);
    rule.at_least = 0.1 + 0.2 * (round % 3);
    rule.within = round % 5;
    const auto found = accord::link_candidates(a.view(), b.view(), rule);
    std::vector<double> seen(a.size() * b.size());
    for (const accord::LinkCandidate& x : found) {
      CHECK(seen[x.first * b.size() + x.second] == 0.0);
      seen[x.first * b.size() + x.second] = x.similarity;
    }
    for (int i = 0; i < a.size(); ++i) {
      for (int j = 0; j < b.size(); ++j) {
        CHECK_NEAR(seen[i * b.size() + j], plain_similarity(a, i, b, j, rule), 1e-12);
      }
    }
    Best best;
    std::vector<bool> used(b.size());
    try_all(a, b, rule, 0, &used, 0, 0, &best);
    const auto most_similar = accord::optimal_links(a.view(), b.view(), found, false);
    const auto most = accord::optimal_links(a.view(), b.view(), found, true);
    CHECK(each_once(most_similar, a.size(), b.size()));
    CHECK(each_once(most, a.size(), b.size()));
    CHECK_NEAR(sum_of(most_similar), best.sum, 1e-9);
    CHECK(static_cast<double>(most.size()) == best.most);
    const auto greedy = accord::greedy_links(a.view(), b.view(), found);
    const std::vector<double> plain = plain_greedy(a, b, rule);
    CHECK(each_once(greedy, a.size(), b.size()));
    CHECK(greedy.size() == plain.size());
    for (std::size_t k = 0; k < plain.size() && k < greedy.size(); ++k) {
      CHECK_NEAR(greedy[k].similarity, plain[k], 1e-12);
    }
  }
}
