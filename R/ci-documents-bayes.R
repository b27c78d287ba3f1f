# The interval of ci_bayes() over documents, for figures that are functions of sums over documents. As for items, a
# posterior has gamma weights of the documents and of one pseudo-document, which is at worst for the lower limit and at
# best for the upper one; ?span_agreement says what that is.

# `ranks`: of the weight of each document, then of the pseudo-document, a row per draw; each column has every rank once.
# R's random numbers are left as they are, so that limits are a function of the data.
posterior_draws <- function(ci, n, annotators) {
  times <- if (ci$bits > 0) 2^(ci$bits + 1) else if (n <= 1000) 4096 else 1024
  ranks <- with_own_seed(ci$seed, vapply(seq_len(n + 1), function(i) sample.int(times), integer(times)))
  list(n = n, ranks = ranks, prior = ci$prior / annotators, level = ci$conf_level)
}

with_own_seed <- function(seed, code) {
  old <- get0(".Random.seed", globalenv(), inherits = FALSE)
  on.exit(if (is.null(old)) {
    rm(".Random.seed", envir = globalenv())
  } else {
    assign(".Random.seed", old, envir = globalenv())
  })
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  code
}

# Rows for the lower limit, then for the upper one. `pseudo` is a function of the sums of a typical document, a matrix
# of one row: `low` and `high`, the same for the pseudo-document, and `size`, the columns that say how large a document
# is.
posterior_sums <- function(draws, sums, pseudo) {
  # Nobody marked anything.
  if (ncol(sums) == 0) {
    return(matrix(0, 2 * nrow(draws$ranks), 0))
  }
  if (is.null(draws$aligned)) sums <- sums[order_of_rows(sums), , drop = FALSE]
  n <- nrow(sums)
  size <- rowSums(sums[, pseudo(colMeans(sums))$size, drop = FALSE])
  effective <- if (sum(size) > 0) sum(size)^2 / sum(size^2) else n
  extremes <- pseudo(colMeans(sums) * n / effective)
  away <- distance_of_extremes(sums, pseudo) * n / effective
  grid <- (seq_len(nrow(draws$ranks)) - 0.5) / nrow(draws$ranks)
  extra <- stats::qexp(grid)[draws$ranks[, draws$n + 1]]
  side <- function(row, count, away) {
    shape <- documents_count_as(effective, count, away, draws$level)
    weights <- matrix(stats::qgamma(grid, shape)[draws$ranks[, seq_len(n)]], ncol = n)
    drawn <- weights %*% sums + (count * extra) %o% as.vector(row)
    drawn * n / (rowSums(weights) + count * extra * n / effective)
  }
  # At best a document that was not seen may matter as much as any other.
  most <- if (draws$prior > 0) max(1, draws$prior) else 0
  rbind(side(extremes$low, draws$prior, away[1]), side(extremes$high, most, away[2]))
}

# How many standard deviations of the documents a mean one at worst, and one at best, lies from what all of them have.
distance_of_extremes <- function(sums, pseudo) {
  parts <- vapply(seq_len(nrow(sums)), function(i) {
    ends <- pseudo(sums[i, ])
    c(sum(sums[i, ] - ends$low), sum(ends$high - ends$low))
  }, double(2))
  share <- sum(parts[1, ]) / sum(parts[2, ])
  spread <- sqrt(mean((parts[1, ] - share * parts[2, ])^2))
  away <- c(share, 1 - share) * abs(mean(parts[2, ])) / spread
  ifelse(is.na(away), 0, away)
}

# By what is in the rows, so that names of documents do not matter; first by what does not depend on the order of
# columns, so that neither do those of annotators and labels, apart from ties.
order_of_rows <- function(sums) {
  columns <- lapply(seq_len(ncol(sums)), function(k) sums[, k])
  do.call(order, c(list(rowSums(sums), rowSums(sums^2), rowSums(sums^3)), columns))
}

# Student's t tells more than weights of n documents do: each counts as so many observations, as in ?ci_bayes. The
# pseudo-document counts as `c`, and lies `away` standard deviations off.
documents_count_as <- function(n, c, away, level) {
  if (n <= 1) {
    return(0.05)
  }
  z <- stats::qnorm((1 + level) / 2)
  wanted <- stats::qt((1 + level) / 2, n - 1) / sqrt(n - 1)
  away <- min(away, 1e6)
  excess <- function(lambda) c * away / (lambda * n + c) + z / sqrt(lambda * n + c + 1) - wanted
  if (excess(1) >= 0) 1 else if (excess(0.05) <= 0) 0.05 else stats::uniroot(excess, c(0.05, 1))$root
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
