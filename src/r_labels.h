#pragma once
// The labels of a consensus, and the posterior probabilities that they come from.

#include <Rcpp/Lightest>
#include <cmath>
#include <vector>

#include "accord/consensus/answers.h"
#include "accord/consensus/tempering.h"
#include "accord/consensus/winner.h"
#include "r_table.h"

namespace r {

class Labels {
 public:
  Labels(const accord::Answers& answers, bool keep_posterior)
      : n_(answers.n_items()),
        columns_(keep_posterior ? answers.n_categories() : 0),
        code_(n_),
        probability_(n_),
        tie_(n_),
        posterior_(n_, columns_) {}

  // Is called from several threads, once for each item.
  void set(int item, const double* support, const accord::Winner& winner) {
    to_code_[item] = winner.code < 0 ? NA_INTEGER : winner.code + 1;
    to_probability_[item] = winner.share;
    to_tie_[item] = winner.tie;
    double total = 0;
    for (int k = 0; k < columns_; ++k) total += support[k];
    for (int k = 0; k < columns_; ++k) {
      to_posterior_[static_cast<R_xlen_t>(k) * n_ + item] = support[k] / total;
    }
  }

  Rcpp::List list() const {
    return r::list({{"code", code_},
                    {"probability", probability_},
                    {"tie", tie_},
                    {"posterior", posterior_}});
  }

 private:
  int n_, columns_;
  Rcpp::IntegerVector code_;
  Rcpp::NumericVector probability_;
  Rcpp::LogicalVector tie_;
  Rcpp::NumericMatrix posterior_;
  int *to_code_ = code_.begin(), *to_tie_ = tie_.begin();
  double *to_probability_ = probability_.begin(), *to_posterior_ = posterior_.begin();
};

inline accord::Tempering tempering_of(const Rcpp::List& settings) {
  accord::Tempering tempering;
  tempering.rho = settings["rho"];
  tempering.eps = settings["eps"];
  return tempering;
}

// Returns tempered posterior probabilities of an item with so many ratings.
inline std::vector<double> tempered(const accord::Tempering& tempering,
                                    std::size_t n_ratings,
                                    accord::Span<double> posterior) {
  std::vector<double> p(posterior.begin(), posterior.end());
  if (tempering.rho == 0 && tempering.eps == 0) return p;
  for (double& value : p) value = std::log(value);
  accord::temper(tempering, tempering.power(n_ratings), nullptr,
                 static_cast<int>(p.size()), p.data());
  return p;
}

}  // namespace r
