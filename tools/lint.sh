#!/bin/bash
# Checks formatting, R style, that the core does not use R, and that no tracked file has a path of one machine.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
status=0

bash tools/format.sh --check || status=1

Rscript -e 'found <- lintr::lint_package()' -e 'print(found)' -e 'quit(status = length(found) > 0)' ||
  status=1

make --no-print-directory -C tests/cpp no-r || status=1

# If two functions have the same name, as after a merge of two branches, that of the last file silently wins.
twice=$(git grep -hoE '^[[:alpha:].][[:alnum:]_.]* <- ' -- R | sort | uniq -d)
if [ -n "$twice" ]; then
  echo "lint: defined more than once in R/: $twice" >&2
  status=1
fi

# R CMD check warns of packages that tests use and DESCRIPTION does not name; those of R itself need no declaration.
Rscript -e 'files <- list.files(c("R", "tests/testthat"), "[.]R$", full.names = TRUE)' \
  -e 'words <- lapply(files, function(file) getParseData(parse(file, keep.source = TRUE)))' \
  -e 'used <- unlist(lapply(words, function(x) x$text[x$token == "SYMBOL_PACKAGE"]))' \
  -e 'fields <- read.dcf("DESCRIPTION", c("Package", "Imports", "Suggests", "Enhances", "LinkingTo"))' \
  -e 'named <- unlist(strsplit(fields, "[^[:alnum:].]+"))' \
  -e 'found <- setdiff(used, c(named, rownames(installed.packages(.Library, priority = "base"))))' \
  -e 'if (length(found)) message("lint: packages that DESCRIPTION does not name: ", toString(found))' \
  -e 'quit(status = length(found) > 0)' || status=1

# R CMD check has a note for longer ones, which the PDF manual would cut.
long=$(awk '/^\\examples\{/ { inside = 1 } /^}/ { inside = 0 }
  inside && length($0) > 100 && !/^\\dontshow/ { print FILENAME ": " $0 }' man/*.Rd)
if [ -n "$long" ]; then
  echo "lint: lines of examples with more than 100 characters: $long" >&2
  status=1
fi

# Only whole words count, so that the path of a web address does not.
if git grep -nIE '(^|[^[:alnum:]_./~-])(/(home|Users|root|work)/|[A-Z]:\\Users\\)[[:alnum:]]' -- .; then
  echo "lint: these lines name a path of one machine" >&2
  status=1
fi
exit $status
