#include <cctype>  // islower, isdigit
#include <set>
#include <string>

#include "accord/agreement/new_chance.h"
#include "accord/agreement/registry.h"
#include "check.h"

namespace {

bool is_snake_case(const std::string& name) {
  for (unsigned char c : name) {
    if (!std::islower(c) && !std::isdigit(c) && c != '_') return false;
  }
  return !name.empty() && std::islower(static_cast<unsigned char>(name[0]));
}

}  // namespace

TEST(registry_entries_are_complete) {
  std::set<std::string> ids, labels;
  for (const accord::CoefficientInfo& info : accord::coefficients) {
    check::set_scene("coefficient %s", info.id);
    CHECK(is_snake_case(info.id));
    CHECK(is_snake_case(info.verb));
    CHECK(*info.label != '\0');
    CHECK(*info.source != '\0');
    CHECK(*info.chance != '\0' || info.model == accord::Model::icc ||
          info.model == accord::Model::ranks);
    CHECK(ids.insert(info.id).second);
    CHECK(labels.insert(info.label).second);
  }
}

TEST(registry_has_alpha) {
  int found = 0;
  for (const accord::CoefficientInfo& info : accord::coefficients) {
    if (std::string(info.id) != "krippendorff_alpha") continue;
    ++found;
    CHECK(std::string(info.verb) == "krippendorff_alpha");
    CHECK(accord::least_ratings(info) == 2);
  }
  CHECK(found == 1);
}

// The registry's entries for a kappa must agree with its model of chance.
TEST(registry_knows_what_chance_goes_by) {
  const accord::AnyDistance distance{accord::MetricSpec{}};
  for (const accord::CoefficientInfo& info : accord::coefficients) {
    check::set_scene("coefficient %s", info.id);
    const bool raters = info.uses & accord::uses::raters;
    CHECK(accord::goes_by(info.model, accord::uses::raters) == raters);
    const auto chance = accord::new_chance(info.model, distance);
    if (!chance) continue;
    CHECK(accord::least_ratings(info) == (chance->needs.uses_single ? 1 : 2));
    CHECK(chance->needs.names_raters == raters);
  }
}
