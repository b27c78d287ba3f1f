test_that("the logistic regression that package dsl prints for the complaints", {
  complaints <- local_data("model-corrected", "panchen.csv")
  x <- corrected_regression(
    complaints, SendOrNot ~ countyWrong + prefecWrong + connect2b + prevalence + regionj + groupIssue,
    countyWrong, pred_countyWrong,
    family = "logit"
  )
  # It cross-fits at random, which moves coefficients by some .005.
  estimate <- c(2.0978, -0.2617, -1.1162, -0.0788, -0.3271, 0.1253, -2.3222)
  error <- c(0.3621, 0.2230, 0.2970, 0.1197, 0.1520, 0.4566, 0.3597)
  expect_lt(max(abs(x$estimate - estimate)), 0.01)
  expect_lt(max(abs(x$std.error - error)), 0.01)
  expect_equal(x$n_labelled[1], 500L)
})

# A label that changes an outcome by 1, and a model whose error rate increases with the outcome.
texts <- function(n, p = 0.3) {
  label <- stats::rbinom(n, 1, 0.4)
  z <- stats::rnorm(n)
  y <- 0.5 + label - 0.5 * z + stats::rnorm(n)
  wrong <- stats::runif(n) < stats::plogis(-2 + y)
  data.frame(
    y = y, z = z, event = stats::rbinom(n, 1, stats::plogis(-0.5 + label)), truth = label,
    person = ifelse(stats::runif(n) < p, label, NA), model = ifelse(wrong, 1 - label, label)
  )
}

test_that("with all labels it is lm() and glm()", {
  set.seed(1)
  d <- texts(200, 1)
  x <- corrected_regression(d, y ~ person + z, person, model)
  expect_equal(x$estimate, unname(stats::coef(stats::lm(y ~ person + z, d))))
  # Sandwich: HC1.
  X <- cbind(1, d$person, d$z)
  e <- stats::residuals(stats::lm(y ~ person + z, d))
  bread <- solve(crossprod(X))
  expect_equal(x$std.error, sqrt(diag(bread %*% crossprod(X * e) %*% bread) * 200 / 197))
  expect_equal(x$n_equivalent, rep(200, 3))
  x <- corrected_regression(d, event ~ person * z, person, model, family = "logit")
  logit <- stats::glm(event ~ person * z, stats::binomial(), d, epsilon = 1e-12)
  expect_equal(x$estimate, unname(stats::coef(logit)), tolerance = 1e-8)
  expect_equal(x$term, names(stats::coef(logit)))
  # The label may be the outcome.
  x <- corrected_regression(d, person ~ y, person, model, family = "logit")
  logit <- stats::glm(person ~ y, stats::binomial(), d, epsilon = 1e-12)
  expect_equal(x$estimate, unname(stats::coef(logit)), tolerance = 1e-8)
})

test_that("the mean is a regression on nothing", {
  set.seed(2)
  d <- texts(120)
  x <- corrected_regression(d, person ~ 1, person, model, calibrate = FALSE)
  labelled <- !is.na(d$person)
  expect_equal(x$estimate, mean(d$model) + mean((d$person - d$model)[labelled]))
})

test_that("a prediction is calibrated without the label of its own row", {
  set.seed(3)
  d <- texts(60, 0.5)
  d$score <- d$model + stats::rnorm(60)
  labelled <- which(!is.na(d$person))
  fit <- stats::predict(stats::lm(person ~ score, d), d)
  for (i in labelled) fit[i] <- stats::predict(stats::lm(person ~ score, d[-i, ]), d[i, ])
  d$fit <- fit
  x <- corrected_regression(d, y ~ person, person, score)
  expect_equal(x, corrected_regression(d, y ~ person, person, fit, calibrate = FALSE))
  expect_equal(corrected_regression(d[sample(60), ], y ~ person, person, score), x)
})

test_that("intervals of coefficients cover, and those from predictions do not", {
  skip_if_quick()
  set.seed(4)
  times <- test_size(15, 2000)
  found <- replicate(times, {
    d <- texts(500)
    linear <- corrected_regression(d, y ~ person + z, person, model)[2, ]
    logit <- corrected_regression(d, event ~ person, person, model, family = "logit")[2, ]
    naive <- stats::confint(stats::lm(y ~ model + z, d))[2, ]
    d$p <- ifelse(d$model == 1, 0.5, 0.15)
    d$person <- ifelse(stats::runif(500) < d$p, d$truth, NA)
    unequal <- corrected_regression(d, y ~ person + z, person, model, probability = p)[2, ]
    inside <- function(x) x$conf.low <= 1 && x$conf.high >= 1
    c(inside(linear), inside(logit), inside(unequal), naive[1] <= 1 && naive[2] >= 1)
  })
  least <- stats::qbinom(0.001, times, 0.94) / times
  expect_gt(mean(found[1, ]), least)
  expect_gt(mean(found[2, ]), least)
  expect_gt(mean(found[3, ]), least)
  expect_lt(mean(found[4, ]), 0.5)
})

test_that("no solution is NA, and said", {
  d <- data.frame(y = c(0, 0, 0, 1, 1, 1, 0, 1), person = c(0, 0, 0, 1, 1, 1, NA, NA))
  d$model <- d$y
  expect_warning(
    x <- corrected_regression(d, y ~ person, person, model, family = "logit"),
    class = "accord_warning_undefined"
  )
  expect_true(all(is.na(x$estimate)) && all(is.na(x$conf.high)))
  few <- transform(d, person = c(0, 1, rep(NA, 6)))
  expect_warning(
    x <- corrected_regression(few, y ~ person, person, model),
    class = "accord_warning_undefined"
  )
  expect_equal(x$status, rep("no more labels than coefficients", 2))
  few$person[-1] <- NA
  for (calibrate in c(TRUE, FALSE)) {
    expect_warning(
      x <- corrected_regression(few, y ~ person, person, model, calibrate = calibrate),
      class = "accord_warning_undefined"
    )
    expect_equal(x$status, rep("no more labels than coefficients", 2))
    expect_equal(x$estimate, c(NA_real_, NA_real_))
    expect_equal(x$n_labelled, c(1, 1))
  }
  expect_warning(corrected_regression(few, person ~ y, person, model), class = "accord_warning_undefined")
  # One row is not of the category, so its mean has no error, and rounding made a variance of it negative.
  one <- data.frame(
    y = c(1.0077731, 0.05038159, 0.61003293, -1.06719466), person = c(1, 0, 1, 1), model = c(0, 1, 1, 0)
  )
  told <- testthat::capture_warnings(x <- corrected_regression(one, y ~ person, person, model))
  expect_length(told, 1)
  expect_match(told, "2 of 2 estimates could not be made")
})

test_that("bad formulas are told in words", {
  skip_if_quick()
  d <- data.frame(
    y = c(1, 2, 4, 3, 5, 1), person = c(1, 0, 1, 0, NA, NA), model = c(1, 0, 0, 1, 1, 0), z = 2, text = "a"
  )
  fit <- function(formula, data = d, ...) corrected_regression(data, formula, person, model, ...)
  expect_fault(fit("y ~ person"), "formula")
  expect_fault(fit(~person), "formula")
  expect_fault(fit(y ~ nobody + person), "formula", "1 does not exist", columns = "nobody")
  expect_fault(fit(y ~ no + nobody + person), "formula", "2 do not exist", columns = c("no", "nobody"))
  expect_fault(fit(y ~ z), "formula", "labels")
  expect_fault(fit(y ~ person + model), "formula", "predictions")
  expect_fault(fit(y ~ .), "formula", "dot")
  expect_fault(fit(y ~ person + z), "collinear", rank = 2L)
  expect_fault(fit(y ~ person, family = "logit"), "outcome")
  expect_fault(fit(text ~ person), "outcome")
  two <- transform(d, y = c(1, NA, 4, NA, 5, 1))
  expect_fault(fit(y ~ person, two), "missing_value", "2 rows lack", rows = c(2L, 4L))
  expect_fault(fit(I(1 / (y - 1)) ~ person), "missing_value")
  expect_fault(corrected_regression(d, y ~ text, text, text), "not_numeric")
  expect_fault(fit(y ~ person, family = "probit"), "argument")
})

test_that("terms of the labels that depend on other rows are refused, those of each row are not", {
  skip_if_quick()
  set.seed(10)
  n <- 600
  x <- rnorm(n, mean = 5)
  z <- runif(n)
  d <- data.frame(y = 1 + x + rnorm(n), z = z, x = ifelse(runif(n) < .3, x, NA), px = x + rnorm(n, sd = .5))
  fit <- function(formula) corrected_regression(d, formula, x, px)
  whole <- c(
    y ~ scale(x), y ~ poly(x, 2), y ~ I(x - mean(x)), y ~ I(x > median(x)), y ~ I(x / max(x)), y ~ rank(x),
    scale(x) ~ z, y ~ z * scale(x), y ~ I(x - rev(x)), y ~ I(x - min(x)), y ~ cut(x, 3)
  )
  for (formula in whole) expect_error(fit(formula), "labels of other rows", class = "accord_error_formula")
  expect_fault(fit(y ~ scale(x) + z), "formula", "1 depends", terms = "scale(x)")
  expect_fault(fit(y ~ scale(x) + rank(x)), "formula", "2 depend on", terms = c("scale(x)", "rank(x)"))
  rows <- c(
    y ~ x, y ~ log(abs(x) + 1), y ~ I(x^2) + x, y ~ cut(x, c(-99, 4, 6, 99)), y ~ I(x > 5), y ~ poly(x, 2, raw = TRUE),
    y ~ x + scale(z), y ~ x * poly(z, 2), x ~ z, I(x > 5) ~ z
  )
  for (formula in rows) expect_identical(unique(fit(formula)$status), "ok")
  # The same line, from another origin
  expect_equal(fit(y ~ I((x - 3) / 2))$estimate[2], 2 * fit(y ~ x)$estimate[2])
})

test_that("offsets, outcomes on both sides and logarithms of negative numbers are errors without R's own warnings", {
  d <- data.frame(
    y = c(1, 2, 4, 3, 5, 1), z = c(2, 1, 3, 2, 5, 4), person = c(1, 0, 1, 0, NA, NA), model = c(1, 0, 0, 1, 1, 0)
  )
  fit <- function(formula, data = d, ...) expect_no_warning(corrected_regression(data, formula, person, model, ...))
  expect_fault(fit(y ~ person + offset(z)), "formula", "offset")
  expect_fault(fit(person ~ person), "formula", "both sides")
  expect_fault(fit(log(y - 2) ~ person), "missing_value", "3 rows have", rows = c(1L, 2L, 6L))
  more <- transform(d, person = replace(person, 3, -2))
  expect_fault(fit(log(person + 1) ~ z, more, calibrate = FALSE), "missing_value", "1 row has", rows = 3L)
})

test_that("categories that only predictions have are refused", {
  d <- data.frame(y = rnorm(8), person = c(1, 2, 1, 2, 1, 2, NA, NA), model = c(1, 2, 3, 2, 1, 3, 1, 2))
  fit <- function(...) corrected_regression(d, y ~ factor(person), person, model, ...)
  expect_fault(fit(calibrate = FALSE), "formula", "1 is of one", terms = "factor(person)3")
})

test_that("levels that no row has are left out", {
  set.seed(1)
  d <- texts(200)
  d$group <- sample(c("a", "b"), 200, TRUE)
  want <- corrected_regression(d, y ~ person + group, person, model)
  d$group <- factor(d$group, c("a", "b", "c"))
  expect_equal(corrected_regression(d, y ~ person + group, person, model), want)
})

test_that("a coefficient about which no labelled row says anything has no value", {
  set.seed(1)
  d <- texts(300)
  d$group <- rep(c("a", "b", "c"), 100)
  d$person[d$group == "c"] <- NA
  expect_warning(x <- corrected_regression(d, person ~ group + y, person, model), class = "accord_warning_undefined")
  expect_identical(x$term[is.na(x$estimate)], "groupc")
  expect_identical(is.na(x$std.error), is.na(x$estimate))
  expect_identical(is.na(x$df), is.na(x$estimate))
  expect_identical(x$status != "ok", is.na(x$estimate))
  # If the first level has no labels, its contrasts have no estimate, while other terms are not affected.
  d$group <- stats::relevel(factor(d$group), "c")
  y <- suppressWarnings(corrected_regression(d, person ~ group + y, person, model))
  expect_identical(y$term[!is.na(y$estimate)], "y")
  expect_equal(y$estimate[4], x$estimate[4])
})

test_that("a coefficient that one or two labelled rows tell has no value, and with three it has", {
  set.seed(2)
  d <- texts(300)
  d$group <- rep(c("a", "b", "c"), 100)
  truth <- d$person
  truth[is.na(truth)] <- d$model[is.na(truth)]
  d$person <- ifelse(d$group == "c", NA, truth)
  for (n in 1:3) {
    d$person[3 * seq_len(n)] <- truth[3 * seq_len(n)]
    for (family in c("linear", "logit")) {
      x <- suppressWarnings(corrected_regression(d, person ~ group + y, person, model, family = family))
      expect_identical(x$term[is.na(x$estimate)], if (n < 3) "groupc" else character())
      status <- if (n < 3) "fewer than three labelled items with information on it" else "ok"
      expect_identical(unique(x$status[x$term == "groupc"]), status)
    }
  }
})

test_that("variables may be far from 0, and in any unit", {
  set.seed(3)
  d <- texts(300)
  d$time <- stats::rnorm(300)
  far <- transform(d, time = 1.7e12 + 1e7 * time)
  for (family in c("linear", "logit")) {
    near <- corrected_regression(d, person ~ time, person, model, family = family)
    x <- corrected_regression(far, person ~ time, person, model, family = family)
    expect_equal(x$estimate[2] * 1e7, near$estimate[2], tolerance = 1e-4)
    expect_equal(x$std.error[2] * 1e7, near$std.error[2], tolerance = 1e-4)
    expect_equal(x$n_equivalent[2], near$n_equivalent[2], tolerance = 1e-4)
  }
})

test_that("what labelled rows hardly tell has no value, and what no row tells is named", {
  set.seed(4)
  d <- texts(300)
  d$one <- stats::rnorm(300)
  # Nearly the same where there are labels, and not elsewhere
  d$two <- ifelse(is.na(d$person), stats::rnorm(300), d$one) + stats::rnorm(300, sd = 1e-9)
  x <- suppressWarnings(corrected_regression(d, person ~ one + two, person, model))
  expect_identical(x$term[x$status == "ok"], "(Intercept)")
  d$group <- rep(c("a", "b", "c"), 100)
  expect_fault(
    corrected_regression(d, person ~ factor(group, levels = c("a", "b", "c", "q")), person, model),
    "collinear", "levels that no row has"
  )
})

test_that("random terms are refused by name", {
  d <- data.frame(y = c(1, 2, 3, NA), f = c(1, 2, 2, 3), x = 1:4, id = 1:4)
  expect_fault(corrected_regression(d, y ~ x + (1 | id), y, f), "formula", "random term")
})

test_that("coefficients go with the unit of every variable, however large or small", {
  skip_if_quick()
  set.seed(6)
  d <- texts(200)
  numbers <- c("estimate", "std.error", "conf.low", "conf.high")
  linear <- corrected_regression(d, y ~ person + z, person, model)
  outcome <- corrected_regression(d, z ~ I(y^2) + person, person, model)
  logit <- corrected_regression(d, event ~ person + z, person, model, family = "logit")
  expect_units <- function(x, then, factor) {
    expect_equal(as.list(x[numbers]), lapply(then[numbers], `*`, factor), tolerance = 1e-8)
    expect_equal(x$n_equivalent, then$n_equivalent, tolerance = 1e-8)
  }
  for (power in c(-900, -520, 330, 520, 900)) {
    unit <- 2^power
    large <- transform(d, y = y * unit)
    expect_units(corrected_regression(large, y ~ person + z, person, model), linear, unit)
    large <- transform(d, z = z * unit)
    expect_units(corrected_regression(large, y ~ person + z, person, model), linear, c(1, 1, 1 / unit))
    x <- corrected_regression(large, event ~ person + z, person, model, family = "logit")
    expect_units(x, logit, c(1, 1, 1 / unit))
    large <- transform(d, person = person * unit, model = model * unit)
    expect_units(corrected_regression(large, y ~ person + z, person, model), linear, c(1, 1 / unit, 1))
    large <- transform(d, model = model * unit)
    expect_units(corrected_regression(large, y ~ person + z, person, model), linear, 1)
  }
})

test_that("a term that R cannot compute is an error in words", {
  set.seed(7)
  d <- transform(texts(60), kind = "a", sort = factor("b"))
  expect_fault(corrected_regression(d, y ~ person + nowhere(z), person, model), "formula", "nowhere.*name, as in")
  expect_fault(corrected_regression(d, y ~ person + log(kind), person, model), "formula", "It says")
  expect_fault(
    corrected_regression(d, y ~ person + kind, person, model),
    "collinear", "1 variable has the same category.*kind", terms = "kind"
  )
  expect_fault(
    corrected_regression(d, y ~ person + kind + sort, person, model),
    "collinear", "2 variables have the same", terms = c("kind", "sort")
  )
})

test_that("a coefficient of a variable in a large unit is shown with its own digits", {
  set.seed(9)
  d <- transform(texts(200), income = 1e5 * z)
  x <- corrected_regression(d, y ~ person + income, person, model)
  digits <- function(text) nchar(gsub("[-.0]*([0-9]*)", "\\1", text))
  in_paper <- strsplit(paste(paper_table(x), collapse = "\n"), "\n")[[1]]
  for (row in c(format(x, width = 120)[6], grep("income", in_paper, value = TRUE))) {
    shown <- regmatches(row, gregexpr("[.][0-9]+", row))[[1]]
    expect_equal(length(shown), 3)
    # Three digits of the largest of them, the lower limit.
    expect_equal(max(digits(shown)), 3)
  }
  expect_match(format(x, digits = 2, width = 120)[6], "income +[.]00 ")
  expect_match(format(x[1:2, ], width = 120)[4], "Intercept. +[.][0-9]{3} ")
})
