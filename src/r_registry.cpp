#include <Rcpp/Lightest>

#include "accord/agreement/disagreement.h"
#include "accord/agreement/measure.h"
#include "accord/agreement/registry.h"
#include "accord/chains/chain_matching.h"
#include "accord/consensus/winner.h"
#include "accord/distance/level.h"
#include "accord/distance/set_distance.h"
#include "accord/scores/icc_anova.h"
#include "r_table.h"

// Returns the registry of coefficients, a row each; `model` is a place among the models
// of core_enums().
// [[Rcpp::export(rng = false)]]
Rcpp::List coefficient_registry() {
  const std::vector<std::string> joining{"all", "named", "own_verb"};
  std::vector<std::string> id, verb, label, source, chance, joins, general;
  std::vector<int> model, least;
  std::vector<bool> raters, category_set, corrected;
  std::vector<double> lowest;
  for (const accord::CoefficientInfo& coefficient : accord::coefficients) {
    id.push_back(coefficient.id);
    verb.push_back(coefficient.verb);
    label.push_back(coefficient.label);
    source.push_back(coefficient.source);
    chance.push_back(coefficient.chance);
    model.push_back(static_cast<int>(coefficient.model));
    joins.push_back(joining[static_cast<int>(coefficient.joins)]);
    least.push_back(accord::least_ratings(coefficient));
    raters.push_back(coefficient.uses & accord::uses::raters);
    category_set.push_back(coefficient.uses & accord::uses::category_set);
    corrected.push_back(accord::corrects_for_chance(coefficient));
    lowest.push_back(coefficient.lowest);
    general.push_back(coefficient.general);
  }
  return r::frame({{"id", id},
                   {"verb", verb},
                   {"label", label},
                   {"source", source},
                   {"chance", chance},
                   {"model", model},
                   {"joins", joins},
                   {"least_ratings", least},
                   {"raters", raters},
                   {"category_set", category_set},
                   {"corrected", corrected},
                   {"lowest", lowest},
                   {"general", general}});
}

// Returns the text of each Status, in the order of the enum, with its name.
// [[Rcpp::export(rng = false)]]
Rcpp::CharacterVector status_words() {
  std::vector<std::string> names, words;
  for (const auto& info : accord::statuses) {
    names.push_back(info.name);
    words.push_back(info.words);
  }
  Rcpp::CharacterVector result = Rcpp::wrap(words);
  result.names() = names;
  return result;
}

namespace {

template <auto Last, std::size_t n>
std::vector<std::string> names_to(const char* const (&names)[n]) {
  static_assert(n == static_cast<std::size_t>(Last) + 1, "each enumerator has a name");
  return {names, names + n};
}

// Returns the levels for which 1 - disagreement is an agreement.
std::vector<std::string> unit_levels() {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(accord::Level::matrix); ++i) {
    const bool on_unit = accord::is_on_unit(static_cast<accord::Level>(i));
    if (on_unit) names.emplace_back(accord::level_names[i]);
  }
  return names;
}

}  // namespace

// Returns the names of the core's enums that R uses, in their order.
// [[Rcpp::export(rng = false)]]
Rcpp::List core_enums() {
  using namespace accord;  // NOLINT
  return r::list({
      {"model", names_to<Model::ranks>(model_names)},
      {"level", names_to<Level::matrix>(level_names)},
      {"unit_level", unit_levels()},
      {"variance", names_to<VarianceKind::jackknife>(variance_names)},
      {"linearization", names_to<Linearization::ratio>(linearization_names)},
      {"set_distance", names_to<SetDistance::passonneau>(set_distance_names)},
      {"icc_design", names_to<IccDesign::rater_means>(icc_design_names)},
      {"icc_status", names_to<IccStatus::no_convergence>(icc_status_names)},
      {"match_cost", names_to<MatchCost::jaccard>(match_cost_names)},
      {"ties", names_to<Ties::random>(ties_names)},
  });
}
