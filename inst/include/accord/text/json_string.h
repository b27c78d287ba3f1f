#pragma once
// Writes text as a JSON string, in quotes.

#include <string>
#include <string_view>

namespace accord {

// Appends `text`, which must be UTF-8: only quotes, backslashes and control characters
// need an escape.
inline void append_json_string(std::string_view text, std::string* json) {
  *json += '"';
  for (const char here : text) {
    const auto byte = static_cast<unsigned char>(here);
    if (here == '"' || here == '\\') {
      (*json += '\\') += here;
    } else if (byte >= 0x20) {
      *json += here;
    } else if (here == '\n') {
      *json += "\\n";
    } else if (here == '\t') {
      *json += "\\t";
    } else if (here == '\r') {
      *json += "\\r";
    } else {
      (*json += "\\u00") += byte < 0x10 ? '0' : '1';
      *json += "0123456789abcdef"[byte % 16];
    }
  }
  *json += '"';
}

}  // namespace accord
