#!/bin/bash
# Usage: tools/fresh.sh [MACHINE]...   debian12, debian13, cran; all where none is named
# Runs the two commands of README.md, ./run demo and ./run test, with the last commit on machines that have nothing:
# a bare Debian 12, a bare Debian 13, and the R of Debian 13 with the newest packages of CRAN. Each is a folder below
# build/fresh, made by debootstrap, entered by chroot and removed afterwards; its log stays. Needs root.
# FRESH_MIRROR is the Debian mirror, if not that of this machine's apt. FRESH_CACHE names a folder that keeps what was
# downloaded and compiled for the next call; without it everything is made anew.
set -euo pipefail
cd "$(dirname "$0")/.."

[ "$(id -u)" -eq 0 ] || { echo "fresh: debootstrap and chroot need root" >&2; exit 2; }
command -v debootstrap >/dev/null || bash tools/setup.sh fresh

machines=("$@")
[ ${#machines[@]} -gt 0 ] || machines=(debian12 debian13 cran)
for machine in "${machines[@]}"; do
  case $machine in
    debian12 | debian13 | cran) ;;
    *) echo "fresh: '$machine' is none of the machines debian12, debian13 and cran" >&2; exit 2 ;;
  esac
done

home=$PWD/build/fresh
cache=${FRESH_CACHE:+$(realpath -m "$FRESH_CACHE")}
mkdir -p "$home"

# Returns the first mirror of Debian itself, by its origin or, before the first apt-get update, by its suite.
apt_mirror() {
  apt-get indextargets --format '$(ORIGIN)|$(RELEASE)|$(REPO_URI)' | sort -u |
    awk -F '|' '$1 ~ /^(Debian)?$/ && $2 ~ /^[a-z]+$/ {sub("/$", "", $3); print $3; exit}'
}
mirror=${FRESH_MIRROR:-$(apt_mirror)}
[ -n "$mirror" ] || { echo "fresh: apt names no mirror of Debian; set FRESH_MIRROR" >&2; exit 2; }

# /proc is mounted in a separate mount namespace and disappears with it, so that no folder that is removed below can
# have anything mounted in it. Processes that still run are ended with the process namespace, whose first process only a
# kill signal ends. The command runs in the background and is waited for, since bash handles its own signals only
# between commands.
apart() {
  local ended=0
  unshare --mount --pid --fork --kill-child -- "$@" &
  child=$!
  wait "$child" || ended=$?
  child=
  return "$ended"
}

# Runs a command in a machine, without the variables of this one except the proxies. Background processes of a script
# ignore Ctrl-C, which would break R's tests of it.
inside() { # root command...
  local root=$1 name proxies=()
  shift
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    [ -z "${!name:-}" ] || proxies+=("$name=${!name}")
  done
  [ ! -e "$root/etc/ssl/host.crt" ] || proxies+=(CURL_CA_BUNDLE=/etc/ssl/host.crt SSL_CERT_FILE=/etc/ssl/host.crt)
  # shellcheck disable=SC2016  # expanded there
  apart sh -c 'root=$1; shift; mount -t proc proc "$root/proc" && mount -t tmpfs tmpfs "$root/dev/shm" &&
    exec chroot "$root" "$@"' - "$root" \
    /usr/bin/env --default-signal=INT,QUIT -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
    DEBIAN_FRONTEND=noninteractive ${library:+R_LIBS=$library} "${proxies[@]}" "$@" </dev/null
}

remove() {
  [ -n "${root:-}" ] && [ -d "$root" ] || return 0
  if grep -qF " $root" /proc/self/mounts; then
    echo "fresh: something is mounted in $root, which is left as it is" >&2
  else
    rm -rf --one-file-system "$root"
  fi
}
trap remove EXIT
trap '[ -z "${child:-}" ] || kill -KILL "$child"; exit 130' INT TERM

# Settings that depend on the network of a place: names, proxies, certificates, mirrors.
bring_network() {
  local cran
  mkdir -p "$root/etc/ssl"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  apt-config dump | grep -iE '^Acquire::[^ ]*(proxy|cainfo|verify-peer)' >"$root/etc/apt/apt.conf.d/99host" || true
  [ ! -e /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/host.crt"
  cran=$(Rscript -e 'cat(setdiff(getOption("repos")["CRAN"], c(NA, "@CRAN@")))' 2>/dev/null || true)
  [ -z "$cran" ] || echo "options(repos = c(CRAN = \"$cran\"))" >"$root/root/.Rprofile"
}

# debootstrap keeps its files in the cache itself.
bring_debs() { [ -z "$cache" ] || cp -n "$cache/$suite"/*.deb "$root/var/cache/apt/archives/"; }

keep_debs() { [ -z "$cache" ] || cp -n "$root"/var/cache/apt/archives/*.deb "$cache/$suite/" || true; }

# The newest of CRAN's packages in a library that comes before Debian's. The libraries are those that the packages of
# DESCRIPTION link with.
bring_cran() {
  local came=0
  [ "$machine" = cran ] || return 0
  library=/opt/cran-library
  mkdir -p "$root$library" ${cache:+"$cache/cran"}
  [ -z "$cache" ] || cp -a "$cache/cran/." "$root$library/"
  # shellcheck disable=SC2016  # expanded there
  inside "$root" sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends r-base-dev cmake make \
    libcurl4-openssl-dev libssl-dev libpng-dev libfontconfig-dev libfreetype-dev libuv1-dev libxml2-dev \
    libharfbuzz-dev libfribidi-dev libcairo2-dev libtiff-dev libjpeg-dev libwebp-dev && cd /srv/accord || exit
    lacking() { Rscript tools/packages.R missing @hard testthat @suggests; }
    export MAKEFLAGS=-j$(nproc)
    Rscript -e "utils::update.packages(Sys.getenv(\"R_LIBS\"), ask = FALSE)"
    [ -z "$(lacking)" ] || Rscript tools/packages.R install $(lacking)
    [ -z "$(lacking)" ] || { echo "fresh: CRAN did not give" $(lacking); exit 1; }' || came=$?
  # What was compiled before a failure is kept as well.
  [ -z "$cache" ] || cp -a "$root$library/." "$cache/cran/"
  return "$came"
}

shown="dbplyr RSQLite ggplot2 testthat vctrs dplyr"
versions() { # R and the packages above, in words of one line
  # shellcheck disable=SC2086
  inside "$root" Rscript -e 'cat(format(getRversion()), vapply(commandArgs(TRUE), function(name) {' \
    -e 'tryCatch(format(utils::packageVersion(name)), error = function(cnd) "-")' -e '}, ""))' $shown
}

rows=()
status=0

run_suite() { # demo or test
  local suite_name=$1 begun=$SECONDS done=0 counts passed failed skipped
  echo "--- $machine: ./run $suite_name"
  inside "$root" sh -c "cd /srv/accord && ./run $suite_name" >>"$log" 2>&1 || done=$?
  counts=$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$/\1 \2 \3/p' "$log" | tail -n 1)
  [ "$suite_name" != demo ] || counts="$((done == 0)) $((done != 0)) 0"
  # A suite that does not finish has failed.
  read -r passed failed skipped <<<"${counts:-- 1 -}"
  [ "$done" -eq 0 ] && [ "$failed" = 0 ] || { status=1; tail -n 60 "$log"; }
  rows+=("$machine $suite_name $((SECONDS - begun)) $passed $failed $skipped $(versions || echo '?')")
}

for machine in "${machines[@]}"; do
  suite=trixie
  [ "$machine" != debian12 ] || suite=bookworm
  root=$home/$machine
  library=
  log=$home/$machine.log
  remove
  begun=$SECONDS
  [ -z "$cache" ] || mkdir -p "$cache/$suite"
  echo "--- $machine: debootstrap $suite; the log is $log"
  if apart debootstrap --variant=minbase ${cache:+--cache-dir="$cache/$suite"} "$suite" "$root" "$mirror" >"$log" 2>&1 &&
    bring_network && mkdir "$root/srv/accord" && git archive HEAD | tar -x -C "$root/srv/accord" &&
    bring_debs && bring_cran >>"$log" 2>&1; then
    echo "--- $machine: ready after $((SECONDS - begun)) s"
    run_suite demo
    run_suite test
    keep_debs
  else
    status=1
    tail -n 60 "$log"
    rows+=("$machine - $((SECONDS - begun)) - 1 - ?")
  fi
  remove
done

{
  echo "accord $(git describe --always HEAD), $(date -u +%F)"
  for row in "machine suite seconds passed failed skipped R $shown" "${rows[@]}"; do
    # shellcheck disable=SC2086  # words of a row
    printf '%-9s' $row
    echo
  done
} | tee "$home/table.txt"
exit $status
