test_that("a declared category that nobody used counts, and one category alone has no value", {
  ratings <- data.frame(item = rep(1:5, 2), rater = rep(1:2, each = 5), label = "a")
  two <- van_oest(ratings, item, rater, label, categories = c("a", "b"), ci = ci_none())
  expect_equal(two$estimate, 1)
  expect_equal(two$expected, 1 - (11^2 + 1) / 12^2)
  expect_warning(one <- van_oest(ratings, item, rater, label, ci = ci_none()), class = "accord_warning_undefined")
  expect_identical(one$status, "one category only")
})
