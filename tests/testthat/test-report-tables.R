# Tables and sections of a report.

skip_if_not_installed("ggplot2")
skip_if_not_installed("knitr")

cells_of <- function(html) {
  html <- paste(html, collapse = "\n")
  cells <- regmatches(html, gregexpr("<td[^>]*>.*?</td>", html, perl = TRUE))[[1]]
  trimws(gsub("<[^>]*>", "", cells))
}

test_that("a group is named once only where rows are sorted by groups", {
  rows <- data.frame(item = 1:4, far = c(4, 3, 2, 1), criterion = c("form", "logic", "logic", "style"))
  named <- c(item = "Item", far = "Difference")
  expect_identical(cells_of(html_columns(rows, named, 10, "unexpected"))[c(3, 6, 9, 12)], rows$criterion)
  data <- expand.grid(item = 1:3, rater = c("a", "b"), criterion = c("form", "logic", "style"))
  data$label <- c("x", "y")
  ratings <- as_ratings(data, item, rater, label, by = criterion)
  sorted <- cells_of(html_columns(rows[c("criterion", "item")], named["item"], 10, "raters", ratings = ratings))
  expect_identical(sorted[c(1, 3, 5, 7)], c("form", "logic", "", "style"))
})
