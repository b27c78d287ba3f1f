# Limits of Kendall's W and of the mean correlations.

# Percentiles over fewer raters are far too narrow: see bench/coverage/ranks.csv.
LEAST_DRAWN_RATERS <- 5L

# A row for each coefficient.
rank_limits <- function(figure, core, ci) {
  lowest <- c(0, -1, -1)
  none <- data.frame(std.error = rep(NA_real_, 3), conf.low = NA_real_, conf.high = NA_real_)
  few <- ci$method == "bootstrap" && ci$units == "raters" && core$m < LEAST_DRAWN_RATERS
  if (ci$method == "none" || is.na(figure[1]) || few) {
    return(none)
  }
  samples <- rank_samples(core, ci)
  rows <- lapply(1:3, function(j) {
    row <- data.frame(estimate = figure[1, j], lowest = lowest[j])
    values <- samples[, j]
    if (ci$method == "bootstrap") {
      found <- bootstrap_interval(list(estimate = values), row, ci)
      return(data.frame(std.error = found[1], conf.low = found[2], conf.high = found[3]))
    }
    n <- length(values)
    s <- sqrt((n - 1) / n * sum((values - mean(values))^2))
    if (is.na(s) || s < 1e-12 || is.na(row$estimate)) {
      return(none[1, ])
    }
    as.data.frame(jackknife_limits(ci, row, s, n - 1))
  })
  do.call(rbind, rows)
}

# The figures without each rater or object, or under draws of them, a row for each.
rank_samples <- function(core, ci) {
  of_raters <- ci$units == "raters"
  n <- if (of_raters) core$m else core$n
  if (ci$method == "jackknife" && of_raters) {
    found <- pair_figures(core, 1 - diag(nrow = n))
    if (core$complete) {
      left <- data.frame(
        covariance = core$table$covariance_without, correlation = core$table$correlation_without, tau = found[, 3]
      )
      found <- rank_figures(core, left)
    }
    # Two raters leave one, of whom there is no pair.
    if (n < 3) found[] <- NA_real_
    return(found)
  }
  times <- if (ci$method == "jackknife") n else ci$times
  check_rank_work(core, times, of_raters)
  block <- max(1, floor(1e6 / n))
  rows <- lapply(seq(1, times, by = block), function(from) {
    draws <- seq(from, min(from + block - 1, times))
    weights <- if (ci$method == "jackknife") {
      1 - outer(seq_len(n), draws, `==`)
    } else {
      vapply(draws, function(b) as.double(tabulate(sample.int(n, replace = TRUE), n)), double(n))
    }
    weights <- matrix(weights, n)
    pairs <- if (of_raters) pair_figures(core, weights)
    if (of_raters && !core$complete) return(pairs)
    empty <- matrix(0, 0, 0)
    found <- call_core(rank_replicates(
      core$ratings, core$g - 1L, core$number, if (of_raters) weights else empty, if (of_raters) empty else weights,
      !is.null(core$pairs)
    ))
    if (of_raters) found$tau <- pairs[, 3]
    rank_figures(core, as.data.frame(found))
  })
  do.call(rbind, rows)
}
