# Items that people labelled with probability `p`, and a model that errs.
corpus <- function(n, share, errors, p) {
  truth <- stats::runif(n) < share
  other <- stats::runif(n) < 0.5
  data.frame(
    person = ifelse(stats::runif(n) < p, truth, NA),
    model = ifelse(stats::runif(n) < errors, other, truth), p = p
  )
}

test_that("the published interval of the share of spiral galaxies", {
  all <- utils::read.csv(xzfile(reference_path("galaxies.csv.xz")))
  # As in the source, the predictions from row 1,001 on are the part without labels.
  labelled <- all[!is.na(all$label), ]
  expect_equal(nrow(labelled), 1000)
  items <- rbind(labelled, data.frame(label = NA, prediction = all$prediction[1001:nrow(all)]))
  galaxies <- function(...) {
    corrected_estimate(items, label, prediction, ci = ci_analytic(0.9, distribution = "normal"), ...)
  }
  x <- galaxies()
  expect_lt(abs(x$conf.low - 0.2322466630315982), 1e-9)
  expect_lt(abs(x$conf.high - 0.2626038799812829), 1e-9)
  expect_lt(abs(x$lambda - 0.8446241840751011), 1e-9)
  x <- galaxies(lambda = 1)
  expect_lt(abs(x$conf.low - 0.235677274705698), 1e-9)
  expect_lt(abs(x$conf.high - 0.26595223970754855), 1e-9)
})

test_that("without the model it is the test of the labels alone", {
  set.seed(1)
  items <- data.frame(
    person = c(stats::rnorm(15), rep(NA, 39)), model = stats::rnorm(54), part = c("a", "b", "b")
  )
  plain <- stats::t.test(items$person)
  x <- corrected_estimate(items, person, model, lambda = 0)
  expect_equal(c(x$conf.low, x$conf.high), as.double(plain$conf.int))
  expect_equal(x$n_equivalent, 15)
  welch <- stats::t.test(items$person[items$part == "b"], items$person[items$part == "a"])
  x <- corrected_estimate(items, person, model, lambda = 0, by = part, differences = TRUE)
  expect_equal(x$estimate, -diff(unname(welch$estimate)))
  expect_equal(x$df, unname(welch$parameter))
  expect_equal(c(x$conf.low, x$conf.high), as.double(welch$conf.int))
  expect_equal(c(x$group_1, x$group_2), c("a", "b"))
  # If all items are labelled, the model has no effect.
  whole <- items[1:15, ]
  x <- corrected_estimate(whole, person, model)
  expect_equal(c(x$conf.low, x$conf.high), as.double(plain$conf.int))
  # Equal probabilities have the same effect as none.
  whole$p <- 0.2
  x <- corrected_estimate(whole, person, model, probability = p)
  expect_equal(c(x$conf.low, x$conf.high), as.double(plain$conf.int))
})

test_that("the estimate is that of the formula, and lambda the one with the smallest variance", {
  set.seed(2)
  y <- stats::rnorm(20)
  f <- c(y + stats::rnorm(20), stats::rnorm(60))
  items <- data.frame(y = c(y, rep(NA, 60)), f = f, p = stats::runif(80, 0.1, 0.9))
  at <- function(lambda) corrected_estimate(items, y, f, lambda = lambda)
  x <- at(0.7)
  expect_equal(x$estimate, 0.7 * mean(f[21:80]) + mean(y - 0.7 * f[1:20]))
  expect_equal(x$std.error^2, 0.49 * stats::var(f[21:80]) / 60 + stats::var(y - 0.7 * f[1:20]) / 20)
  x <- corrected_estimate(items, y, f)
  expect_equal(x$lambda, 19 / 20 * stats::cov(y, f[1:20]) / ((1 + 20 / 60) * stats::var(f)))

  # Unequal: w = 1 / p of labelled items, scaled to sum to 1.
  w <- 1 / items$p[1:20] / sum(1 / items$p[1:20])
  unequal <- function(lambda) {
    corrected_estimate(items, y, f, probability = p, lambda = lambda, ci = ci_analytic(distribution = "normal"))
  }
  x <- unequal(0.7)
  expect_equal(x$estimate, 0.7 * mean(f) + sum(w * (y - 0.7 * f[1:20])))
  e <- y - 0.7 * f[1:20]
  terms <- 0.7 * (f - mean(f)) / 80 + c(w * (e - sum(w * e)), rep(0, 60))
  expect_equal(x$std.error, sqrt(sum(terms^2)))
  best <- stats::optimize(function(lambda) unequal(lambda)$std.error, c(-3, 3), tol = 1e-8)
  expect_equal(unequal(NULL)$lambda, best$minimum, tolerance = 1e-6)
  # Only the ratios of probabilities matter, and those of unlabelled items are not needed.
  items$p <- ifelse(is.na(items$y), NA, items$p / 2)
  expect_equal(unequal(0.7)$estimate, x$estimate)
})

test_that("intervals cover, whatever the model is worth", {
  skip_if_quick()
  set.seed(3)
  times <- test_size(30, 4000)
  covers <- function(n, p, errors) {
    mean(replicate(times, {
      x <- corrected_estimate(corpus(n, 0.3, errors, p), person, model)
      x$conf.low <= 0.3 && x$conf.high >= 0.3
    }))
  }
  least <- stats::qbinom(0.001, times, 0.94) / times
  expect_gt(covers(400, 0.1, 0.1), least) # good
  expect_gt(covers(400, 0.1, 0.6), least) # poor
  expect_gt(covers(400, 0.1, 1), least) # useless
  expect_gt(covers(100, 0.5, 0.2), least)
})

test_that("intervals cover where some items were more likely to be labelled", {
  set.seed(4)
  times <- test_size(30, 4000)
  found <- replicate(times, {
    items <- corpus(600, 0.3, 0.2, 1)
    # Items that the model classifies as TRUE were labelled more often, so the labels alone are strongly biased.
    items$p <- ifelse(items$model, 0.4, 0.08)
    items$person[stats::runif(600) > items$p] <- NA
    x <- corrected_estimate(items, person, model, probability = p)
    c(x$conf.low <= 0.3 && x$conf.high >= 0.3, mean(items$person, na.rm = TRUE), x$estimate)
  })
  expect_gt(mean(found[1, ]), stats::qbinom(0.001, times, 0.94) / times)
  expect_gt(mean(found[2, ]), 0.5)
  expect_lt(abs(mean(found[3, ]) - 0.3), 4 * stats::sd(found[3, ]) / sqrt(times))
})

test_that("a better model is worth more labels, a useless one none", {
  set.seed(5)
  worth <- function(errors) {
    x <- corrected_estimate(corpus(20000, 0.3, errors, 0.1), person, model)
    x$n_equivalent / x$n_labelled
  }
  expect_gt(worth(0.05), 3)
  expect_lt(abs(worth(1) - 1), 0.05)
})

test_that("each category has a share", {
  items <- data.frame(
    person = c("a", "b", "b", "c", "a", NA, NA, NA, NA),
    model = c("a", "b", "a", "d", "a", "a", "b", "d", "a")
  )
  x <- corrected_estimate(items, person, model, lambda = 1)
  expect_equal(x$term, c("a", "b", "c", "d"))
  # a: half of the others, and 2 of 5 labels less 3 of 5 predictions.
  expect_equal(x$estimate[1], 1 / 2 + 2 / 5 - 3 / 5)
  expect_equal(sum(x$estimate), 1)
  logical <- transform(items, person = person == "a", model = model == "a")
  one <- corrected_estimate(logical, person, model, lambda = 1)
  expect_equal(one$term, "TRUE")
  expect_equal(one$std.error, x$std.error[1])
  factors <- items
  factors$person <- factor(items$person, c("c", "b", "a"))
  factors$model <- factor(items$model, c("d", "b", "a"))
  expect_equal(corrected_estimate(factors, person, model, lambda = 1)$term, c("c", "b", "a", "d"))
  expect_equal(corrected_estimate(items[9:1, ], person, model, lambda = 1), x)
})

test_that("groups are estimated by themselves", {
  set.seed(6)
  items <- corpus(300, 0.4, 0.2, 0.3)
  items$part <- rep(c("one", "two", "three"), 100)
  x <- corrected_estimate(items, person, model, by = part)
  expect_equal(x$part, c("one", "three", "two"))
  alone <- corrected_estimate(items[items$part == "two", ], person, model)
  expect_equal(x$estimate[3], alone$estimate)
  pairs <- corrected_estimate(items, person, model, by = part, differences = TRUE)
  expect_equal(paste(pairs$group_1, pairs$group_2), c("one three", "one two", "three two"))
  expect_equal(pairs$estimate[2], x$estimate[3] - x$estimate[1])
  expect_equal(pairs$std.error[2], sqrt(x$std.error[3]^2 + x$std.error[1]^2))
})

test_that("what cannot be estimated is NA, and said", {
  few <- data.frame(person = c(1, 0, NA, NA), model = c(1, 0, 1, 1))
  expect_warning(x <- corrected_estimate(few, person, model), class = "accord_warning_undefined")
  expect_true(is.na(x$estimate) && is.na(x$conf.low))
  expect_equal(x$status, "fewer than 3 labelled items")
  same <- data.frame(person = c(1, 1, 1, NA, NA), model = 1)
  expect_warning(x <- corrected_estimate(same, person, model), class = "accord_warning_no_interval")
  expect_equal(x$estimate, 1)
  expect_true(is.na(x$conf.low) && is.na(x$std.error))
  expect_output(print(x), "mean +1[.]000 +3")
})

test_that("bad input of labels is told in words", {
  skip_if_quick()
  items <- data.frame(person = c(1, 0, 1, NA, NA), model = c(1, 0, 1, 1, 0), p = 0.5, text = "a")
  estimate <- function(data, ...) corrected_estimate(data, person, model, ...)
  one <- transform(items, model = c(1, NA, 1, 1, 0))
  expect_fault(estimate(one), "missing_prediction", "1 item has none: row 2[.]", rows = 2L)
  two <- transform(items, model = c(1, NA, 1, NA, 0))
  expect_fault(estimate(two), "missing_prediction", "2 items have none: rows 2 and 4", rows = c(2L, 4L))
  expect_fault(corrected_estimate(transform(two, person = 1), person, model), "missing_prediction", "interchanged")
  expect_fault(estimate(transform(items, person = NA_real_)), "no_labels")
  expect_fault(corrected_estimate(items, person, text), "not_numeric")
  expect_fault(estimate(transform(items, person = c(Inf, 0, 1, NA, NA))), "infinite_rating", rows = 1L)
  expect_fault(estimate(transform(items, person = Sys.Date())), "column_type")
  expect_fault(estimate(transform(items, p = c(0, 2, 1, 1, 1)), probability = p), "probability", rows = 1:2)
  expect_fault(estimate(transform(items, p = c(NA, 1, 1, 1, 1)), probability = p), "probability", rows = 1L)
  expect_fault(estimate(items, probability = text), "probability")
  expect_fault(estimate(items, differences = TRUE), "argument", "no groups", argument = "differences")
  expect_fault(estimate(items, by = text, differences = TRUE), "argument", "one group")
  expect_fault(estimate(items, lambda = "a"), "argument", argument = "lambda")
  expect_fault(estimate(items, ci = ci_default(1)), "argument", argument = "conf_level")
  expect_fault(estimate(items, ci = "z"), "argument")
  expect_fault(estimate(items, level = 1), "argument")
  expect_fault(estimate(items[0, ]), "no_rows")
  expect_fault(estimate(as.list(items)), "argument", argument = "data")
  expect_fault(corrected_estimate(items, nobody, model), "missing_column")
  expect_fault(estimate(transform(items, term = 1), by = term), "reserved_name")
})

test_that("estimates print, tidy and become a table", {
  items <- data.frame(person = c(1, 0, 1, 0, NA, NA), model = c(1, 0, 1, 1, 0, 1), part = "x")
  # lambda 0: mean 1/2, variance 1/3 over 4.
  x <- corrected_estimate(items, person, model, lambda = 0, by = part)
  expect_output(print(x), "x +mean +[.]500 +\\[-[.]419, 1[.]419\\] +4 +6 +4")
  expect_output(print(x[c("term", "estimate")]), "tibble")
  expect_equal(tidy(x)$statistic, 0.5 / sqrt(1 / 12))
  expect_equal(tidy(x)$p.value, stats::t.test(c(1, 0, 1, 0))$p.value)
  expect_equal(glance(x)$n_labelled, 4L)
  expect_fault(tidy(x[1:3]), "missing_column")
  skip_if_not_installed("knitr")
  expect_match(paste(paper_table(x), collapse = "\n"), "|x    |Mean      |     .500|", fixed = TRUE)
  expect_fault(paper_table(x, wide = TRUE), "not_wide")
})

test_that("labels and predictions without a category in common are refused", {
  d <- data.frame(person = rep(c("A", "B", NA), 10), model = rep(c("a", "b"), 15))
  expect_fault(
    corrected_estimate(d, person, model), "categories", "none in common",
    labels = c("A", "B"), predictions = c("a", "b")
  )
  expect_no_error(corrected_estimate(transform(d, model = toupper(model)), person, model))
})

test_that("constant predictions leave the mean of the labels with its standard error", {
  d <- data.frame(label = c(1, 0, 1, 0, rep(NA, 6)), model = 0.1)
  t <- stats::t.test(d$label)
  for (share in list(NULL, rep(0.4, 10))) {
    d$share <- share
    x <- if (is.null(share)) {
      corrected_estimate(d, label, model)
    } else {
      corrected_estimate(d, label, model, probability = share)
    }
    expect_equal(x$estimate, 0.5)
    expect_equal(x$std.error, t$stderr)
    expect_equal(x$df, unname(t$parameter))
    expect_identical(x$lambda, 0)
  }
})

test_that("categories that differ in spelling alone are told", {
  d <- data.frame(
    label = c("pos", "neg", "pos", "neg", NA, NA), model = c("Pos", "neg", "Pos", "Pos", "neg", "Pos")
  )
  cnd <- expect_warning(
    suppressWarnings(corrected_estimate(d, label, model), classes = "accord_warning_no_interval"),
    class = "accord_warning_look_alike"
  )
  expect_identical(cnd$labels, "pos")
  expect_identical(cnd$predictions, "Pos")
})

test_that("estimates outside of their limits are explained", {
  items <- data.frame(
    y = c(rep("b", 9), "a", rep(NA, 90)), f = c(rep("a", 5), rep("b", 90), rep("a", 5))
  )
  x <- corrected_estimate(items, y, f, lambda = 1)
  # 5 of 90 others are a, 1 of 10 labels, and 5 of their predictions.
  share <- 5 / 90 + 1 / 10 - 5 / 10
  expect_equal(x$estimate, c(share, 1 - share))
  expect_output(print(x), "Estimated shares may lie outside of 0 to 1, but not their limits", fixed = TRUE)
  expect_match(paste(paper_table(x, format = "markdown"), collapse = " "), "Estimated shares may lie outside")
  expect_no_match(paste(format(corrected_estimate(items, y, f)[0, ]), collapse = " "), "may lie outside")
})

test_that("limits of shares end at 0 and 1, those of their differences at -1 and 1, and means have no ends", {
  items <- data.frame(
    person = c(TRUE, FALSE, TRUE, FALSE, rep(NA, 20)), model = rep(c(TRUE, FALSE, FALSE), 8),
    part = rep(c("a", "b"), c(2, 22))
  )
  estimate <- function(...) corrected_estimate(..., ci = "analytic")
  x <- estimate(items, person, model)
  reach <- stats::qt(0.975, x$df) * x$std.error
  expect_gt(x$estimate + reach, 1)
  expect_equal(c(x$conf.low, x$conf.high), 0:1)
  expect_output(print(x), "Intervals are truncated to the range of shares", fixed = TRUE)
  categories <- transform(items, person = ifelse(person, "yes", "no"), model = ifelse(model, "yes", "no"))
  x <- estimate(categories, person, model)
  expect_equal(range(x$conf.low, x$conf.high), 0:1)
  items <- rbind(items, items)
  items$part <- rep(c("a", "b"), each = 24)
  x <- estimate(items, person, model, by = part, differences = TRUE)
  expect_equal(c(x$conf.low, x$conf.high), c(-1, 1))
  numbers <- transform(items, person = as.double(person), model = as.double(model))
  x <- corrected_estimate(numbers[1:24, ], person, model)
  expect_equal(x$conf.high - x$estimate, stats::qt(0.975, x$df) * x$std.error)
  expect_false(any(grepl("cut", format(x))))
})

test_that("no model is worth more than labels of all items", {
  # Chance: labels that differ much, and predictions of the others that do not.
  items <- data.frame(person = c(0, 9, 0, 9, 0.5, rep(NA, 15)), model = c(0, 9, 0, 9, 0, rep(4:6, 5)))
  x <- corrected_estimate(items, person, model, lambda = 1)
  v <- stats::var(items$person, na.rm = TRUE)
  expect_gt(v / x$std.error^2, 20)
  expect_equal(x$n_equivalent, 20)
})

# Wilson (1927), of a share of `m` labels.
wilson <- function(share, m, conf_level = 0.95) {
  k <- stats::qnorm((1 + conf_level) / 2)^2 / m
  sort(Re(polyroot(c(share^2, -(2 * share + k), 1 + k))))
}

test_that("score limits are Wilson's where the model has no say", {
  items <- data.frame(person = rep(c(TRUE, FALSE, NA), c(3, 22, 60)), model = FALSE)
  x <- corrected_estimate(items, person, model)
  expect_identical(x$interval, "score")
  expect_equal(c(x$conf.low, x$conf.high), wilson(3 / 25, 25))
  by_prop_test <- stats::prop.test(3, 25, correct = FALSE)$conf.int
  expect_equal(c(x$conf.low, x$conf.high), as.double(by_prop_test))
  # All labelled, in equal and in unequal shares
  whole <- items[1:25, ]
  x <- corrected_estimate(whole, person, model, ci = ci_default(0.9))
  expect_equal(c(x$conf.low, x$conf.high), wilson(3 / 25, 25, 0.9))
  whole$p <- rep(c(0.2, 0.4), length.out = 25)
  w <- 1 / whole$p / sum(1 / whole$p)
  share <- sum(w[1:3])
  x <- corrected_estimate(whole, person, model, probability = p)
  # Kish's effective number, by how far the variance is from that of as many labels; below, with one label more
  squares <- share * (1 - share) / (1 - sum(w^2)) / sum(w^2)
  ratio <- sum(w^2 * (whole$person - share)^2) / (share * (1 - share) * sum(w^2))
  if (ratio < 1) ratio <- (ratio * squares + 1) / (squares + 1)
  expect_equal(c(x$conf.low, x$conf.high), wilson(share, 1 / sum(w^2) / ratio))
  # Labels that are all equal have limits too
  none <- data.frame(person = c(rep(FALSE, 20), rep(NA, 50)), model = rep(c(FALSE, TRUE), 35))
  x <- corrected_estimate(none, person, model)
  expect_equal(c(x$conf.low, x$conf.high), wilson(0, 20))
  x <- corrected_estimate(transform(none, person = !person), person, model)
  expect_equal(c(x$conf.low, x$conf.high), wilson(1, 20))
})

test_that("score limits are those of the definition where the model has a say", {
  set.seed(8)
  items <- corpus(300, 0.15, 0.1, 0.2)
  x <- corrected_estimate(items, person, model)
  n <- x$n_labelled
  y <- items$person[!is.na(items$person)]
  # One more label that is not as predicted
  squares <- n * stats::var(y)
  left <- (squares * x$std.error^2 * n / stats::var(y) + 1) / (squares + 1)
  expect_lt(left, 1)
  expect_equal(c(x$conf.low, x$conf.high), wilson(x$estimate, n / left))
  numbers <- transform(items, person = as.double(person), model = as.double(model))
  expect_identical(corrected_estimate(numbers, person, model)$interval, "t")
  same <- corrected_estimate(numbers, person, model, ci = "score")
  expect_equal(c(same$conf.low, same$conf.high), c(x$conf.low, x$conf.high))
  expect_fault(
    corrected_estimate(transform(numbers, person = 2 * person), person, model, ci = "score"), "argument", "shares"
  )
  # Differences: Newcombe (1998)
  items$part <- rep(c("a", "b"), 150)
  each <- corrected_estimate(items, person, model, by = part)
  x <- corrected_estimate(items, person, model, by = part, differences = TRUE)
  expect_equal(x$conf.low, x$estimate - sqrt(diff(c(each$conf.low[2], each$estimate[2]))^2 +
    diff(c(each$estimate[1], each$conf.high[1]))^2))
  expect_equal(x$conf.high, x$estimate + sqrt(diff(c(each$conf.high[2], each$estimate[2]))^2 +
    diff(c(each$estimate[1], each$conf.low[1]))^2))
})

test_that("limits of rare shares hold", {
  skip_if_quick()
  set.seed(9)
  times <- test_size(20, 2000)
  covers <- function(n, share, errors) {
    mean(replicate(times, {
      items <- corpus(1000, share, errors, n / 1000)
      x <- suppressWarnings(corrected_estimate(items, person, model))
      x$conf.low <= share && x$conf.high >= share
    }))
  }
  least <- stats::qbinom(0.001, times, 0.93) / times
  for (errors in c(0.02, 0.2, 1)) expect_gt(covers(30, 0.02, errors), least)
  for (errors in c(0.02, 0.2, 1)) expect_gt(covers(50, 0.1, errors), least)
})

test_that("empty cells are told, and text beside numbers", {
  items <- data.frame(person = c("yes", "no", "yes", "no", "", ""), model = c("yes", "no", "no", "no", "yes", "no"))
  expect_warning(corrected_estimate(items, person, model), class = "accord_warning_no_answer")
  factors <- data.frame(person = factor(items$person), model = items$model)
  expect_warning(
    corrected_estimate(factors, person, model), "2 of 6 labels are \"\"",
    class = "accord_warning_no_answer"
  )
  items$share <- 0.5
  expect_fault(corrected_estimate(items, person, share), "not_numeric", "person == .yes.")
  logical <- data.frame(person = c(TRUE, NA), model = "yes")
  expect_fault(corrected_estimate(logical, person, model), "not_numeric", "labels are a logical vector")
})

test_that("shares add up to 1 with one lambda for all categories, or with two categories", {
  set.seed(3)
  truth <- sample(c("a", "b", "c"), 300, TRUE, c(.5, .3, .2))
  items <- data.frame(
    person = ifelse(runif(300) < .3, truth, NA), model = ifelse(runif(300) < .3, sample(truth), truth)
  )
  expect_equal(sum(corrected_estimate(items, person, model, lambda = 0.7)$estimate), 1)
  items[] <- lapply(items, function(x) ifelse(x == "a", "a", "other"))
  expect_equal(sum(corrected_estimate(items, person, model)$estimate), 1)
})

test_that("the unit of labels and predictions does not matter, however large or small the numbers", {
  skip_if_quick()
  set.seed(5)
  y <- stats::rnorm(40)
  items <- data.frame(
    y = ifelse(rep(c(TRUE, FALSE, FALSE), length.out = 120), y, NA), f = rep(y, 3) + stats::rnorm(120),
    part = rep(c("a", "b"), each = 60), p = stats::runif(120, 0.2, 0.9)
  )
  numbers <- c("estimate", "std.error", "conf.low", "conf.high")
  for (power in c(-900, -500, 340, 500, 1000)) {
    unit <- 2^power
    for (of_model in c(1, unit)) {
      scaled <- transform(items, y = y * unit, f = f * of_model)
      expect_same <- function(...) {
        x <- corrected_estimate(items, y, f, ...)
        z <- corrected_estimate(scaled, y, f, ...)
        expect_equal(lapply(z[numbers], `/`, unit), as.list(x[numbers]), tolerance = 1e-10)
        expect_equal(z$df, x$df, tolerance = 1e-10)
        expect_equal(z$n_equivalent, x$n_equivalent, tolerance = 1e-10)
      }
      expect_same()
      expect_same(by = part)
      expect_same(by = part, differences = TRUE)
      expect_same(probability = p)
    }
  }
  # A share by a model whose scores are large.
  yes <- transform(items, y = y > 0)
  expect_equal(
    corrected_estimate(transform(yes, f = f * 2^600), y, f)[numbers], corrected_estimate(yes, y, f)[numbers]
  )
  expect_warning(
    x <- corrected_estimate(yes, y, f, lambda = 1e300),
    "values too large to square", class = "accord_warning_undefined"
  )
  expect_identical(x$estimate, NA_real_)
})

test_that("with all items labelled the mean is weighted by unequal probabilities", {
  items <- data.frame(y = c(1, 2, 3, 5), f = c(1, 2, 2, 4), p = c(0.25, 0.5, 0.5, 1))
  # weights 4, 2, 2 and 1 of 9
  expect_equal(corrected_estimate(items, y, f, probability = p)$estimate, (4 + 4 + 6 + 5) / 9)
})

test_that("many categories need no memory for every item and category", {
  skip_if_quick()
  set.seed(8)
  text <- paste0("c", sample(400, 5e4, TRUE))
  items <- data.frame(person = ifelse(stats::runif(5e4) < 0.1, text, NA), model = text)
  x <- corrected_estimate(items, person, model)
  expect_equal(nrow(x), 400)
  one <- corrected_estimate(transform(items, person = person == "c7", model = model == "c7"), person, model)
  expect_equal(as.list(x[x$term == "c7", -1]), as.list(one[-1]))

  # Runs in a new session, since garbage collection is rare if the heap is as large as that of this one.
  skip_if_not(asks_all(), "long")
  skip_if_not_installed("callr")
  megabytes <- callr::r(function(items) {
    accord::corrected_estimate(items[1:100, ], person, model)
    before <- sum(gc(reset = TRUE)[, 2])
    accord::corrected_estimate(items, person, model)
    sum(gc()[, 6]) - before
  }, list(items), env = c(callr::rcmd_safe_env(), R_VSIZE = "", R_NSIZE = "", R_GC_MEM_GROW = "0"))
  # Two numbers for each item and category are 400 * 5e4 * 16 bytes, 305 MB.
  expect_lt(megabytes, 150)
})

test_that("a test never contradicts the limits: score limits have none", {
  skip_if_quick()
  local_seed(1)
  contradicts <- function(x) which((x$p.value < .05) != (x$conf.low > 0 | x$conf.high < 0))
  for (set in 1:60) {
    group <- rep(1:2, each = 60)
    truth <- stats::runif(120) < c(.4, .6)[group]
    items <- data.frame(
      group = group, label = ifelse(stats::runif(120) < .4, truth, NA), model = xor(truth, stats::runif(120) < .1)
    )
    x <- corrected_estimate(items, label, model, by = group, differences = TRUE)
    expect_length(contradicts(tidy(x)), 0)
    x <- corrected_estimate(items, label, model, by = group, differences = TRUE, ci = "analytic")
    expect_length(contradicts(tidy(x)), 0)
    expect_false(anyNA(tidy(x)$p.value))
  }
  # A share that is above 0 is not tested against 0.
  share <- tidy(corrected_estimate(items, label, model))
  expect_type(share$statistic, "double")
  expect_true(all(is.na(share[c("statistic", "parameter", "p.value")])))
  expect_false(anyNA(share[c("std.error", "conf.low")]))
})
