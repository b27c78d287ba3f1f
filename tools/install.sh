#!/bin/bash
# Installs the working tree into build/lib and leaves nothing in the tree. The objects stay in
# build/accord/src, each with a list of the headers that it was made from (.d), so that a change
# compiles no more than it touches.
set -euo pipefail
cd "$(dirname "$0")/.."

copy=build/accord
mkdir -p build/lib "$copy/src"
find "$copy" -mindepth 1 -maxdepth 1 ! -name src -exec rm -rf {} +
find "$copy/src" -type f ! -name '*.o' ! -name '*.d' -delete
parts=()
for part in DESCRIPTION NAMESPACE NEWS.md R data inst man src; do
  [ ! -e "$part" ] || parts+=("$part")
done
tar -c --exclude='*.o' --exclude='*.so' --exclude='*.d' "${parts[@]}" | tar -x -C "$copy"

# R's make does not track headers: an object that is older than one of its headers, or whose source or header was
# removed, is compiled again.
(
  cd "$copy/src"
  for object in *.o; do
    list=${object%.o}.d
    [ -e "$object" ] || continue
    if [ ! -e "${object%.o}.cpp" ] || [ ! -e "$list" ]; then rm -f "$object" "$list"; continue; fi
    for file in $(sed -e 's/\\$//' -e 's/^[^ ]*://' "$list"); do
      if [ ! -e "$file" ] || [ "$file" -nt "$object" ]; then rm -f "$object"; break; fi
    done
  done
)

# Without debug information compiling takes a quarter less time. The user's own compiler settings are kept, and the
# lists of headers are added.
user=${R_MAKEVARS_USER:-$HOME/.R/Makevars}
{
  echo 'CXX17FLAGS += -g0'
  [ ! -e "$user" ] || echo "include $user"
  echo 'CXX17FLAGS += -MMD'
} >build/Makevars

echo "Installing accord into build/lib"
if ! R_MAKEVARS_USER="$PWD/build/Makevars" MAKEFLAGS="-j$(nproc)" \
  R CMD INSTALL --no-multiarch --library=build/lib "$copy" >build/install.log 2>&1; then
  tail -n 40 build/install.log >&2
  rm -rf build/lib/accord
  echo "accord does not install; the whole output is in build/install.log" >&2
  exit 1
fi
