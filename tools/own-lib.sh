#!/bin/bash
# Usage: tools/own-lib.sh LIBRARY PACKAGE[=OLDEST]...
# Puts these packages, with what they need and the machine lacks or has too old, from CRAN into LIBRARY. Libraries of
# the system and of the user stay as they are.
set -euo pipefail
cd "$(dirname "$0")/.."

library=${1:?usage: tools/own-lib.sh LIBRARY PACKAGE[=OLDEST]...}
shift
mkdir -p "$library"
R_LIBS=$(realpath "$library")${R_LIBS:+:$R_LIBS}
export R_LIBS

missing() { # those that do not load or are too old
  Rscript -e 'for (x in strsplit(commandArgs(TRUE), "=")) {' \
    -e 'fine <- requireNamespace(x[1], quietly = TRUE) && (length(x) < 2 || packageVersion(x[1]) >= x[2])' \
    -e 'if (!fine) cat(x[1], "")' -e '}' "$@" 2>/dev/null
}

wanted=$(missing "$@")
[ -n "$wanted" ] || exit 0
echo "own-lib: installing from CRAN into $library, which takes some minutes: $wanted"
log=$library.log
# shellcheck disable=SC2086  # a list of names
Rscript tools/packages.R install $wanted >"$log" 2>&1 || true
wanted=$(missing "$@")
[ -n "$wanted" ] || exit 0
tail -n 30 "$log" >&2
echo "own-lib: these do not install (is CRAN within reach?); the whole output is in $log: $wanted" >&2
exit 1
