#pragma once
// Codes of the combinations of several columns of codes, by their first appearance: 1, 2,
// … in the order of the rows. Rows are dealt by the column with the most codes, which
// are usually those of items; the few rows of each of its codes are then compared by the
// other columns. This takes less time than a table of all combinations, which would not
// fit the cache.

#include <algorithm>  // max_element
#include <cstddef>    // size_t
#include <cstdint>
#include <vector>

#include "../base/parallel.h"
#include "../base/scratch.h"
#include "../base/views.h"
#include "first_appearance.h"
#include "number_table.h"

namespace accord {

// `code`: from 1 to `n_codes`, one for each row.
struct CodedColumn {
  const int* code;
  int n_codes;
};

namespace detail {

// The numbers of combinations of columns, one after the other. If they would not fit into
// 64 bits, those of the columns so far are replaced by their codes.
class Keys {
 public:
  Keys(std::size_t n, const Executor& executor) : n_(n), executor_(executor), at_(n) {
    for (std::size_t i = 0; i < n; ++i) at_[i] = 0;
  }

  void add(const CodedColumn& column) {
    const std::uint64_t size = column.n_codes;
    if (size < 2) return;
    if (range_ > UINT64_MAX / size) shorten();
    for (std::size_t i = 0; i < n_; ++i) at_[i] = at_[i] * size + (column.code[i] - 1);
    range_ *= size;
  }

  std::uint64_t operator[](std::size_t i) const { return at_[i]; }
  std::uint64_t range() const { return range_; }

 private:
  void shorten() {
    std::vector<int> code(n_);
    const auto read = [this](std::size_t i) { return at_[i]; };
    range_ = code_by_first_appearance(read, n_, code.data(), executor_).size();
    for (std::size_t i = 0; i < n_; ++i) at_[i] = code[i] - 1;
  }

  std::size_t n_;
  const Executor& executor_;
  Scratch<std::uint64_t> at_;
  std::uint64_t range_ = 1;
};

// The rows sorted by a code; in their own order for each. Without `row` they are sorted
// as they are.
struct DealtRows {
  std::vector<std::size_t> start;
  Scratch<int> row;
  bool as_they_are;
};

inline DealtRows deal_rows(const CodedColumn& by, std::size_t n) {
  DealtRows dealt{std::vector<std::size_t>(by.n_codes + 1), {}, true};
  for (std::size_t i = 0; i < n; ++i) {
    ++dealt.start[by.code[i]];
    if (i > 0 && by.code[i] < by.code[i - 1]) dealt.as_they_are = false;
  }
  for (int k = 0; k < by.n_codes; ++k) dealt.start[k + 1] += dealt.start[k];
  if (dealt.as_they_are) return dealt;
  dealt.row = Scratch<int>(n);
  std::vector<std::size_t> next(dealt.start.begin(), dealt.start.end() - 1);
  for (std::size_t i = 0; i < n; ++i) {
    dealt.row[next[by.code[i] - 1]++] = static_cast<int>(i);
  }
  return dealt;
}

}  // namespace detail

// Writes the codes of `n` rows, at most 2^31 - 1; returns the first row of each code.
inline std::vector<int> code_combinations(const std::vector<CodedColumn>& columns,
                                          std::size_t n, int* code,
                                          const Executor& executor) {
  const auto most = std::max_element(
      columns.begin(), columns.end(),
      [](const CodedColumn& a, const CodedColumn& b) { return a.n_codes < b.n_codes; });
  detail::Keys key(n, executor);
  for (auto column = columns.begin(); column != columns.end(); ++column) {
    if (column != most) key.add(*column);
  }
  // A table with a place for each combination, if it is not larger than the data.
  const std::uint64_t few = n / key.range() + 1;
  if (static_cast<std::uint64_t>(most->n_codes) < few) {
    const auto read = [&](std::size_t i) {
      return static_cast<std::size_t>(key[i] * most->n_codes + (most->code[i] - 1));
    };
    return code_in_range(read, n, key.range() * most->n_codes, code);
  }
  const detail::DealtRows dealt = detail::deal_rows(*most, n);
  // First the code of a row is the first row with its combination.
  constexpr std::size_t kCompared = 16;
  NumberTable<std::uint64_t> table;
  std::vector<int> own;  // the first rows
  std::vector<std::uint64_t> own_keys;
  std::size_t largest = 0;
  for (int k = 0; k < most->n_codes; ++k) {
    const std::size_t begin = dealt.start[k], end = dealt.start[k + 1];
    const bool many = end - begin > kCompared;
    own.clear();
    own_keys.clear();
    if (many) {
      // A table that grew for a larger code would take long to clear.
      if (largest > 8 * (end - begin)) table = NumberTable<std::uint64_t>(), largest = 0;
      table.clear();
      largest = std::max(largest, end - begin);
    }
    for (std::size_t at = begin; at < end; ++at) {
      const int row = dealt.as_they_are ? static_cast<int>(at) : dealt.row[at];
      const std::uint64_t own_key = key[row];
      std::size_t number = 0;
      if (many) {
        number = table.number(own_key);
      } else {
        while (number < own.size() && own_keys[number] != own_key) ++number;
      }
      if (number == own.size()) {
        own.push_back(row);
        own_keys.push_back(own_key);
      }
      code[row] = own[number];
    }
  }
  std::vector<int> first;
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_first = code[i] == static_cast<int>(i);
    if (is_first) first.push_back(static_cast<int>(i));
    code[i] = is_first ? static_cast<int>(first.size()) : code[code[i]];
  }
  return first;
}

}  // namespace accord
