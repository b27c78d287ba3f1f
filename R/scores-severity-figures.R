# Statistics of a fit: expected ratings, mean squares, the variation of severities and their drift.

# `slope`: one, or one for each place.
expected_rating <- function(eta, thresholds, slope = 1) {
  k <- seq_along(thresholds)
  log_weight <- slope * cbind(0, outer(eta, k) - rep(thresholds, each = length(eta)))
  log_weight[is.na(log_weight)] <- -Inf
  weight <- exp(log_weight - apply(log_weight, 1, max))
  drop(weight %*% c(0, k)) / rowSums(weight)
}

# Mean squares by level: outfit, the mean of squared standardized residuals; infit, the sum of squared residuals
# divided by the sum of their variances.
mean_squares <- function(fit, code, n) {
  sums <- matrix(NA_real_, n, 4)
  found <- rowsum(fit$problem$count * cbind(fit$square, fit$variance, fit$standardized, 1), code)
  sums[as.integer(rownames(found)), ] <- found
  list(infit = sums[, 1] / sums[, 2], outfit = sums[, 3] / sums[, 4])
}

# The number of ratings of each level.
rating_counts <- function(fit, code, n) as.integer(sum_by(fit$problem$count, code, n))

# The true standard deviation of severities, corrected for their standard errors, and the test that all are equal.
severity_spread <- function(fit) {
  s <- fit$severity - mean(fit$severity)
  error <- mean(diag(centered_covariance(fit$covariance)))
  observed <- stats::var(s)
  true <- max(0, observed - error)
  r <- seq_along(s)
  # The precision matrix of the severities, with all other parameters estimated: a Schur complement of the
  # information, which with slopes also contains the condition on their sum.
  precision <- function(v) {
    if (fit$problem$n_slopes > 0) {
      return(solve(fit$covariance, v))
    }
    image <- fit$information[, r, drop = FALSE] %*% v
    image[r, ] - fit$information[r, -r, drop = FALSE] %*%
      solve(fit$information[-r, -r, drop = FALSE], image[-r, , drop = FALSE])
  }
  sums <- tryCatch(crossprod(cbind(s, 1), precision(cbind(s, 1))), error = function(cnd) matrix(NA_real_, 2, 2))
  statistic <- sums[1, 1] - sums[1, 2]^2 / sums[2, 2]
  list(
    separation = sqrt(true / error), strata = (4 * sqrt(true / error) + 1) / 3, reliability = true / observed,
    statistic = statistic, df = length(s) - 1L,
    p.value = stats::pchisq(statistic, length(s) - 1, lower.tail = FALSE)
  )
}

# For each rater with several batches: the test of no change, the difference between the last and the first batch, and
# the trend over `time`, by generalized least squares.
severity_drift <- function(severity, covariance, rater, time) {
  rows <- lapply(split(seq_along(rater), rater), function(at) {
    k <- length(at)
    if (k < 2) {
      return(NULL)
    }
    contrast <- cbind(-1, diag(k - 1))
    change <- drop(contrast %*% severity[at])
    v <- contrast %*% covariance[at, at] %*% t(contrast)
    statistic <- drop(change %*% solve(v, change))
    # Differences from the first batch are the trend times the time since then.
    since <- time[at][-1] - time[at[1]]
    precision <- drop(since %*% solve(v, since))
    data.frame(
      code = rater[at[1]], change = change[k - 1], std.error = sqrt(v[k - 1, k - 1]), statistic = statistic,
      df = k - 1L, p.value = stats::pchisq(statistic, k - 1, lower.tail = FALSE),
      trend = drop(since %*% solve(v, change)) / precision, trend.std.error = 1 / sqrt(precision)
    )
  })
  do.call(rbind, rows)
}

# Numbers and dates are times; other batches have the times 1, 2, ...
batch_times <- function(batches) {
  if (is.numeric(batches) || inherits(batches, "Date")) {
    as.double(batches)
  } else if (inherits(batches, "POSIXct")) {
    as.double(batches) / 86400
  } else {
    as.double(seq_along(batches))
  }
}

# ---- Ratings with their expected values, for augment() ----

# Returns a list: `cells`, the rater (and batch) of each row of the result; `cell`, that of each rating, and `count`, as
# how many it counts; `rows`, a tibble with the names of the data. Ratings that were set aside (not in `kept`) have no
# expected value.
fitted_ratings <- function(fit, design, kept) {
  n <- length(design$rating)
  at <- kept[fit$problem$sorted]
  spread <- function(x) replace(rep(NA_real_, n), at, if (fit$status == "ok") x else NA_real_)
  expected <- spread(fit$low + fit$expected)
  residual <- design$rating - expected
  code <- design$columns
  cell <- code$rater
  code$rater <- code$own
  columns <- lapply(names(design$names), function(key) vctrs::vec_slice(design$levels[[key]], code[[key]]))
  rating <- design$rating
  if (!is.null(design$labels)) rating <- factor(labels_of(rating, design), design$labels, ordered = TRUE)
  rows <- tibble::new_tibble(c(
    rlang::set_names(columns, design$names), rlang::set_names(list(rating), design$rating_name),
    if (!is.null(design$weights_name)) rlang::set_names(list(design$count), design$weights_name),
    list(.fitted = expected, .resid = residual, .std.resid = residual / sqrt(spread(fit$variance)))
  ), nrow = n)
  cells <- tibble::new_tibble(cell_keys(design), nrow = length(design$cell_label))
  list(cells = cells, cell = cell, count = design$count, rows = rows)
}
