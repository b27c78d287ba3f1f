# Coverage of the limits of compare_agreement(groups = ): alpha within a group of raters, kappa_x across, their
# difference and their ratio (the association index). The designs were settled before any was run: two groups of 5, 15
# or 40 raters, 50 or 150 items that all rate, two categories of which the second has half or a tenth of the ratings,
# without and with items that the groups see differently; and five ordered categories at the interval level. Raters and
# items are drawn anew in each set. Beside it stands the percentile interval of items that are resampled, for the same
# raters. The true values come from 20 draws of 20,000 items and two groups of 150 raters, since the severities of 150
# raters alone leave an error that the limits of 40 raters and 150 items would notice.
# R_LIBS=build/lib Rscript bench/coverage-groups.R [sets] > bench/coverage-groups.csv

suppressPackageStartupMessages(library(accord))
n_sets <- as.integer(c(commandArgs(trailingOnly = TRUE), "1000")[1])

# A latent value of the item, one of the item in the eyes of the group, a severity of the rater, and noise.
draw <- function(raters, items, d) {
  group <- rep(1:2, each = raters)
  own <- matrix(stats::rnorm(2 * items, sd = d$apart), items)
  latent <- stats::rnorm(items) + own[, group] + rep(stats::rnorm(2 * raters, sd = 0.4), each = items) +
    stats::rnorm(items * 2 * raters)
  spread <- sqrt(2 + d$apart^2 + 0.16)
  cuts <- if (d$level == "interval") c(0.2, 0.4, 0.6, 0.8) else 1 - d$share
  matrix(findInterval(latent, spread * stats::qnorm(cuts)), items)
}

# Sums over items for alpha of the first group, and for kappa_x: each figure is a function of their means. Ratings are
# points (of two categories, 0 and 1), so that squared differences serve both levels.
sums <- function(x, raters) {
  a <- x[, seq_len(raters)]
  b <- x[, -seq_len(raters)]
  cbind(a = rowSums(a), aa = rowSums(a^2), b = rowSums(b), bb = rowSums(b^2),
    within = 2 * (raters * rowSums(a^2) - rowSums(a)^2) / (raters - 1),
    across = (raters * (rowSums(a^2) + rowSums(b^2)) - 2 * rowSums(a) * rowSums(b)) * 2 / raters)
}
figures <- function(s, raters, items) {
  n <- raters * items
  alpha <- 1 - (n - 1) * s[["within"]] / (2 * (n * s[["aa"]] - s[["a"]]^2))
  expected <- n * (s[["aa"]] + s[["bb"]]) - 2 * s[["a"]] * s[["b"]]
  kappa <- 1 - s[["across"]] / (2 * n) * n^2 / expected
  c(within = alpha, across = kappa, difference = alpha - kappa, association = alpha / kappa)
}
resampled <- function(x, raters, times = 400) {
  s <- sums(x, raters)
  weights <- stats::rmultinom(times, nrow(x), rep(1, nrow(x)))
  drawn <- crossprod(weights, s)
  apply(apply(drawn, 1, figures, raters = raters, items = nrow(x)), 1, stats::quantile, c(0.025, 0.975), na.rm = TRUE)
}
covers <- function(low, high, truth) low <= truth & truth <= high

designs <- rbind(
  expand.grid(raters = c(5, 15, 40), items = c(50, 150), share = c(0.5, 0.1), apart = c(0, 0.7), level = "nominal"),
  expand.grid(raters = c(5, 15, 40), items = c(50, 150), share = NA, apart = c(0, 0.7), level = "interval")
)
measures <- c("within", "across", "difference", "association")
rows <- lapply(seq_len(nrow(designs)), function(i) {
  d <- designs[i, ]
  set.seed(i)
  truth <- figures(rowMeans(replicate(20, colSums(sums(draw(150, 20000, d), 150)))), 150, 20000)
  found <- replicate(n_sets, {
    x <- draw(d$raters, d$items, d)
    data <- data.frame(item = c(row(x)), rater = c(col(x)), rating = c(x))
    group <- stats::setNames(rep(c("a", "b"), each = d$raters), seq_len(2 * d$raters))
    one <- suppressWarnings(compare_agreement(
      data, item, rater, rating, groups = group, level = as.character(d$level), permutations = 0
    ))
    one <- one[match(measures, one$measure), ]
    items <- resampled(x, d$raters)
    c(
      covers(one$conf.low, one$conf.high, truth), items = covers(items[1, measures], items[2, measures], truth),
      width = one$conf.high - one$conf.low, df = one$df
    )
  })
  mean_of <- function(rows) round(rowMeans(found[rows, , drop = FALSE], na.rm = TRUE), 3)
  result <- c(mean_of(1:4), mean_of(5:8), mean_of(9:12), mean(!is.na(found[4, ])))
  names(result) <- c(measures, paste0("items_", measures), paste0("width_", measures), "with_association")
  cbind(d, sets = n_sets, t(round(truth[c("within", "across")], 3)), t(result), row.names = NULL)
})
rows <- do.call(rbind, rows)
names(rows)[7:8] <- c("true_within", "true_across")
utils::write.csv(rows, stdout(), row.names = FALSE, quote = FALSE)
