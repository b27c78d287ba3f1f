test_that("ratings outside the categories are named with their rater", {
  x <- data.frame(
    item = 1:8, human = c("4", "5", "2", "3", "1", "2", "5", "4"),
    model = c("4", "5/5", "Rating: 2", "3.", "1", "1", "5", "4")
  )
  kappa <- function(x) {
    cohen_kappa(x, item, layout = "raters_in_columns", categories = as.character(1:5), ci = ci_none())
  }
  cnd <- expect_warning(k <- kappa(x), "by one rater, model", class = "accord_warning_outside_categories")
  expect_identical(cnd$values, c("5/5", "Rating: 2", "3."))
  expect_match(paste(format(k), collapse = " "), "Rating: 2.* by model")
  # One of each rater is no answer in another form.
  x[2:4, "model"] <- c("5", "2", "?")
  x[5, "human"] <- "?"
  expect_no_warning(k <- kappa(x), class = "accord_warning_outside_categories")
  expect_match(paste(format(k), collapse = " "), "2 ratings set aside")
  ratings <- as_ratings(x, item, layout = "raters_in_columns", categories = as.character(1:5))
  expect_match(format(ratings), "outside the categories .\"[?]\"", all = FALSE)
})

test_that("the print says which columns are the raters", {
  x <- data.frame(ann = c("a", "b", "a"), bob = c("a", "b", "b"))
  expect_no_message(k <- cohen_kappa(x, layout = "raters_in_columns", ci = ci_none()))
  expect_match(format(k), "# Raters: the columns ann, bob", all = FALSE)
})

test_that("a category that no rating has, and that is nearly that of others, is asked for", {
  x <- data.frame(item = 1:4, a = c("low", "medium", "high", "low"), b = c("low", "high", "high", "medium"))
  kappa <- function(categories) {
    cohen_kappa(x, item, layout = "raters_in_columns", categories = categories, ci = ci_none())
  }
  expect_warning(
    kappa(c("low", "medum", "high")), "Did you mean .medium",
    class = "accord_warning_outside_categories"
  )
  expect_no_warning(kappa(c("low", "high", "other")), class = "accord_warning_outside_categories")
})
