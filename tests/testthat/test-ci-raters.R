# Intervals over raters, compared with deleting each rater from the data.

n_sets <- if (identical(Sys.getenv("ACCORD_TEST_LONG"), "true")) 500 else 3

complete_set <- function(seed, n_raters = pick(3:6)) {
  local_seed(seed)
  n <- pick(8:15)
  truth <- sample.int(4, n, replace = TRUE)
  data <- expand.grid(item = seq_len(n), rater = paste0("r", seq_len(n_raters)), stringsAsFactors = FALSE)
  skill <- stats::runif(n_raters, 0.3, 0.95)
  agrees <- stats::runif(nrow(data)) < skill[match(data$rater, unique(data$rater))]
  data$place <- ifelse(agrees, truth[data$item], sample.int(4, nrow(data), replace = TRUE))
  data[stats::runif(nrow(data)) < pick(c(1, 1, 0.7)), ]
}

coefficients <- oracle_coefficients()

# Returns estimates without each of the raters who rated an item that the coefficient uses.
oracle_without_raters <- function(data, coefficient, w) {
  items <- table(data$item)
  used <- data$rater[items[as.character(data$item)] >= oracle_least(coefficient)]
  vapply(unique(used), function(rater) {
    rows <- data[data$rater != rater, ]
    oracle_kappa(oracle_items(rows$item, rows$rater, rows$place), coefficient, w)[["estimate"]]
  }, 0)
}

rater_error <- function(without) {
  r <- length(without)
  sqrt((r - 1) / r * sum((without - mean(without))^2))
}

measure <- function(data, ci, weights = "identity", which = coefficients) {
  suppressWarnings(
    agreement(data, item, rater, place, coefficients = which, weights = weights, categories = 1:4, ci = ci),
    classes = "accord_warning"
  )
}

near <- function(got, expected, tolerance = 1e-9) {
  identical(is.na(got), is.na(expected)) && all(abs(got - expected) <= tolerance, na.rm = TRUE)
}

test_that("the jackknife over raters is that of leaving raters out", {
  skip_if_quick()
  for (seed in seq_len(n_sets)) {
    data <- complete_set(seed)
    scheme <- c("identity", "linear", "quadratic")[seed %% 3 + 1]
    w <- oracle_weights(scheme, 1:4)
    z <- measure(data, ci_jackknife(0.9, over = "raters"), scheme)
    plain <- measure(data, ci_jackknife(0.9, over = "raters", scale = "identity"), scheme)
    for (i in seq_along(coefficients)) {
      without <- oracle_without_raters(data, coefficients[i], w)
      s <- rater_error(without)
      # If values are equal except for rounding, there is no variation and no interval (see ?ci_jackknife).
      if (isTRUE(s < 1e-12)) s <- NA_real_
      info <- paste0("complete_set(", seed, "), ", scheme, " ", coefficients[i])
      expect_true(near(z$std.error[i], s), info = info)
      half <- stats::qt(0.95, length(without) - 1) * s
      x <- z$estimate[i]
      lowest <- oracle_lowest(coefficients[i])
      limits <- c(max(x - half, lowest), min(x + half, 1))
      expect_true(near(c(plain$conf.low[i], plain$conf.high[i]), limits), info = info)
      # Fisher's scale; percent agreement runs from 0 to 1, not from -1.
      y <- if (lowest == 0) 2 * x - 1 else x
      slope <- if (lowest == 0) 2 else 1
      limits <- tanh(atanh(y) + c(-1, 1) * slope * half / (1 - y^2))
      if (lowest == 0) limits <- (limits + 1) / 2
      # The range of this scale ends there (see ?ci_jackknife).
      if (isTRUE(y <= -1)) limits <- c(NA, NA)
      expect_true(near(c(z$conf.low[i], z$conf.high[i]), limits), info = info)
    }
  }
})

test_that("at the ordinal level too", {
  for (seed in seq_len(n_sets)) {
    data <- complete_set(seed + 50)
    x <- suppressWarnings(
      krippendorff_alpha(data, item, rater, place, level = "ordinal", ci = ci_jackknife(over = "raters")),
      classes = "accord_warning"
    )
    without <- vapply(unique(data$rater), function(rater) {
      rows <- data[data$rater != rater, ]
      oracle_on_values(rows$item, rows$place, "ordinal")[["estimate"]]
    }, 0)
    expect_true(near(x$std.error, rater_error(without)), info = seed)
  }
})

test_that("random raters add their variance to that of the items", {
  skip_if_quick()
  for (seed in seq_len(n_sets)) {
    data <- complete_set(seed + 100)
    variance <- c("gwet", "ratio")[seed %% 2 + 1]
    x <- measure(data, ci_analytic(variance = variance, over = "both", test = TRUE))
    normal <- measure(data, ci_analytic(variance = variance, over = "both", distribution = "normal"))
    items <- oracle_items(data$item, data$rater, data$place)
    for (i in seq_along(coefficients)) {
      name <- coefficients[i]
      info <- paste0("complete_set(", seed + 100, "), ", name)
      of_items <- if (variance == "gwet") oracle_se_gwet else oracle_se_ratio
      a <- of_items(items, name, diag(4))^2
      without <- oracle_without_raters(data, name, diag(4))
      b <- rater_error(without)^2
      s <- sqrt(a + b)
      # Neither items nor raters vary, so there is no interval (see ?ci_analytic).
      if (isTRUE(s < 1e-12)) s <- NA_real_
      expect_true(near(x$std.error[i], s, 1e-6 * s), info = info)
      n <- sum(oracle_taking_part(items, name) | variance == "gwet" & !name %in% c("light_kappa", "krippendorff_alpha"))
      df <- (a + b)^2 / (a^2 / (n - 1) + b^2 / (length(without) - 1))
      half <- stats::qt(0.975, df) * s
      lowest <- oracle_lowest(name)
      limits <- c(max(x$estimate[i] - half, lowest), min(x$estimate[i] + half, 1))
      expect_true(near(c(x$conf.low[i], x$conf.high[i]), limits, 1e-5), info = info)
      expect_true(near(x$p.value[i], 2 * stats::pt(-abs(x$estimate[i] / s), df), 1e-5), info = info)
      limits <- x$estimate[i] + c(-1, 1) * stats::qnorm(0.975) * s
      limits <- c(max(limits[1], lowest), min(limits[2], 1))
      expect_true(near(c(normal$conf.low[i], normal$conf.high[i]), limits, 1e-5), info = info)
    }
  }
})

test_that("the standard error over raters is right where it can be worked out by hand", {
  # Without x, y or z, the others agree on 3, 2 and 3 of 4 items: a mean of 2/3, from which two values are at a distance
  # of 1/12 and one at 1/6, so the variance is 2/3 of 6/144.
  data <- long(rbind(x = c("a", "b", "b", "a"), y = c("a", "b", "b", "b"), z = c("a", "a", "b", "b")))
  x <- percent_agreement(data, item, rater, rating, ci = ci_jackknife(over = "raters"))
  expect_equal(x$std.error, 1 / 6, tolerance = 1e-14)
  expect_equal(x$estimate, 2 / 3, tolerance = 1e-14)
})

test_that("a rater who takes no part does not count", {
  data <- complete_set(7, n_raters = 4)
  more <- rbind(data, data.frame(item = 99, rater = "alone", place = 1))
  of <- function(data) {
    krippendorff_alpha(data, item, rater, place, level = "nominal", ci = ci_jackknife(over = "raters"))
  }
  expect_equal(of(more), of(data), tolerance = 1e-14)
  ac1 <- function(data) measure(data, ci_jackknife(over = "raters"), which = "gwet_ac1")$std.error
  expect_equal(ac1(more), rater_error(oracle_without_raters(more, "gwet_ac1", diag(4))), tolerance = 1e-9)
})

test_that("groups have what they would have alone, one category at a time too", {
  sets <- lapply(1:3, function(seed) transform(complete_set(seed), part = seed))
  data <- do.call(rbind, sets)
  for (ci in list(ci_jackknife(over = "raters"), ci_analytic(over = "both"))) {
    of <- function(data, ...) {
      agreement(data, item, rater, place,
        coefficients = coefficients, weights = "identity", categories = 1:4, ci = ci, ...
      )
    }
    together <- of(data, by = part)
    for (part in 1:3) {
      expect_equal(together$std.error[together$part == part], of(sets[[part]])$std.error, tolerance = 1e-13)
    }
  }
  one <- complete_set(8)
  ci <- ci_jackknife(over = "raters")
  x <- category_agreement(one, item, rater, place, coefficients = "category_agreement", ci = ci)
  for (k in 1:4) {
    without <- vapply(unique(one$rater), function(rater) {
      rows <- one[one$rater != rater, ]
      items <- oracle_items(rows$item, rows$rater, rows$place)
      oracle_specific(items, k)(items$times)[["estimate"]]
    }, 0)
    expect_equal(x$std.error[x$category == k], rater_error(without), tolerance = 1e-12)
  }
})

test_that("there is no interval over two raters, or where all raters do the same", {
  two <- long(rbind(x = c("a", "b", "b", "a"), y = c("a", "b", "b", "b")))
  same <- long(rbind(x = c("a", "b", "b"), y = c("a", "b", "b"), z = c("a", "b", "b")))
  for (ci in list(ci_jackknife(over = "raters"), ci_analytic(over = "both"))) {
    for (data in list(two, same)) {
      expect_warning(
        x <- krippendorff_alpha(data, item, rater, rating, ci = ci), class = "accord_warning_no_interval"
      )
      expect_identical(c(x$std.error, x$conf.low, x$conf.high), rep(NA_real_, 3))
      expect_equal(x$status, "ok")
    }
  }
})

test_that("a group with a fault has neither estimate nor interval", {
  data <- rbind(
    transform(complete_set(3), part = "good"),
    data.frame(item = c(1, 1, 1), rater = c("x", "x", "y"), place = c(1, 2, 1), part = "twice")
  )
  for (ci in list(ci_jackknife(over = "raters", scale = "identity"), ci_analytic(over = "both"))) {
    expect_warning(
      x <- krippendorff_alpha(data, item, rater, place, by = part, level = "nominal", ci = ci),
      class = "accord_warning_undefined"
    )
    expect_identical(is.na(x$std.error), c(FALSE, TRUE))
    expect_identical(is.na(x$conf.low), c(FALSE, TRUE))
  }
})

test_that("what cannot be is an error", {
  skip_if_quick()
  counts <- rbind(c(3, 0), c(2, 1), c(0, 3), c(1, 2))
  for (ci in list(ci_jackknife(over = "raters"), ci_analytic(over = "both"))) {
    expect_fault(fleiss_kappa(counts, layout = "counts", ci = ci), "anonymous", "raters with names")
    expect_fault(
      pairwise_agreement(complete_set(1), item, rater, place, ci = ci), "argument", "pair of raters",
      argument = "ci"
    )
  }
  expect_fault(ci_jackknife(over = "rater"), "argument", "raters", argument = "over")
  expect_fault(ci_jackknife(over = c("items", "raters")), "argument", argument = "over")
  expect_fault(ci_jackknife(scale = "logit"), "argument", "identity", argument = "scale")
  expect_fault(ci_analytic(over = "raters"), "argument", "both", argument = "over")
  expect_fault(ci_analytic(variance = "classic", over = "both"), "argument", argument = "over")
})

test_that("over items nothing but the scale is new", {
  data <- complete_set(5)
  z <- measure(data, ci_jackknife())
  plain <- measure(data, ci_jackknife(scale = "identity"))
  expect_identical(plain$std.error, z$std.error)
  i <- which(plain$coefficient == "krippendorff_alpha")
  half <- stats::qt(0.975, z$n_items[i] - 1) * z$std.error[i]
  limits <- z$estimate[i] + c(-1, 1) * half
  expect_equal(c(plain$conf.low[i], plain$conf.high[i]), pmin(limits, 1), tolerance = 1e-14)
})
