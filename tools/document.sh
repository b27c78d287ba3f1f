#!/bin/bash
# Usage: tools/document.sh [--check]
# Writes RcppExports, man/ and NAMESPACE; with --check only compares. Works on a copy in build/,
# as roxygen2 compiles the package where it stands.
set -euo pipefail
cd "$(dirname "$0")/.."

copy=build/doc
mkdir -p "$copy" man
# Objects are kept from the last run unless C++ code changed: R's make does not track headers.
[ -z "$(find src inst/include -newer "$copy/src/accord.so" 2>&1)" ] || rm -rf "$copy/src"
rm -rf "$copy/R" "$copy/man"
tar -c --exclude='*.o' --exclude='*.so' DESCRIPTION NAMESPACE R inst man src | tar -x -C "$copy"
if ! (cd "$copy" && MAKEFLAGS="-j$(nproc)" Rscript -e 'Rcpp::compileAttributes()' \
  -e 'roxygen2::roxygenise()') >build/document.log 2>&1; then
  tail -n 40 build/document.log >&2
  exit 1
fi
grep -E '✖|^Warning' build/document.log >&2 || true

status=0
for part in man NAMESPACE R/RcppExports.R src/RcppExports.cpp; do
  if [ "${1:-}" = --check ]; then
    diff -ruN "$part" "$copy/$part" || status=1
  elif ! diff -rqN "$part" "$copy/$part" >/dev/null; then
    rm -rf "$part"
    cp -Rp "$copy/$part" "$part"
    echo "wrote $part"
  fi
done
[ $status -eq 0 ] || echo "These differ from what the sources say: run make doc." >&2
exit $status
