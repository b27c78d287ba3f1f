# Limits by the jackknife over objects: with complete scores by hand from mean squares (Arvesen & Schmitz 1970).

jackknife_scores <- function() {
  set.seed(21)
  rows <- expand.grid(item = 1:14, rater = 1:4)
  rows$y <- 2 * rexp(14)[rows$item] + c(-1, 0, 0, 1.5)[rows$rater] + rexp(56)
  rows
}

# Mean squares of items, raters and the error of a matrix with a row per item.
jackknife_squares <- function(y) {
  items <- ncol(y) * stats::var(rowMeans(y))
  raters <- nrow(y) * stats::var(colMeans(y))
  df <- c(nrow(y) - 1, ncol(y) - 1)
  error <- (sum((y - mean(y))^2) - df[1] * items - df[2] * raters) / prod(df)
  c(items = items, raters = raters, error = error)
}

# The middle and half the width of an interval for what `f` makes of mean squares.
jackknife_by_hand <- function(y, f) {
  n <- nrow(y)
  left <- vapply(seq_len(n), function(i) f(jackknife_squares(y[-i, ])), 0)
  c(f(jackknife_squares(y)), stats::qt(.975, n - 1) * sqrt((n - 1) / n * sum((left - mean(left))^2)))
}

test_that("limits of a generalizability are those of the logarithm of F without each item", {
  rows <- jackknife_scores()
  by_hand <- jackknife_by_hand(matrix(rows$y, 14), function(ms) log(ms[["items"]] / ms[["error"]]))
  ratio <- exp(by_hand[1] + c(-1, 1) * by_hand[2])
  study <- generalizability(rows, y ~ (1 | item) + (1 | rater), item, n = list(rater = c(1, 4)), ci = "jackknife")
  g <- study[study$coefficient == "generalizability", ]
  expect_equal(c(g$conf.low[1], g$conf.high[1]), (ratio - 1) / (ratio + 3), tolerance = 1e-7)
  expect_equal(c(g$conf.low[2], g$conf.high[2]), 1 - 1 / ratio, tolerance = 1e-7)
  expect_identical(unique(study$interval), "jackknife")
  forms <- icc(rows, item, rater, y, form = c("icc_c1", "icc_ck"), method = "reml", ci = "jackknife")
  expect_equal(forms$conf.low, g$conf.low, tolerance = 1e-7)
  expect_equal(forms$conf.high, g$conf.high, tolerance = 1e-7)
  expect_identical(unique(forms$interval), "jackknife")
})

test_that("the raters' variance moves limits of a dependability as far as its own limits do", {
  rows <- jackknife_scores()
  y <- matrix(rows$y, 14)
  ms <- jackknife_squares(y)
  # The restricted likelihood of complete data by mean squares; the highest for a given variance of raters.
  criterion <- function(raters) {
    at <- function(log_error) {
      error <- exp(log_error)
      expected <- c(ms[["items"]], error + 14 * raters, error)
      sum(c(13, 3, 39) * (log(expected) + ms / expected))
    }
    stats::optimize(at, log(ms[["error"]]) + c(-2, 2), tol = 1e-10)$objective
  }
  best <- (ms[["raters"]] - ms[["error"]]) / 14
  rise <- function(raters) criterion(raters) - criterion(best) - stats::qchisq(.95, 1)
  ends <- c(
    stats::uniroot(rise, c(1e-4, best), tol = 1e-10)$root, stats::uniroot(rise, c(best, 100 * best), tol = 1e-10)$root
  )
  items <- (ms[["items"]] - ms[["error"]]) / 4
  z <- function(raters) log(1 + 4 * items / (raters + ms[["error"]]))
  # Without an item, each rater's mean has 13 items instead of 14.
  left <- vapply(1:14, function(i) {
    ms <- jackknife_squares(y[-i, ])
    log(1 + (ms[["items"]] - ms[["error"]]) / ((ms[["raters"]] - ms[["error"]]) / 13 + ms[["error"]]))
  }, 0)
  half <- stats::qt(.975, 13) * sqrt(13 / 14 * sum((left - mean(left))^2))
  limits <- z(best) + c(-1, 1) * sqrt(half^2 + (z(rev(ends)) - z(best))^2)
  odds <- (exp(limits) - 1) / 4
  a <- icc(rows, item, rater, y, form = "icc_a1", method = "reml", ci = "jackknife")
  expect_equal(c(a$conf.low, a$conf.high), odds / (1 + odds), tolerance = 1e-5)
})

test_that("incomplete scores are fitted anew without each item", {
  rows <- jackknife_scores()[-c(3, 10, 22, 30, 51), ]
  z <- function(rows) {
    v <- variance_components(rows, y ~ (1 | item) + (1 | rater), ci = "none")$estimate
    log(1 + 4 * v[1] / v[3])
  }
  left <- vapply(1:14, function(i) z(rows[rows$item != i, ]), 0)
  half <- stats::qt(.95, 13) * sqrt(13 / 14 * sum((left - mean(left))^2))
  limits <- z(rows) + c(-1, 1) * half
  g <- generalizability(
    rows, y ~ (1 | item) + (1 | rater), item, n = list(rater = 4), ci = ci_jackknife(0.9)
  )
  expect_equal(c(g$conf.low[1], g$conf.high[1]), 1 - exp(-limits), tolerance = 1e-6)
})

test_that("pupils of classes are left out with their class, where both are measured", {
  set.seed(9)
  d <- expand.grid(class = 1:9, seat = 1:4, rater = 1:3)
  d$y <- rnorm(9)[d$class] + rnorm(36)[d$class + 9 * (d$seat - 1)] + rnorm(3)[d$rater] + rnorm(108)
  model <- y ~ (1 | class) + (1 | class:seat) + (1 | rater)
  z <- function(d) {
    v <- variance_components(d, model, ci = "none")$estimate
    log(1 + 3 * (v[1] + v[2]) / v[4])
  }
  left <- vapply(1:9, function(i) z(d[d$class != i, ]), 0)
  limits <- z(d) + c(-1, 1) * stats::qt(.975, 8) * sqrt(8 / 9 * sum((left - mean(left))^2))
  g <- generalizability(d, model, class:seat, n = list(rater = 3), ci = "jackknife")
  expect_equal(c(g$conf.low[1], g$conf.high[1]), 1 - exp(-limits), tolerance = 1e-6)
})

test_that("there are no limits where an object alone tells components apart, or objects have no variance", {
  # Item 1 alone was rated by both.
  rows <- data.frame(item = c(1, 1, 2, 3, 4, 5), rater = c(1, 2, 1, 1, 2, 2), y = c(1, 3, 2, 5, 4, 1))
  g <- generalizability(rows, y ~ (1 | item) + (1 | rater), item, ci = "jackknife")
  # As for a profile limit, there is an estimate, and the status says what is missing.
  expect_identical(g$status, rep("a limit was not found", 2))
  expect_false(anyNA(g$estimate))
  expect_identical(c(g$conf.low, g$conf.high), rep(NA_real_, 4))
  flat <- expand.grid(item = 1:3, rater = 1:3)
  flat$y <- c(1, 2, 3, 2, 3, 1, 3, 1, 2)
  g <- generalizability(flat, y ~ (1 | item) + (1 | rater), item, ci = "jackknife")
  expect_identical(g$estimate, c(0, 0))
  expect_identical(g$conf.low, c(NA_real_, NA_real_))
})

test_that("objects that share levels with others, and limits of another method, are refused", {
  skip_if_quick()
  set.seed(1)
  rows <- expand.grid(person = 1:5, task = 1:4, rater = 1:3)
  rows$y <- rnorm(5)[rows$person] + rnorm(20)[rows$person + 5 * (rows$task - 1)] + rnorm(60)
  x <- variance_components(rows, y ~ (1 | person) + (1 | task) + (1 | person:task) + (1 | rater), ci = "none")
  expect_fault(generalizability(x, object = person:task, ci = "jackknife"), "argument", "share levels", argument = "ci")
  expect_fault(icc(rows[rows$task == 1, ], person, rater, y, ci = "jackknife"), "argument", argument = "ci")
})

test_that("limits of components are those of logarithms without each item; that of raters keeps its profile", {
  rows <- jackknife_scores()
  y <- matrix(rows$y, 14)
  model <- y ~ (1 | item) + (1 | rater)
  x <- variance_components(rows, model, ci = "jackknife", object = item)
  items <- jackknife_by_hand(y, function(ms) log((ms[["items"]] - ms[["error"]]) / 4))
  error <- jackknife_by_hand(y, function(ms) log(ms[["error"]]))
  expect_equal(x$conf.low[c(1, 3)], exp(c(items[1] - items[2], error[1] - error[2])), tolerance = 1e-7)
  expect_equal(x$conf.high[c(1, 3)], exp(c(items[1] + items[2], error[1] + error[2])), tolerance = 1e-7)
  expect_identical(x$interval, c("jackknife", "profile", "jackknife"))
  profile <- variance_components(rows, model)
  expect_equal(c(x$conf.low[2], x$conf.high[2]), c(profile$conf.low[2], profile$conf.high[2]))
  expect_fault(variance_components(rows, model, object = item), "argument", "would change nothing", argument = "object")
  expect_fault(variance_components(rows, model, ci = "jackknife"), "object", "not given")
})

test_that("where there are no limits the status says so", {
  # Items hardly differ: without the third their variance is 0.
  scores <- data.frame(
    item = rep(1:6, 2), rater = rep(c("ann", "bob"), each = 6), score = c(1, 2, 9, 2, 1, 2, 2, 1, 8, 1, 2, 1)
  )
  model <- score ~ (1 | item) + (1 | rater)
  expect_equal(variance_components(scores[scores$item != 3, ], model, ci = "none")$estimate[1], 0)
  x <- variance_components(scores, model, ci = "jackknife", object = item)
  expect_identical(is.na(x$conf.low), c(TRUE, FALSE, FALSE))
  expect_identical(x$status, c("a limit was not found", "ok", "ok"))
  expect_match(paste(format(x), collapse = " "), "item: a limit was not found")
  y <- generalizability(scores, model, item, ci = "jackknife")
  expect_identical(y$conf.low, c(NA_real_, NA_real_))
  expect_identical(y$status, rep("a limit was not found", 2))
  expect_false(anyNA(y$estimate))
})
