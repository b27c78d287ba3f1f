# The jobs share the helpers and the reference data of tests/testthat.

for (file in c("helper-data.R", "helper-files.R", "helper-published.R")) {
  source(test_path("..", "testthat", file), local = TRUE)
}

shipped <- function(...) system.file("extdata", ..., package = "accord", mustWork = TRUE)
reference <- function(...) test_path("..", "testthat", "reference", ...)
reference_csv <- function(...) utils::read.csv(reference(...), check.names = FALSE)

# A number as it was printed: rounded to its digits.
expect_printed <- function(x, printed) {
  digits <- nchar(sub("^[^.]*[.]?", "", printed))
  expect_identical(formatC(x, digits = digits, format = "f"), printed)
}

# A table for a paper, as text.
table_text <- function(...) paste(as.character(paper_table(...)), collapse = "\n")

# No call that a job needs may take longer than this.
expect_quick <- function(code, seconds = 10) {
  spent <- system.time(value <- code)
  expect_lt(min(spent[["elapsed"]], spent[["user.self"]] + spent[["sys.self"]]), seconds)
  invisible(value)
}
