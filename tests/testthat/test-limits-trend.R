# Fat of 45 samples of human milk by two methods, g per 100 ml: Bland & Altman (1999), table 3, Statistical Methods in
# Medical Research 8, 135-160: the values of data set `milk` of package MethComp 1.30.2, with which they were compared.
milk <- data.frame(
  item = rep(1:45, 2), method = rep(c("enzymic", "gerber"), each = 45),
  fat = c(
    0.96, 1.16, 0.97, 1.01, 1.25, 1.22, 1.46, 1.66, 1.75, 1.72, 1.67, 1.67, 1.93, 1.99, 2.01, 2.28, 2.15, 2.29,
    2.45, 2.40, 2.79, 2.77, 2.64, 2.73, 2.67, 2.61, 3.01, 2.93, 3.18, 3.18, 3.19, 3.12, 3.33, 3.51, 3.66, 3.95,
    4.20, 4.05, 4.30, 4.74, 4.71, 4.71, 4.74, 5.23, 6.21,
    0.85, 1.00, 1.00, 1.00, 1.20, 1.20, 1.38, 1.65, 1.68, 1.70, 1.70, 1.70, 1.88, 2.00, 2.05, 2.17, 2.20, 2.28,
    2.43, 2.55, 2.60, 2.65, 2.67, 2.70, 2.70, 2.70, 3.00, 3.02, 3.03, 3.11, 3.15, 3.15, 3.40, 3.42, 3.62, 3.95,
    4.27, 4.30, 4.35, 4.75, 4.79, 4.80, 4.80, 5.42, 6.20
  )
)
of_milk <- function(...) limits_of_agreement(milk, item, method, fat, ...)

# Differences and means of a set of pairs, for lm().
pairs_of <- function(data, first, second) {
  x <- data[[3]][data[[2]] == first]
  y <- data[[3]][data[[2]] == second]
  list(d = x - y, a = (x + y) / 2)
}

test_that("limits of the fat of milk depend on its size: the line of lm(), and 1.96 residual standard deviations", {
  x <- of_milk(trend = "bias")
  # The regression of the article (section 3.2). Its printed digits were not at hand; those below are of lm().
  fit <- stats::lm(d ~ a, pairs_of(milk, "enzymic", "gerber"))
  line <- unname(stats::coef(fit))
  sd <- summary(fit)$sigma
  expect_equal(c(x$intercept, x$slope, x$sd), c(line, sd))
  rows <- tidy(x)
  expect_identical(rows$term, c("bias", "lower", "upper"))
  expect_equal(rows$intercept, line[1] + c(0, -1, 1) * stats::qnorm(0.975) * sd)
  expect_equal(rows$slope, rep(line[2], 3))
  # 0.0790402 and -0.0282710 with a standard deviation of 0.0803304, so that the limits begin at -0.0784 and 0.2365
  expect_match(paste(format(x, digits = 3), collapse = " "), "0.079 - 0.0283 m +-0.078 - 0.0283 m +0.236 - 0.0283 m")
  expect_match(format(x, style = "apa", digits = 3), paste(
    "bias = 0.079 .* 0.0283 m, 95% limits of agreement from .0.078 .* 0.0283 m to 0.236 .* 0.0283 m",
    "\\(m: mean of the two ratings\\), 45 items"
  ))
  expect_match(paste(format(of_milk()), collapse = " "), "size of the measurement.*trend = \"bias\"")
})

test_that("both lines are those of lm()", {
  set.seed(12)
  true <- stats::runif(60, 1, 10)
  data <- data.frame(
    item = rep(1:60, 2), method = rep(c("a", "b"), each = 60),
    y = c(true + stats::rnorm(60, 0, 0.1 * true), 1.1 * true + stats::rnorm(60, 0, 0.1 * true))
  )
  x <- limits_of_agreement(data, item, method, y, trend = "both", share = 0.9, ci = ci_default(0.8))
  pairs <- pairs_of(data, "a", "b")
  fit <- stats::lm(d ~ a, pairs)
  absolute <- abs(stats::resid(fit))
  spread <- stats::lm(absolute ~ a, pairs)
  expect_equal(c(x$intercept, x$slope), stats::coef(fit), ignore_attr = TRUE)
  expect_equal(c(x$sd_intercept, x$sd_slope), sqrt(pi / 2) * stats::coef(spread), ignore_attr = TRUE)
  expect_equal(x$sd_slope.p.value, summary(spread)$coefficients[2, 4])
  # At the mean size, with the variances of predictions
  at <- data.frame(a = mean(pairs$a))
  line <- stats::predict(fit, at, se.fit = TRUE)
  height <- stats::predict(spread, at, se.fit = TRUE)
  z <- stats::qnorm(0.95) * sqrt(pi / 2)
  expect_equal(x$upper, unname(line$fit + z * height$fit))
  half <- stats::qt(0.9, 58) * sqrt(line$se.fit^2 + z^2 * height$se.fit^2)
  expect_equal(c(x$upper.conf.low, x$upper.conf.high), x$upper + c(-half, half))
  limits <- augment(x)
  expect_equal(limits$.outside, abs(pairs$d - stats::fitted(fit)) > z * stats::fitted(spread), ignore_attr = TRUE)
  # A line for the bias alone says that the spread needs one too.
  alone <- limits_of_agreement(data, item, method, y, trend = "bias")
  expect_equal(alone$sd_slope.p.value, x$sd_slope.p.value)
  expect_match(paste(format(alone), collapse = " "), "The spread of the differences depends on the size too")
  expect_no_match(paste(format(x), collapse = " "), "too")
})

test_that("the unit of the ratings, their order and the order of methods change nothing else", {
  for (trend in c("bias", "both")) {
    x <- of_milk(trend = trend)
    large <- milk
    large$fat <- 2^500 * large$fat
    y <- limits_of_agreement(large[sample(90), ], item, method, fat, trend = trend)
    expect_equal(c(y$lower, y$upper.conf.high, y$sd_intercept) / 2^500, c(x$lower, x$upper.conf.high, x$sd_intercept))
    expect_equal(c(y$sd_slope, y$slope), c(x$sd_slope, x$slope))
    turned <- milk
    turned$method <- ifelse(milk$method == "gerber", "a", "b")
    y <- limits_of_agreement(turned, item, method, fat, trend = trend)
    expect_equal(c(y$lower, y$slope, y$upper.conf.low), -c(x$upper, x$slope, x$lower.conf.high))
  }
})

test_that("intervals of limits that depend on the size cover", {
  set.seed(13)
  times <- test_size(300, 5000)
  size <- seq(-1, 1, length.out = 12)
  covered <- function(trend, sd) {
    found <- replicate(times, {
      d <- 0.5 * size + stats::rnorm(12, 0, sd)
      row <- pair_limits(
        list(
          x = size + d / 2, y = size - d / 2, n_1 = rep(1, 12), n_2 = rep(1, 12),
          around_1 = double(12), around_2 = double(12)
        ), 0.95, 0.95,
        trend = trend
      )
      limit <- stats::qnorm(0.975) * mean(sd)
      row$upper.conf.low <= limit && row$upper.conf.high >= limit
    })
    mean(found, na.rm = TRUE)
  }
  exact <- covered("bias", 1)
  expect_gt(exact, stats::qbinom(0.001, times, 0.95) / times)
  expect_lt(exact, stats::qbinom(0.999, times, 0.95) / times)
  expect_gt(covered("both", 0.6 + 0.3 * size), stats::qbinom(0.001, times, 0.88) / times)
})

test_that("what has no line has no limits", {
  skip_if_quick()
  trend <- function(a, b, ...) {
    limits_of_agreement(cbind(a = a, b = b), layout = "raters_in_columns", ...)
  }
  expect_warning(x <- trend(c(1, 5), c(2, 3), trend = "bias"), class = "accord_warning_undefined")
  expect_identical(x$status, "fewer than three items")
  expect_warning(x <- trend(c(1, 2, 3), c(3, 2, 1), trend = "both"), "three items")
  expect_identical(x$status, "all items have the same mean")
  # The absolute residuals fall to 0 before the largest size.
  expect_warning(
    x <- trend(c(3, -1, 4, 3, 4, 5.5), c(-1, 3, 2, 4, 5, 5.5), trend = "both"),
    class = "accord_warning_undefined"
  )
  expect_identical(x$status, "the spread is below 0 at some sizes")
  expect_identical(c(x$lower, x$upper, x$sd), rep(NA_real_, 3))
  expect_match(paste(format(x), collapse = " "), "below 0 at some sizes")
  expect_fault(trend(1:3, c(1, 3, 4), trend = "bias", against = "mean"), "argument", "single ratings")
  for (other in c("keep", "error")) {
    clustered <- transform(milk, ward = item %% 9)
    asked <- rlang::expr(limits_of_agreement(clustered, item, method, fat, trend = "both", duplicates = !!other))
    if (other == "error") asked$cluster <- quote(ward)
    expect_fault(eval(asked), "argument", "single ratings")
  }
  expect_fault(trend(1:3, c(1, 3, 4), trend = "yes"), "argument")
})

test_that("differences on a line have a slope whose p value is 0, and no limits around the line", {
  a <- c(1, 2, 4, 5, 7, 9)
  of <- function(a, b, ...) limits_of_agreement(cbind(a = a, b = b), layout = "raters_in_columns", ...)
  # b = k a: the difference is (1 - k) a and the mean (1 + k) a / 2. Some are not exact in binary.
  for (unit in c(1, 0.1, 1e-200, 1e150)) {
    for (k in c(2, 1.1)) {
      x <- of(unit * a, unit * (k * a))
      expect_equal(c(x$slope, x$slope.p.value), c(2 * (1 - k) / (1 + k), 0))
    }
  }
  for (kind in c("bias", "both")) {
    for (k in c(2, 1.1)) {
      expect_warning(x <- of(a, k * a, trend = kind), class = "accord_warning_undefined")
      expect_identical(x$status, "all differences are on the line")
      expect_identical(c(x$lower, x$upper, x$bias.conf.low, x$sd), c(NA, NA, NA, 0))
      expect_equal(c(x$intercept, x$slope), c(0, 2 * (1 - k) / (1 + k)))
      expect_match(paste(format(x), collapse = " "), "- 0.[0-9]+ m .*all differences are on the line")
    }
  }
  # Differences that are equal but for rounding have no slope to test.
  x <- of(a, a + 0.3)
  expect_identical(c(x$slope, x$slope.p.value), c(0, NA))
  # One value off the line gives the test of lm().
  x <- of(a, 2 * a + c(0, 0, 1e-4, 0, 0, 0))
  fit <- summary(stats::lm(d ~ m, list(d = -a - c(0, 0, 1e-4, 0, 0, 0), m = 1.5 * a + c(0, 0, 5e-5, 0, 0, 0))))
  expect_equal(c(x$slope, x$slope.p.value), fit$coefficients[2, c(1, 4)], ignore_attr = TRUE)
})

test_that("the plot draws the slope of differences on a line", {
  skip_if_not_installed("ggplot2")
  x <- limits_of_agreement(cbind(a = c(1, 2, 4, 5), b = c(2, 4, 8, 10)), layout = "raters_in_columns")
  expect_identical(nrow(slope_lines(x, attr(x, "differences") |> transform(panel = factor("p")), "p")), 1L)
  expect_no_error(ggplot2::ggplot_build(ggplot2::autoplot(x)))
})

test_that("table and plot have the lines", {
  skip_if_not_installed("knitr")
  x <- of_milk(trend = "bias")
  expect_match(paste(paper_table(x, "latex", digits = 3), collapse = " "), "0.079 \\$-\\$ 0.0283 m")
  expect_match(paste(paper_table(x, "markdown", digits = 3), collapse = " "), "m: mean of the two ratings")
  skip_if_not_installed("ggplot2")
  lines <- Filter(
    function(layer) is.data.frame(layer$data) && !is.null(layer$data$intercept), ggplot2::autoplot(x)$layers
  )
  expect_length(lines, 1)
  expect_equal(sort(lines[[1]]$data$intercept), sort(tidy(x)$intercept))
})

test_that("a slope of rounding errors is 0, and the axis contains the sloping limits", {
  pairs <- cbind(a = (1:10) / 3, b = (1:10) / 3 + 5)
  x <- suppressWarnings(limits_of_agreement(pairs, layout = "raters_in_columns", trend = "bias"))
  expect_identical(x$slope, 0)
  expect_no_match(paste(format(x), collapse = " "), "0.00000")
  skip_if_not_installed("ggplot2")
  x <- of_milk(trend = "both")
  built <- ggplot2::ggplot_build(ggplot2::autoplot(x))
  range <- built$layout$panel_params[[1]]$y.range
  points <- augment(x)
  lines <- tidy(x)
  ends <- outer(lines$slope, range(points$.mean)) + lines$intercept
  expect_true(min(ends) >= range[1] && max(ends) <= range[2])
})
