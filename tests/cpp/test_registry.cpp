#include <cctype>  // islower, isdigit
#include <set>
#include <string>

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
    CHECK(info.least_ratings >= 0);
    CHECK(ids.insert(info.id).second);
    CHECK(labels.insert(info.label).second);
  }
}

TEST(registry_has_alpha) {
  int found = 0;
  for (const accord::CoefficientInfo& info : accord::coefficients) {
    if (std::string(info.id) != "alpha") continue;
    ++found;
    CHECK(std::string(info.verb) == "krippendorff_alpha");
    CHECK(info.least_ratings == 2);
  }
  CHECK(found == 1);
}
