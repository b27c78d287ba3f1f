# Numbers of labels computed by hand, and the width that a simulated study then has.

test_that("numbers of labels are those of the formula", {
  # A judge who is right on 9 of 10 items of each class. Share .3: the judge's share is .34, the covariance .168, the
  # squared correlation .168^2 / (.21 x .2244) = .599; m = 1.96^2 x .21 / .05^2 = 322.7, and n = .401 / (1/322.7 -
  # .599/2000) = 143.3. Share .1: .18, .072, .390; m = 138.3, n = .610 / (1/138.3 - .390/3000) = 85.9.
  x <- plan_labels(0.3, 0.1, n_items = 2000, correlation = 0.168 / sqrt(0.21 * 0.34 * 0.66))
  expect_identical(c(x$n_alone, x$n_labelled), c(323L, 144L))
  y <- plan_labels(0.1, 0.1, n_items = 3000, correlation = 0.072 / sqrt(0.09 * 0.18 * 0.82))
  expect_identical(c(y$n_alone, y$n_labelled), c(139L, 86L))
  # Without any correlation the judge saves nothing; with all items labelled, half the width needs four times as many.
  z <- plan_labels(0.5, c(0.2, 0.1), n_items = 1000, correlation = 0)
  expect_identical(z$n_labelled, z$n_alone)
  expect_identical(z$n_alone, c(97L, 385L))
})

test_that("a study with as many labels has the width asked for", {
  set.seed(6)
  widths <- replicate(10, {
    truth <- stats::runif(2000) < 0.3
    items <- data.frame(judge = ifelse(stats::runif(2000) < 0.9, truth, !truth), person = NA)
    drawn <- sample(2000, 144)
    items$person[drawn] <- truth[drawn]
    x <- corrected_estimate(items, person, judge)
    x$conf.high - x$conf.low
  })
  expect_lt(abs(mean(widths) - 0.1), 0.01)
})

test_that("too few items, and bad arguments", {
  x <- plan_labels(0.5, 0.1, n_items = 300, correlation = 0.8)
  expect_identical(c(x$n_alone, x$n_labelled), c(385L, NA))
  expect_identical(x$status, "more labels are needed than there are items")
  expect_fault(plan_labels(1.2, 0.1, n_items = 300, correlation = 0.8), "argument", argument = "share")
  expect_fault(plan_labels(c(0.1, 1.2), 0.1, n_items = 300, correlation = 0.8), "argument", "must be numbers above 0")
  expect_fault(plan_labels(0.2, c(0, 0.1), n_items = 300, correlation = 0.8), "argument", argument = "width")
  expect_fault(plan_labels(0.2, 0.1, n_items = 300, correlation = 2), "argument", argument = "correlation")
  expect_fault(plan_labels(0.2, 0.1, correlation = 0.2), "argument", argument = "n_items")
})
