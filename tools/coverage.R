# Rscript tools/coverage.R FOLDER
# Runs the R tests with covr in a copy of the sources below FOLDER, and writes there coverage.csv: for each file of R
# and of the core how many lines can run, how many ran, and which did not. The core is compiled with little optimization,
# so that each line is counted where it stands. ACCORD_TEST_ALL=true adds the slow tests; ACCORD_COVERAGE_TESTS, a
# regular expression, chooses test files, as "^sheet|^table".

folder <- commandArgs(trailingOnly = TRUE)[1]
dir.create(folder, recursive = TRUE, showWarnings = FALSE)
folder <- normalizePath(folder)
sources <- file.path(folder, "accord")
unlink(c(sources, Sys.glob(file.path(folder, "library*"))), recursive = TRUE)
dir.create(sources)
status <- system2("sh", c("-c", shQuote(paste(
  "git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - | tar -x -C",
  shQuote(sources)
))))
stopifnot(status == 0)

# The tests are run one after another: a process of testthat's parallel tests ends before covr writes its counts.
chosen <- Sys.getenv("ACCORD_COVERAGE_TESTS")
tests <- sprintf("
  Sys.setenv(NOT_CRAN = 'true', TESTTHAT_PARALLEL = 'false')
  options(testthat.progress.max_fails = Inf)
  found <- as.data.frame(testthat::test_dir(%s, package = 'accord', load_package = 'installed',
    stop_on_failure = FALSE, reporter = 'check', filter = %s))
  cat(sum(found$failed > 0 | found$error), 'tests failed\\n')
", deparse(file.path(sources, "tests", "testthat")), if (nzchar(chosen)) deparse(chosen) else "NULL")

flags <- "-Og --coverage"
options(covr.flags = c(
  CFLAGS = flags, CXXFLAGS = flags, CXX17FLAGS = paste(flags, "-std=gnu++17"), LDFLAGS = "--coverage"
))
Sys.setenv(CCACHE_DISABLE = "1") # it would change the paths by which gcov finds the headers
found <- covr::package_coverage(sources,
  type = "none", code = tests, quiet = FALSE, clean = FALSE, install_path = tempfile("library", folder)
)

# Both units of the core count the lines of a header that they share.
lines <- as.data.frame(found)[c("filename", "first_line", "last_line", "value")]
lines <- do.call(rbind, Map(function(file, first, last, value) {
  data.frame(file = file, line = if (grepl("[.]R$", file)) first else seq(first, last), value = value)
}, lines$filename, lines$first_line, lines$last_line, lines$value))
lines <- stats::aggregate(value ~ file + line, lines, max)

# "3, 7-9" of c(3, 7, 8, 9)
as_ranges <- function(x) {
  x <- sort(x)
  run <- cumsum(c(1, diff(x) != 1))
  paste(tapply(x, run, function(y) paste(unique(range(y)), collapse = "-")), collapse = ", ")
}
rows <- do.call(rbind, lapply(split(lines, lines$file), function(x) {
  data.frame(
    file = x$file[1], lines = nrow(x), covered = sum(x$value > 0),
    not_covered = if (all(x$value > 0)) "" else as_ranges(x$line[x$value == 0])
  )
}))
rows$percent <- round(100 * rows$covered / rows$lines, 1)
rows <- rows[order(rows$percent, rows$file), c("file", "lines", "covered", "percent", "not_covered")]
utils::write.csv(rows, file.path(folder, "coverage.csv"), row.names = FALSE)

part <- ifelse(grepl("^R/", rows$file), "R", ifelse(grepl("^src/", rows$file), "interface (src)", "core"))
total <- stats::aggregate(rows[c("lines", "covered")], list(part = part), sum)
total <- rbind(total, data.frame(part = "all", lines = sum(rows$lines), covered = sum(rows$covered)))
total$percent <- round(100 * total$covered / total$lines, 1)
print(total, row.names = FALSE)
cat("\nFiles with the most lines that did not run:\n")
rows$missed <- rows$lines - rows$covered
print(utils::head(rows[order(-rows$missed), c("file", "lines", "percent", "missed")], 25), row.names = FALSE)
cat("\nThe lines are in", file.path(basename(folder), "coverage.csv"), "\n")
