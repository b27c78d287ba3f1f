# Coverage of 95% limits of intra_rater_agreement() with few raters, by simulation: three categories (.5, .3, .2), and
# raters who take the true category with probability .6 to .95, otherwise any of the three. Two occasions, the second
# one of a part of the items. Rscript bench/coverage-intra.R [replicates]

library(accord)
options(accord.threads = 1)

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 250

SHARES <- c(0.5, 0.3, 0.2)

# Two ratings of an item by one rater: the shares of their pairs.
pairs_of <- function(right) {
  each <- diag(right, 3) + (1 - right) / 3
  t(each) %*% (SHARES * each)
}

# The share of equal pairs, and nominal alpha; both occasions have the same shares.
values <- function(pairs) {
  equal <- sum(diag(pairs))
  chance <- sum(rowSums(pairs)^2)
  c(percent = equal, alpha = (equal - chance) / (1 - chance))
}

design <- function(n_items, n_raters, again, ci) {
  right <- seq(0.6, 0.95, length.out = n_raters)
  pairs <- lapply(right, pairs_of)
  true <- do.call(rbind, c(lapply(pairs, values), list(values(Reduce(`+`, pairs) / n_raters))))
  hits <- replicate(times, suppressWarnings({
    truth <- sample(3, n_items, replace = TRUE, prob = SHARES)
    rows <- expand.grid(item = seq_len(n_items), rater = seq_len(n_raters), round = 1:2)
    rows <- rows[rows$round == 1 | rows$item <= again * n_items, ]
    slip <- stats::runif(nrow(rows)) > right[rows$rater]
    rows$label <- ifelse(slip, sample(3, nrow(rows), replace = TRUE), truth[rows$item])
    x <- intra_rater_agreement(
      rows, item, rater, label,
      occasion = round, coefficients = colnames(true), level = "nominal", categories = 1:3, ci = ci
    )
    hit <- matrix(x$conf.low <= c(t(true)) & c(t(true)) <= x$conf.high, 2)
    c(rowMeans(hit[, seq_len(n_raters), drop = FALSE], na.rm = TRUE), hit[, n_raters + 1], mean(is.na(hit)))
  }))
  names <- c(paste0("rater_", colnames(true)), paste0("all_", colnames(true)), "none")
  data.frame(n_items, n_raters, again, ci = ci$label, t(stats::setNames(round(rowMeans(hits, na.rm = TRUE), 3), names)))
}

set.seed(103)
designs <- expand.grid(n_items = c(20, 60), n_raters = c(2, 4), again = c(1, 0.5))
for (ci in list(ci_default(), ci_jackknife())) {
  of <- function(n_items, n_raters, again) design(n_items, n_raters, again, ci)
  print(do.call(rbind, Map(of, designs$n_items, designs$n_raters, designs$again)))
}
