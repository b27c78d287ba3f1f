lin <- function(x, y) {
  n <- length(x)
  s <- stats::cov(cbind(x, y)) * (n - 1) / n
  2 * s[1, 2] / (s[1, 1] + s[2, 2] + (mean(x) - mean(y))^2)
}

test_that("two raters have Lin's coefficient, several that of Barnhart, Haber and Song", {
  set.seed(1)
  for (r in 2:4) {
    scores <- matrix(stats::rnorm(15 * r, rep(1:r / 2, each = 15)), 15) + stats::rnorm(15, 0, 2)
    colnames(scores) <- letters[1:r]
    x <- concordance(scores, layout = "raters_in_columns", ci = ci_none())
    pairs <- utils::combn(r, 2)
    each <- apply(pairs, 2, function(p) lin(scores[, p[1]], scores[, p[2]]))
    expect_equal(x$estimate[seq_len(ncol(pairs))], each)
    expect_equal((x$precision * x$accuracy)[seq_len(ncol(pairs))], each)
    expect_equal(x$precision[1], stats::cor(scores[, 1], scores[, 2]))
    s <- stats::cov(scores) * 14 / 15
    m <- colMeans(scores)
    above <- upper.tri(s)
    overall <- 2 * sum(s[above]) / ((r - 1) * sum(diag(s)) + sum(outer(m, m, "-")[above]^2))
    expect_equal(x$estimate[nrow(x)], overall)
  }
})

test_that("it is that of other software", {
  # epiR::epi.ccc(), as the tests of R package yardstick print it (test-num-ccc.R) for numbers that anybody can draw
  local_seed(1812)
  one <- stats::rnorm(50)
  other <- .2 + 1.1 * one + stats::rnorm(50, sd = 0.5)
  holes <- replace(other, (1:5) * 10, NA)
  ccc <- function(...) concordance(cbind(...), layout = "raters_in_columns", ci = ci_none())$estimate
  expect_published(ccc(one, other), 0.8322669, 7)
  expect_published(ccc(one, holes), 0.8161879, 7)
})

test_that("Lin's example has its printed figures", {
  # Lin, Hedayat, Sinha and Yang (2002, Journal of the American Statistical Association 97, 257-270): DCLHb in 299
  # samples by HemoCue and by Sigma, the mean of two readings each. Package Agreement 0.8-1 (Yu and Lin) has the data,
  # and prints CCC .9866, precision .9867, accuracy .9999. Here are numbers with the means, standard deviations and
  # correlation of these data, which determine all three. (No copy of the example of Lin's paper of 1989 was found.)
  z <- qr.Q(qr(cbind(1, 1:299, sin(1:299))))[, 2:3] * sqrt(298)
  r <- 0.986653646757709
  hemocue <- 489.799331103678924 + 474.641114722256191 * z[, 1]
  sigma <- 493.975919732441469 + 472.360331499057622 * (r * z[, 1] + sqrt(1 - r^2) * z[, 2])
  x <- concordance(cbind(hemocue, sigma), layout = "raters_in_columns", ci = ci_none())
  expect_published(x$estimate, 0.9866, 4)
  expect_published(x$precision, 0.9867, 4)
  expect_published(x$accuracy, 0.9999, 4)
})

test_that("the peak flow meters have the figures that package fastmatrix prints", {
  # Help of ccc() in version 0.6-6: estimate .9427, accuracy .9994, precision .9433
  large <- c(494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427)
  mini <- c(512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451)
  x <- concordance(cbind(large, mini), layout = "raters_in_columns", ci = ci_none())
  expect_published(x$estimate, 0.9427, 4)
  expect_published(x$accuracy, 0.9994, 4)
  expect_published(x$precision, 0.9433, 4)
})

test_that("concordance and limits are those of a published example", {
  # Bland & Altman (1999, table 4) as Zou (2013) has them, pairs of cardiac output; printed in the article "Agreement
  # Tests" of package SimplyAgree (github.com/arcaldwell49/SimplyAgree, commit 57a22dc), which takes pairs for items
  x <- c(
    7.83, 7.42, 7.89, 7.12, 6.16, 7.26, 6.71, 4.75, 5.24, 4.86, 4.78, 6.05, 5.42, 4.21, 3.61, 3.72, 3.87, 3.92
  )
  y <- c(
    6.57, 5.62, 6.90, 6.57, 4.06, 4.29, 4.26, 4.71, 5.50, 5.08, 5.02, 6.01, 5.67, 4.14, 4.20, 4.61, 4.68, 5.04
  )
  found <- concordance(cbind(x, y), layout = "raters_in_columns", ci = ci_none())
  expect_published(found$estimate, 0.4791, 4)
  limits <- limits_of_agreement(cbind(x, y), layout = "raters_in_columns", share = 0.8)
  printed <- c(bias = 0.4383, bias.conf.low = -0.1669, bias.conf.high = 1.0436, lower = -1.1214, upper = 1.9980)
  for (name in names(printed)) expect_published(limits[[name]], printed[[name]], 4, name)
})

test_that("a column may have no name", {
  scores <- cbind(c(1, 3, 2, 5, 4), b = c(2, 3, 3, 4, NA))
  named <- cbind(a = scores[, 1], b = scores[, 2])
  for (verb in list(concordance, limits_of_agreement)) {
    x <- as.data.frame(verb(scores, layout = "raters_in_columns"))
    expect_identical(x$rater_1, "")
    expect_equal(x[-1], as.data.frame(verb(named, layout = "raters_in_columns"))[-1], ignore_attr = TRUE)
  }
})

test_that("intervals of concordance are those of the kappas", {
  set.seed(2)
  scores <- round(matrix(stats::rnorm(60), 20) + stats::rnorm(20, 0, 2), 1)
  x <- concordance(scores, layout = "raters_in_columns", pairs = FALSE)
  k <- conger_kappa(scores, layout = "raters_in_columns", weights = "quadratic")
  expect_equal(c(x$conf.low, x$conf.high), c(k$conf.low, k$conf.high))
  expect_identical(c(x$rater_1, x$rater_2), c(NA_character_, NA_character_))
})

test_that("what has no concordance is told, and groups keep their keys", {
  d <- data.frame(part = rep(c("x", "y"), each = 8), item = rep(1:8, each = 2), rater = c("ann", "bob"))
  d$score <- c(1, 2, 3, 3, 5, 4, 6, 6, rep(2, 8))
  expect_warning(x <- concordance(d, item, rater, score, by = part), class = "accord_warning_undefined")
  expect_identical(x$part, c("x", "y"))
  expect_identical(is.na(x$estimate), c(FALSE, TRUE))
  expect_fault(concordance(d, item, rater, rater), "level")
  expect_fault(concordance(d, item, rating = score), "anonymous")
  d$estimate <- d$part
  expect_fault(concordance(d, item, rater, score, by = estimate), "reserved_name")
})

test_that("groups and data without an item of two raters have a row without a value", {
  skip_if_quick()
  d <- data.frame(item = rep(1:6, 2), rater = rep(c("a", "b"), each = 6), g = "x")
  d$y <- c(1, 4, 2, 5, 3, 9, 2, 4, 3, 5, 5, 7)
  less <- rbind(d, data.frame(item = 1:3, rater = "a", g = "w", y = 1:3))
  for (verb in list(concordance, limits_of_agreement)) {
    expect_warning(x <- verb(less, item, rater, y, by = g), class = "accord_warning_undefined")
    expect_identical(x$g, c("w", "x"))
    expect_identical(x$status, c("no item with two raters", "ok"))
    for (bad in list(d[1:6, ], transform(d, y = NA_real_), transform(d, item = 1:12))) {
      expect_warning(one <- verb(bad, item, rater, y), class = "accord_warning_undefined")
      expect_identical(one$status, "no item with two raters")
    }
  }
})

test_that("scores are no labels that could look alike", {
  scores <- cbind(c(0.1 + 0.2, 1, 2, 3), c(0.3, 1, 2.2, 3))
  for (verb in list(concordance, icc, limits_of_agreement)) {
    expect_no_warning(verb(scores, layout = "raters_in_columns"), class = "accord_warning_look_alike")
  }
  expect_warning(as_ratings(scores, layout = "raters_in_columns"), class = "accord_warning_look_alike")
})

test_that("verbs of numbers take no categories", {
  scores <- cbind(c(1, 2, 3, 3), c(1, 2, 2, 3))
  for (verb in list(concordance, limits_of_agreement)) {
    expect_fault(
      verb(scores, layout = "raters_in_columns", categories = 1:3), "argument", "1 unknown argument: `categories`"
    )
    expect_fault(verb(scores, layout = "raters_in_columns", level = "interval"), "argument", "`level`")
  }
  expect_fault(rater_severity(scores, layout = "raters_in_columns", level = "interval"), "argument", "`level`")
})

test_that("repeated ratings that were kept are refused, as columns and as ratings", {
  d <- data.frame(i = rep(1:3, 2), r = rep(c("a", "b"), each = 3), y = c(1, 3, 2, 2, 3, 1))
  twice <- rbind(d, d[1:2, ])
  kept <- as_ratings(twice, i, r, y, duplicates = "keep", level = "interval")
  expect_fault(concordance(kept), "duplicate_rating", "2 times a rater", n = 2L)
  of <- function(data, duplicates) concordance(data, i, r, y, duplicates = duplicates)
  expect_fault(of(twice, "keep"), "duplicate_rating", "limits_of_agreement", n = 2L)
  expect_fault(of(rbind(d, d[1, ]), "keep"), "duplicate_rating", "1 time a", n = 1L)
  expect_fault(concordance(twice, i, r, y), "duplicate_rating", "where a function accepts repeated ratings")
  expect_equal(
    of(d, "keep")$estimate, of(twice, "first")$estimate
  )
})

test_that("groups with and without a value have the same kind of interval", {
  skip_if_quick()
  set.seed(1)
  data <- data.frame(g = rep(1:2, each = 20), item = c(rep(1:10, 2), 1:20), rater = rep(rep(1:2, each = 10), 2))
  data$x <- stats::rnorm(40)
  expect_warning(found <- concordance(data, item, rater, x, by = g), class = "accord_warning_undefined")
  expect_equal(found$interval[1], found$interval[2])
  expect_equal(found$conf.level, c(0.95, 0.95))
})

test_that("one item has no concordance", {
  x <- suppressWarnings(concordance(matrix(c(1, 2, 3), 1), layout = "raters_in_columns"))
  expect_identical(x$status, rep("one item only", 4))
  expect_identical(x$estimate, rep(NA_real_, 4))
})

test_that("the jackknife of many distinct numbers is that of sums without one item, and takes no time", {
  skip_if_quick()
  set.seed(21)
  n <- 20000
  x <- rnorm(n, 1e4)
  y <- x + rnorm(n)
  k <- concordance(cbind(x, y), layout = "raters_in_columns", ci = ci_jackknife())
  # Lin's coefficient from the sums of the others; numbers near 0, so that squares keep their digits
  a <- x - mean(x)
  b <- y - mean(x)
  without <- function(v) (sum(v) - v) / (n - 1)
  spread <- without(a^2) - without(a)^2 + without(b^2) - without(b)^2 + (without(a) - without(b))^2
  values <- 2 * (without(a * b) - without(a) * without(b)) / spread
  expect_equal(k$std.error, sqrt((n - 1) / n * sum((values - mean(values))^2)), tolerance = 1e-9)
  # Three raters, one of whom has one rating, against all values without an item
  few <- data.frame(item = rep(1:12, each = 2), rater = rep(c("a", "b"), 12), y = rnorm(24) + rep(1:12, each = 2))
  few <- rbind(few, data.frame(item = 3, rater = "c", y = 4))
  all <- conger_kappa(few, item, rater, y, weights = "quadratic", ci = ci_jackknife())
  values <- vapply(1:12, function(i) {
    conger_kappa(few[few$item != i, ], item, rater, y, weights = "quadratic", ci = ci_none())$estimate
  }, 0)
  expect_equal(all$std.error, sqrt(11 / 12 * sum((values - mean(values))^2)))
})

test_that("a sentence for a paper has the coefficient, its interval and the items", {
  scores <- cbind(a = c(1, 2, 4, 3, 6), b = c(2, 2, 5, 4, 6), c = c(1, 3, 4, 4, 5))
  x <- concordance(scores, layout = "raters_in_columns", ci = ci_jackknife())
  text <- format(x, style = "apa")
  expect_match(text[1], "^a and b: concordance correlation = [.]\\d\\d, 95% CI \\[.*\\], 5 items$")
  expect_match(text[4], "^all raters: concordance correlation = ")
  first <- scores[1, , drop = FALSE]
  alone <- suppressWarnings(concordance(first, layout = "raters_in_columns", ci = ci_none()))
  expect_match(format(alone, style = "apa")[1], "is not defined \\(one item only\\)")
})

test_that("the interval of quadratic weights is that of the same weights as a matrix", {
  # For numbers the core sums moments of each rater, for a matrix shares of categories. Weights in sixteenths are exact,
  # so that the rows have the same order, which determines the shuffling of draws.
  set.seed(8)
  scores <- pmin(pmax(round(matrix(stats::rnorm(75, 3), 25) + stats::rnorm(25, 0, 2)), 1), 5)
  scores[3, 2] <- NA
  weights <- 1 - outer(1:5, 1:5, "-")^2 / 16
  dimnames(weights) <- list(1:5, 1:5)
  limits <- function(weights, ...) {
    x <- conger_kappa(scores, layout = "raters_in_columns", categories = 1:5, weights = weights, ...)
    c(x$std.error, x$conf.low, x$conf.high)
  }
  expect_equal(limits("quadratic"), limits(weights), tolerance = 1e-6)
})

test_that("the default interval of distinct numbers takes linear time", {
  skip_if_not(asks_all(), "long")
  set.seed(9)
  scores <- matrix(stats::rnorm(4000), 1000) + stats::rnorm(1000)
  expect_linear_time(function(n) concordance(scores[seq_len(n), ], layout = "raters_in_columns"), 250)
})

test_that("limits of small numbers, whose fourth powers vanish, are those of the same numbers in another unit", {
  skip_if_quick()
  local_seed(3)
  rows <- expand.grid(item = 1:15, rater = c("a", "b", "c"))
  rows$y <- rows$item %% 5 + sample(0:3, 45, TRUE)
  figures <- c("estimate", "std.error", "conf.low", "conf.high", "precision", "accuracy")
  one <- concordance(rows, item, rater, y)
  for (unit in 2^c(-300, -240, 240)) {
    found <- concordance(transform(rows, y = y * unit), item, rater, y)
    expect_equal(as.list(found)[figures], as.list(one)[figures], tolerance = 1e-10)
  }
})

test_that("the concordance of tiny numbers is that of the same numbers in another unit", {
  skip_if_quick()
  set.seed(10)
  scores <- matrix(stats::rnorm(15), 15, 3) + stats::rnorm(45)
  of <- function(unit) concordance(unit * scores, layout = "raters_in_columns")
  one <- of(1)
  for (unit in 2^c(-530, -538, -1000)) expect_equal(of(unit), one)
})

test_that("a reason says of which group and pair it is", {
  skip_if_quick()
  rows <- expand.grid(item = 1:3, rater = c("a", "b", "c"), day = c("mon", "tue"))
  rows$y <- ifelse(rows$day == "mon", 2, c(1, 3, 4, 2, 3, 5, 1, 2, 4))
  of <- function(rows, ...) suppressWarnings(concordance(rows, item, rater, y, ..., ci = ci_none()))
  both <- of(rows, by = day)
  reason <- "mon, a and b; mon, a and c; mon, b and c; mon, all raters: one category only"
  expect_match(paste(format(both), collapse = "\n"), reason, fixed = TRUE)
  expect_match(paste(paper_table(both), collapse = "\n"), reason, fixed = TRUE)
  alone <- of(rows[rows$day == "mon", ])
  reason <- "a and b; a and c; b and c; all raters: one category only"
  expect_match(paste(format(alone), collapse = "\n"), reason, fixed = TRUE)
  expect_match(paste(paper_table(alone), collapse = "\n"), reason, fixed = TRUE)
  expect_match(format(of(rows[rows$day == "mon", ], pairs = FALSE)), "^  \\S+ one category only", all = FALSE)
  few <- suppressWarnings(limits_of_agreement(rows[rows$item == 1 | rows$day == "tue", ], item, rater, y, by = day))
  expect_match(
    paste(format(few), collapse = "\n"), "mon, a and b; mon, a and c; mon, b and c: fewer than two items", fixed = TRUE
  )
})
