skip_if_not_installed("knitr")

test_that("a result in a document is its table", {
  alpha <- krippendorff_alpha(result_ratings(), item, rater, label)
  expect_equal(as.character(knitr::knit_print(alpha)), paste0("\n\n", paper_table(alpha), "\n\n"))
})

test_that("of a long result the first rows are shown, and it says so", {
  data <- data.frame(item = rep(1:40, each = 2), rater = c("ann", "bob"), label = c("a", "b"))
  text <- as.character(knitr::knit_print(item_summary(data, item, rater, label)))
  expect_match(text, "*Note.* The first 30 of 40 rows.", fixed = TRUE)
  expect_length(grep("^[|] *[0-9]", strsplit(text, "\n")[[1]]), 30)
})

test_that("list columns have no place there", {
  pairs <- pairwise_agreement(result_ratings(), item, rater, label, confusion = TRUE)
  expect_match(as.character(knitr::knit_print(pairs)), "First rater")
})

test_that("what can no longer be a table prints", {
  alpha <- krippendorff_alpha(result_ratings(), item, rater, label)
  alpha$estimate <- NULL
  utils::capture.output(knitted <- knitr::knit_print(alpha, list()))
  expect_false(inherits(knitted, "knit_asis"))
})
