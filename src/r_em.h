#pragma once
// What the methods of consensus share: the settings of EM, and the list of raters.

#include <Rcpp/Lightest>
#include <vector>

#include "accord/consensus/answers.h"
#include "accord/consensus/em.h"

namespace r {

inline accord::EmSettings em_settings(const Rcpp::List& settings) {
  accord::EmSettings result;
  result.tolerance = settings["tolerance"];
  result.max_iterations = settings["max_iterations"];
  return result;
}

// Adds the raters of a group, numbered from 1 among all, and how many ratings they gave.
inline void add_raters(const accord::Answers& answers, Rcpp::List* fit) {
  std::vector<int> numbers(answers.raters().begin(), answers.raters().end());
  for (int& number : numbers) ++number;
  (*fit)["raters"] = numbers;
  (*fit)["n"] = answers.rater_counts();
}

}  // namespace r
