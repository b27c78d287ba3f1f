# Agreement of two raters on `n` items, of which `apart` differ.
job <- function(n, apart) {
  label <- rep_len(c("a", "b"), n)
  other <- ifelse(seq_len(n) <= apart, ifelse(label == "a", "b", "a"), label)
  data.frame(item = rep(seq_len(n), 2), rater = rep(1:2, each = n), label = c(label, other))
}

test_that("few items have the posterior as interval, many the jackknife", {
  old <- options(accord.ci = NULL)
  on.exit(options(old))
  measured <- function(data, ...) fleiss_kappa(data, item, rater, label, ...)
  seeded <- function(...) {
    set.seed(1, "Mersenne-Twister", "Inversion", "Rejection")
    measured(...)
  }
  few <- job(2000, 200)
  expect_identical(measured(few)$interval, "Bayesian")
  expect_identical(measured(few), seeded(few, ci = ci_bayes()))
  expect_identical(measured(few, ci = ci_default(0.9)), seeded(few, ci = ci_bayes(conf_level = 0.9)))
  many <- job(2001, 200)
  expect_identical(measured(many), measured(many, ci = ci_jackknife()))
  # the groups count together
  parts <- cbind(many, part = many$item %% 3)
  expect_identical(unique(measured(parts, by = part)$interval), "jackknife")
  small <- job(30, 4)
  expect_identical(krippendorff_alpha(small, item, rater, label)$interval, "Bayesian")
  expect_identical(unique(agreement(small, item, rater, label)$interval), "Bayesian")
  expect_identical(unique(category_agreement(small, item, rater, label)$interval), "Bayesian")
})

test_that("the same data have the same limits, and the session keeps its random numbers", {
  old <- options(accord.ci = NULL)
  on.exit(options(old))
  small <- job(30, 4)
  set.seed(7)
  expected <- stats::runif(2)
  set.seed(7)
  first <- agreement(small, item, rater, label)
  expect_identical(stats::runif(1), expected[1])
  # whatever other groups there are
  both <- rbind(cbind(transform(job(20, 2), item = item + 100), part = "other"), cbind(small, part = "small"))
  grouped <- agreement(both, item, rater, label, by = part, categories = c("a", "b"))
  limits <- c("estimate", "std.error", "conf.low", "conf.high")
  expect_equal(
    tibble::as_tibble(grouped[grouped$part == "small", ])[limits], tibble::as_tibble(first)[limits]
  )
  expect_identical(stats::runif(1), expected[2])
  # nor need there be any
  rm(".Random.seed", envir = globalenv())
  expect_identical(agreement(small, item, rater, label), first)
})

test_that("an option sets another default", {
  old <- options(accord.ci = ci_jackknife(0.8))
  on.exit(options(old))
  small <- job(30, 4)
  measured <- function(...) scott_pi(small, item, rater, label, ...)
  expect_identical(measured(), measured(ci = ci_jackknife(0.8)))
  expect_identical(measured(ci = ci_default(0.9)), measured(ci = ci_jackknife(0.9)))
  options(accord.ci = ci_none())
  expect_identical(measured(ci = ci_default(0.9)), measured(ci = ci_none()))
  options(accord.ci = "jackknife")
  expect_fault(measured(), "argument", "says how to find the interval")
  for (level in list(0, 1, "a", c(0.5, 0.9))) {
    expect_fault(ci_default(level), "argument", argument = "conf_level")
  }
})

test_that("it prints, and comparisons and pairs ask for one that they know", {
  expect_output(print(ci_default()), "<accord_ci> default", fixed = TRUE)
  expect_output(print(ci_default(0.9)), "90%, default", fixed = TRUE)
  small <- job(30, 4)
  expect_fault(pairwise_agreement(small, item, rater, label, ci = ci_default()), "argument", argument = "ci")
  expect_fault(
    compare_agreement(small, item, rater, label, coefficients = c("fleiss", "alpha"), ci = ci_default()),
    "argument",
    argument = "ci"
  )
})
