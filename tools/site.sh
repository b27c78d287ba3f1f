#!/bin/bash
# Builds the web site in build/site, from a copy of the sources, as pkgdown writes into the folder it reads.
set -euo pipefail
cd "$(dirname "$0")/.."

copy=build/site-sources
rm -rf "$copy"
mkdir -p "$copy" build/site
tar -c --exclude='*.o' --exclude='*.so' DESCRIPTION NAMESPACE LICENSE README.md NEWS.md ARCHITECTURE.md CONTRIBUTING.md \
  _pkgdown.yml pkgdown R inst man vignettes conformance |
  tar -x -C "$copy"
R_LIBS="$PWD/build/lib${R_LIBS:+:$R_LIBS}" Rscript - "$copy" "$PWD/build/site" <<'R'
arguments <- commandArgs(trailingOnly = TRUE)
options(pkgdown.internet = FALSE) # the same site with and without a network
package <- pkgdown::as_pkgdown(arguments[1], override = list(destination = arguments[2]))
pkgdown::check_pkgdown(package)
pkgdown::build_site(package, preview = FALSE, install = FALSE, new_process = FALSE, devel = FALSE)
R
Rscript tools/site-math.R build/site
Rscript tools/site-links.R build/site
echo "The site is in build/site; open build/site/index.html"
