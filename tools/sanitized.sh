#!/bin/bash
# bash tools/sanitized.sh <script.R>: runs a script with accord compiled under the address and undefined-behaviour
# sanitizers. R itself is not, so its leaks are not looked at, and the libraries of the sanitizers are loaded first.
set -euo pipefail
cd "$(dirname "$0")/.."

library=build/lib-sanitized
flags="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
mkdir -p "$library" build
cat >build/Makevars-sanitized <<END
CXX17FLAGS = -std=gnu++17 -O1 -g1 -fpic $flags
LDFLAGS += -fsanitize=address,undefined
END
preload="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so) $(gcc -print-file-name=libstdc++.so)"
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
tar -c --exclude='*.o' --exclude='*.so' --exclude='*.d' DESCRIPTION NAMESPACE NEWS.md R inst man src |
  tar -x -C "$copy"
echo "Installing accord with sanitizers into $library"
R_MAKEVARS_USER="$PWD/build/Makevars-sanitized" MAKEFLAGS="-j$(nproc)" \
  R CMD INSTALL --no-multiarch --no-test-load --no-help --library="$library" "$copy" >build/sanitized.log 2>&1 ||
  { tail -n 40 build/sanitized.log >&2; exit 1; }
R_LIBS="$PWD/$library${R_LIBS:+:$R_LIBS}" LD_PRELOAD="$preload" Rscript "$@"
