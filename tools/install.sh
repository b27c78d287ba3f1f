#!/bin/bash
# Installs the working tree into build/lib and leaves nothing in the tree. The objects stay in
# build/accord, so a change of R code alone compiles nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

copy=build/accord
mkdir -p build/lib "$copy"
# R's make does not follow headers: after any change of C++ all is compiled anew.
if [ ! -f "$copy/src/accord.so" ] ||
  [ -n "$(find src inst/include -newer "$copy/src/accord.so" ! -name '*.o' ! -name '*.so')" ]; then
  rm -rf "$copy/src"
fi
find "$copy" -mindepth 1 -maxdepth 1 ! -name src -exec rm -rf {} +
parts=()
for part in DESCRIPTION NAMESPACE LICENSE NEWS.md R data inst man src; do
  [ ! -e "$part" ] || parts+=("$part")
done
tar -c --exclude='*.o' --exclude='*.so' "${parts[@]}" | tar -x -C "$copy"

echo "Installing accord into build/lib"
if ! MAKEFLAGS="-j$(nproc)" R CMD INSTALL --no-multiarch --library=build/lib "$copy" \
  >build/install.log 2>&1; then
  tail -n 40 build/install.log >&2
  rm -rf build/lib/accord
  echo "accord does not install; the whole output is in build/install.log" >&2
  exit 1
fi
