# Coverage of 95% profile limits of the generalizability and the dependability of one rater, by simulation of the mean
# squares of items x raters: complete, normal; variance 1 of items, .5 of the error. Limits contain the true value if
# the likelihood ratio there is below the quantile, which needs no search for limits and not accord itself
# (tests/testthat/test-scores-generalizability.R compares the two). Rscript bench/coverage-dependability.R [replicates]

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 10000

# Minus twice the restricted log likelihood, a row per data set. `lambda`: expected mean squares.
criterion <- function(ms, lambda, df) drop((log(lambda) + ms / lambda) %*% df)

# Its lowest value with components of 0 or more: where a mean square is below that of the error they are pooled.
lowest <- function(ms, df) {
  best <- rep(Inf, nrow(ms))
  for (with in list(3, c(1, 3), c(2, 3), 1:3)) {
    lambda <- ms
    lambda[, with] <- drop(ms[, with, drop = FALSE] %*% df[with]) / sum(df[with])
    fits <- lambda[, 1] >= lambda[, 3] & lambda[, 2] >= lambda[, 3]
    best <- ifelse(fits, pmin(best, criterion(ms, lambda, df)), best)
  }
  best
}

# Its lowest value with components in the proportions of a row of `v` (items, raters, error), whatever their size.
at_proportions <- function(ms, v, n, k, df) {
  lambda <- cbind(v[, 3] + k * v[, 1], v[, 3] + n * v[, 2], v[, 3])
  criterion(ms, lambda * drop((ms / lambda) %*% df) / sum(df), df)
}

# Minimizes over the share of raters, first on a grid, then by golden section search around its best point.
over_shares <- function(at, m) {
  grid <- c(0, stats::plogis(seq(-10, 10, 0.1)))
  found <- vapply(grid, function(share) at(rep(share, m)), numeric(m))
  best <- max.col(-found)
  a <- grid[pmax(best - 1, 1)]
  b <- grid[pmin(best + 1, length(grid))]
  for (i in 1:40) {
    inner <- cbind(b - (b - a) * 0.618034, a + (b - a) * 0.618034)
    left <- at(inner[, 1]) < at(inner[, 2])
    b <- ifelse(left, inner[, 2], b)
    a <- ifelse(left, a, inner[, 1])
  }
  pmin(at((a + b) / 2), found[cbind(seq_len(m), best)])
}

design <- function(n, k, rater) {
  df <- c(n - 1, k - 1, (n - 1) * (k - 1))
  lambda <- c(0.5 + k, 0.5 + n * rater, 0.5)
  ms <- vapply(1:3, function(i) lambda[i] * stats::rchisq(times, df[i]) / df[i], numeric(times))
  free <- lowest(ms, df)
  contains <- function(proportions) {
    at <- function(share) at_proportions(ms, proportions(share), n, k, df)
    mean(over_shares(at, times) - free <= stats::qchisq(0.95, 1))
  }
  rho <- 1 / 1.5
  phi <- 1 / (1.5 + rater)
  data.frame(
    n_items = n, n_raters = k, rater_variance = rater,
    generalizability = contains(function(share) cbind(rho, share / (1 - share), 1 - rho)),
    dependability = contains(function(share) cbind(phi, (1 - phi) * share, (1 - phi) * (1 - share)))
  )
}

set.seed(1)
designs <- expand.grid(n = c(10, 30, 100), k = c(2, 3, 5, 10), rater = c(0, 0.1, 0.5, 1, 2, 5))
print(do.call(rbind, Map(design, designs$n, designs$k, designs$rater)), digits = 3, row.names = FALSE)
