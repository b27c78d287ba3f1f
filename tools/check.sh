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
# What a machine lacks is not the package's fault.
export _R_CHECK_FORCE_SUGGESTS_=false
has qpdf || export R_QPDF=true # it compacts PDFs, of which there are none
has tidy || export _R_CHECK_RD_VALIDATE_RD2HTML_=false
Rscript -e 'quit(status = !requireNamespace("V8", quietly = TRUE))' ||
  export _R_CHECK_RD_MATH_RENDERING_=false
# A dictionary does not know the names of the field.
export _R_CHECK_CRAN_INCOMING_USE_ASPELL_=false
# The flags with which R itself was built are not ours.
_R_CHECK_COMPILATION_FLAGS_KNOWN_="$(R CMD config CXXFLAGS) $(R CMD config CXX17FLAGS)"
export _R_CHECK_COMPILATION_FLAGS_KNOWN_
# Debian's R asks for debug symbols, which make the package look large.
export _R_SHLIB_STRIP_=true R_STRIP_SHARED_LIB='strip --strip-debug'
export R_RD4PDF=times,hyper # the fonts that a small TeX has
has pdflatex || options+=(--no-manual)

if [ "${1:-}" = --no-suggests ]; then
  export _R_CHECK_DEPENDS_ONLY_=true
  options=(--no-manual --ignore-vignettes)
fi
R CMD check "${options[@]}" accord_*.tar.gz || true # the log is judged
Rscript ../../tools/read-check.R accord.Rcheck/00check.log
