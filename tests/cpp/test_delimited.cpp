#include <cstddef>
#include <regex>
#include <string>
#include <vector>

#include "accord/text/delimited.h"
#include "check.h"
#include "data.h"

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const std::string& text, char separator, int* open) {
  Rows rows;
  std::string buffer;
  *open = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    rows.emplace_back();
    begin = accord::for_fields_of_row(
        text, begin, separator, [&](std::size_t column, const accord::Field& field) {
          CHECK(column == rows.back().size());
          *open += field.quotes == accord::Quotes::open;
          rows.back().emplace_back(accord::value_of(text, field, &buffer));
        });
  }
  return rows;
}

// The definition: a field is what the first of these expressions matches.
Rows by_expression(const std::string& text, char separator, int* open) {
  const std::string end = std::string("(?=$|[\n") + separator + "])";
  const std::regex quoted(" *\"((?:[^\"]|\"\")*)\" *" + end);
  const std::regex plain(std::string("([^\n") + separator + "]*)" + end);
  const std::regex opens("^ *\"[^]*"), two("\"\"");
  Rows rows(1);
  *open = 0;
  auto at = text.begin();
  while (true) {
    std::smatch found;
    const auto only_here = std::regex_constants::match_continuous;
    const bool is_quoted = std::regex_search(at, text.end(), found, quoted, only_here);
    if (!is_quoted) std::regex_search(at, text.end(), found, plain, only_here);
    std::string value = found[1];
    *open += !is_quoted && std::regex_match(value, opens);
    if (is_quoted) value = std::regex_replace(value, two, "\"");
    rows.back().push_back(value);
    at = found[0].second;
    if (at == text.end()) return rows;
    if (*at++ == '\n') {
      if (at == text.end()) return rows;
      rows.emplace_back();
    }
  }
}

}  // namespace

TEST(delimited_text_by_hand) {
  int open = 0;
  CHECK(rows_of("", ',', &open).empty());
  CHECK(rows_of("a,b\n", ',', &open) == Rows{{"a", "b"}});
  CHECK(rows_of("a,\n\nb", ',', &open) == Rows{{"a", ""}, {""}, {"b"}});
  CHECK(rows_of("\"a,\n\"\"b\"\"\" ;c", ';', &open) == Rows{{"a,\n\"b\"", "c"}});
  CHECK(rows_of(" \"a\" ,\"\"", ',', &open) == Rows{{"a", ""}} && open == 0);
  CHECK(rows_of("say \"so\",5\"", ',', &open) == Rows{{"say \"so\"", "5\""}} &&
        open == 0);
  CHECK(rows_of("\"a,b\n\"c\" d", ',', &open) == Rows{{"\"a", "b"}, {"\"c\" d"}} &&
        open == 2);
}

TEST(delimited_text_by_expression) {
  const char* const parts[] = {"\"", "\"\"", "\"", ",", ",",
                               ";",  "\n",   " ",  "a", "\xC3\xA9"};
  for (int seed = 1; seed <= 3000; ++seed) {
    check::set_scene("seed %d", seed);
    data::Random random(seed);
    std::string text = "x";  // an empty text has no row
    for (int n = random.below(40); n > 0; --n) text += parts[random.below(10)];
    int open = 0, expected_open = 0;
    const char separator = random.one_in(4) ? ';' : ',';
    CHECK(rows_of(text, separator, &open) ==
          by_expression(text, separator, &expected_open));
    CHECK(open == expected_open);
  }
}

// Unicode's property White_Space, without the no-break spaces and NEXT LINE (U+0085), as
// [[:space:]] of the GNU C library has it.
TEST(blank_text) {
  for (const char* white :
       {"", " ", "\t\n\v\f\r", "\u1680", "\u2000\u2001\u2006", "\u2008 \u200A", "\u2028",
        "\u2029", "\u205F", "\u3000\u3000"}) {
    CHECK(accord::is_blank(white));
  }
  for (const char* text :
       {"a", "  .", "\u00A0", "\u2007", "\u200B", "\u202F", "\uFEFF", "\u3001", "\u4E2D",
        "\xC2\x85", "\x01", "\x7F", "\xE2\x80", "\xE3", "\u3000x"}) {
    check::set_scene("%s", text);
    CHECK(!accord::is_blank(text));
  }
}
