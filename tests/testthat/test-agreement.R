x <- krippendorff_alpha(small(), item, who, label, ci = ci_none())

test_that("a result is a tibble with the promised columns", {
  expect_s3_class(x, c("accord_agreement", "tbl_df"))
  expect_equal(names(x), c(
    "coefficient", "metric", "estimate", "std.error", "conf.low", "conf.high", "observed",
    "expected", "observed_agreement", "expected_agreement", "n_items", "n_raters", "n_ratings", "n_categories",
    "n_set_aside", "interval", "conf.level", "status"
  ))
  expect_equal(x$estimate, 1 - x$observed / x$expected)
  expect_equal(c(x$n_items, x$n_raters, x$n_ratings), c(3, 2, 6))
})

# Two raters, 10 items: 7 agree (5 a, 2 b); margins .6, .4 and .7, .3, so that the numbers of Stata's kap are
# .7 and .6 * .7 + .4 * .3 = .54.
test_that("agreements stand beside the disagreements", {
  d <- data.frame(
    item = rep(1:10, 2), rater = rep(c("ann", "bob"), each = 10),
    label = c("a", "b")[c(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1)]
  )
  k <- cohen_kappa(d, item, rater, label, ci = ci_none())
  expect_equal(c(k$observed_agreement, k$expected_agreement), c(0.7, 0.54))
  expect_equal(c(k$observed, k$expected), c(0.3, 0.46))
  # Distances that may exceed 1 do not give an agreement; those of weights do.
  d$score <- ifelse(d$label == "a", 1, ifelse(d$item == 7, 2, 7))
  alpha <- krippendorff_alpha(d, item, rater, score, level = "interval", ci = ci_none())
  expect_identical(c(alpha$observed_agreement, alpha$expected_agreement), c(NA_real_, NA_real_))
  # The three items that disagree have 1 and 7: the weights are 0, and (6 / 8)^2 is their ratio distance.
  weighted <- fleiss_kappa(d, item, rater, score, weights = "linear", ci = ci_none())
  expect_equal(weighted$observed_agreement, 0.7)
  ratio <- krippendorff_alpha(d, item, rater, score, level = "ratio", ci = ci_none())
  expect_equal(ratio$observed_agreement, 1 - 0.3 * 0.75^2)
  light <- light_kappa(d, item, rater, label, ci = ci_none())
  expect_identical(light$observed_agreement, NA_real_)
})

test_that("counts are of what was used", {
  d <- rbind(small(), data.frame(item = "t4", who = "cat", label = "a", score = 1, part = "x"))
  y <- krippendorff_alpha(d, item, who, label, ci = ci_jackknife())
  expect_equal(c(y$n_items, y$n_raters, y$n_ratings), c(3, 2, 6))
})

test_that("every result says how many categories counted", {
  n <- function(x) unique(x$n_categories)
  measure <- function(verb, ...) n(suppressWarnings(verb(small(), item, who, ...)))
  expect_identical(measure(agreement, label, ci = ci_none()), 2L)
  expect_identical(measure(fleiss_kappa, label, categories = c("a", "b", "c"), ci = ci_none()), 3L)
  expect_identical(measure(krippendorff_alpha, score, level = "ordinal", by = part, ci = ci_none()), c(4L, 1L))
  expect_identical(measure(pairwise_agreement, score, by = part, categories = 1:7), 7L)
  expect_identical(measure(icc, score), 5L)
  # a category in turn, and all others
  expect_identical(measure(category_agreement, score, ci = ci_none()), 2L)
  none <- small(label = rep(NA_character_, 6))
  expect_identical(n(suppressWarnings(fleiss_kappa(none, item, who, label, ci = ci_none()))), 0L)
})

test_that("glance() has the number of categories where all rows have the same", {
  y <- krippendorff_alpha(small(), item, who, score, level = "nominal", ci = ci_none())
  expect_identical(glance(y)$n_categories, 5L)
  expect_identical(glance(rbind(x, y))$n_categories, NA_integer_)
})

test_that("it prints its interval, filters and binds as a tibble", {
  expect_match(capture.output(print(x)), "3 items (6 ratings), no intervals", fixed = TRUE, all = FALSE)
  y <- krippendorff_alpha(small(), item, who, label, ci = ci_jackknife(0.9))
  expect_match(capture.output(print(y)), "90% jackknife intervals", fixed = TRUE, all = FALSE)
  expect_equal(nrow(rbind(x, y)), 2)
  skip_if_not_installed("dplyr")
  expect_equal(nrow(dplyr::filter(dplyr::bind_rows(x, y), is.na(std.error))), 1)
})

test_that("tidy() and glance() speak as broom does", {
  suppressWarnings(y <- krippendorff_alpha(small(), item, who, label, by = part, ci = ci_jackknife()))
  expect_equal(
    names(tidy(y)), c("part", "term", "estimate", "std.error", "conf.low", "conf.high", "n_set_aside", "status")
  )
  expect_equal(tidy(y)$term, c("krippendorff_alpha", "krippendorff_alpha"))
  expect_equal(nrow(glance(y)), 1)
  expect_equal(glance(y)$n_undefined, 1)
  expect_equal(glance(y)$conf.level, 0.95)
  expect_identical(glance(x)$conf.level, NA_real_)
  expect_fault(tidy(y, conf.int = TRUE), "argument")
  expect_fault(tidy(y[c("part", "estimate")]), "missing_column", "17 columns are missing")
  expect_fault(glance(y[-3]), "missing_column", "1 column is missing")
})

test_that("one classed warning a call says what has no value", {
  d <- small(label = "a")
  cnd <- expect_warning(
    krippendorff_alpha(d, item, who, label, by = part, ci = ci_jackknife()),
    class = "accord_warning_undefined"
  )
  expect_match(conditionMessage(cnd), "no value in 2 of 2 groups")
  expect_equal(cnd$groups, c("x", "y"))
  expect_equal(cnd$reasons, rep("one category only", 2))
  cnd <- expect_warning(
    y <- krippendorff_alpha(d, item, who, label, ci = ci_jackknife()),
    class = "accord_warning_undefined"
  )
  expect_match(conditionMessage(cnd), "The reason: one category only")
  expect_identical(y$estimate, NA_real_)
  expect_false(is.nan(y$estimate))
})

test_that("no rating at all has no value", {
  expect_warning(
    y <- krippendorff_alpha(small(label = NA), item, who, label, ci = ci_jackknife()),
    class = "accord_warning_undefined"
  )
  expect_equal(y$status, "no ratings")
})

test_that("perfect agreement has a value but no jackknife interval", {
  d <- small(label = c("a", "a", "b", "b", "a", "a"))
  expect_warning(
    y <- krippendorff_alpha(d, item, who, label, ci = ci_jackknife()),
    class = "accord_warning_no_interval"
  )
  expect_equal(y$estimate, 1)
  expect_identical(y$conf.low, NA_real_)
})

test_that("ratings are not given twice", {
  r <- as_ratings(small(), item, who, label)
  expected <- krippendorff_alpha(small(), item, who, label, ci = ci_jackknife())
  expect_equal(krippendorff_alpha(r, ci = ci_jackknife()), expected)
  expect_fault(
    krippendorff_alpha(r, item, who),
    "argument", "2 arguments given in addition: `item` and `rater`"
  )
  expect_fault(krippendorff_alpha(r, categories = "a"), "argument", "1 argument given")
  boot <- "Did you mean `ci = ci_bootstrap\\(\\)`"
  expect_fault(krippendorff_alpha(small(), item, who, label, ci = "boot"), "argument", boot, argument = "ci")
  expect_fault(krippendorff_alpha(small(), item, who, label, ci = "ci_bootstrap()"), "argument", boot)
  expect_fault(krippendorff_alpha(small(), item, who, label, ci = ci_bootstrap), "argument", "Call it")
  expect_fault(ci_jackknife(95), "argument", "above 0 and below 1")
})

test_that("values whose squares are no numbers have a status, not NaN", {
  d <- small(score = score * 1e200)
  expect_warning(
    y <- krippendorff_alpha(d, item, who, score, level = "interval", ci = ci_jackknife()),
    "values too large to square",
    class = "accord_warning_undefined"
  )
  expect_identical(c(y$estimate, y$std.error, y$conf.low), rep(NA_real_, 3))
})

test_that("every result carries and prints the ratings that were given and set aside", {
  # z is outside the categories twice; ann rated t3 twice; one rating is missing.
  d <- rbind(
    small(label = c("a", "z", "a", "a", "b", "b")), small(label = c("z", "b", "b", "b", "a", NA))[c(1, 5, 6), ]
  )
  d$item[7] <- "t4"
  d$item[9] <- "t5"
  set_aside <- function(x) x$n_set_aside
  found <- krippendorff_alpha(d, item, who, label, categories = c("a", "b"), duplicates = "first", ci = ci_none())
  expect_identical(set_aside(found), 3L)
  expect_match(format(found), "3 ratings set aside", all = FALSE)
  expect_identical(set_aside(agreement(
    d, item, who, label,
    categories = c("a", "b"), duplicates = "first", by = part, coefficients = "percent", ci = ci_none()
  )), c(2L, 1L))
  expect_identical(set_aside(fleiss_kappa(d, item, rating = label, categories = c("a", "b"), ci = ci_none())), 2L)
  pairs <- pairwise_agreement(d, item, who, label, categories = c("a", "b"), duplicates = "first")
  expect_identical(set_aside(pairs), 3L)
  scores <- icc(rbind(small(), small()[1, ]), item, who, score, duplicates = "first", form = "icc1")
  expect_identical(set_aside(scores), 1L)
  expect_match(format(scores), "1 rating set aside", all = FALSE)
  none <- krippendorff_alpha(small(), item, who, label, ci = ci_none())
  expect_identical(set_aside(none), 0L)
  expect_false(any(grepl("set aside", format(none))))
})

test_that("what is 0 but for rounding is 0", {
  expect_identical(rounding_as_zero(c(-3.3e-15, 1e-12, NA, 0.5)), c(0, 1e-12, NA, 0.5))
  # The cells of the table of two raters are those expected by chance: kappa is 0.
  chance <- outer(c(3, 7, 11), c(13, 5, 17))
  for (k in 1:20) expect_identical(cohen_kappa(chance * k, layout = "confusion", ci = ci_none())$estimate, 0)
})

test_that("items that one rater alone marked are pointed out where all others agree", {
  marked <- data.frame(
    item = c(rep(1:10, 2), 11:20), rater = rep(c("ann", "bob", "ann"), each = 10),
    label = c(rep(c("a", "b"), 10), rep("a", 10))
  )
  cnd <- expect_warning(
    krippendorff_alpha(marked, item, rater, label, ci = ci_none()), class = "accord_warning_one_rating"
  )
  expect_equal(cnd$n, 10)
  expect_match(conditionMessage(cnd), "10 of 20 items have one rating")
  differ <- marked
  differ$label[1] <- "b"
  expect_no_warning(krippendorff_alpha(differ, item, rater, label, ci = ci_none()))
  expect_no_warning(krippendorff_alpha(marked[1:22, ], item, rater, label, ci = ci_none()))
})

test_that("groups with category sets of different sizes are pointed out where that counts", {
  data <- data.frame(
    part = rep(c("x", "y"), each = 12), item = rep(1:6, 4), rater = rep(rep(c("ann", "bob"), each = 6), 2),
    label = c(rep(c("a", "b", "a", "b", "a", "a"), 2), rep(c("a", "b", "c", "c", "b", "a"), 2))
  )
  cnd <- expect_warning(
    gwet_ac(data, item, rater, label, by = part, ci = ci_none()), class = "accord_warning_categories"
  )
  expect_identical(cnd$n_categories, 2:3)
  expect_match(conditionMessage(cnd), "Gwet's AC1 depends on the number of categories")
  expect_no_warning(fleiss_kappa(data, item, rater, label, by = part, ci = ci_none()))
  expect_no_warning(gwet_ac(data, item, rater, label, by = part, categories = c("a", "b", "c"), ci = ci_none()))
})

test_that("a list of estimates without interval says that there are more of them", {
  one <- data.frame(item = 1, rater = c("ann", "bob"), label = c("a", "b"))
  cnd <- expect_warning(agreement(one, item, rater, label), class = "accord_warning_no_interval")
  # six estimates, only some of which are named
  expect_length(cnd$coefficients, 6)
  expect_match(conditionMessage(cnd), "6 of 6 estimates: Percent agreement; Cohen's kappa;.*; Krippendorff's alpha")
})

test_that("categories that no rating is among are named as the reason", {
  outside <- "all were set aside: none is among `categories`"
  expect_warning(krippendorff_alpha(small(), item, who, label, categories = c("A", "B")), outside)
  expect_warning(krippendorff_alpha(small(), item, who, label, by = part, categories = c("A", "B")), outside)
  x <- suppressWarnings(krippendorff_alpha(small(), item, who, label, categories = c("A", "B")))
  expect_lte(max(nchar(utils::capture.output(print(x, width = 60)))), 60)
})
