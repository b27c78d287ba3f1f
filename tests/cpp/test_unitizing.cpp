#include <algorithm>  // min
#include <random>
#include <vector>

#include "accord/spans/unitizing.h"
#include "check.h"

namespace {

constexpr int n_documents = 3, n_labels = 2, length = 14;

// The number and label of an annotator's span at each position, -1 for none.
struct Marks {
  std::vector<int> at[4];
};

}  // namespace

TEST(unitizing_sums_are_those_of_every_position) {
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    check::set_scene("documents %d", i);
    std::vector<int> first{0}, label, annotators;
    std::vector<double> start, end, lengths(n_documents, length);
    std::vector<Marks> marks(n_documents);
    for (int d = 0; d < n_documents; ++d) {
      annotators.push_back(2 + static_cast<int>(random() % 3));
      for (int a = 0; a < annotators[d]; ++a) {
        marks[d].at[a].assign(length, -1);
        for (int place = random() % 4; place < length; place += random() % 4) {
          const int to = std::min<int>(length, place + 1 + random() % 4);
          for (int p = place; p < to; ++p) {
            marks[d].at[a][p] = static_cast<int>(start.size());
          }
          start.push_back(place);
          end.push_back(to);
          label.push_back(random() % n_labels);
          place = to;
        }
      }
      first.push_back(static_cast<int>(start.size()));
    }
    accord::MarkedDocuments x;
    x.first = first;
    x.start = start;
    x.end = end;
    x.label = label;
    x.annotators = annotators;
    x.length = lengths;
    x.n_labels = n_labels;
    accord::Unitizing unitizing(x);
    const accord::UnitizingSums& found = unitizing.run();
    for (int d = 0; d < n_documents; ++d) {
      const double others = annotators[d] - 1;
      double valued = 0, gap = 0, square = 0;
      std::vector<double> same(n_labels), whole(n_labels), met(n_labels), met2(n_labels);
      std::vector<double> shared(start.size());
      for (int p = 0; p < length; ++p) {
        for (int a = 0; a < annotators[d]; ++a) {
          for (int b = 0; b < annotators[d]; ++b) {
            if (a == b) continue;
            const int s = marks[d].at[a][p], t = marks[d].at[b][p];
            gap += (s < 0 && t < 0) / others;
            if (s < 0 || t < 0) continue;
            valued += 1 / others;
            shared[s] += 1 / others;
            if (label[s] == label[t]) same[label[s]] += 1 / others;
          }
        }
      }
      for (int s = first[d]; s < first[d + 1]; ++s) {
        const double size = end[s] - start[s];
        square += size * size;
        whole[label[s]] += size;
        met[label[s]] += shared[s];
        met2[label[s]] += shared[s] * shared[s];
      }
      CHECK_NEAR(found.same_valued[d], valued, 1e-12);
      CHECK_NEAR(found.same_gap[d], gap, 1e-12);
      CHECK_NEAR(found.square[d], square, 0);
      for (int k = 0; k < n_labels; ++k) {
        const int cell = d + k * n_documents;
        CHECK_NEAR(found.length[cell], whole[k], 0);
        CHECK_NEAR(found.same[cell], same[k], 1e-12);
        CHECK_NEAR(found.met[cell], met[k], 1e-12);
        CHECK_NEAR(found.met_square[cell], met2[k], 1e-12);
      }
    }
  }
}
