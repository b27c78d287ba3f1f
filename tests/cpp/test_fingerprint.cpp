#include <cstdint>
#include <set>
#include <string>

#include "accord/base/fingerprint.h"
#include "check.h"

namespace {

std::uint64_t of(const std::string& a, const std::string& b) {
  accord::Fingerprint print;
  print.add(a.data(), a.size());
  print.add(b.data(), b.size());
  return print.value();
}

}  // namespace

TEST(fingerprint_tells_bytes_and_their_bounds_apart) {
  CHECK(of("123456789", "a") == of("123456789", "a"));
  std::set<std::uint64_t> seen;
  for (const char* text : {"", "a", "b", "ab", "ba", "12345678", "123456789"}) {
    seen.insert(of(text, ""));
    seen.insert(of("", text));
  }
  // Both of "" and "" are the same.
  CHECK(seen.size() == 13);
  CHECK(of("ab", "c") != of("a", "bc"));
}
