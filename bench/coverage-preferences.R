# Coverage of the limits of pairwise_judgements() where pairs lie in clusters: a share (consistency) and the position
# bias. The designs were settled before any was run: 8, 20 or 80 clusters of 5 or 15 pairs, with the shares of clusters
# from a beta distribution (a correlation of .05 or .3 within clusters); without clusters 30, 100 or 400 pairs. Beside
# it, Wilson's interval as if pairs were independent, and the t interval of the means of clusters. R_LIBS=build/lib
# Rscript bench/coverage-preferences.R [sets] > bench/coverage-preferences.csv

suppressPackageStartupMessages(library(accord))
n_sets <- as.integer(c(commandArgs(trailingOnly = TRUE), "1000")[1])

# Clusters differ in the share of pairs that keep their choice, or in the share of conflicts in favour of the first
# place.
draw <- function(clusters, size, share, within) {
  own <- if (within == 0) rep(share, clusters) else {
    stats::rbeta(clusters, share * (1 - within) / within, (1 - share) * (1 - within) / within)
  }
  stats::rbinom(clusters * size, 1, rep(own, each = size))
}
judged <- function(same, favours, topic) {
  n <- length(same)
  kind <- ifelse(same == 1, 3, ifelse(favours == 1, 1, 2))
  first <- rep(c("a", "b"), each = n)
  second <- rep(c("b", "a"), each = n)
  place <- rep(kind, 2)
  data.frame(
    item = rep(seq_len(n), 2), topic = rep(topic, 2), first, second,
    choice = ifelse(place == 1, first, ifelse(place == 2, second, "a"))
  )
}
wilson <- function(x) suppressWarnings(stats::prop.test(sum(x), length(x), correct = FALSE))$conf.int
means_t <- function(x, topic) {
  means <- tapply(x, topic, mean)
  mean(means) + c(-1, 1) * stats::qt(0.975, length(means) - 1) * stats::sd(means) / sqrt(length(means))
}
covers <- function(limits, truth) limits[1] <= truth && truth <= limits[2]

designs <- rbind(
  expand.grid(clusters = c(8, 20, 80), size = c(5, 15), share = c(0.65, 0.85, 0.97), within = c(0.05, 0.3)),
  expand.grid(clusters = c(30, 100, 400), size = 1, share = c(0.65, 0.85, 0.97), within = 0)
)
favour <- 0.75 # the share of conflicts in which the first place wins twice
rows <- lapply(seq_len(nrow(designs)), function(i) {
  d <- designs[i, ]
  set.seed(i)
  topic <- rep(seq_len(d$clusters), each = d$size)
  bias <- (1 - d$share) * (2 * favour - 1)
  found <- replicate(n_sets, {
    same <- draw(d$clusters, d$size, d$share, d$within)
    data <- judged(same, stats::rbinom(length(same), 1, favour), topic)
    x <- pairwise_judgements(data, item, first, second, choice, cluster = topic)
    at <- match(c("consistency", "position_bias"), x$quantity)
    limits <- cbind(x$conf.low, x$conf.high)[at, ]
    c(
      consistency = covers(limits[1, ], d$share), bias = covers(limits[2, ], bias),
      independent = covers(wilson(same), d$share), t = covers(means_t(same, topic), d$share),
      width = diff(limits[1, ]), width_bias = diff(limits[2, ])
    )
  })
  cbind(d, sets = n_sets, round(t(rowMeans(found)), 3))
})
utils::write.csv(do.call(rbind, rows), stdout(), row.names = FALSE, quote = FALSE)
