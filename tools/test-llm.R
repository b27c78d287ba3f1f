# Runs the tests that use a language model server, and fails if they would be skipped.

stopifnot(utils::packageVersion("ellmer") >= "0.5.0")
cat("ellmer", as.character(utils::packageVersion("ellmer")), "of", find.package("ellmer"), "\n")
results <- as.data.frame(testthat::test_dir(
  "tests/testthat",
  filter = "^llm", package = "accord", load_package = "installed", stop_on_failure = FALSE,
  reporter = testthat::CheckReporter$new()
))
failed <- results$failed > 0 | results$error
cat(sum(!failed & !results$skipped), "passed,", sum(failed), "failed,", sum(results$skipped), "skipped\n")
quit(status = as.integer(any(failed)))
