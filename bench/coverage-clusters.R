# Coverage of the default limits of percent_agreement() where items lie in clusters, such as the answers to a prompt.
# The first 44 designs are those of bench/coverage-preferences.R, settled before any was run: 8, 20 or 80 clusters of 5
# or 15 items, whose shares of agreement have a beta distribution with a correlation of .05 or .3 within clusters. Two
# raters, or five of whom each errs by himself (the rows `five`). The last 16 have 12 or 40 clusters of 100 or 600 items,
# such as the positions of documents. Beside it, Wilson's interval as if items were independent, and the t interval of
# the means of clusters. Limits are made from the agreement of items, without data frames, for time.
# R_LIBS=build/lib Rscript bench/coverage-clusters.R [sets] > bench/coverage-clusters.csv

suppressPackageStartupMessages(library(accord))
n_sets <- as.integer(c(commandArgs(trailingOnly = TRUE), "1000")[1])

own_shares <- function(clusters, share, within) {
  stats::rbeta(clusters, share * (1 - within) / within, (1 - share) * (1 - within) / within)
}
# Two raters agree on an item with the probability of its cluster.
of_two <- function(own, size) as.double(stats::runif(length(own) * size) < rep(own, each = size))
# Each of five raters gives the right label of two with a probability r, so that pairs agree with r^2 + (1 - r)^2.
of_five <- function(own, size) {
  right <- (1 + sqrt(pmax(2 * rep(own, each = size) - 1, 0))) / 2
  k <- stats::rbinom(length(right), 5, right)
  (choose(k, 2) + choose(5 - k, 2)) / 10
}
wilson <- function(x) {
  n <- length(x)
  suppressWarnings(stats::prop.test(sum(x), n, correct = FALSE))$conf.int
}
means_t <- function(x, cluster) {
  means <- tapply(x, cluster, mean)
  mean(means) + c(-1, 1) * stats::qt(0.975, length(means) - 1) * stats::sd(means) / sqrt(length(means))
}
covers <- function(limits, truth) limits[1] <= truth && truth <= limits[2]

designs <- rbind(
  expand.grid(
    raters = "two", clusters = c(8, 20, 80), size = c(5, 15), share = c(0.65, 0.85, 0.97), within = c(0.05, 0.3)
  ),
  expand.grid(raters = "five", clusters = c(8, 20), size = c(5, 15), share = c(0.85, 0.97), within = 0.05),
  expand.grid(raters = "two", clusters = c(12, 40), size = c(100, 600), share = c(0.8, 0.95), within = c(0.02, 0.1))
)
rows <- lapply(seq_len(nrow(designs)), function(i) {
  d <- designs[i, ]
  set.seed(i)
  make <- if (d$raters == "two") of_two else of_five
  # Where agreement by chance is .5, the population's share is that of clusters above it.
  truth <- if (d$raters == "two") d$share else mean(pmax(own_shares(1e6, d$share, d$within), 0.5))
  found <- replicate(n_sets, {
    agree <- make(own_shares(d$clusters, d$share, d$within), d$size)
    cluster <- rep(seq_len(d$clusters), each = d$size)
    x <- accord:::wilson_limits(accord:::share_sums(agree, cluster), 0.95)
    c(
      default = covers(x, truth), independent = covers(wilson(agree), truth),
      t = covers(means_t(agree, cluster), truth), width = x[[2]] - x[[1]]
    )
  })
  cbind(d, sets = n_sets, round(t(rowMeans(found)), 3))
})
utils::write.csv(do.call(rbind, rows), stdout(), row.names = FALSE, quote = FALSE)
