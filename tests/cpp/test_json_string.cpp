#include <string>

#include "accord/text/json_string.h"
#include "check.h"

// RFC 8259, section 7: quotes, backslashes and control characters need an escape.
TEST(json_string_escapes) {
  const auto json = [](std::string_view text) {
    std::string written = "[";
    accord::append_json_string(text, &written);
    return written + "]";
  };
  CHECK(json("") == "[\"\"]");
  CHECK(json("caf\xc3\xa9 </b> \x7f") == "[\"caf\xc3\xa9 </b> \x7f\"]");
  CHECK(json("a\"b\\c") == R"(["a\"b\\c"])");
  CHECK(json("\n\t\r") == R"(["\n\t\r"])");
  CHECK(json("\x01\x08\x1f") == R"(["\u0001\u0008\u001f"])");
}
