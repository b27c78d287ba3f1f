#pragma once
// A small test harness: TEST(name) { … } registers a test, CHECK and CHECK_NEAR record
// whether a condition holds, and run() ends with a line such as "native: 123 checks, 0
// failed".

#include <cmath>    // fabs, isnan
#include <cstdio>   // printf, snprintf
#include <cstring>  // strlen, strncmp
#include <vector>

namespace check {

struct Test {
  const char* name;
  void (*body)();
};

inline std::vector<Test> tests;
inline long checks = 0, failed = 0;
inline char scene[160] = "";  // the current case, for the message of a failure

template <class... Values>
void set_scene(const char* format, const Values&... values) {
  std::snprintf(scene, sizeof scene, format, values..., 0);  // 0: clang wants an argument
}

inline bool record(bool holds, const char* file, int line, const char* what) {
  ++checks;
  if (!holds && ++failed <= 30) std::printf("%s:%d: %s  [%s]\n", file, line, what, scene);
  return holds;
}

// NaN is near NaN only.
inline bool near(double x, double y, double tolerance, const char* file, int line) {
  char values[80];
  std::snprintf(values, sizeof values, "%.17g is not %.17g", x, y);
  const bool both_nan = std::isnan(x) && std::isnan(y);
  return record(both_nan || std::fabs(x - y) <= tolerance, file, line, values);
}

inline int run(const char* prefix) {
  for (const Test& test : tests) {
    if (std::strncmp(test.name, prefix, std::strlen(prefix)) != 0) continue;
    set_scene(test.name);
    test.body();
  }
  std::printf("native: %ld checks, %ld failed\n", checks, failed);
  return failed > 0 || checks == 0;
}

}  // namespace check

#define CHECK(...) check::record((__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__)
#define CHECK_NEAR(x, y, tolerance) check::near(x, y, tolerance, __FILE__, __LINE__)
#define TEST(name)                                   \
  static void name();                                \
  [[maybe_unused]] static const bool name##_listed = \
      (check::tests.push_back({#name, name}), true); \
  static void name()
