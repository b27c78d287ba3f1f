# Draws from the posterior of how often each kind of item, or each document, is found in the population: gamma weights,
# which are a draw from a Dirichlet distribution as soon as they are divided by their sum. They are a
# function of the data alone: R's random numbers are neither used nor changed.

# A row for each kind of item and a column for each of `n` draws; `shape` says how many items are of the
# kind. A Latin hypercube: each row holds the same `n` quantiles of its distribution, from the middles of
# `n` equal parts of it, in an order of its own. The kinds must come in an order that rows of the data do
# not change. Another `stream` has other orders.
dirichlet_draws <- function(shape, n, stream = 1) {
  size <- unique(shape)
  quantiles <- vapply(size, gamma_quantiles, numeric(n), n)
  at <- latin_orders(length(shape), n, stream)
  matrix(quantiles[cbind(c(at), match(shape, size))], length(shape))
}

# The middles of `n` equal parts of a gamma distribution. Twenty thousand take 20 ms, and most counts of items are few
# and come again, in the next group as in the next call: what was computed is kept, up to 10 MB of it.
gamma_quantiles <- function(shape, n) {
  key <- sprintf("%d of %a", as.integer(n), shape)
  kept <- GAMMA_QUANTILES[[key]]
  if (!is.null(kept)) return(kept)
  if (sum(lengths(as.list(GAMMA_QUANTILES))) > 1.25e6) rm(list = ls(GAMMA_QUANTILES), envir = GAMMA_QUANTILES)
  GAMMA_QUANTILES[[key]] <- stats::qgamma((seq_len(n) - 0.5) / n, shape)
}

GAMMA_QUANTILES <- new.env(parent = emptyenv())

# Permutations of 1 to n in `rows`, by two linear congruential generators modulo 2^31 - 1 (Park & Miller
# 1988, doi:10.1145/63039.63042): one makes a number for each draw, the other carries these numbers from
# row to row. All products are exact in double precision. A row does not depend on how many follow it: the first rows,
# which take a millisecond each, are kept for the next group and the next call, up to 20 MB of them.
latin_orders <- function(rows, n, stream = 1) {
  key <- sprintf("%.0f of %.0f", n, stream)
  kept <- LATIN_ORDERS[[key]] %||% list(orders = matrix(0L, 0, n), state = latin_start(n, stream))
  known <- nrow(kept$orders)
  if (rows <= known) return(kept$orders[seq_len(rows), , drop = FALSE])
  further <- matrix(0L, rows - known, n)
  for (i in seq_len(rows - known)) {
    kept$state <- (48271 * kept$state) %% 2147483647
    further[i, ] <- order(kept$state)
  }
  kept$orders <- rbind(kept$orders, further)
  if (length(kept$orders) <= MOST_KEPT_ORDERS) {
    others <- setdiff(ls(LATIN_ORDERS), key)
    sizes <- vapply(mget(others, LATIN_ORDERS), function(x) length(x$orders), 1L)
    if (sum(sizes) + length(kept$orders) > MOST_KEPT_ORDERS) rm(list = others, envir = LATIN_ORDERS)
    LATIN_ORDERS[[key]] <- kept
  }
  kept$orders
}

latin_start <- function(n, stream) {
  x <- numeric(n)
  seed <- 271828183 + stream
  for (i in seq_len(n)) x[i] <- seed <- (16807 * seed) %% 2147483647
  x
}

LATIN_ORDERS <- new.env(parent = emptyenv())
MOST_KEPT_ORDERS <- 5e6 # integers
