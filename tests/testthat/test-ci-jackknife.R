# The jackknife in closed form, compared with deleting each item from the data.

levels_and_ranges <- list(
  nominal = NULL, ordinal = NULL, interval = NULL, ratio = NULL, circular = 7.5, bipolar = c(-20, 1e3)
)

quiet_interval <- function(..., ci = ci_jackknife()) {
  suppressWarnings(krippendorff_alpha(..., ci = ci), classes = "accord_warning")
}

# Returns the differences from the oracle as text, and nothing if there are none.
interval_departures <- function(got, data, oracle, name) {
  by_hand <- oracle_jackknife(data, oracle)
  s <- by_hand$std.error
  numbers <- c(got$std.error, got$conf.low, got$conf.high)
  # There is no estimate, no value without some item, or no variation.
  if (is.na(got$estimate) || is.na(s) || by_hand$n < 2 || s < 1e-12) {
    return(if (!all(is.na(numbers))) paste(name, "an interval from nothing: std.error", got$std.error))
  }
  expected <- c(s, fisher_limits(got$estimate, got$std.error, by_hand$n))
  same <- is.na(numbers) == is.na(expected) & (is.na(expected) | abs(numbers - expected) <= 1e-10 * max(1, s))
  if (!all(same)) {
    words <- format(c(numbers, expected), digits = 15, trim = TRUE)
    paste(name, "got", toString(words[1:3]), "not", toString(words[4:6]))
  }
}

# The 95 % limits, with the artanh and the tanh written out.
fisher_limits <- function(estimate, s, n) {
  if (abs(estimate) >= 1) {
    return(c(NA_real_, NA_real_))
  }
  z <- 0.5 * log((1 + estimate) / (1 - estimate))
  half <- stats::qt(0.975, n - 1) * s / (1 - estimate^2)
  1 - 2 / (exp(2 * (z + c(-half, half))) + 1)
}

n_sets <- test_size(3, 2000)

for (level in names(levels_and_ranges)) {
  range <- levels_and_ranges[[level]]

  test_that(paste0("the standard error is that of taking items out: ", level), {
    for (seed in seq_len(n_sets)) {
      set <- random_ratings(seed)
      data <- set$data
      if (level == "ratio") data$rating <- abs(data$rating)
      if (level == "bipolar") data$rating <- pmin(pmax(data$rating, -20), 1e3)
      got <- quiet_interval(data, item, rater, rating, level = level, range = range)
      oracle <- function(rows) oracle_on_values(rows$item, rows$rating, level, range)
      wrong <- interval_departures(got, data, oracle, level)
      expect_identical(wrong, NULL, info = paste0("random_ratings(", seed, "), ", set$kind))
    }
  })

  test_that(paste0("with many items, ties and values of their own too: ", level), {
    for (seed in seq_len(test_size(1, 3))) {
      data <- random_ratings(seed + 5000, n_items = test_size(30, 60))$data
      local_seed(seed)
      own <- stats::runif(nrow(data))
      data$rating <- data$place + ifelse(own < 0.5, 0, own)
      expect_gt(length(unique(data$rating)), test_size(20, 40))
      expect_gt(anyDuplicated(data$rating[!is.na(data$rating)]), 0)
      got <- krippendorff_alpha(data, item, rater, rating, level = level, range = range, ci = ci_jackknife())
      expect_false(is.na(got$std.error))
      oracle <- function(rows) oracle_on_values(rows$item, rows$rating, level, range)
      expect_identical(interval_departures(got, data, oracle, level), NULL, info = seed)
    }
  })

  test_that(paste0("every group has its own jackknife: ", level), {
    data <- lapply(seq_len(test_size(12, 30)), function(seed) {
      rows <- random_ratings(seed)$data
      cbind(rows, part = rep(seed, nrow(rows)))
    })
    data <- do.call(rbind, data)
    data$rating <- pmin(abs(data$rating), 900)
    got <- quiet_interval(data, item, rater, rating, by = part, level = level, range = range)
    oracle <- function(rows) oracle_on_values(rows$item, rows$rating, level, range)
    wrong <- lapply(seq_len(nrow(got)), function(i) {
      interval_departures(got[i, ], data[data$part == got$part[i], ], oracle, paste("seed", got$part[i]))
    })
    expect_identical(unlist(wrong), NULL)
    expect_gt(sum(!is.na(got$std.error)), test_size(4, 10))
    expect_gt(sum(is.na(got$std.error)), test_size(0, 2))
  })
}

test_that("an item that holds nearly all variation is taken out without loss of digits", {
  skip_if_quick()
  for (outlier in 10^test_size(c(1, 5, 9), 1:9)) {
    local_seed(outlier)
    data <- data.frame(
      item = rep(1:12, each = 3), rater = rep(1:3, 12), rating = round(3 * stats::rexp(36)) + 1
    )
    data$rating[1] <- outlier
    categories <- sort(unique(data$rating)) # or the outlier is a stray code
    for (level in c("nominal", "ordinal", "interval", "ratio", "bipolar")) {
      range <- if (level == "bipolar") c(0, 2e9)
      got <- krippendorff_alpha(
        data, item, rater, rating, level = level, range = range, categories = categories, ci = ci_jackknife()
      )
      oracle <- function(rows) oracle_on_values(rows$item, rows$rating, level, range)
      expect_identical(interval_departures(got, data, oracle, level), NULL, info = outlier)
    }
  }
})

test_that("a distance of the user's has the jackknife of its own", {
  for (seed in seq_len(test_size(4, 20))) {
    data <- random_ratings(seed, n_items = 20)$data
    places <- sort(unique(data$place))
    local_seed(seed)
    distance <- as.matrix(stats::dist(matrix(stats::rnorm(2 * length(places)), ncol = 2), "manhattan"))
    data$rating <- data$place
    got <- quiet_interval(data, item, rater, rating, distance = unname(distance))
    oracle <- function(rows) oracle_alpha(rows$item, match(rows$rating, places), distance)
    expect_identical(interval_departures(got, data, oracle, "matrix"), NULL, info = seed)
  }
})

test_that("the limits are those of Fisher's scale, at any confidence level", {
  data <- reference_table("krippendorff2011c")$data
  x <- krippendorff_alpha(data, layout = "raters_in_columns", level = "nominal", ci = ci_jackknife(0.8))
  expect_equal(x$n_items, 11)
  half <- stats::qt(0.9, 10) * x$std.error / (1 - x$estimate^2)
  expect_equal(c(x$conf.low, x$conf.high), tanh(atanh(x$estimate) + c(-half, half)), tolerance = 1e-14)
  wide <- krippendorff_alpha(data, layout = "raters_in_columns", level = "nominal", ci = ci_jackknife(0.99))
  expect_equal(wide$std.error, x$std.error)
  expect_lt(wide$conf.low, x$conf.low)
  expect_gt(wide$conf.high, x$conf.high)
  expect_lt(wide$conf.high, 1)
})

test_that("leaving out a unit gives what others published for it", {
  data <- reference_table("krippendorff2011c_hughes")$data
  without <- krippendorff_alpha(data[-6, ], layout = "raters_in_columns", level = "nominal", ci = ci_none())
  expect_published(without$estimate, 0.8574338085539714, 12)
  all <- krippendorff_alpha(data, layout = "raters_in_columns", level = "nominal", ci = ci_none())
  expect_published(all$estimate - without$estimate, -0.114, 3)
})

test_that("the standard error is right where it can be worked out by hand", {
  # 6 items agree on a, 6 on b, 4 are split. Without one of a kind, alpha is a fraction.
  data <- data.frame(
    item = rep(1:16, each = 2), rater = rep(1:2, 16),
    rating = c(rep("a", 12), rep("b", 12), rep(c("a", "b"), 4))
  )
  x <- krippendorff_alpha(data, item, rater, rating, ci = ci_jackknife())
  # D_o = 4/16, D_e = 2 * 16 * 16 / (32 * 31)
  expect_equal(x$estimate, 1 - (4 / 16) / (2 * 16 * 16 / (32 * 31)), tolerance = 1e-14)
  agreed <- 1 - (4 / 15) / (2 * 14 * 16 / (30 * 29))
  split <- 1 - (3 / 15) / (2 * 15 * 15 / (30 * 29))
  mean <- (12 * agreed + 4 * split) / 16
  s <- sqrt(15 / 16 * (12 * (agreed - mean)^2 + 4 * (split - mean)^2))
  expect_equal(x$std.error, s, tolerance = 1e-13)
})

no_interval <- function(data, ..., estimate) {
  cnd <- expect_warning(
    x <- krippendorff_alpha(data, item, rater, rating, ..., ci = ci_jackknife()),
    class = "accord_warning_no_interval"
  )
  expect_s3_class(cnd, "accord_warning")
  expect_identical(c(x$std.error, x$conf.low, x$conf.high), rep(NA_real_, 3))
  expect_equal(x$estimate, estimate)
  expect_equal(x$status, "ok")
}

two_raters <- function(first, second) {
  n <- length(first)
  data.frame(item = rep(seq_len(n), 2), rater = rep(c("x", "y"), each = n), rating = c(first, second))
}

test_that("perfect agreement has no interval", {
  skip_if_quick()
  no_interval(two_raters(c("a", "a", "b", "b"), c("a", "a", "b", "b")), estimate = 1)
  for (level in c("nominal", "ordinal", "interval", "ratio")) {
    no_interval(two_raters(c(1, 2, 3, 4, 4, 7), c(1, 2, 3, 4, 4, 7)), level = level, estimate = 1)
    values <- c(0.1, 0.2, 0.7, 1.3, 2.9, 1e6)
    no_interval(two_raters(values, values), level = level, estimate = 1)
  }
})

test_that("an item that holds all variation leaves no interval", {
  skip_if_quick()
  # Without item 3 every rating is an a. 1 - (2/6) / (10/30) = 0
  no_interval(two_raters(c("a", "a", "a"), c("a", "a", "b")), estimate = 0)
  no_interval(two_raters(c(1, 1, 1), c(1, 1, 9)), level = "interval", estimate = 0)
  no_interval(two_raters(c(1, 1, 1), c(1, 1, 9)), level = "ordinal", estimate = 0)
  no_interval(two_raters(c(0.1, 0.1, 0.1), c(0.1, 0.1, 0.3)), level = "interval", estimate = 0)
  no_interval(two_raters(c(0.1, 0.1, 0.1), c(0.1, 0.1, 0.3)), level = "ratio", estimate = 0)
})

test_that("one item has an estimate but no interval", {
  no_interval(two_raters("a", "b"), estimate = 0)
  one <- rbind(two_raters(1, 3), data.frame(item = 2:3, rater = "x", rating = 1:2))
  no_interval(one, level = "interval", estimate = 0)
})

test_that("groups without an interval are named, the others have theirs", {
  good <- random_ratings(5003, n_items = 30)$data
  good$rating <- ifelse(good$place > 1, "a", "b")
  data <- rbind(
    cbind(good[c("item", "rater", "rating")], part = "good"),
    cbind(two_raters(c("a", "b"), c("a", "b")), part = "perfect"),
    cbind(two_raters("a", "b"), part = "single")
  )
  cnd <- expect_warning(
    x <- krippendorff_alpha(data, item, rater, rating, by = part, ci = ci_jackknife()),
    class = "accord_warning_no_interval"
  )
  expect_equal(cnd$groups, c("perfect", "single"))
  expect_equal(is.na(x$std.error), c(FALSE, TRUE, TRUE))
  expect_equal(x$estimate[2:3], c(1, 0))
})

test_that("ci_none() asks for no interval and warns of none", {
  expect_no_warning(x <- krippendorff_alpha(two_raters("a", "b"), item, rater, rating, ci = ci_none()))
  expect_identical(c(x$std.error, x$conf.low, x$conf.high), rep(NA_real_, 3))
})

test_that("limits on the scale of the logarithm of the disagreement are those of its definition, as is the test", {
  data <- expand.grid(item = 1:12, rater = c("a", "b", "c"))
  data$label <- (data$item %% 2 + (data$item %% 5 == 0) * (data$rater == "b")) %% 2
  data$label[data$rater == "c" & data$item == 7] <- 0
  of <- function(ci) krippendorff_alpha(data, item, rater, label, level = "nominal", ci = ci)
  x <- of(ci_jackknife(scale = "log", null = 0.4))
  reach <- stats::qt(0.975, 11) * x$std.error / (1 - x$estimate)
  expect_equal(x$conf.low, 1 - (1 - x$estimate) * exp(reach))
  expect_equal(x$conf.high, 1 - (1 - x$estimate) * exp(-reach))
  expect_equal(x$statistic, log((1 - 0.4) / (1 - x$estimate)) * (1 - x$estimate) / x$std.error)
})
