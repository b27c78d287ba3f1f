# Coverage of 95% profile limits where scores are missing and where raters are nested, by simulation: normal scores,
# variance 1 of items, .5 of the error. Rscript bench/coverage-components-sparse.R [replicates] [first design] [last]
#
# "holes": each item is scored by a random `m` of `k` raters. "nested": raters belong to one of `centres`, and score
# items of it alone, each `m` of the `k` there; items are compared within centres.

library(accord)

arguments <- as.integer(commandArgs(trailingOnly = TRUE))
times <- if (length(arguments)) arguments[1] else 500L

covers <- function(low, high, true) low <= true & true <= high

holes <- function(n, k, m, rater) {
  rows <- data.frame(item = rep(seq_len(n), each = m), rater = c(replicate(n, sample(k, m))))
  rows$y <- stats::rnorm(n)[rows$item] + sqrt(rater) * stats::rnorm(k)[rows$rater] +
    sqrt(0.5) * stats::rnorm(n * m)
  list(rows = rows, formula = y ~ (1 | item) + (1 | rater), true = c(1, rater, 0.5))
}

nested <- function(n, k, m, rater, centres = 8) {
  rows <- data.frame(item = rep(seq_len(n), each = m), centre = rep(seq_len(n) %% centres + 1, each = m))
  rows$rater <- paste(rows$centre, c(replicate(n, sample(k, m))))
  ids <- match(rows$rater, unique(rows$rater))
  rows$y <- sqrt(0.3) * stats::rnorm(centres)[rows$centre] + stats::rnorm(n)[rows$item] +
    sqrt(rater) * stats::rnorm(max(ids))[ids] + sqrt(0.5) * stats::rnorm(n * m)
  list(
    rows = rows, formula = y ~ (1 | centre) + (1 | item) + (1 | rater), true = c(0.3, 1, rater, 0.5)
  )
}

design <- function(kind, n, k, m, rater) {
  draw <- list(holes = holes, nested = nested)[[kind]]
  hits <- replicate(times, {
    # The raters of a draw may be disconnected; then components are not identified.
    x <- NULL
    while (is.null(x)) {
      d <- draw(n, k, m, rater)
      x <- tryCatch(
        variance_components(d$rows, d$formula, ci = "profile"),
        accord_error_not_identified = function(cnd) NULL
      )
    }
    hit <- covers(x$conf.low, x$conf.high, d$true)
    if (length(hit) == 3) c(NA, hit) else hit
  })
  share <- rowMeans(hits)
  data.frame(
    kind = kind, n_items = n, n_raters = k, ratings_per_item = m, rater_variance = rater, centre = share[1],
    item = share[2], rater = share[3], error = share[4], failed = mean(is.na(hits[4, ])), row.names = NULL
  )
}

designs <- rbind(
  expand.grid(kind = "holes", n = c(20, 60), k = c(5, 15), m = c(2, 3), rater = c(0.1, 1)),
  expand.grid(kind = "nested", n = c(40, 80), k = c(2, 4), m = 2, rater = c(0.1, 1))
)
designs$kind <- as.character(designs$kind)
options(width = 120)
some <- if (length(arguments) > 1) seq(arguments[2], arguments[3]) else seq_len(nrow(designs))
for (i in some) {
  set.seed(i)
  print(do.call(design, as.list(designs[i, ])), digits = 3, row.names = FALSE)
}
