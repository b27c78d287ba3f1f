#include <Rcpp/Lightest>

#include "accord/agreement/registry.h"

// The registry of coefficients, a row each.
// [[Rcpp::export]]
Rcpp::DataFrame coefficient_registry() {
  std::vector<std::string> id, verb, label, source, general;
  std::vector<int> model, least;
  std::vector<double> lowest;
  for (const auto& coefficient : accord::coefficients) {
    id.push_back(coefficient.id);
    verb.push_back(coefficient.verb);
    label.push_back(coefficient.label);
    source.push_back(coefficient.source);
    model.push_back(static_cast<int>(coefficient.model));
    least.push_back(coefficient.least_ratings);
    lowest.push_back(coefficient.lowest);
    general.push_back(coefficient.general);
  }
  return Rcpp::DataFrame::create(
      Rcpp::_["id"] = id, Rcpp::_["verb"] = verb, Rcpp::_["label"] = label,
      Rcpp::_["source"] = source, Rcpp::_["model"] = model,
      Rcpp::_["least_ratings"] = least, Rcpp::_["lowest"] = lowest,
      Rcpp::_["general"] = general, Rcpp::_["stringsAsFactors"] = false);
}
