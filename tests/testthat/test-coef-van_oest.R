# van Oest (2019), tables 4 and 5.

test_that("published values of tables with highly unequal categories", {
  ir2 <- function(table) round(van_oest(table, layout = "confusion", ci = ci_none())$estimate, 3)
  expect_equal(ir2(matrix(c(81, 9, 9, 1), 2)), 0.034)
  few <- matrix(c(118, 2, 5, 0), 2)
  expect_equal(ir2(few), 0.089)
  expect_equal(ir2(4 * few), 0.004)
})

test_that("a declared category that nobody used counts, and one category alone has no value", {
  ratings <- data.frame(item = rep(1:5, 2), rater = rep(1:2, each = 5), label = "a")
  two <- van_oest(ratings, item, rater, label, categories = c("a", "b"), ci = ci_none())
  expect_equal(two$estimate, 1)
  expect_equal(two$expected, 1 - (11^2 + 1) / 12^2)
  expect_warning(one <- van_oest(ratings, item, rater, label, ci = ci_none()), class = "accord_warning_undefined")
  expect_identical(one$status, "one category only")
})
