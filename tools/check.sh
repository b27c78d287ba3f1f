#!/bin/bash
# Usage: tools/check.sh [--no-suggests]
# Builds the package in build/check and runs R CMD check --as-cran on it; tools/read-check.R judges.
# With --no-suggests, tests and examples see the hard dependencies (and testthat) only.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p build/check
rm -rf build/check/*
cd build/check
R CMD build ../.. # with vignettes

has() { command -v "$1" >/dev/null; }
options=(--as-cran)
# Missing programs of a machine are not faults of the package.
export _R_CHECK_FORCE_SUGGESTS_=false
has qpdf || export R_QPDF=true # it compacts PDFs, and there are none
has tidy || export _R_CHECK_RD_VALIDATE_RD2HTML_=false
Rscript -e 'quit(status = !requireNamespace("V8", quietly = TRUE))' ||
  export _R_CHECK_RD_MATH_RENDERING_=false
# The dictionary lacks technical terms.
export _R_CHECK_CRAN_INCOMING_USE_ASPELL_=false
# The flags with which R was built are not part of the package.
_R_CHECK_COMPILATION_FLAGS_KNOWN_="$(R CMD config CXXFLAGS) $(R CMD config CXX17FLAGS)"
export _R_CHECK_COMPILATION_FLAGS_KNOWN_
# Debian's R compiles with debug symbols, which make the package look large.
export _R_SHLIB_STRIP_=true R_STRIP_SHARED_LIB='strip --strip-debug'
export R_RD4PDF=times,hyper # fonts that are part of a small TeX installation
has pdflatex || options+=(--no-manual)

if [ "${1:-}" = --no-suggests ]; then
  export _R_CHECK_DEPENDS_ONLY_=true
  options=(--no-manual --ignore-vignettes)
fi
R CMD check "${options[@]}" accord_*.tar.gz || true # the log is judged
Rscript ../../tools/read-check.R accord.Rcheck/00check.log
