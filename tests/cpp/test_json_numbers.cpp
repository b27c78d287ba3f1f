#include <regex>
#include <string>

#include "accord/text/json_numbers.h"
#include "check.h"
#include "data.h"

namespace {

// The definition: a string or a number is what this expression matches first.
std::string by_expression(const std::string& text) {
  const std::regex token(
      "\"(?:[^\"\\\\]|\\\\[^])*\"|(-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?"
      ")");
  std::string quoted;
  auto at = text.begin();
  for (std::sregex_iterator found(text.begin(), text.end(), token), end; found != end;
       ++found) {
    quoted.append(at, (*found)[0].first);
    at = (*found)[0].second;
    const std::string all = (*found)[0];
    quoted += (*found)[1].matched ? "\"#" + all + "\"" : all;
  }
  return quoted.append(at, text.end());
}

}  // namespace

TEST(json_numbers_by_hand) {
  const auto quoted = [](const char* text) { return accord::quote_numbers(text, "#"); };
  CHECK(quoted("{\"a1\": 1.10, \"b\": [-2e5,0]}") ==
        "{\"a1\": \"#1.10\", \"b\": [\"#-2e5\",\"#0\"]}");
  CHECK(quoted("\"say \\\"7\\\" 8\", 9") == "\"say \\\"7\\\" 8\", \"#9\"");
  CHECK(quoted("\"a\\\\\" 1") == "\"a\\\\\" \"#1\"");
  // Text that is not a JSON number is not made into one.
  CHECK(quoted("01") == "\"#0\"\"#1\"");
  CHECK(quoted("1.") == "\"#1\".");
  CHECK(quoted("-") == "-");
  CHECK(quoted("").empty());
  CHECK(quoted("\"open 1") == "\"open 1");
  CHECK(quoted("\"open\\") == "\"open\\");
}

TEST(json_depth) {
  CHECK(accord::json_depth("") == 0);
  CHECK(accord::json_depth("1") == 0);
  CHECK(accord::json_depth("[]") == 1);
  CHECK(accord::json_depth("[[],[{}],1]") == 3);
  CHECK(accord::json_depth("[\"[[[\", \"\\\"[\"]") == 1);
  CHECK(accord::json_depth("]][") == 1);
  CHECK(accord::json_depth(std::string(1000000, '[')) == 1000000);
}

TEST(json_numbers_by_expression) {
  const std::string letters = "\"\"\\01-9.e+E{,a ";
  const std::regex string("\"(?:[^\"\\\\]|\\\\[^])*\"");
  for (int seed = 1; seed <= 5000; ++seed) {
    check::set_scene("seed %d", seed);
    data::Random random(seed);
    std::string text;
    for (int n = random.below(12); n > 0; --n) {
      text += letters[random.below(static_cast<int>(letters.size()))];
    }
    // Text with an open string is not valid JSON, so any result is acceptable.
    const std::string outside = std::regex_replace(text, string, "");
    if (outside.find('"') != outside.npos) continue;
    CHECK(accord::quote_numbers(text, "#") == by_expression(text));
  }
}
