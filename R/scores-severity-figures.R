# What follows from a fit: expected ratings, mean squares, the spread of severities and their drift.

expected_rating <- function(eta, thresholds) {
  k <- seq_along(thresholds)
  log_weight <- cbind(0, outer(eta, k) - rep(thresholds, each = length(eta)))
  log_weight[is.na(log_weight)] <- -Inf
  weight <- exp(log_weight - apply(log_weight, 1, max))
  drop(weight %*% c(0, k)) / rowSums(weight)
}

# Mean squares by level: outfit, the mean of squared residuals over their variance; infit, that of their sums.
mean_squares <- function(fit, code, n) {
  sums <- matrix(NA_real_, n, 4)
  found <- rowsum(cbind(fit$square, fit$variance, fit$standardized, 1), code)
  sums[as.integer(rownames(found)), ] <- found
  list(infit = sums[, 1] / sums[, 2], outfit = sums[, 3] / sums[, 4])
}

# How far raters differ beyond their errors, and the test that they do not.
severity_spread <- function(fit) {
  s <- fit$severity - mean(fit$severity)
  error <- mean(diag(centered_covariance(fit$covariance)))
  observed <- stats::var(s)
  true <- max(0, observed - error)
  r <- seq_along(s)
  # The precision of the severities, all else estimated: what is left of the information.
  precision <- function(v) {
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

# For each rater with several batches: the test of no change, and the last batch less the first.
severity_drift <- function(severity, covariance, rater) {
  rows <- lapply(split(seq_along(rater), rater), function(at) {
    k <- length(at)
    if (k < 2) {
      return(NULL)
    }
    contrast <- cbind(-1, diag(k - 1))
    change <- drop(contrast %*% severity[at])
    v <- contrast %*% covariance[at, at] %*% t(contrast)
    statistic <- drop(change %*% solve(v, change))
    data.frame(
      code = rater[at[1]], change = change[k - 1], std.error = sqrt(v[k - 1, k - 1]), statistic = statistic,
      df = k - 1L, p.value = stats::pchisq(statistic, k - 1, lower.tail = FALSE)
    )
  })
  do.call(rbind, rows)
}
