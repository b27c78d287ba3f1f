# Intraclass correlations by REML: with complete data those of the analysis of variance.

reml_of <- function(m, ...) icc(unname(as.matrix(m)), layout = "raters_in_columns", method = "reml", ...)

test_that("complete data have the values of Shrout and Fleiss' table 4", {
  published <- read_reference("icc-published.csv", colClasses = c(value = "character"))
  rows <- published[published$dataset == "shrout_fleiss1979" & published$quantity == "estimate", ]
  expect_gte(nrow(rows), 6)
  x <- reml_of(icc_table("shrout_fleiss1979"))
  for (i in seq_len(nrow(rows))) {
    got <- x$estimate[x$coefficient == rows$form[i]]
    expect_published(got, as.numeric(rows$value[i]), rows$digits[i], rows$form[i])
  }
  expect_identical(unique(x$interval), "profile")
  expect_true(all(x$conf.low <= x$estimate & x$estimate <= x$conf.high))
  expect_true(all(is.na(x$statistic)))
})

test_that("missing ratings give the shares of the components of variance_components()", {
  m <- as.matrix(icc_table("shrout_fleiss1979_missing"))
  x <- reml_of(m, form = c("icc_a1", "icc_c1", "icc_ak"), k = 4)
  rows <- data.frame(item = c(row(m)), rater = c(col(m)), y = c(m))
  v <- variance_components(rows, y ~ (1 | item) + (1 | rater), ci = "none")$estimate
  expect_equal(x$estimate, c(v[1] / sum(v), v[1] / (v[1] + v[3]), v[1] / (v[1] + (v[2] + v[3]) / 4)))
})

test_that("somebody who rates twice tells the interaction from the error", {
  set.seed(5)
  rows <- expand.grid(item = 1:10, rater = 1:3, again = 1:2)
  rows$y <- rnorm(10)[rows$item] + rnorm(30)[rows$item + 10 * (rows$rater - 1)] + rnorm(60)
  x <- icc(rows, item, rater, y, form = c("icc_a1", "icc_ck"), duplicates = "keep", method = "reml")
  v <- variance_components(rows, y ~ (1 | item) + (1 | rater) + (1 | item:rater), ci = "none")$estimate
  expect_equal(x$estimate, c(v[1] / sum(v), v[1] / (v[1] + (v[3] + v[4]) / 3)))
  expect_equal(x$n_averaged, c(1, 3))
})

test_that("each group has its own, and those without say why", {
  day <- small(score = c(1, 3, 4, 5, 2, 2))
  rows <- rbind(cbind(day, day = "a"), cbind(small(score = 1), day = "b"))
  expect_warning(
    x <- icc(rows, item, who, score, by = day, form = c("icc1", "icc_a1"), method = "reml"),
    class = "accord_warning_undefined"
  )
  expect_identical(x$status, c("ok", "ok", rep("all ratings are equal", 2)))
  expect_equal(
    x$estimate[1:2],
    icc(day, item, who, score, form = c("icc1", "icc_a1"), method = "reml")$estimate
  )
})

test_that("a correlation below 0 is 0", {
  x <- suppressWarnings(reml_of(cbind(1:3, 3:1), form = c("icc1", "icc_a1")))
  expect_identical(x$estimate[1], 0)
  expect_identical(x$conf.low[1], 0)
})

test_that("perfect agreement has no likelihood", {
  expect_warning(x <- reml_of(cbind(1:4, 1:4), form = "icc_c1"), class = "accord_warning_undefined")
  expect_identical(x$status, "no error variance")
})

test_that("what belongs to mean squares is refused", {
  m <- icc_table("shrout_fleiss1979")
  expect_fault(reml_of(m, ci = "f"), "argument", "ci_profile", argument = "ci")
  expect_fault(reml_of(m, test_value = .5), "argument", "1 is given")
  expect_fault(reml_of(m, missing = "rater_means", test_value = .5), "argument", "2 are given")
  expect_fault(icc_of(m, method = "ml"), "argument", argument = "method")
})

# Nine more ratings by one rater of one item: each of the eight items still has three raters.
test_that("ratings that were repeated do not change how many raters are averaged", {
  local_seed(1)
  once <- expand.grid(i = 1:8, r = c("a", "b", "c"))
  once$y <- round(stats::rnorm(8)[once$i] + stats::rnorm(24, 0, 0.5), 1)
  again <- rbind(once, transform(once[rep(1, 9), ], y = round(y + stats::rnorm(9), 1)))
  of <- function(data, ...) {
    x <- icc(data, i, r, y, method = "reml", form = c("icc_ak", "icc_ck"), ...)
    x$n_averaged
  }
  expect_equal(of(once), c(3, 3))
  expect_equal(of(again, duplicates = "keep"), c(3, 3))
  # Items of 3, 2, 2 and 3 raters: Ebel's mean is (10 - 26 / 10) / 3.
  expect_equal(raters_per_item(c(3, 2, 2, 3)), 7.4 / 3)
})

test_that("a limit that was not found is told, and leaves the estimate its status", {
  d <- data.frame(item = rep(1:4, 3), rater = rep(1:3, each = 4), y = c(1, 4, 2, 3, 2, 3, 4, 1, 3, 2, 1, 4))
  # If one item is deleted, the others do not differ.
  of <- function(...) icc(d, item, rater, y, method = "reml", form = c("icc_a1", "icc_ck"), ...)
  warning <- expect_warning(x <- of(ci = "jackknife"), class = "accord_warning_no_interval")
  expect_match(conditionMessage(warning), "2 of 2 have a limit that was not found")
  expect_identical(x$status, c("ok", "ok"))
  expect_identical(c(x$conf.low, x$conf.high), rep(NA_real_, 4))
  expect_no_warning(of())
  lost <- of()
  lost$conf.high[2] <- NA
  expect_warning(warn_no_limit(lost), "1 of 2 has a limit", class = "accord_warning_no_interval")
})
