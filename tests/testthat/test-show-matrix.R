skip_if_not_installed("knitr")

test_that("the confusion of two raters is a table with its sums", {
  table <- matrix(c(2L, 1L, 0L, 3L), 2, dimnames = list(rater_1 = c("a", "b"), rater_2 = c("a", "b")))
  expect_equal(
    as.character(paper_table(table, "markdown")),
    paste(
      "|First rater |  a|  b| Total|", "|:-----------|--:|--:|-----:|", "|a           |  2|  0|     2|",
      "|b           |  1|  3|     4|", "", "*Note.* First rater in rows, second rater in columns.",
      sep = "\n"
    )
  )
  expect_fault(paper_table(unname(table)), "not_agreement", "names")
  expect_fault(paper_table(table, wide = TRUE), "not_wide")
})

test_that("coincidences of several groups stand below each other", {
  data <- result_ratings()
  data$half <- rep(c("x", "y"), each = 12)
  table <- as.character(paper_table(summary(as_ratings(data, item, rater, label, by = half)), "markdown"))
  expect_match(table, "^[|]Group")
  expect_length(gregexpr("\n[|][xy] ", table)[[1]], 6)
})
