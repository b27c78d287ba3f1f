#!/bin/bash
# Usage: tools/setup.sh JOB
# Installs what JOB needs and the machine lacks; does nothing, in under a second, when all is there.
# Debian's binary packages come first, so no job depends on CRAN; CRAN's sources only fill gaps.
# shellcheck disable=SC2086,SC2046  # lists of names are split on purpose
set -euo pipefail
cd "$(dirname "$0")/.."

# job | R packages | programs (command=Debian packages; a path is a file that must be there)
# @hard and @suggests stand for the fields of DESCRIPTION. What ends in ? is tried once: the job
# runs without it.
jobs='
make   |                                           | make
cpp    |                                           | g++ make /usr/include/eigen3/Eigen/Core=libeigen3-dev
test   | @hard testthat @suggests?                 | g++ make
demo   | @hard knitr                               | g++ make
check  | @hard knitr rmarkdown testthat @suggests? | g++ make pandoc tidy? pdflatex?=texlive-latex-base,texlive-latex-recommended,texlive-fonts-recommended
llm    | @hard testthat jsonlite callr httpuv later promises | g++ make curl-config=libcurl4-openssl-dev
app    | @hard bslib callr flextable ggplot2 httpuv jsonlite knitr officer readxl shiny | g++ make chromium chromedriver=chromium-driver /usr/lib/python3/dist-packages/selenium=python3-selenium
engines | @hard testthat DBI dbplyr RSQLite lubridate? hms? | g++ make initdb?=postgresql,libpq-dev clickhouse-server?=clickhouse-server,clickhouse-client
coverage | @hard covr testthat @suggests?         | g++ make
conformance | @hard                                | g++ make /usr/lib/python3/dist-packages/nltk?=python3-nltk /usr/lib/python3/dist-packages/sklearn?=python3-sklearn /usr/lib/python3/dist-packages/statsmodels?=python3-statsmodels
doc    | @hard roxygen2 pkgload pkgbuild           | g++ make
format |                                           | clang-format air?
lint   | lintr                                     | clang-format g++ git make
fresh  |                                           | debootstrap git
site   | @hard knitr rmarkdown pkgdown ggplot2 @suggests? | g++ make pandoc
bench  | @hard collapse data.table Matrix lme4? irr? icr? irrCAC? krippendorffsalpha? | g++ make
'

job=${1:?usage: tools/setup.sh JOB}
line=$(grep -E "^$job +\|" <<<"$jobs") || { echo "setup: there is no job '$job'" >&2; exit 2; }
IFS='|' read -r _ r_wanted programs_wanted <<<"$line"
read -ra r_wanted <<<"$r_wanted"
[ ${#r_wanted[@]} -eq 0 ] || programs_wanted="Rscript=r-base-core $programs_wanted"

log=$(mktemp)
trap 'rm -f "$log"' EXIT

missing_programs() { # one "command?=packages" per line
  local program command
  for program in $programs_wanted; do
    command=${program%%=*}
    [[ $command == /* && -e ${command%\?} ]] || command -v "${command%\?}" >/dev/null || echo "$program"
  done
}

missing_r() { # one R package per line, as "name" or "name?"
  [ ${#r_wanted[@]} -gt 0 ] && command -v Rscript >/dev/null || return 0
  Rscript tools/packages.R missing "${r_wanted[@]}"
}

missing() { missing_programs; missing_r; }

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi; }

can_apt() { command -v apt-get >/dev/null && as_root true 2>/dev/null; }

apt_install() { # those that Debian knows among the named packages
  local known
  if [ -z "${apt_updated:-}" ]; then
    as_root apt-get update -qq >>"$log" 2>&1 || true
    apt_updated=yes
  fi
  # Only whole names match: apt-cache also takes a name such as g++ as a pattern.
  known=$( (apt-cache --no-all-versions show "$@" 2>/dev/null || true) | sed -n 's/^Package: //p' |
    grep -Fx -f <(printf '%s\n' "$@") || true)
  [ -n "$known" ] || return 0
  echo "setup: installing with apt-get:" $known
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o DPkg::Lock::Timeout=300 $known </dev/null >>"$log" 2>&1 || true
}

install_programs() {
  local programs
  programs=$(missing_programs)
  [ -z "$programs" ] || apt_install $(sed -e 's/.*=//' -e 's/?$//' <<<"$programs" | tr ',' ' ')
}

install_r_from_debian() {
  local packages
  packages=$(missing_r | tr -d '?' | tr '[:upper:]' '[:lower:]' | sed 's/^/r-cran-/')
  # An R that is not Debian's does not find Debian's packages.
  [ -z "$packages" ] || [ "$(Rscript -e 'cat(R.home())')" != /usr/lib/R ] || apt_install $packages
}

install_r_from_cran() {
  local packages
  packages=$(missing_r | tr -d '?')
  [ -n "$packages" ] || return 0
  ! can_apt || apt_install r-base-dev cmake # to compile with
  echo "setup: installing from CRAN, which takes a while:" $packages
  Rscript tools/packages.R install $packages >>"$log" 2>&1 || true
}

lacking=$(missing)
[ -n "$lacking" ] || exit 0
# Optional parts that could not be installed last time are not tried again.
tried=build/setup-tried-$job
if [ -f "$tried" ] && [ "$lacking" = "$(cat "$tried")" ]; then exit 0; fi

if can_apt; then
  install_programs
  if command -v Rscript >/dev/null; then install_r_from_debian; fi
fi
if command -v Rscript >/dev/null; then install_r_from_cran; fi

lacking=$(missing)
needed=$(grep -v '?' <<<"$lacking" | sed 's/=.*//' || true)
if [ -n "$needed" ]; then
  tail -n 30 "$log" >&2
  echo "setup: 'make $job' needs" $needed "and neither apt-get (as root) nor CRAN (which needs" \
    "g++ and cmake) gave it; install it and run make again." >&2
  exit 1
fi
if [ -n "$lacking" ]; then
  mkdir -p build
  echo "$lacking" >"$tried"
  echo "setup: going on without" $(sed -e 's/?.*//' <<<"$lacking")
fi
