kappa <- function(...) cohen_kappa(..., ci = ci_none())$estimate

test_that("a table whose sides lack categories is completed by its names", {
  # R-help, 25 May 2010: Cohen's kappa is .6.
  x <- c("red", "yellow", "blue", "red")
  y <- c("red", "blue", "blue", "red")
  expect_equal(kappa(table(x, y), layout = "confusion"), 0.6)
  expect_fault(cohen_kappa(table(x, y)), "layout", "not square.*layout = \"confusion\"")
  expect_equal(kappa(unclass(table(x, y)), layout = "confusion"), 0.6)
  expect_equal(kappa(table(y, x), layout = "confusion"), 0.6)
  bare <- unname(unclass(table(x, y)))
  dimnames(bare) <- NULL
  expect_fault(cohen_kappa(bare, layout = "confusion"), "not_square", "dimnames")
})

test_that("the order of categories is that of both sides, if there is one", {
  steps <- c("low", "mid", "high", "top")
  a <- factor(c("low", "mid", "high", "low"), steps[1:3])
  b <- factor(c("mid", "mid", "high", "top"), steps[2:4])
  full <- table(factor(a, steps), factor(b, steps))
  expect_equal(as_ratings(table(a, b), layout = "confusion")$categories, steps)
  expect_equal(
    kappa(table(a, b), layout = "confusion", weights = "linear"), kappa(full, weights = "linear")
  )
  numbers <- table(c(1, 10, 2, 2), c(1, 10, 3, 3))
  expect_equal(as_ratings(numbers, layout = "confusion", level = "interval")$categories, c(1, 2, 3, 10))
  # b and c may come in either order.
  open <- matrix(c(3, 1, 1, 2), 2, dimnames = list(c("z", "b"), c("z", "c")))
  expect_equal(as_ratings(open, layout = "confusion")$categories, c("z", "b", "c"))
  expect_fault(cohen_kappa(open, layout = "confusion", weights = "linear"), "level")
  expect_no_error(kappa(open, layout = "confusion", weights = "linear", categories = c("z", "c", "b")))
})

test_that("a confusion table is not one of items and raters", {
  skip_if_quick()
  m <- matrix(c(20, 5, 3, 4, 30, 2, 1, 6, 25), 3)
  named <- m
  dimnames(named) <- list(letters[1:3], letters[1:3])
  with_ids <- cbind(class = letters[1:3], as.data.frame(named))
  for (layout in c("raters_in_columns", "raters_in_rows")) {
    expect_fault(as_ratings(m, layout = layout), "layout", "confusion")
    expect_fault(as_ratings(named, layout = layout), "layout", "same names")
  }
  expect_fault(as_ratings(as.data.frame(named), layout = "raters_in_columns"), "layout")
  expect_fault(as_ratings(with_ids, item = class, layout = "raters_in_columns"), "layout")
  # (75 / 96 - e) / (1 - e), e the sum of products of the margins 25, 41, 30 and 28, 36, 32 over 96^2
  e <- (25 * 28 + 41 * 36 + 30 * 32) / 96^2
  expect_equal(kappa(m, layout = "confusion"), (75 / 96 - e) / (1 - e))
  # Three items on a scale of 1 to 10 by three raters, and items and raters with numbers.
  expect_no_error(as_ratings(matrix(c(9, 2, 5, 8, 3, 5, 9, 1, 6), 3), layout = "raters_in_columns"))
  numbered <- matrix(c(1, 2, 3, 1, 2, 2, 1, 3, 3), 3, dimnames = list(1:3, 1:3))
  expect_no_error(as_ratings(numbered, layout = "raters_in_columns"))
})
