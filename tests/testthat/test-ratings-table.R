test_that("counts are ratings by anonymous raters", {
  counts <- rbind(c(0, 2, 1), c(3, 0, 0), c(0, 0, 0))
  colnames(counts) <- c("no", "maybe", "yes")
  r <- as_ratings(counts, layout = "counts")
  expect_null(r$raters)
  expect_equal(r$categories, c("no", "maybe", "yes"))
  expect_equal(diff(r$item_start), c(3L, 3L, 0L))
  expect_equal(tibble::as_tibble(r)$rating, c("maybe", "maybe", "yes", "no", "no", "no"))
})

test_that("the columns of counts get their values from categories or their names", {
  counts <- rbind(c(1, 1, 0), c(0, 2, 0), c(0, 1, 1))
  named <- counts
  colnames(named) <- c("2", "10", "30")
  expect_equal(as_ratings(counts, layout = "counts")$categories, c("1", "2", "3"))
  expect_equal(as_ratings(named, layout = "counts", level = "interval")$categories, c(2, 10, 30))
  expect_equal(
    as_ratings(counts, layout = "counts", level = "interval", categories = c(2, 10, 30))$categories,
    c(2, 10, 30)
  )
  colnames(named) <- c("low", "mid", "high")
  expect_fault(as_ratings(named, layout = "counts", level = "ordinal"), "level", "needs the order")
  expect_equal(
    as_ratings(counts, layout = "counts", level = "ordinal", categories = c("low", "mid", "high"))$level,
    "ordinal"
  )
  expect_fault(
    as_ratings(counts, layout = "counts", categories = 1:2),
    "categories", "3 columns, but 2 categories"
  )
})

test_that("a data frame of counts, with ids and groups", {
  d <- data.frame(id = c("a", "b", "a"), yes = c(2, 1, 0), no = c(0, 1, 3), part = c(1, 1, 2))
  r <- as_ratings(d, item = id, by = part, layout = "counts")
  expect_equal(r$items, c("a", "b", "a"))
  expect_equal(r$groups$part, 1:2)
  expect_equal(r$categories, c("yes", "no"))
})

test_that("a confusion table is two raters on as many items as it counts", {
  first <- factor(c("a", "a", "b", "c"), levels = c("a", "b", "c"))
  second <- factor(c("a", "b", "b", "b"), levels = c("a", "b", "c"))
  r <- as_ratings(table(first, second), layout = "confusion")
  expect_equal(r$raters, c("first", "second"))
  rows <- tibble::as_tibble(r)
  expect_equal(sum(rows$rating[rows$rater == "first"] == "a"), 2)
  wide <- as_ratings(cbind(as.character(first), as.character(second)), layout = "raters_in_columns")
  expect_equal(krippendorff_alpha(r, ci = ci_none()), krippendorff_alpha(wide, ci = ci_none()))
})

test_that("the sides of a confusion table may be in different order, not of different kind", {
  counts <- matrix(c(5, 1, 2, 7), 2, dimnames = list(c("a", "b"), c("a", "b")))
  expect_equal(
    krippendorff_alpha(counts[, 2:1], layout = "confusion", ci = ci_none()),
    krippendorff_alpha(counts, layout = "confusion", ci = ci_none())
  )
  colnames(counts) <- c("c", "d")
  expect_fault(as_ratings(counts, layout = "confusion"), "not_square", "no category in common")
  expect_fault(
    as_ratings(unname(counts)[, 1, drop = FALSE], layout = "confusion"),
    "not_square", "2 rows and 1 column"
  )
})

test_that("counts must be counts", {
  skip_if_quick()
  expect_fault(as_ratings(rbind(c(.5, .5)), layout = "counts"), "not_counts", "2 cells are not")
  expect_fault(as_ratings(rbind(c(-1, 2)), layout = "counts"), "not_counts", "1 cell is not")
  expect_fault(as_ratings(rbind(c("a", "b")), layout = "counts"), "not_counts")
  expect_fault(as_ratings(table(1, 1, 1), layout = "counts"), "not_ratings", "has 3")
  expect_fault(as_ratings(table(1:2, 3:4)), "layout")
})

test_that("where a level needs numbers, names of columns are not converted by as.numeric()", {
  counts <- rbind(c(2, 1, 0), c(0, 3, 0), c(1, 1, 1))
  colnames(counts) <- c("low", "mid", "high")
  error <- expect_error(krippendorff_alpha(counts, layout = "counts", level = "interval"), class = "accord_error_level")
  expect_match(conditionMessage(error), "categories = c(1, 2, 5)", fixed = TRUE)
  expect_no_match(conditionMessage(error), "as.numeric")
  alpha <- function(...) krippendorff_alpha(counts, layout = "counts", level = "interval", ..., ci = ci_none())$estimate
  by_names <- counts
  colnames(by_names) <- c(1, 2, 5)
  expect_equal(
    alpha(categories = c(1, 2, 5)),
    krippendorff_alpha(by_names, layout = "counts", level = "interval", ci = ci_none())$estimate
  )
})

test_that("numbers in the names of a table are scores by the way that the error shows", {
  skip_if_quick()
  counts <- matrix(c(6, 3, 1, 2, 5, 1, 0, 1, 4), 3, dimnames = list(c(1, 2, 5), c(1, 2, 5)))
  read <- as_ratings(counts, layout = "confusion", categories = c(1, 2, 5))
  cells <- which(counts > 0, arr.ind = TRUE)
  # Raters in the order of "columns" and "rows"; a concordance has rows first, and shifts from these.
  pairs <- cbind(b = c(1, 2, 5)[cells[, 1]], a = c(1, 2, 5)[cells[, 2]])[rep(1:8, counts[cells]), ]
  numbers <- function(x) Filter(is.numeric, lapply(x[!grepl("_shift$", names(x))], identity))
  for (verb in list(icc, limits_of_agreement, concordance, rater_severity)) {
    error <- expect_error(verb(counts, layout = "confusion"), class = "accord_error_level")
    expect_match(conditionMessage(error), "give `as_ratings()` `categories = c(1, 2, 5)`, in order", fixed = TRUE)
    expect_equal(numbers(verb(read)), numbers(verb(pairs, layout = "raters_in_columns")))
  }
  labels <- matrix(c("a", "b")[1 + (pairs > 1)], ncol = 2)
  error <- expect_error(rater_severity(labels, layout = "raters_in_columns"), class = "accord_error_level")
  expect_no_match(conditionMessage(error), "as_ratings")
})

test_that("a confusion table may be some rows of a longer data frame", {
  d <- data.frame(a = c(9, 5, 1), b = c(9, 2, 7))
  known <- as_ratings(matrix(c(5, 1, 2, 7), 2, dimnames = list(NULL, c("a", "b"))), layout = "confusion")
  expect_equal(as_ratings(d[2:3, ], layout = "confusion"), known)
  # Rows that have the names of the columns are found by them, in any order.
  names(d) <- c("2", "3")
  kappa <- function(d) cohen_kappa(d, layout = "confusion", ci = ci_none())$estimate
  expect_equal(kappa(d[3:2, ]), kappa(d[2:3, ]))
})
