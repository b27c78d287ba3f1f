# How often the limits of corrected_estimate(calibration = ) hold the true share: melded, adjusted, and Wald's beside.
# The designs were settled before any was run: 500 items, calibration samples of 15 or 100 items of each of two labels;
# and of 40 items of each of three or four labels, where no adjusted interval exists. Shares are
# those of the first label. Limits are made from counts, without data
# frames, for time. R_LIBS=build/lib Rscript bench/coverage-calibration.R [sets] > bench/coverage-calibration.csv

suppressPackageStartupMessages(library(accord))
n_sets <- as.integer(c(commandArgs(trailingOnly = TRUE), "500")[1])
n_items <- 500

# `table`: the probabilities of predictions (rows) for each label (columns).
two <- function(sensitivity, specificity) {
  cbind(c(sensitivity, 1 - sensitivity), c(1 - specificity, specificity))
}
even <- function(k, right) {
  table <- matrix((1 - right) / (k - 1), k, k)
  diag(table) <- right
  table
}
# Errors of ordered labels are to the next one.
steps <- function(k, right) {
  table <- diag(right, k)
  for (label in seq_len(k)) {
    near <- intersect(label + c(-1, 1), seq_len(k))
    table[near, label] <- (1 - right) / length(near)
  }
  table
}
tables <- list(
  good = two(0.95, 0.95), usual = two(0.8, 0.9), poor = two(0.6, 0.8),
  three_good = even(3, 0.9), three_steps = steps(3, 0.7), four_good = even(4, 0.85), four_steps = steps(4, 0.7)
)
shares <- list(c(0.02, 0.98), c(0.1, 0.9), c(0.3, 0.7), c(0.6, 0.4), c(0.9, 0.1))
several <- list(
  three = list(c(0.05, 0.25, 0.7), c(0.4, 0.3, 0.3), c(0.85, 0.1, 0.05)),
  four = list(c(0.05, 0.15, 0.3, 0.5), c(0.4, 0.2, 0.2, 0.2), c(0.85, 0.05, 0.05, 0.05))
)
designs <- rbind(
  expand.grid(labels = 2, errors = c("good", "usual", "poor"), share = 1:5, each = c(15, 100)),
  expand.grid(labels = 3, errors = c("three_good", "three_steps"), share = 1:3, each = 40),
  expand.grid(labels = 4, errors = c("four_good", "four_steps"), share = 1:3, each = 40)
)

covers <- function(low, high, truth) !is.na(low) & low <= truth & truth <= high
rows <- lapply(seq_len(nrow(designs)), function(i) {
  d <- designs[i, ]
  set.seed(i)
  table <- tables[[as.character(d$errors)]]
  share <- if (d$labels == 2) shares[[d$share]] else several[[d$labels - 2]][[d$share]]
  sets <- if (d$labels == 2) n_sets else ceiling(n_sets / 2)
  found <- replicate(sets, {
    predicted <- as.vector(stats::rmultinom(1, n_items, table %*% share))
    confusion <- vapply(seq_len(d$labels), function(k) as.vector(stats::rmultinom(1, d$each, table[, k])), share)
    estimate <- function(ci) accord:::calibrated_shares(predicted, confusion, 0 * confusion, ci)
    x <- estimate(ci_melded())
    adjusted <- if (d$labels == 2) estimate(ci_adjusted())
    half <- stats::qnorm(0.975) * x$std.error
    # Without limits there is no statement, neither a right one nor a wrong one.
    given <- !is.na(x$conf.low)
    hold <- function(low, high) mean(covers(low, high, share)[given])
    c(
      melded = hold(x$conf.low, x$conf.high),
      adjusted = if (d$labels == 2) hold(adjusted$conf.low, adjusted$conf.high) else NA,
      wald = hold(pmax(x$estimate - half, 0), pmin(x$estimate + half, 1)),
      width = mean(x$conf.high - x$conf.low), none = mean(!given)
    )
  })
  cbind(
    d[c("labels", "errors")],
    share = share[1], each = d$each, sets = sets, round(t(rowMeans(found, na.rm = TRUE)), 3)
  )
})
utils::write.csv(do.call(rbind, rows), stdout(), row.names = FALSE, quote = FALSE)
