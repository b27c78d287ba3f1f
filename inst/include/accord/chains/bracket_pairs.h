#pragma once
// Brackets of many kinds that open and close in one sequence. Brackets of one kind nest,
// those of different kinds can cross.

#include <cstddef>  // size_t
#include <vector>

#include "../base/views.h"

namespace accord {

// Returns for each bracket its partner, -1 if there is none. Kinds count from 0.
inline std::vector<int> match_brackets(const Span<int>& kind, const Span<int>& opens,
                                       int n_kinds) {
  std::vector<int> partner(kind.size(), -1);
  std::vector<std::vector<int>> open(n_kinds);
  for (std::size_t i = 0; i < kind.size(); ++i) {
    std::vector<int>& waiting = open[kind[i]];
    if (opens[i]) {
      waiting.push_back(static_cast<int>(i));
    } else if (!waiting.empty()) {
      partner[i] = waiting.back();
      partner[waiting.back()] = static_cast<int>(i);
      waiting.pop_back();
    }
  }
  return partner;
}

}  // namespace accord
