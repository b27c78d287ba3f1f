#pragma once
// The sums from which alpha for unitizing (Krippendorff 2019) is computed, over the spans
// of each document, in one pass over their ends. Spans of an annotator must not overlap.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <utility>    // pair
#include <vector>

#include "../base/views.h"

namespace accord {

// Spans are stored document by document, those of document d from first[d] to first[d +
// 1] - 1.
struct MarkedDocuments {
  Span<int> first;
  Span<double> start, end;
  Span<int> label;
  Span<int> annotators;  // of each document, 2 or more
  Span<double> length;   // of each document
  int n_labels = 0;

  int size() const { return static_cast<int>(annotators.size()); }
};

// Sums for documents by labels, column by column, or for documents.
struct UnitizingSums {
  // The length of spans by label, and their squared lengths.
  std::vector<double> length, square;
  // The length on which pairs of annotators agree: on a label, on any span, on a gap. It
  // is summed over all ordered pairs and divided by the number of other annotators.
  std::vector<double> same, same_valued, same_gap;
  // The length that a span shares with those of other annotators, averaged over these,
  // and its square.
  std::vector<double> met, met_square;
};

class Unitizing {
 public:
  explicit Unitizing(const MarkedDocuments& x)
      : x_(x), shared_(x.start.size()), last_(x.n_labels), inside_(x.n_labels) {
    const std::size_t n = x.size(), cells = n * x.n_labels;
    for (auto* of : {&sums_.length, &sums_.same, &sums_.met, &sums_.met_square}) {
      of->assign(cells, 0);
    }
    for (auto* of : {&sums_.square, &sums_.same_valued, &sums_.same_gap})
      of->assign(n, 0);
  }

  const UnitizingSums& run() {
    for (int d = 0; d < x_.size(); ++d) document(d);
    return sums_;
  }

 private:
  // The position where a span starts (span + 1) or ends (-span - 1).
  using End = std::pair<double, int>;

  const MarkedDocuments& x_;
  UnitizingSums sums_;
  std::vector<End> ends_;
  std::vector<double> shared_;  // by span
  std::vector<double> last_;    // by label, where the number of spans changed
  std::vector<int> inside_;     // by label, how many spans cover this place

  static double pairs(double n) { return n * (n - 1); }

  std::size_t cell(int d, int label) const {
    return d + static_cast<std::size_t>(label) * x_.annotators.size();
  }

  void document(int d) {
    ends_.clear();
    for (int s = x_.first[d]; s < x_.first[d + 1]; ++s) {
      ends_.push_back({x_.start[s], s + 1});
      ends_.push_back({x_.end[s], -s - 1});
    }
    std::sort(ends_.begin(), ends_.end());
    const double others = x_.annotators[d] - 1;
    double valued = 0, gap = 0, covered = 0;
    double all = 0;  // the sum of width times count up to here
    int count = 0;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      const double here = ends_[i].first;
      if (i > 0) {
        const double width = here - ends_[i - 1].first;
        valued += width * pairs(count);
        gap += width * pairs(others + 1 - count);
        covered += width;
        all += width * count;
      }
      const bool starts = ends_[i].second > 0;
      const int s = (starts ? ends_[i].second : -ends_[i].second) - 1, k = x_.label[s];
      sums_.same[cell(d, k)] += (here - last_[k]) * pairs(inside_[k]) / others;
      last_[k] = here;
      inside_[k] += starts ? 1 : -1;
      count += starts ? 1 : -1;
      shared_[s] = starts ? -all : shared_[s] + all;
    }
    sums_.same_valued[d] = valued / others;
    sums_.same_gap[d] = (gap + (x_.length[d] - covered) * pairs(others + 1)) / others;
    for (int s = x_.first[d]; s < x_.first[d + 1]; ++s) add(d, s, others);
  }

  void add(int d, int s, double others) {
    const std::size_t at = cell(d, x_.label[s]);
    const double size = x_.end[s] - x_.start[s], met = (shared_[s] - size) / others;
    sums_.length[at] += size;
    sums_.square[d] += size * size;
    sums_.met[at] += met;
    sums_.met_square[at] += met * met;
  }
};

}  // namespace accord
