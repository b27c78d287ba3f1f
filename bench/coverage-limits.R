# Coverage of 95% limits of bias and of limits of agreement with few items, by simulation: normal ratings, one by each
# of two raters, repeated ones whose true value stays, and ones in pairs whose true value changes; and limits with the
# mean of few raters, who are drawn anew. Rscript bench/coverage-limits.R [replicates]

library(accord)
options(accord.threads = 1)

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 1000

Z <- stats::qnorm(0.975)
covers <- function(x, true) x$conf.low <= true & true <= x$conf.high

# Variances: items 4, rater by item .5, error 1; the second rater is .7 higher. `m`: how often each rater rates an item.
pairs <- function(n, m, kind) {
  rows <- expand.grid(item = seq_len(n), rater = c("a", "b"), again = seq_len(m))
  cell <- (rows$again - 1) * n + rows$item
  spread <- sqrt(2 * (0.5 + 1))
  hits <- replicate(times, {
    # The numbers of ratings are unequal: a third of the repeated ones are missing.
    given <- rows$again == 1 | stats::runif(nrow(rows)) < 2 / 3
    own <- stats::rnorm(2 * n, sd = sqrt(0.5))[rows$item + n * (rows$rater == "b")]
    truth <- stats::rnorm(n, sd = 2)[rows$item] + if (kind == "changing") stats::rnorm(n * m, sd = 2)[cell] else 0
    rows$y <- truth + own + 0.7 * (rows$rater == "b") + stats::rnorm(nrow(rows))
    x <- if (kind == "changing") {
      limits_of_agreement(rows[given, ], item, rater, y, occasion = again)
    } else {
      limits_of_agreement(rows[given, ], item, rater, y, duplicates = "keep")
    }
    covers(tidy(x), -0.7 + c(0, -1, 1) * Z * spread)
  })
  data.frame(kind, n_items = n, n_raters = 2, times = m, t(round(rowMeans(hits), 3)))
}

# Variances: items 4, raters `rater`, error 1.
with_mean <- function(n, r, rater) {
  rows <- expand.grid(item = seq_len(n), rater = letters[seq_len(r)])
  hits <- replicate(times, {
    rows$y <- stats::rnorm(n, sd = 2)[rows$item] + stats::rnorm(r, sd = sqrt(rater))[rows$rater] + stats::rnorm(n * r)
    x <- limits_of_agreement(rows, item, rater, y, against = "mean")
    covers(tidy(x), c(NA, -1, 1) * Z * sqrt((r - 1) / r * (rater + 1)))
  })
  data.frame(kind = paste("mean, raters", rater), n_items = n, n_raters = r, times = 1, t(round(rowMeans(hits), 3)))
}

named <- function(rows) stats::setNames(do.call(rbind, rows), c(names(rows[[1]])[1:4], "bias", "lower", "upper"))

set.seed(104)
print(named(c(
  lapply(c(5, 10, 20, 50), pairs, 1, "single"), lapply(c(8, 15, 30), pairs, 2, "repeated"),
  list(pairs(15, 4, "repeated")), lapply(c(8, 15, 30), pairs, 3, "changing")
)))
print(named(Map(with_mean, 15, c(2, 3, 5, 2, 3, 5, 10), c(0.1, 0.1, 0.1, 1, 1, 1, 1))))
