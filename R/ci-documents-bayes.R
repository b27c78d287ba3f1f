# The interval of ci_bayes() over documents, for estimates that are functions of sums over documents: the Bayesian
# bootstrap (Rubin 1981) of the documents and one pseudo-document, which is at worst for the lower limit and at best for
# the upper one; ?span_agreement says what that is.

# `weights`: of each document and, in the last row, of the pseudo-document, a column per draw.
posterior_draws <- function(ci, n, annotators) {
  times <- if (ci$bits > 0) 2^(ci$bits + 1) else if (n <= 1000) 4096 else 1024
  list(n = n, weights = dirichlet_draws(rep(1, n + 1), times, ci$seed), prior = ci$prior / annotators)
}

# Rows for the lower limit, then for the upper one. `pseudo` is a function of the sums of a mean document: `low` and
# `high`, the same for the pseudo-document.
posterior_sums <- function(draws, sums, pseudo) {
  # Nobody marked anything.
  if (ncol(sums) == 0) {
    return(matrix(0, 2 * ncol(draws$weights), 0))
  }
  n <- nrow(sums)
  if (is.null(draws$aligned)) sums <- sums[order_of_rows(sums), , drop = FALSE]
  of_documents <- crossprod(draws$weights[seq_len(n), , drop = FALSE], sums)
  extra <- draws$prior * draws$weights[n + 1, ]
  size <- (colSums(draws$weights[seq_len(n), , drop = FALSE]) + extra) / n
  extremes <- pseudo(colMeans(sums))
  side <- function(row) (of_documents + extra %o% as.vector(row)) / size
  rbind(side(extremes$low), side(extremes$high))
}

# By what is in the rows, so that names of documents do not matter; first by what does not depend on the order of
# columns, so that neither do those of annotators and labels, apart from ties.
order_of_rows <- function(sums) {
  do.call(order, c(list(rowSums(sums), rowSums(sums^2), rowSums(sums^3)), each_column(sums)))
}

posterior_interval <- function(ci, estimate, drawn, lowest) {
  low <- seq_len(length(drawn) / 2)
  sides <- list(drawn[low], drawn[-low])
  limit <- function(x, share) {
    if (mean(is.na(x)) > 0.5) NA_real_ else unname(stats::quantile(x, share, na.rm = TRUE))
  }
  tail <- (1 - ci$conf_level) / 2
  spread <- vapply(sides, stats::var, 0, na.rm = TRUE)
  list(
    std.error = sqrt(mean(spread)),
    conf.low = min(max(limit(sides[[1]], tail), lowest), estimate),
    conf.high = max(min(limit(sides[[2]], 1 - tail), 1), estimate)
  )
}
