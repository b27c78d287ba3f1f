# Limits of ci_bayes() with more than ten categories, so that 55 pairs of ratings represent all that the pseudo-item can
# have, compared with a simulation with all pairs. Two raters; 12, 25 and 60 items. The differences include the errors
# of the simulated limits and the variation between seeds.
#   Rscript bench/pseudo-pairs.R [sets of each kind and size]
suppressPackageStartupMessages(library(accord))
arguments <- as.integer(commandArgs(TRUE))
sets <- if (length(arguments)) arguments[1] else 6
draws <- 4e5

# Returns for how many observations an item counts: the equation of ?ci_bayes.
counts_as <- function(n) {
  z <- stats::qnorm(0.975)
  wanted <- stats::qt(0.975, n - 1) / sqrt(n - 1)
  limit <- function(lambda) 1 / (lambda * n + 1) + z / sqrt(lambda * n + 2)
  if (limit(1) >= wanted) 1 else stats::uniroot(function(x) limit(x) - wanted, c(0.05, 1), tol = 1e-12)$root
}

# `point`: a row for each of the `base` categories, whose distance is that of these points, squared. The weight of the
# pseudo-item is broken into sticks, each with a pair of its own (Sethuraman 1994), down to 2^-25 of it.
simulated <- function(first, second, point, base) {
  square <- rowSums(point^2)
  lambda <- counts_as(length(first))
  limit <- function(agreeing, tail) {
    items <- within <- squares <- own <- of_square <- numeric(draws)
    sum <- matrix(0, draws, ncol(point))
    add <- function(weight, x, y) {
      apart <- rowSums((point[x, , drop = FALSE] - point[y, , drop = FALSE])^2)
      items <<- items + weight
      within <<- within + weight * apart
      squares <<- squares + weight^2
      own <<- own + weight^2 * apart / 2
      of_square <<- of_square + weight * (square[x] + square[y]) / 2
      sum <<- sum + weight * (point[x, , drop = FALSE] + point[y, , drop = FALSE]) / 2
    }
    for (i in seq_along(first)) {
      add(stats::rgamma(draws, lambda), rep(first[i], draws), rep(second[i], draws))
    }
    left <- stats::rexp(draws)
    for (i in 1:25) {
      part <- stats::runif(draws)
      x <- sample(base, draws, TRUE)
      add(left * part, x, if (agreeing) x else sample(base, draws, TRUE))
      left <- left * (1 - part)
    }
    expected <- (2 * items * of_square - 2 * rowSums(sum^2) - own) / (items^2 - squares)
    stats::quantile(1 - within / items / expected, tail, names = FALSE)
  }
  c(limit(FALSE, 0.025), limit(TRUE, 0.975))
}

kinds <- list(
  lognormal = function(n) exp(stats::rnorm(n)) * exp(stats::rnorm(2 * n, 0, 0.4)),
  gamma = function(n) stats::rgamma(n, 0.5) + stats::rnorm(2 * n, 0, 0.3),
  t = function(n) stats::rt(n, 3) + stats::rnorm(2 * n, 0, 0.7),
  normal = function(n) stats::rnorm(n) + stats::rnorm(2 * n, 0, 0.6),
  slider = function(n) round(pmin(100, pmax(0, 100 * stats::rbeta(n, 3, 0.8) + stats::rnorm(2 * n, 0, 8)))),
  labels = function(n) {
    truth <- sample(20, n, TRUE, 1 / (1:20))
    ifelse(stats::runif(2 * n) < 0.7, truth, sample(20, 2 * n, TRUE))
  }
)

set.seed(22)
result <- NULL
for (kind in names(kinds)) {
  for (n in c(12, 25, 60)) {
    for (set in seq_len(sets)) {
      x <- matrix(kinds[[kind]](n), n)
      labels <- kind == "labels"
      value <- if (labels) 1:20 else sort(unique(c(x)))
      # Labels have equal distances, like the corners of a simplex.
      want <- simulated(
        match(x[, 1], value), match(x[, 2], value), if (labels) diag(20) else cbind(value), seq_along(value)
      )
      got <- krippendorff_alpha(
        x,
        layout = "raters_in_columns", level = if (labels) "nominal" else "interval",
        categories = if (labels) 1:20, ci = ci_bayes()
      )
      result <- rbind(result, data.frame(
        kind, n,
        values = length(value), low = abs(got$conf.low - want[1]), high = abs(got$conf.high - want[2])
      ))
    }
  }
}
by <- aggregate(cbind(low, high) ~ n + kind, result, function(x) round(c(median = stats::median(x), max = max(x)), 4))
print(by)
cat("\nall", nrow(result), "sets: median", round(stats::median(result$low), 4), round(stats::median(result$high), 4))
cat(", more than .01 in", round(mean(result$low > 0.01), 3), round(mean(result$high > 0.01), 3), "of them\n")
