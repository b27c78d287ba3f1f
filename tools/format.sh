#!/bin/bash
# Usage: tools/format.sh [--check]
# Formats the C++ code in place; with --check only reports what clang-format would change.
set -euo pipefail
cd "$(dirname "$0")/.."

how=(-i)
[ "${1:-}" != --check ] || how=(--dry-run -Werror)
find inst/include src tests/cpp \( -name '*.h' -o -name '*.cpp' \) ! -name RcppExports.cpp -print0 |
  xargs -0 -r clang-format "${how[@]}"

# air formats R code; Debian has no package of it, so it is used only where it is installed.
if command -v air >/dev/null; then
  if [ "${1:-}" = --check ]; then air format --check .; else air format .; fi
fi
