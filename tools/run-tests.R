# Rscript tools/run-tests.R [file]: the file says whether the native tests, which ran before,
# passed or failed; they count as one test, and their log lies beside it.
# Runs tests/testthat, and tests/jobs in the long run, against the installed accord as tests/testthat.R
# does, and says at the end, on a line of its own, how many tests passed and failed. Fails too when no R
# test ran.

native_file <- commandArgs(trailingOnly = TRUE)
Sys.setenv(NOT_CRAN = "true") # all tests, also those skipped on CRAN
options(testthat.progress.max_fails = Inf)
# Files run in parallel (as set in DESCRIPTION), one process per core.
Sys.setenv(TESTTHAT_CPUS = parallel::detectCores())
# Many packages are loaded, and each garbage collection visits all of them: a larger initial heap reduces their number,
# which saves a seventh of the time.
Sys.setenv(R_NSIZE = "6000000", R_VSIZE = "512M", R_GC_MEM_GROW = "3")

# A log needs no spinner.
reporter <- if (cli::is_dynamic_tty()) testthat::ParallelProgressReporter else testthat::CheckReporter

# The long run includes the analyses of users.
folders <- c("tests/testthat", if (identical(Sys.getenv("ACCORD_TEST_LONG"), "true")) "tests/jobs")
results <- do.call(rbind, lapply(folders, function(folder) {
  as.data.frame(testthat::test_dir(
    folder,
    package = "accord", load_package = "installed", stop_on_failure = FALSE,
    reporter = reporter$new()
  ))
}))

native <- character()
if (length(native_file)) {
  native <- readLines(native_file)
  log <- readLines(sub("result$", "log", native_file))
  cat("", if (native == "passed") utils::tail(log, 1) else log, sep = "\n")
}

failed <- results$failed > 0 | results$error
skipped <- results$skipped & !failed
count <- c(
  passed = sum(!failed & !skipped) + sum(native == "passed"),
  failed = sum(failed) + sum(native == "failed"),
  skipped = sum(skipped)
)
if (nrow(results) == sum(skipped)) {
  message("No R test ran.")
  count["failed"] <- count["failed"] + 1
}
if ("failed" %in% native) message("The native tests failed; see above.")
cat("\n", paste(count, names(count), collapse = ", "), "\n", sep = "")
quit(status = as.integer(count[["failed"]] > 0))
