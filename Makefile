# Every job is a target here, so it works without any CI. Each target first installs what it lacks
# (tools/setup.sh), and builds in build/, never in the tree or in the user's R library.

.NOTPARALLEL:
.PHONY: help demo test test-all test-cpp test-long test-llm test-engines test-app bench-engines fresh fuzz fuzz-sanitized \
  check check-no-suggests coverage conformance doc doc-check format lint bench site clean

# One locale and language, so that output and sorting are the same everywhere.
export LC_ALL ?= C.UTF-8
export LANGUAGE := en

# Files and folders: a folder is newer when a file in it was deleted.
SOURCES := DESCRIPTION NAMESPACE tools/install.sh \
  $(shell find R src inst man data ! -name '*.o' ! -name '*.so' 2>/dev/null)
INSTALLED := build/lib/accord/DESCRIPTION
NATIVE := --no-print-directory -j$(shell nproc) -C tests/cpp
RSCRIPT := R_LIBS="$(CURDIR)/build/lib$${R_LIBS:+:$$R_LIBS}" Rscript
# With drivers of databases from CRAN, which need newer packages than Debian's
RSCRIPT_ENGINES := R_LIBS="$(CURDIR)/build/lib:$(CURDIR)/build/engines-lib$${R_LIBS:+:$$R_LIBS}" Rscript

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' Makefile

demo: setup-demo $(INSTALLED) ## Run the main job on the shipped data; results go to demo-output/
	@mkdir -p demo-output
	@$(RSCRIPT) inst/demo.R demo-output

# The native tests without sanitizers (make test-cpp has them) are compiled and run while accord is installed;
# their log comes at the end.
test: setup-test ## Native tests and R tests, but for slow ones
	@mkdir -p build; rm -f build/native.result; \
	{ $(MAKE) $(NATIVE) test PLAIN=1 > build/native.log 2>&1 && echo passed > build/native.result || \
	  echo failed > build/native.result; } & \
	$(MAKE) --no-print-directory $(INSTALLED); installed=$$?; wait; test $$installed -eq 0
	@$(RSCRIPT) tools/run-tests.R build/native.result

test-all: ## The same with the slow tests
	@ACCORD_TEST_ALL=true $(MAKE) --no-print-directory test

test-cpp: setup-cpp ## Native tests of the core alone (no R), under sanitizers; each header alone
	@$(MAKE) $(NATIVE) test alone

test-long: ## All tests, with those that need longer than make test
	@ACCORD_TEST_LONG=true $(MAKE) --no-print-directory test

test-llm: setup-llm $(INSTALLED) ## Tests of annotate_llm(), with ellmer from CRAN in build/llm-lib; ACCORD_TEST_LONG=true has the long ones
	@bash tools/own-lib.sh build/llm-lib ellmer=0.5.0
	@R_LIBS="$(CURDIR)/build/lib:$(CURDIR)/build/llm-lib$${R_LIBS:+:$$R_LIBS}" NOT_CRAN=true Rscript tools/test-llm.R

test-app: setup-app $(INSTALLED) ## accord_app() driven by a real Chromium; pictures go to build/test-app
	@$(RSCRIPT) tools/test-app.R build/test-app

test-engines: setup-engines $(INSTALLED) ## Tables on PostgreSQL and two shards of ClickHouse, against memory; starts and stops them
	@bash tools/own-lib.sh build/engines-lib RPostgres RClickhouse || echo "going on without"
	@bash tools/engines.sh start
	@ACCORD_TEST_ENGINES=true NOT_CRAN=true $(RSCRIPT_ENGINES) -e 'testthat::test_dir("tests/testthat", package = "accord",' \
	  -e 'load_package = "installed", filter = "^database")'; status=$$?; bash tools/engines.sh stop; exit $$status

bench-engines: setup-engines $(INSTALLED) ## Time and memory of 1e6 and 1e7 ratings on two shards of ClickHouse
	@bash tools/own-lib.sh build/engines-lib RPostgres RClickhouse
	@bash tools/engines.sh start
	@$(RSCRIPT_ENGINES) bench/engines-crowd.R; status=$$?; bash tools/engines.sh stop; exit $$status

fresh: ## The two commands of README.md on a bare Debian 12, a bare 13, and with CRAN's newest; MACHINES chooses
	@bash tools/fresh.sh $(MACHINES)

fuzz: setup-test $(INSTALLED) ## Random data of every class, damaged files; ACCORD_FUZZ_SETS, _FILES, _FROM, _MINUTES
	@$(RSCRIPT) tests/fuzz/run.R

fuzz-sanitized: setup-test ## The same with the core under the address and undefined-behaviour sanitizers
	@bash tools/sanitized.sh tests/fuzz/run.R

check: setup-check ## R CMD check --as-cran; fails on any error, warning or note of ours
	@bash tools/check.sh

check-no-suggests: setup-check ## R CMD check with the hard dependencies only
	@bash tools/check.sh --no-suggests

coverage: setup-coverage ## Lines of R and of the core that the tests run; needs a quarter of an hour, writes build/coverage
	@Rscript tools/coverage.R build/coverage

conformance: setup-conformance $(INSTALLED) ## What other programs give for the cases in conformance/; packages go into build/conformance-lib
	@bash tools/own-lib.sh build/conformance-lib irr irrCAC icr psych DescTools krippendorffsalpha || echo "going on without"
	@Rscript conformance/tidycomm.R build/conformance-lib >build/conformance-tidycomm.log 2>&1 || echo "going on without tidycomm"
	@R_LIBS="$(CURDIR)/build/lib:$(CURDIR)/build/conformance-lib$${R_LIBS:+:$$R_LIBS}" Rscript conformance/run.R

doc: setup-doc ## Write man/, NAMESPACE and RcppExports from the sources
	@bash tools/document.sh

doc-check: setup-doc ## Fail when these differ from what make doc would write
	@bash tools/document.sh --check

format: setup-format ## Format the C++ code (and the R code where air is installed)
	@bash tools/format.sh

lint: setup-lint ## Check formatting, R style, that the core includes no R, and paths in files
	@bash tools/lint.sh

bench: setup-bench $(INSTALLED) ## Measure time and memory
	@$(RSCRIPT) bench/run.R

site: setup-site $(INSTALLED) ## Build the web site of help pages and articles in build/site
	@bash tools/site.sh

clean: ## Delete all that the targets made
	rm -rf build demo-output

setup-%:
	@bash tools/setup.sh $*

$(INSTALLED): $(SOURCES)
	@bash tools/install.sh
