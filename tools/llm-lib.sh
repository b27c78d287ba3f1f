#!/bin/bash
# Usage: tools/llm-lib.sh LIBRARY
# Puts ellmer, with what it needs and the machine lacks or has too old, from CRAN into LIBRARY. Libraries of the
# system and of the user stay as they are.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p "${1:?usage: tools/llm-lib.sh LIBRARY}"
R_LIBS=$(realpath "$1")${R_LIBS:+:$R_LIBS}
export R_LIBS

has_ellmer() {
  Rscript -e 'quit(status = !(requireNamespace("ellmer", quietly = TRUE) && packageVersion("ellmer") >= "0.5.0"))' \
    >/dev/null 2>&1
}

if has_ellmer; then exit 0; fi
echo "llm-lib: installing ellmer from CRAN into $1, which takes some minutes"
log=$1.log
Rscript tools/packages.R install ellmer >"$log" 2>&1 || true
if has_ellmer; then exit 0; fi
tail -n 30 "$log" >&2
echo "llm-lib: ellmer does not install (is CRAN within reach?); the whole output is in $log" >&2
exit 1
