#include <Rcpp.h>

#include "accord/registry.h"

// The registry of coefficients, a row each.
// [[Rcpp::export]]
Rcpp::DataFrame coefficient_registry() {
  std::vector<std::string> id, verb, label, source;
  std::vector<int> least;
  for (const auto& coefficient : accord::coefficients) {
    id.push_back(coefficient.id);
    verb.push_back(coefficient.verb);
    label.push_back(coefficient.label);
    source.push_back(coefficient.source);
    least.push_back(coefficient.least_ratings);
  }
  return Rcpp::DataFrame::create(Rcpp::_["id"] = id, Rcpp::_["verb"] = verb,
                                 Rcpp::_["label"] = label, Rcpp::_["source"] = source,
                                 Rcpp::_["least_ratings"] = least,
                                 Rcpp::_["stringsAsFactors"] = false);
}
