# Statements of the help page of unanimous_agreement(), in addition to the tests of every coefficient.

unanimous <- function(dataset, weights = NULL) {
  data <- reference_table(dataset)$data
  unanimous_agreement(data, weights = weights, layout = "raters_in_columns", ci = ci_none())$estimate
}

test_that("a tolerance is a matrix of weights", {
  within <- function(tolerance) {
    (abs(outer(1:6, 1:6, "-")) <= tolerance) + 0
  }
  # irr 0.85: agree(video, 1) prints 90, agree(anxiety, 2) 70
  expect_equal(range(unlist(reference_table("video")$data)), c(2, 5))
  expect_equal(unanimous("video", within(1)[2:5, 2:5]), 0.9)
  expect_equal(range(unlist(reference_table("anxiety")$data)), c(1, 6))
  expect_equal(unanimous("anxiety", within(2)), 0.7)
})

test_that("it is the share of the items that item_summary() calls unanimous", {
  data <- expand.grid(item = 1:40, rater = 1:5)
  data$label <- letters[1 + (data$item * 7 + data$item %/% 3 * (data$rater > 3)) %% 3]
  data <- data[(data$item + data$rater) %% 4 > 0, ]
  items <- item_summary(data, item, rater, label)
  share <- mean(items$unanimous, na.rm = TRUE)
  expect_true(share > 0 && share < 1)
  expect_equal(unanimous_agreement(data, item, rater, label, ci = ci_none())$estimate, share)
})

test_that("a plan has no value for it, but widths", {
  design <- plan_agreement(n_items = 20, n_raters = 3, coefficients = "unanimous", times = 5)
  expect_identical(design$value, NA_real_)
})
