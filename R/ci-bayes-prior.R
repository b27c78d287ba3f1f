# The prior of ci_bayes(): items that nobody rated.

# Ratings without groups, with pseudo-items behind the items, and the mass that every item has in the
# data and in the prior. The base measure is represented by a few hundred items drawn from it, which
# share its mass: a Dirichlet distribution over them comes close to the Dirichlet process.
with_pseudo_items <- function(ratings, prior) {
  n <- length(ratings$item_start) - 1L
  size <- diff(ratings$item_start)
  pieces <- if (prior > 0) pseudo_items(ratings, size) else no_items()
  added <- length(pieces$size)
  ratings$code <- c(ratings$code, pieces$code)
  if (!is.null(ratings$rater)) ratings$rater <- c(ratings$rater, pieces$rater)
  if (!is.null(ratings$cluster)) {
    ratings$cluster <- c(ratings$cluster, max(ratings$cluster, 0L) + seq_len(added))
  }
  ratings$item_start <- cumsum(c(0L, size, pieces$size))
  ratings$group_start <- c(0L, n + added)
  list(
    ratings = ratings,
    mass = rep(c(1, 0), c(n, added)),
    prior = rep(c(0, prior / max(added, 1)), c(n, added))
  )
}

# `size` of each pseudo-item, and their `code` and `rater`, one after the other: half of them in
# perfect agreement, half at random. An item tells how many and which raters rate one, if it has
# two ratings or more.
pseudo_items <- function(ratings, size) {
  k <- length(ratings$categories)
  candidates <- which(size > min(1, max(size, 1) - 1))
  if (length(candidates) == 0 || k == 0) {
    return(no_items())
  }
  n <- if (k <= 200) k * ceiling(200 / k) else 200L
  category <- if (k <= 200) rep_len(seq_len(k) - 1L, n) else sample.int(k, n) - 1L
  model <- candidates[sample.int(length(candidates), 2L * n, replace = TRUE)]
  agreeing <- seq_len(n)
  alike <- rep(category, size[model[agreeing]])
  in_order <- isTRUE(ratings$has_order) && !identical(ratings$level, "nominal")
  window <- random_windows(k, n, in_order)
  width <- rep(window$width, size[model[-agreeing]])
  random <- rep(window$first, size[model[-agreeing]]) + floor(stats::runif(length(width)) * width)
  list(
    size = size[model],
    code = c(alike, as.integer(random)),
    rater = ratings$rater[sequence(size[model], ratings$item_start[model] + 1L)]
  )
}

no_items <- function() list(size = integer(), code = integer(), rater = integer())

# Where the ratings of `n` random items lie, among `k` categories: in all of them or, if these have an
# order, in a window from one random category to another, four wide or more. Raters who use a long
# scale in earnest do not err over all of it.
random_windows <- function(k, n, ordered) {
  if (!ordered || k <= 4) {
    return(list(first = rep(0L, n), width = rep(k, n)))
  }
  distance <- abs(sample.int(k, n, replace = TRUE) - sample.int(k, n, replace = TRUE))
  width <- pmax(distance + 1L, 4L)
  list(first = floor(stats::runif(n) * (k - width + 1)), width = width)
}
