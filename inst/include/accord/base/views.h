#pragma once
// Views of memory that they do not own. Nothing here allocates or frees.

#include <cstddef>  // size_t
#include <vector>

namespace accord {

template <class T>
class Span {
 public:
  Span() = default;
  Span(const T* data, std::size_t size) : data_(data), size_(size) {}
  Span(const std::vector<T>& x) : data_(x.data()), size_(x.size()) {}  // NOLINT

  const T& operator[](std::size_t i) const { return data_[i]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Span slice(std::size_t from, std::size_t to) const { return {data_ + from, to - from}; }

 private:
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

// Ratings as compressed sparse rows. Items are stored group by group. The ratings of item
// i are code[item_start[i]] … code[item_start[i + 1] - 1], and rater[] is the rater of
// each of them (empty if raters are anonymous). Codes and raters count from 0.
struct RatingsView {
  Span<int> group_start;  // groups + 1 positions in the items
  Span<int> item_start;   // items + 1 positions in the ratings
  Span<int> code;
  Span<int> rater;
  int n_categories = 0;
  int n_raters = 0;
  // Whether one category set was declared for all groups; otherwise each group has its
  // own.
  bool declared = true;
  // The positive weight of each item; empty if all are 1. Frequencies give the number of
  // equal items that one stands for; otherwise an item is one observation with that
  // weight.
  Span<double> weight = {};
  bool frequencies = true;

  int n_items() const { return static_cast<int>(item_start.size()) - 1; }
  int n_groups() const { return static_cast<int>(group_start.size()) - 1; }
  Span<int> codes_of(int item) const {
    return code.slice(item_start[item], item_start[item + 1]);
  }
  Span<int> raters_of(int item) const {
    return rater.slice(item_start[item], item_start[item + 1]);
  }
  double weight_of(int item) const { return weight.empty() ? 1 : weight[item]; }
};

}  // namespace accord
