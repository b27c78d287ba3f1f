test_that("the nearest spelling is found, and only if it is near", {
  expect_equal(nearest("workerid", c("WorkerId", "HITId")), "WorkerId")
  expect_equal(nearest("worker", c("WorkerId", "Title")), "WorkerId")
  expect_equal(nearest("xyz", c("WorkerId", "HITId")), character())
  expect_equal(nearest("a", character()), character())
  expect_equal(nearest("bonf", c("holm", "bonferroni", "none")), "bonferroni")
  expect_equal(nearest("wide", c("tidy", "raters_in_columns", "counts")), character())
})

test_that("flags and numbers are checked", {
  expect_true(check_flag(TRUE, "x"))
  expect_fault(check_flag(NA, "x"), "argument", argument = "x")
  expect_equal(check_number(2L, "x"), 2)
  expect_fault(check_number(Inf, "x"), "argument", "It is Inf")
  expect_fault(check_number(c(1, 2), "x"), "argument")
  expect_null(check_choice(NULL, "a", "x", optional = TRUE))
})

test_that("a package that is not there is asked for", {
  expect_fault(
    need_package("accord.nowhere", "to try"),
    "missing_package", "needed to try", package = "accord.nowhere"
  )
})

test_that("initials stand for a name, and short names for those that differ by a letter alone", {
  methods <- c("zbs", "dawid_skene", "one_coin", "majority")
  expect_identical(nearest("ds", methods), "dawid_skene")
  expect_identical(nearest("DS", methods), "dawid_skene")
  expect_identical(nearest("zb", methods), "zbs")
  expect_identical(nearest("qq", methods), character())
})

test_that("an unknown argument is told the nearest one", {
  d <- data.frame(item = rep(1:3, 2), rater = rep(c("a", "b"), each = 3), label = c("x", "y", "y", "x", "y", "x"))
  expect_fault(agreement(d, item, rater, label, weigths = "linear"), "argument", "Did you mean `weights`")
  expect_fault(agreement(d, item, rater, label, lev = "nominal"), "argument", "unknown argument: `lev`.*mean `level`")
  expect_fault(agreement(as_ratings(d, item, rater, label), weigths = "linear"), "argument", "Did you mean `weights`")
  expect_fault(rater_severity(d, item, rater, label, centre = "items"), "argument", "Did you mean `center`")
  expect_fault(agreement(d, item, rater, label, conf_level = 0.8), "argument", "ci = ci_default\\(0.8\\)")
  level <- 0.8
  expect_fault(agreement(d, item, rater, label, conf_level = level), "argument", "ci = ci_default\\(0.9\\)")
  cnd <- tryCatch(agreement(d, item, rater, label, zzzzzz = 1), error = identity)
  expect_no_match(conditionMessage(cnd), "Did you mean")
})
