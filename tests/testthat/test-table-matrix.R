skip_if_not_installed("knitr")

test_that("the confusion of two raters is a table with its sums", {
  table <- matrix(c(2L, 1L, 0L, 3L), 2, dimnames = list(rater_1 = c("a", "b"), rater_2 = c("a", "b")))
  expect_equal(
    as.character(paper_table(table, "markdown")),
    paste(
      "|First rater |  a|  b| Total|", "|:-----------|--:|--:|-----:|", "|a           |  2|  0|     2|",
      "|b           |  1|  3|     4|", "|Total       |  3|  3|     6|", "",
      "*Note.* First rater in rows, second rater in columns. Numbers of items.",
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
  expect_match(table, "^[|]Group [|]One rating [|]")
  # Each group is named once, and has three categories and totals.
  expect_match(table, "\n[|]x +[|]a [^\n]*(\n[|] +[|](b|c|Total) [^\n]*){3}\n[|]y ")
})

test_that("sums have the digits of the other numbers", {
  # An ordered pair of an item with four ratings counts 1/3, and the row of a category adds up to its ratings.
  one <- function(k, group) {
    data <- with_seed(k, simulate_ratings(20, 7, ratings_per_item = 4, prevalence = c(a = .5, b = .3, c = .2)))
    data.frame(data, group = group)
  }
  data <- rbind(one(3, "y"), one(101, "x"))
  table <- paper_table(summary(as_ratings(data, item, rater, rating, by = group)), "markdown")
  lines <- grep("^[|][xy ] +[|][abc] ", strsplit(table, "\n")[[1]], value = TRUE)
  cells <- do.call(rbind, lapply(strsplit(lines, "|", fixed = TRUE), trimws))
  expect_identical(as.integer(cells[, 7]), as.integer(table(data$rating, data$group)))
  expect_true(all(grepl("^[0-9]+[.][0-9]{3}$", cells[, 4:7])))
  # Numbers that are not whole are not rounded.
  table <- matrix(c(1 / 3 + 2 / 3, 0.5, 0.25, 0.75), 2, dimnames = list(c("a", "b"), c("a", "b")))
  expect_match(as.character(paper_table(table, "markdown")), "a +[|] 1.000[|] 0.250[|] 1.250[|]")
})
