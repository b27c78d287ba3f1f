# The checks in the data section of a report.

found_checks <- function(ratings) {
  checks <- Filter(function(check) check$n > 0, quality_checks(ratings))
  rlang::set_names(vapply(checks, `[[`, "", "which"), vapply(checks, `[[`, "", "check"))
}
check_names <- function(ratings) vapply(quality_checks(ratings), `[[`, "", "check")

test_that("a rater who always gave the same answer is named from ten ratings on", {
  data <- data.frame(item = rep(1:12, 3), rater = rep(c("ann", "bob", "cat"), each = 12), label = c("no", "yes"))
  data$label[data$rater == "bob"] <- "no"
  data$label[data$rater == "cat"] <- "yes"
  # Nine equal ratings are too few.
  data <- data[!(data$rater == "cat" & data$item > 9), ]
  found <- found_checks(as_ratings(data, item, rater, label))
  expect_identical(found[["Raters with ten ratings or more who always gave the same answer"]], "bob")
  # An annotator without any span gave no label to all positions.
  spans <- data.frame(
    document = "d1", annotator = c("ann", "bob"), start = c(2, NA), end = c(5, NA), label = c("X", NA), length = 20
  )
  found <- found_checks(as_ratings(as_spans(spans)))
  expect_identical(found[["Raters with ten positions or more who always gave the same answer"]], "bob")
})

test_that("checks have no tails, and repeated ratings are said to be counted", {
  data <- data.frame(item = c(1, 1, 1, 2, 2), rater = c("ann", "bob", "bob", "ann", "bob"))
  data$label <- c("x", "y", "x", "x", "y")
  ratings <- as_ratings(data, item, rater, label, duplicates = "keep")
  expect_identical(found_checks(ratings)[["Ratings of an item repeated by a rater, all counted"]], "1")
  expect_true("Answers outside the categories" %in% check_names(ratings))
})
