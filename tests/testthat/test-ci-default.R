# Two raters of `n` items, who differ on `apart` of them.
job <- function(n, apart) {
  label <- rep_len(c("a", "b"), n)
  other <- ifelse(seq_len(n) <= apart, ifelse(label == "a", "b", "a"), label)
  data.frame(item = rep(seq_len(n), 2), rater = rep(1:2, each = n), label = c(label, other))
}

test_that("it is ci_bayes() for every group, whatever its size", {
  measured <- function(data, ...) as.data.frame(fleiss_kappa(data, item, rater, label, ...))
  few <- job(30, 4)
  expect_identical(measured(few)$interval, "Bayesian")
  expect_identical(measured(few), measured(few, ci = ci_bayes()))
  expect_identical(measured(few, ci = ci_default(0.9)), measured(few, ci = ci_bayes(conf_level = 0.9)))
  many <- job(2001, 200)
  expect_identical(measured(many)$interval, "Bayesian")
  expect_identical(krippendorff_alpha(few, item, rater, label)$interval, "Bayesian")
  expect_identical(unique(agreement(few, item, rater, label)$interval), "Bayesian")
  expect_identical(unique(category_agreement(few, item, rater, label)$interval), "Bayesian")
})

test_that("perfect agreement has an interval that does not jump with the number of items", {
  limits <- vapply(c(1999, 2001, 4096, 4097), function(n) {
    x <- fleiss_kappa(job(n, 0), item, rater, label)
    c(x$conf.low, x$conf.high)
  }, c(0, 0))
  expect_equal(limits[2, ], rep(1, 4))
  expect_true(all(limits[1, ] > 0.99 & limits[1, ] < 1))
  expect_lt(abs(limits[1, 1] - limits[1, 2]), 5e-4)
  expect_lt(abs(limits[1, 3] - limits[1, 4]), 5e-4)
})

test_that("an option sets another default", {
  skip_if_quick()
  old <- options(accord.ci = ci_jackknife(0.8))
  on.exit(options(old))
  small <- job(30, 4)
  measured <- function(...) scott_pi(small, item, rater, label, ...)
  expect_identical(measured(), measured(ci = ci_jackknife(0.8)))
  expect_identical(measured(ci = ci_default(0.9)), measured(ci = ci_jackknife(0.9)))
  options(accord.ci = ci_none())
  expect_identical(measured(ci = ci_default(0.9)), measured(ci = ci_none()))
  options(accord.ci = "jackknife")
  expect_identical(measured(), measured(ci = ci_jackknife()))
  options(accord.ci = "jacknife")
  expect_fault(measured(), "argument", "The option `accord.ci` must be a kind of interval")
  for (level in list(0, 1, "a", c(0.5, 0.9))) {
    expect_fault(ci_default(level), "argument", argument = "conf_level")
  }
})

test_that("it prints, and comparisons take it", {
  expect_output(print(ci_default()), "<accord_ci> default", fixed = TRUE)
  expect_output(print(ci_default(0.9)), "90%, default", fixed = TRUE)
  small <- job(30, 4)
  x <- compare_agreement(small, item, rater, label, coefficients = c("fleiss", "gwet_ac"))
  expect_identical(x$interval, "Bayesian")
  expect_true(x$conf.low < x$estimate && x$estimate < x$conf.high)
})

test_that("a level in place of an interval is told where it goes", {
  skip_if_quick()
  data <- data.frame(item = rep(1:4, each = 2), rater = c("ann", "bob"), label = c("a", "b", "a", "a"))
  message <- function(ci) {
    conditionMessage(expect_error(fleiss_kappa(data, item, rater, label, ci = ci), class = "accord_error_argument"))
  }
  expect_match(message(0.9), "ci_default(0.9)", fixed = TRUE)
  expect_match(message("bootstrp"), "ci_bootstrap()", fixed = TRUE)
  expect_match(message(ci_profile()), "`ci_profile()` is an interval for `variance_components()`", fixed = TRUE)
})

test_that("the name of an interval stands for it", {
  small <- job(30, 4)
  measured <- function(...) scott_pi(small, item, rater, label, ...)
  expect_identical(measured(ci = "jackknife"), measured(ci = ci_jackknife()))
  expect_identical(measured(ci = "none"), measured(ci = ci_none()))
})

test_that("functions with limits of their own take the level of the default, and refuse other intervals", {
  skip_if_quick()
  set.seed(1)
  rows <- expand.grid(item = 1:12, rater = c("ann", "bob", "cat"))
  rows$y <- stats::rnorm(12)[rows$item] + stats::rnorm(36) / 2
  rows$label <- rows$y > 0
  of <- list(
    icc = function(...) icc(rows, item, rater, y, form = "icc_a1", ...),
    variance_components = function(...) variance_components(rows, y ~ (1 | item) + (1 | rater), ...),
    generalizability = function(...) generalizability(rows, y ~ (1 | item) + (1 | rater), item, ...),
    limits_of_agreement = function(...) limits_of_agreement(rows, item, rater, y, ...),
    rater_severity = function(...) rater_severity(transform(rows, y = round(y)), item, rater, y, ...),
    rater_summary = function(...) rater_summary(rows, item, rater, label, ...),
    corrected_estimate = function(...) corrected_estimate(rows, label, label, ...),
    evaluate_consensus = function(...) evaluate_consensus(consensus(rows, item, rater, label), c("1" = TRUE), ...)
  )
  old <- options(accord.ci = NULL)
  on.exit(options(old))
  for (name in names(of)) {
    expect_identical(unique(of[[name]]()$conf.level), 0.95, info = name)
    expect_identical(unique(of[[name]](ci = ci_default(0.9))$conf.level), 0.9, info = name)
    expect_fault(of[[name]](ci = ci_krippendorff()), "argument", "ci_krippendorff", argument = "ci")
    expect_fault(of[[name]](conf_level = 0.9), "argument")
    none <- of[[name]](ci = ci_none())
    limits <- names(none)[grepl("conf[.](low|high)$", names(none))]
    expect_gt(length(limits), 0)
    expect_true(all(is.na(unlist(none[c(limits, "conf.level")]))), info = name)
    options(accord.ci = ci_jackknife(0.8))
    expect_identical(unique(of[[name]]()$conf.level), 0.8, info = name)
    options(accord.ci = NULL)
  }
})
